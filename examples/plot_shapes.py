"""
Groups of any shape
===================

Two rings around a spot. By their distance, points across a ring are far apart and points of two
rings are near, so no clustering by distance finds the rings. By the path-based measure two points
are near if a chain of near points leads from one to the other: what counts is the longest step on
the best path, and each ring is one group.
"""

import matplotlib.pyplot as plt
import numpy as np

from coterie import ConstantShiftEmbedding, PairwiseClustering
from coterie.measures import adjusted_rand_score
from coterie.similarity import pairwise_distances, path_distances

luck = np.random.default_rng(0)
sizes, radii = [60, 160, 280], [0.0, 3.0, 6.0]
ring = np.repeat([0, 1, 2], sizes)
angle = luck.uniform(0.0, 2.0 * np.pi, size=ring.size)
circles = np.array(radii)[ring, None] * np.column_stack([np.cos(angle), np.sin(angle)])
points = circles + 0.35 * luck.normal(size=circles.shape)

# %%
# The same cost, the mean dissimilarity inside groups, with two measures.

found = {}
for name in ("sqeuclidean", "path"):
    model = PairwiseClustering(3, similarity=name, n_init=3, random_state=0).fit(points)
    found[name] = model.labels_
    agreement = adjusted_rand_score(ring, model.labels_)
    print(f"{name}: agreement with the rings {agreement:.2f}")

# %%
# Constant shift embedding places objects as points whose squared distances are the dissimilarities
# that are given, here the path-based ones. These are an ultrametric, so nothing has to be added to
# them, and in the plane of the first two directions the rings are three small heaps.

heaps = ConstantShiftEmbedding(2).fit(path_distances(pairwise_distances(points)))
print(f"added to all dissimilarities: {heaps.constant_shift_:.2f}")

figure, axes = plt.subplots(1, 3, figsize=(9.6, 3.4), layout="constrained")
shown = [
    ("by distance", points, found["sqeuclidean"]),
    ("by the longest step of a path", points, found["path"]),
    ("paths, embedded", heaps.embedding_, found["path"]),
]
for axis, (title, where, labels) in zip(axes, shown, strict=True):
    axis.scatter(*where.T, c=labels, s=8, cmap="viridis")
    axis.set(title=title, xticks=[], yticks=[], aspect="equal")
plt.show()
