"""
Segments of an image by the grey values around each place
=========================================================

A place of an image is described by a histogram: how often each grey value occurs around it. Few
counts make poor histograms. Clusters that are mixtures of Gaussians, shared by all, need fewer of
them, and know that neighbouring grey values are alike.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_sample_image

from coterie import ParametricDistributionalClustering

BINS, STEP, HALF = 32, 12, 6

# %%
# The image comes with scikit-learn. A histogram of 144 grey values is taken every twelve pixels.

image = load_sample_image("china.jpg").mean(axis=2) / 256.0
rows = np.arange(HALF, image.shape[0] - HALF, STEP)
columns = np.arange(HALF, image.shape[1] - HALF, STEP)
grey = np.minimum((image * BINS).astype(int), BINS - 1)
histograms = np.array(
    [
        np.bincount(grey[i - HALF : i + HALF, j - HALF : j + HALF].ravel(), minlength=BINS)
        for i in rows
        for j in columns
    ]
)
print(histograms.shape)

# %%
# Annealing goes down to a temperature at which five counts say as much as one: neighbouring pixels
# are far from independent.

model = ParametricDistributionalClustering(
    5, n_components=10, min_temperature=5.0, tol=1e-6, random_state=0
).fit(histograms)
segments = model.labels_.reshape(rows.size, columns.size)

figure, axes = plt.subplots(ncols=3, figsize=(10, 2.6), layout="constrained")
axes[0].imshow(image, cmap="grey")
axes[1].imshow(segments, cmap="tab10", vmin=-0.5, vmax=9.5, interpolation="nearest")
for cluster, density in enumerate(model.densities_):
    axes[2].plot((np.arange(BINS) + 0.5) / BINS, density, color=plt.cm.tab10(cluster))
for each, title in zip(axes, ("image", "segments", "grey values of the segments"), strict=True):
    each.set_title(title)
for each in axes[:2]:
    each.set_axis_off()
plt.show()
