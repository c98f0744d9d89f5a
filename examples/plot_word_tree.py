"""
Words that fall apart, one group from another
=============================================

The words of four novels, and how often each novel has them. As long as it is worth little to
know the novel, all words are one group; as it is worth more they fall apart, and an eigenvalue says
when. Words that fit several groups are shared.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.cluster.hierarchy import dendrogram

from coterie import AnnealedIB
from coterie.datasets import load_books
from coterie.measures import information_contribution

# %%
# The 200 words that tell most about the novel, every word of equal weight.

books = load_books()
table = np.asarray((np.eye(4)[:, books.target] @ books.data).T)
chosen = np.argsort(-information_contribution(table, axis=0))[:200]
words, table = books.column_names[chosen], table[chosen]

# %%
# Seven groups. Each split is a transition: beta is where it happened.

model = AnnealedIB(n_clusters=7, prior="uniform", tol=1e-10, beta_stop=10.0).fit(table)
for split in model.splits_:
    print(f"beta {split.beta:.2f}")

# %%
# The tree of the splits: two branches meet at one over the beta at which they parted. Under each
# leaf the words that belong to it most.


def typical(cluster):
    belong = np.argsort(-model.memberships_[:, cluster] * table.sum(axis=1))
    return ", ".join(words[belong[:5]])


figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
dendrogram(
    model.tree_.linkage,
    labels=[typical(cluster) for cluster in range(model.memberships_.shape[1])],
    orientation="right",
    color_threshold=0.0,
    above_threshold_color="tab:blue",
    ax=axes,
)
axes.set(xlabel="one over beta at the split", title="What the words of four novels fall into")
plt.show()

# %%
# Words that are shared, because the places where they occur are those of several groups.

by_share = np.argsort(model.memberships_.max(axis=1))
for word in by_share[:6]:
    own = model.memberships_[word]
    several = [f"{own[t]:.2f} with {typical(t)}" for t in np.argsort(-own) if own[t] > 0.1]
    print(f"{words[word]}:", "; ".join(several))
