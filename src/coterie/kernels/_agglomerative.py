"""Merge the two clusters that cost least, again and again, with all costs of pairs at hand.

The costs lie in one array, row a holding those of the pairs a < b. Of each row the least is known,
or a bound that it cannot fall below: a row whose nearest cluster was merged is looked through again
only when its bound is the least of all. Merge costs are not reducible [IB §2.4], so a new cluster
may be nearer to others than both of its parts were; chains of nearest neighbours would miss that.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.jit import kernel
from coterie.kernels._clusters import (
    Clusters,
    Drawn,
    MergeWeights,
    draw_cluster,
    drawn_merge_cost,
    join_clusters,
    note_own,
    put_back,
)

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray

BLOCK = 256
"""Clusters that one after another is compared with, while they are near in memory."""

UNKNOWN = -1


class Pairs(NamedTuple):
    """Costs of merging each pair; for each row its nearest column, or `UNKNOWN` and a bound."""

    cost: FloatArray  # (n (n - 1) / 2,) infinite where b is no more
    least: FloatArray  # (n,)
    nearest: IntArray  # (n,)


def allocate_pairs(n_clusters: int) -> Pairs:
    """Make room."""
    return Pairs(
        cost=np.empty(n_clusters * (n_clusters - 1) // 2),
        least=np.full(n_clusters, np.inf),
        nearest=np.zeros(n_clusters, np.int64),
    )


@kernel
def row_of(a: int, n: int) -> int:
    """Place of the pair (a, 0), so to say: that of (a, b) lies b further."""
    return a * n - a * (a + 1) // 2 - a - 1


@kernel
def find_nearest(pairs: Pairs, a: int) -> None:
    """Look row a through. Mutates: pairs (least, nearest)."""
    n = pairs.least.size
    row, least, nearest = row_of(a, n), math.inf, 0
    for b in range(a + 1, n):
        cost = pairs.cost[row + b]
        if cost < least:
            least, nearest = cost, b
    pairs.least[a] = least
    pairs.nearest[a] = nearest


@kernel
def compare_all(
    clusters: Clusters, weights: MergeWeights, drawn: Drawn, pairs: Pairs, first: int, last: int
) -> None:
    """Fill the rows from `first` to before `last`. Mutates: pairs, drawn."""
    n = pairs.least.size
    for begin in range(first + 1, n, BLOCK):
        for a in range(first, min(last, begin + BLOCK)):
            row, total = row_of(a, n), clusters.total[a]
            draw_cluster(clusters, drawn, a)
            for b in range(max(a + 1, begin), min(begin + BLOCK, n)):
                pairs.cost[row + b] = drawn_merge_cost(clusters, weights, drawn, total, b)
            put_back(clusters, drawn, a)
    for a in range(first, last):
        find_nearest(pairs, a)


@kernel
def find_least(pairs: Pairs, tolerance: float) -> tuple[int, int]:
    """Return the pair that costs least; of equals the first, by a, then by b. Mutates: pairs."""
    n, a = pairs.least.size, 0
    while True:
        for c in range(n):
            if pairs.least[c] < pairs.least[a]:
                a = c
        if pairs.nearest[a] != UNKNOWN:
            break
        find_nearest(pairs, a)
    limit = pairs.least[a] + tolerance
    for c in range(a):
        if pairs.least[c] <= limit and pairs.nearest[c] == UNKNOWN:
            find_nearest(pairs, c)
        if pairs.least[c] <= limit:
            a = c
            break
    b, row = a + 1, row_of(a, n)
    while pairs.cost[row + b] > limit:
        b += 1
    return a, b


@kernel
def merge_pair(
    clusters: Clusters, weights: MergeWeights, drawn: Drawn, pairs: Pairs, a: int, b: int
) -> None:
    """Merge b into a and draw what comes of it. Mutates: clusters, drawn, pairs."""
    join_clusters(clusters, a, b)
    note_own(clusters, weights, a)
    draw_cluster(clusters, drawn, a)
    pairs.least[b] = math.inf
    pairs.nearest[b] = 0


@kernel
def compare_merged(
    clusters: Clusters,
    weights: MergeWeights,
    drawn: Drawn,
    pairs: Pairs,
    a: int,
    b: int,
    first: int,
    last: int,
) -> None:
    """Renew the costs of a, which is drawn and has taken in b, with the others in this range.

    Mutates: pairs.
    """
    n, total = pairs.least.size, clusters.total[a]
    row = row_of(a, n)
    if first <= b < last:
        pairs.cost[row + b] = math.inf
    for c in range(first, last):
        if c == a or not clusters.alive[c]:
            continue
        cost = drawn_merge_cost(clusters, weights, drawn, total, c)
        if c > a:
            pairs.cost[row + c] = cost
        other = row_of(c, n)
        if c < b:
            pairs.cost[other + b] = math.inf
            if pairs.nearest[c] == b:
                pairs.nearest[c] = UNKNOWN
        if c < a:
            pairs.cost[other + a] = cost
            if cost <= pairs.least[c]:
                pairs.least[c], pairs.nearest[c] = cost, a
            elif pairs.nearest[c] == a:
                pairs.nearest[c] = UNKNOWN


@kernel
def end_merge(clusters: Clusters, drawn: Drawn, pairs: Pairs, a: int) -> None:
    """Put the merged cluster back and look its row through. Mutates: drawn, pairs."""
    put_back(clusters, drawn, a)
    find_nearest(pairs, a)
