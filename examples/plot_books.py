"""
What are these passages about?
==============================

Eight hundred passages from four novels, each a row of word counts. Nobody tells the program
who wrote what. Two of the books are set in the jungle and two elsewhere; two are by Edgar Rice
Burroughs and two by Rudyard Kipling.
"""

import matplotlib.pyplot as plt
import numpy as np

from coterie import SequentialIB
from coterie.datasets import load_books

books = load_books()
print(books.description)

# %%
# Four groups, the best of ten restarts. The information is what the group of a passage tells about
# a word drawn from it; the fraction compares it with what the passage itself tells.

model = SequentialIB(n_clusters=4, prior="uniform", n_init=10, random_state=0).fit(books.data)
print(f"{model.information_ / np.log(2):.3f} bits, {model.information_fraction_:.1%} of all")

# %%
# The words that tell each group from the rest.

for cluster in range(4):
    columns, _ = model.telling_columns(cluster, 8)
    print(cluster, *books.column_names[columns])

# %%
# The groups against the books. The labels were not used; they only check the answer.

table = np.zeros((4, 4), dtype=int)
np.add.at(table, (books.target, model.labels_), 1)

figure, axes = plt.subplots(figsize=(6, 3.2), layout="constrained")
axes.imshow(table, cmap="Blues", aspect="auto")
axes.set(xlabel="group", xticks=range(4), yticks=range(4), yticklabels=books.target_names)
for (book, group), count in np.ndenumerate(table):
    shade = "white" if count > table.max() / 2 else "black"
    axes.text(group, book, str(count), ha="center", va="center", color=shade)
axes.set_title("Passages of each book in each group")
plt.show()
