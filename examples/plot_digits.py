"""
Digits that nobody labelled
===========================

Small images of handwritten digits, compared by the correlation of their pixels. The walk between
them pauses where only steps from digit to digit are left; its groups are shown by their means.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from coterie import MarkovRelaxation
from coterie.measures import micro_precision_recall

# %%
# Six hundred images of the digits 0 to 5.

images, digits = load_digits(n_class=6, return_X_y=True)
images, digits = images[:600], digits[:600]
model = MarkovRelaxation(6, metric="pearson", sharpness=5.0, n_neighbors=5, random_state=0).fit(
    images
)
right, _ = micro_precision_recall(digits, model.labels_)
print(f"after {model.n_steps_} steps: {right:.1%} with their digit")

# %%
# The mean image of each group, with the digits that are in it.

figure, axes = plt.subplots(1, 6, figsize=(8, 1.9), layout="constrained")
for cluster, ax in enumerate(axes):
    members = model.labels_ == cluster
    ax.imshow(images[members].mean(axis=0).reshape(8, 8), cmap="gray_r")
    inside, counts = np.unique(digits[members], return_counts=True)
    order = np.argsort(-counts)[:2]
    ax.set_title(", ".join(f"{counts[k]} of {inside[k]}" for k in order), fontsize=9)
    ax.set_axis_off()
plt.show()
