"""
Groups that are not to follow the author
========================================

Eight hundred passages from four novels fall into two groups by their author: style is the louder
part of what the words tell. To ask what the passages are about, tell the search what it is to
leave alone. It gets a second table over the same rows, and what the groups tell about that counts
against them.
"""

import matplotlib.pyplot as plt
import numpy as np

from coterie import SequentialIB
from coterie.datasets import load_books

books = load_books()
authors, author = np.unique(books.details["author"], return_inverse=True)
signature = np.eye(2)[author]  # the author of each passage, as a table


def fit(avoid_weight):
    """Two groups; a nat about the author costs so many nats about the words."""
    model = SequentialIB(2, prior="uniform", avoid_weight=avoid_weight, random_state=0)
    return model.fit(books.data, avoid=signature)


# %%
# Without the second table, and with it. The groups are no longer those of the authors: one has the
# two novels that are set in the jungle, one by each author, and the other has the rest.

weights = [0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.2, 0.5, 1.0]
models = [fit(weight) for weight in weights]
plain, model = models[0], models[-1]
for name, each in (("author allowed", plain), ("author avoided", model)):
    told, of_author = each.information_ / np.log(2), each.avoided_information_ / np.log(2)
    print(f"{name}: {told:.3f} bits about the words, {of_author:.3f} about the author")

# %%
# What the groups tell about words and author, as the second costs more. The change is abrupt: the
# groups follow the authors up to a point, and what the novels are about from there. A third of the
# information about the words is the price.

figure, axes = plt.subplot_mosaic(
    [["plain", "avoided"], ["told", "told"]], figsize=(7, 5.4), layout="constrained"
)
for axis, each, title in (
    (axes["plain"], plain, "author allowed"),
    (axes["avoided"], model, "author avoided"),
):
    table = np.zeros((4, 2), dtype=int)
    np.add.at(table, (books.target, each.labels_), 1)
    axis.imshow(table, cmap="Blues", aspect="auto")
    axis.set(title=title, xlabel="group", xticks=[0, 1], yticks=range(4), yticklabels=[])
    for (book, group), count in np.ndenumerate(table):
        shade = "white" if count > table.max() / 2 else "black"
        axis.text(group, book, str(count), ha="center", va="center", color=shade)
names = [f"{name}\n({books.details['author'][books.target == book][0]})"
         for book, name in enumerate(books.target_names)]  # fmt: skip
axes["plain"].set_yticks(range(4), names)

places = np.arange(len(weights))
about_author = np.array([each.avoided_information_ for each in models]) / np.log(2)
about_words = np.array([each.information_ for each in models]) / np.log(2)
axes["told"].plot(places, about_author, "o-", label="about the author")
axes["told"].plot(places, about_words, "s-", label="about the words")
axes["told"].set(
    xlabel="avoid_weight", ylabel="information (bits)", xticks=places, xticklabels=weights
)
axes["told"].legend(frameon=False)
plt.show()
