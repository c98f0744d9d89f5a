"""
Clusters fall apart as the temperature falls
============================================

Annealed K-means begins with one cluster. At a temperature that an eigenvalue foretells it falls
apart in two, these fall apart later, and so on: a tree grows.
"""

import matplotlib.pyplot as plt
import numpy as np

from coterie import AnnealedKMeans
from coterie.costs import SquaredDistanceCost, critical_temperature
from coterie.plotting import AnnealingDisplay, BifurcationDisplay
from coterie.problems import PointProblem

# %%
# Six groups on a line, in pairs of pairs.

rng = np.random.default_rng(0)
places = np.array([0.0, 1.0, 5.0, 6.0, 14.0, 15.2])
points = (np.repeat(places, 80) + 0.12 * rng.standard_normal(480))[:, None]
model = AnnealedKMeans(6, cluster_prior="mass", max_iter=300, tol=1e-8, random_state=0).fit(points)

# %%
# The first fork lies just below twice the largest variance.

(critical,) = critical_temperature(SquaredDistanceCost(PointProblem.from_points(points), 1, 1.0))
print(f"critical temperature {critical:.2f}, first split at {model.splits_[0].temperature:.2f}")
display = BifurcationDisplay.from_estimator(model).plot()
display.ax_.axvline(critical, color="C1", linewidth=1)

# %%
# The energy bends at each fork.

AnnealingDisplay.from_estimator(model).plot()
plt.show()
