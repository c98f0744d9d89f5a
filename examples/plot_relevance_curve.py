"""
What a bit about the words buys
===============================

Groups of words tell something about where in a novel one is. To name the group of a word takes
bits, too: a curve shows how much of the one is to be had for how much of the other. Soft groups
lie on it, the hard groups of merging under it.
"""

import matplotlib.pyplot as plt
import numpy as np

from coterie import relevance_curve
from coterie.datasets import load_books
from coterie.measures import information_contribution

# %%
# The 120 words of four novels that tell most about the place, each novel in ten parts.

books = load_books()
part = np.concatenate([
    10 * book + np.arange(size) * 10 // size
    for book, size in enumerate(np.bincount(books.target))
])  # fmt: skip
table = np.asarray((np.eye(40)[:, part] @ books.data).T)
table = table[np.argsort(-information_contribution(table, axis=0))[:120]]

# %%
# Every word may be a group of its own at the right end; to the left the groups become the same, one
# after another.

curve = relevance_curve(table)
display = curve.plot()
display.add(relevance_curve(table, method="agglomerative"), "hard groups, by merging")
display.add(relevance_curve(table, 5, random_state=0), "five soft groups at most")
plt.show()

# %%
# The elbow, and what is sure at one nat about the words.

best = curve.elbow()
print(f"{best.n_clusters} groups keep {best.information / curve.row_information:.0%}")
lower, upper = curve.bounds(1.0, tangents=True)
print(f"at one nat: between {lower:.3f} and about {upper:.3f} nats")
