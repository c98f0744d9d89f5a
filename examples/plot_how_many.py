"""
How many groups are there?
==========================

More groups always keep more information, so the information kept cannot choose their number.
What the groups tell about counts that were not used to find them can: it rises while they catch
habits, and falls when they begin to catch accidents.
"""

import matplotlib.pyplot as plt
import numpy as np

from coterie import HeldOutSearch
from coterie.datasets import make_counts

# %%
# Six hundred rows of counts from six planted groups.

planted = make_counts(n_rows=600, n_columns=200, n_clusters=6, random_state=0)
search = HeldOutSearch(n_clusters=range(1, 13), random_state=0).fit(planted.data)
print("chosen:", search.best_n_clusters_)

# %%
# Every count is put into one of two halves by the throw of a coin. One half finds the groups, the
# other one is told about.

bits = 1 / np.log(2)
figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
curve = search.curve_
axes.plot(
    curve.n_clusters, curve.training.mean(axis=1) * bits, "o--", label="in the half that was used"
)
axes.errorbar(
    curve.n_clusters,
    curve.held_out * bits,
    yerr=curve.standard_error * bits,
    fmt="o-",
    label="in the other half",
)
axes.axvline(curve.best_n_clusters, color="grey", linewidth=1)
axes.set(xlabel="number of groups", ylabel="information (bits)")
axes.legend(frameon=False)
plt.show()
