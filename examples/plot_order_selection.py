"""
How many groups are real: five Gaussians
========================================

Five round groups at different distances, measured twice. How many groups do the measurements
support, and at which temperature do soft groups say most that is confirmed?
"""

import matplotlib.pyplot as plt
import numpy as np

from coterie import AnnealedKMeans, CapacitySearch, minimum_transfer_cost
from coterie.plotting import CapacityDisplay, TransferCostDisplay
from coterie.validation import reliability

# %%
# The same objects twice, each time with fresh noise.

rng = np.random.default_rng(0)
centres = np.array([(1.0, 0.0), (0.0, 1.5), (-2.0, 0.0), (0.0, -3.0), (4.25, -4.0)])
places = centres[np.arange(1000) % 5]
replicates = [places + np.sqrt(0.5) * rng.normal(size=places.shape) for _ in range(2)]

# %%
# Bits rise with the number of clusters up to five. More clusters have no more: at the best
# temperature the superfluous ones coincide with others.

search = CapacitySearch(AnnealedKMeans(), n_clusters=range(1, 9), random_state=0).fit(replicates)
print(search.verdict_)
for k, bits in zip(search.results_["n_clusters"], search.results_["bits"], strict=True):
    print(f"{k} clusters: {bits:.3f} reliable bits")

# %%
# Each curve begins with one cluster and rises as it falls apart. Beyond the optimum, clusters
# follow noise, which the second measurement contradicts.

shown = {k: search.curves_[f"AnnealedKMeans, {k} clusters"] for k in (2, 3, 5, 8)}
CapacityDisplay({f"{k} clusters": found for k, found in shown.items()}).plot()

# %%
# Which objects change sides? Those between the groups, and their bits are below zero.

parts = reliability(search.best_capacity_, search.labels_)
_, ax = plt.subplots(layout="constrained")
dots = ax.scatter(*replicates[0].T, c=np.maximum(parts.object_bits, -1.0), s=6, cmap="viridis")
plt.colorbar(dots, ax=ax, label="bits of the object")
ax.set_aspect("equal")

# %%
# What a solution costs where it was found falls for ever; what it costs on the other measurement is
# least at five.

costs = minimum_transfer_cost(AnnealedKMeans(), replicates, n_clusters=range(1, 9), random_state=0)
TransferCostDisplay(costs).plot()
plt.show()
