"""
Who is like whom?
=================

Two hundred objects are compared two by two, and a comparison is worth 1 (alike), -1 (unlike) or
something between. Seven of ten comparisons are pure noise. Correlation clustering puts the objects
into groups so that few comparisons speak against it.
"""

import matplotlib.pyplot as plt
import numpy as np

from coterie import CorrelationClustering
from coterie.datasets import make_correlation_graph
from coterie.plotting import CoAssignmentDisplay, OrderedMatrixDisplay

graph = make_correlation_graph(200, 4, noise=0.7, random_state=0)
shuffled = np.random.default_rng(0).permutation(200)
X, truth = graph.data[shuffled][:, shuffled], graph.target[shuffled]
print(graph.description)

# %%
# As the comparisons come, nothing is to be seen. Ordered by the groups that were found, blocks
# stand out from the noise: red is alike, blue is unlike.

model = CorrelationClustering(6, affinity="precomputed", random_state=0).fit(X)
print(f"{model.n_clusters_effective_} groups of {np.bincount(model.labels_).tolist()} objects")

figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
OrderedMatrixDisplay(X, np.zeros(200, dtype=int)).plot(axes[0])
axes[0].set(title="before", xlabel="objects", ylabel="objects")
OrderedMatrixDisplay.from_estimator(model, X, ax=axes[1])
axes[1].set_title("ordered by group")
plt.show()

# %%
# Six groups were on offer. The temperature falls, and at first all groups are the same; then they
# fall apart, and the energy drops. Superfluous ones stay empty.

temperatures = [point.temperature for point in model.path_]
figure, axes = plt.subplots(figsize=(5, 3.2), layout="constrained")
axes.plot(temperatures, [point.energy for point in model.path_], ".-", label="energy")
axes.plot(temperatures, [point.free_energy for point in model.path_], ".-", label="free energy")
axes.set(xlabel="temperature", ylabel="cost", xscale="log")
axes.legend()
plt.show()

# %%
# How much of it is luck? Searches from random labels do not always end in the same place. What all
# of them put together is black.

searches = [
    CorrelationClustering(
        6, affinity="precomputed", solver="sequential", n_init=1, random_state=seed
    ).fit_predict(X)
    for seed in range(20)
]
CoAssignmentDisplay.from_labellings(searches, labels=model.labels_)
plt.show()
