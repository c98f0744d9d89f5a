"""Lists of objects in which the largest gap between two is the minimax distance of the two.

Such a list is the order in which Prim's algorithm visits the objects: it leaves a group, joined by
distances of at most w, only when the group is complete. Gap t stands before the object at place t.
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

    `left` holds the objects that are not visited, `near` how far each is from the nearest visited.
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
