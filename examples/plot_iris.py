"""
Irises, found by a walk that forgets
====================================

A random walk steps from flower to flower, the more rarely the farther they are apart. It forgets
where it began: quickly within a kind, slowly from kind to kind. Where it pauses, the flowers are
grouped by where the walk ends, and nobody says what shape a group has.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_iris

from coterie import MarkovRelaxation
from coterie.measures import micro_precision_recall
from coterie.plotting import RelaxationDisplay

iris = load_iris()

# %%
# Two groups, at the time that is found, and three groups after 16 steps, where the slow-down of the
# walk is too slight to be a pause.

two = MarkovRelaxation(2, sharpness=3.5, n_neighbors=10, random_state=0).fit(iris.data)
three = MarkovRelaxation(
    3, sharpness=3.5, n_neighbors=10, n_steps=16, n_init=30, random_state=0
).fit(iris.data)
print(f"two groups after {two.n_steps_} steps: {np.bincount(two.labels_)}")
right, _ = micro_precision_recall(iris.target, three.labels_)
print(f"three groups: {right:.0%} of the flowers are with the kind that is most of their group")

# %%
# What the walk knows of its start, and what each doubling of the steps loses. The level stretch is
# at the entropy of 50 flowers against 100.

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
RelaxationDisplay.from_estimator(two, ax=left)
left.axhline(0.6365, color="grey", linewidth=0.8, linestyle=":")
markers = np.array(["o", "s", "^"])[iris.target]
for marker in np.unique(markers):
    own = markers == marker
    right.scatter(
        *iris.data[own][:, 2:].T,
        c=three.labels_[own],
        marker=marker,
        vmin=0,
        vmax=2,
        cmap="viridis",
    )
right.set(xlabel="petal length", ylabel="petal width", title="shape: kind, colour: group of three")
plt.show()
