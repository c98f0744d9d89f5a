"""The tree of the clusters that fell apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from coterie.estimators.bottleneck._cluster_tree import ClusterTree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coterie._core.types import FloatArray
    from coterie.engines import Split


@dataclass(frozen=True, eq=False)
class ClusterSplit:
    """A cluster that fell apart when beta rose.

    The clusters of all times are numbered: 0 is the cluster of all rows, and split i, counted from
    0, makes 2 i + 1 and 2 i + 2.

    Parameters
    ----------
    beta : float
        Where it fell apart; never below where it came to be.
    parent : int
        Number of the cluster.
    children : tuple of int
        Numbers of its two parts.
    columns : tuple of int
        Columns of `memberships_` that the parts have from then on.
    mass : tuple of float
        p(t) of the parts.
    memberships : ndarray of shape (n_rows_with_mass, 2)
        p(t | x) of the parts when they had settled. Later they change: the tree says where a
        cluster comes from, not which rows it has.

    Notes
    -----
    A record of the annealing of [IB §2.3].

    Examples
    --------
    >>> from coterie import AnnealedIB
    >>> model = AnnealedIB(2).fit([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> [(round(split.beta, 2), split.parent, split.children) for split in model.splits_]
    [(1.6, 0, (1, 2))]
    """

    beta: float
    parent: int
    children: tuple[int, int]
    columns: tuple[int, int]
    mass: tuple[float, float]
    memberships: FloatArray


def numbered(splits: Iterable[Split], mass: FloatArray) -> list[ClusterSplit]:
    """Give all clusters their numbers, in the order in which they came to be.

    A cluster that proves unstable at once would have fallen apart a little below where it came to
    be: no cluster does before there is one.
    """
    owner: list[int] = [0]
    records: list[ClusterSplit] = []
    for i, split in enumerate(splits):
        children = (2 * i + 1, 2 * i + 2)
        held = (mass @ split.memberships).tolist()
        columns, parent = (split.cluster, len(owner)), owner[split.cluster]
        made_at = records[(parent - 1) // 2].beta if parent else 0.0
        records.append(
            ClusterSplit(
                max(float(split.value), made_at), parent, children, columns, (held[0], held[1]),
                split.memberships,
            )
        )  # fmt: skip
        owner[split.cluster] = children[0]
        owner.append(children[1])
    return records


def tree_of(splits: list[ClusterSplit]) -> ClusterTree:
    """Read the splits backwards, as merges at a height of 1 / beta.

    A cluster that proves unstable at once is split a little below the beta of the split before.
    Heights do not rise towards the leaves: such a split has that of the one before.
    """
    n_leaves = len(splits) + 1
    node = np.arange(n_leaves)  # which holds what came of a column
    children = np.empty((len(splits), 2), dtype=np.int64)
    for merge, split in enumerate(reversed(splits)):
        columns = list(split.columns)
        children[merge] = node[columns]
        node[columns[0]] = n_leaves + merge
    reached = np.maximum.accumulate([split.beta for split in splits] or [1.0])[: len(splits)]
    return ClusterTree(children, 1.0 / reached[::-1], n_leaves)
