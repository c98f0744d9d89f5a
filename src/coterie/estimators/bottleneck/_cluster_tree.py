"""A tree of clusters, in the forms that other programs read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie._core.extras import require
from coterie._core.params import Number
from coterie.engines._merge_tree import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coterie._core.types import FloatArray, IntArray

PLAIN = re.compile(r"[A-Za-z0-9.+-]+")
"""Names that Newick readers take as they are; all others are put in quotes."""


@dataclass(frozen=True, eq=False)
class ClusterTree:
    """A binary tree over clusters, from the leaves up.

    Parameters
    ----------
    children : ndarray of shape (n_merges, 2)
        The two nodes that each merge joins: a leaf, or n_leaves + m for merge number m.
    heights : ndarray of shape (n_merges,)
        Height of each merge, never falling; leaves are at 0.
    n_leaves : int
        Number of leaves. With fewer than n_leaves - 1 merges there are several trees.

    Notes
    -----
    The record of a search that merges or splits [IB §2.4, IB §2.3].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.estimators import ClusterTree
    >>> tree = ClusterTree(np.array([[0, 1], [2, 3]]), np.array([0.1, 0.5]), 3)
    >>> tree.newick(["sea", "whale", "king's tax"])
    "('king''s tax':0.5,(sea:0.1,whale:0.1):0.4);"
    >>> tree.linkage
    array([[0. , 1. , 0.1, 2. ],
           [2. , 3. , 0.5, 3. ]])
    """

    children: IntArray
    heights: FloatArray
    n_leaves: int

    @property
    def linkage(self) -> FloatArray:
        """The merges as `scipy.cluster.hierarchy` takes them: two nodes, height, leaves below."""
        below = np.ones(self.n_leaves + self.heights.size)
        for node, pair in enumerate(self.children, start=self.n_leaves):
            below[node] = below[pair].sum()
        return np.column_stack([self.children, self.heights, below[self.n_leaves :]])

    def labels_at(self, n_clusters: int) -> IntArray:
        """Return the cluster of each leaf when so many are left, numbered as the leaves come.

        Parameters
        ----------
        n_clusters : int
            A number from that of the trees to that of the leaves.
        """
        fewest = self.n_leaves - self.heights.size
        if not Number(fewest, self.n_leaves, whole=True).holds(n_clusters):
            message = (
                f"n_clusters={n_clusters!r}: the tree has {self.n_leaves} leaves and {fewest} "
                f"root{'s' * (fewest > 1)}. Ask for a whole number from {fewest} to "
                f"{self.n_leaves}."
            )
            raise InputError(message)
        return cut(self.children, self.n_leaves, n_clusters)

    def newick(self, names: Sequence[str] | None = None) -> str:
        """Return the tree in the Newick format, a line for each tree.

        Parameters
        ----------
        names : sequence of str, optional
            Names of the leaves; by default their numbers. Names with blanks or signs are quoted.

        Returns
        -------
        str
            Branches are as long as the difference of the heights at their ends.
        """
        named = [quoted(name) for name in self._names(names)]
        return "\n".join("".join(self._newick(root, named)) for root in self._roots())

    def to_networkx(self, names: Sequence[str] | None = None) -> Any:
        """Return the tree as a directed graph of networkx, from the root to the leaves.

        Parameters
        ----------
        names : sequence of str, optional
            Names of the leaves; by default their numbers.

        Returns
        -------
        networkx.DiGraph
            Nodes are numbered as in `children` and have a `height`, leaves a `name` too; edges
            have a `length`.
        """
        named = self._names(names)
        networkx = require("networkx", extra="graph", purpose="a tree as a graph of networkx")
        graph, height = networkx.DiGraph(), self._node_heights().tolist()
        graph.add_nodes_from(
            (leaf, {"height": 0.0, "name": name}) for leaf, name in enumerate(named)
        )
        for parent, pair in enumerate(self.children.tolist(), start=self.n_leaves):
            graph.add_node(parent, height=height[parent])
            for child in pair:
                graph.add_edge(parent, child, length=height[parent] - height[child])
        return graph

    def _names(self, names: Sequence[str] | None) -> list[str]:
        named = [str(name) for name in (range(self.n_leaves) if names is None else names)]
        if len(named) != self.n_leaves:
            message = (
                f"names: {len(named)} for the {self.n_leaves} leaves of the tree. "
                "Give one name for each leaf."
            )
            raise InputError(message)
        return named

    def _node_heights(self) -> FloatArray:
        return np.concatenate([np.zeros(self.n_leaves), self.heights])

    def _roots(self) -> list[int]:
        nodes = np.arange(self.n_leaves + self.heights.size)
        return [int(root) for root in np.setdiff1d(nodes, self.children)]

    def _newick(self, root: int, names: list[str]) -> Iterator[str]:
        """Yield the pieces of the text; a chain of merges may be too deep for recursion."""
        height, children = self._node_heights(), self.children.tolist()
        waiting: list[Any] = [(root, "")]
        while waiting:
            node, length = waiting.pop()
            if node is None:
                yield length
            elif node < self.n_leaves:
                yield names[node] + length
            else:
                yield "("
                first, second = (
                    (child, f":{height[node] - height[child]:.10g}")
                    for child in children[node - self.n_leaves]
                )
                waiting += [(None, ")" + length), second, (None, ","), first]
        yield ";"


def quoted(name: str) -> str:
    """Return a name as Newick reads it.

    Examples
    --------
    >>> quoted("sci.med"), quoted("it's (new)"), quoted("")
    ('sci.med', "'it''s (new)'", "''")
    """
    return name if PLAIN.fullmatch(name) else "'" + name.replace("'", "''") + "'"
