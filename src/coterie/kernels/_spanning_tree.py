"""Lists of objects in which the largest gap between two is the minimax distance of the two.

In such a list each group that distances of at most w hold together stands in one piece, and the
gaps around it are larger. Prim's algorithm visits objects in such an order, because it leaves a
group only when the group is complete; Kruskal's makes one when the lists of two groups are joined
end to end. The gap of an object is the one before it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from coterie._core.jit import kernel

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray


@kernel
def visit_nearest(
    distances: Any, order: IntArray, gaps: FloatArray, left: IntArray, near: FloatArray
) -> None:
    """Visit the object next that is nearest to those visited. Mutates: order, gaps, left, near.

    Gaps are those of the objects in this order. `left` holds the objects that are not visited,
    `near` how far each is from the nearest visited.
    """
    n = order.size
    for j in range(n):
        left[j] = j
        near[j] = math.inf
    best = 0
    least = math.inf
    for place in range(n):
        current = left[best]
        order[place] = current
        gaps[place] = least
        left[best] = left[n - 1 - place]
        near[best] = near[n - 1 - place]
        best = 0
        least = math.inf
        for j in range(n - 1 - place):
            distance = distances[current, left[j]]
            near[j] = min(distance, near[j])
            if near[j] < least:
                least = near[j]
                best = j


@kernel
def fill_largest(order: IntArray, gaps: FloatArray, found: FloatArray) -> None:
    """found[i, j] is the largest gap between i and j. Mutates: found."""
    n = order.size
    for place in range(n):
        row = found[order[place]]
        row[order[place]] = 0.0
        largest = 0.0
        for other in range(place + 1, n):
            largest = max(largest, gaps[other])
            row[order[other]] = largest
        largest = 0.0
        for other in range(place - 1, -1, -1):
            largest = max(largest, gaps[other + 1])
            row[order[other]] = largest


@kernel
def first_of(leader: IntArray, i: int) -> int:
    """First object of the list that i is in. Mutates: leader, which gets shorter ways."""
    while leader[i] != i:
        leader[i] = leader[leader[i]]
        i = leader[i]
    return i


@kernel
def join_nearest(
    heads: Any,
    ends: Any,
    lengths: FloatArray,
    order: IntArray,
    gaps: FloatArray,
    leader: IntArray,
    following: IntArray,
) -> None:
    """Join lists along edges that are sorted by length; where none leads, the gap is infinite.

    Mutates: order, gaps (by object), leader, following. Until all are joined, `order` holds the
    last object of the list that each leader leads.
    """
    n = order.size
    for i in range(n):
        order[i] = i
        gaps[i] = math.inf
        leader[i] = i
        following[i] = -1
    for e in range(lengths.size):
        a, b = first_of(leader, heads[e]), first_of(leader, ends[e])
        if a != b:
            following[order[a]] = b
            gaps[b] = lengths[e]
            leader[b] = a
            order[a] = order[b]
    place = 0
    for i in range(n):
        if leader[i] == i:
            current = i
            while current >= 0:
                order[place] = current
                place += 1
                current = following[current]
