"""
A picture without its specks
============================

A white square on black, of which every seventh pixel has been turned. Each pixel is pulled two
ways: it wants to be what was seen, and it wants to be like its neighbours. The mean field of these
spins says of each pixel how sure its colour is.
"""

import matplotlib.pyplot as plt
import numpy as np

from coterie import denoise_image

truth = -np.ones((32, 32), dtype=int)
truth[8:24, 8:24] = 1
flips = np.random.default_rng(3).random(truth.shape) < 0.15
noisy = np.where(flips, -truth, truth)

# %%
# With coupling, field and temperature 1, neighbours that agree outvote what was seen of a pixel.
# What remains wrong is at the edge of the square, where the neighbours are divided: there the
# magnetisation is grey.

found = denoise_image(noisy)
print(
    f"wrong pixels: {np.mean(noisy != truth):.1%} before, {np.mean(found.image != truth):.1%} after"
)

figure, axes = plt.subplots(1, 3, figsize=(8, 2.9), layout="constrained")
for axis, picture, title in zip(
    axes,
    (noisy, found.magnetisation, found.image),
    ("seen", "magnetisation", "denoised"),
    strict=True,
):
    axis.imshow(picture, cmap="gray", vmin=-1, vmax=1)
    axis.set(title=title, xticks=[], yticks=[])

# %%
# How strongly should neighbours pull? Too little leaves specks. From some strength on more of it
# changes nothing: the mean field goes downhill from what was seen, and has nowhere else to go.
# Eight neighbours pull twice as much as four, want less coupling, and round the corners off.

couplings = np.linspace(0.0, 2.0, 21)
figure, axis = plt.subplots(figsize=(6, 3.2), layout="constrained")
for neighbors in (4, 8):
    wrong = [
        np.mean(denoise_image(noisy, coupling, neighbors=neighbors).image != truth)
        for coupling in couplings
    ]
    axis.plot(couplings, np.array(wrong) * 100, "o-", label=f"{neighbors} neighbours")
axis.set(xlabel="coupling", ylabel="wrong pixels (%)", ylim=(0, None))
axis.legend(frameon=False)
plt.show()
