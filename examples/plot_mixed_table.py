"""
Groups in a table of measurements, names and grades
===================================================

An ordinary table has no counts. Each row is described by the rows that it is like, through one
kernel for each kind of column, and these descriptions are clustered. What the groups tell about
each column says which columns they differ in.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.cluster.hierarchy import dendrogram

from coterie import AgglomerativeIB, MixedTableEncoder
from coterie.datasets import make_mixed_table
from coterie.measures import adjusted_rand_score

# %%
# Three groups that two measurements, two names and two grades know of, and three columns that know
# nothing: the first rows.

planted = make_mixed_table(240, n_noise=3, separation=2.5, random_state=0)
for row in planted.data[:3]:
    print(*(f"{value:.2f}" if isinstance(value, float) else value for value in row))

# %%
# The last columns are grades too, and have to be called so: they are written as numbers.

encoder = MixedTableEncoder(ordinal=[4, 5, 8])
likeness = encoder.fit_transform(planted.data)
tree = AgglomerativeIB().fit(likeness)
print(f"{tree.n_clusters_} groups at the elbow,", end=" ")
print(f"agreement with the planted {adjusted_rand_score(planted.target, tree.labels_):.2f}")

# %%
# The last twelve branches of the tree, and what the groups tell about each column; noise in grey.

importance = encoder.column_importance(planted.data, tree.labels_) / np.log(2)
names = [f"{j}: {column.kind}" for j, column in enumerate(encoder.columns_)]
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
dendrogram(
    tree.linkage_, p=12, truncate_mode="lastp", color_threshold=0.0, leaf_font_size=8, ax=left
)
left.set(xlabel="rows in a branch", ylabel="nats lost so far", title="the tree")
right.barh(names, importance, color=np.where(planted.details["informative"], "C0", "0.7"))
right.invert_yaxis()
right.set(xlabel="bits", title="told about each column")
plt.show()
