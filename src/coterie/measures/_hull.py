"""Which points of a plane lie on the concave curve above them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray


def concave_hull(x: FloatArray, y: FloatArray) -> IntArray:
    """Return the points, from the leftmost to the highest, that no chord passes above.

    Of points with the same x only the highest counts.

    Examples
    --------
    >>> concave_hull(np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 0.2, 1.0, 0.9]))
    array([0, 2])
    """
    hull: list[int] = []
    for i in np.lexsort((-y, x)):
        if hull and y[i] <= y[hull[-1]]:
            continue
        while len(hull) > 1:
            before, last = hull[-2], hull[-1]
            run, rise = x[last] - x[before], y[last] - y[before]
            if rise * (x[i] - x[before]) > (y[i] - y[before]) * run:
                break
            hull.pop()
        hull.append(int(i))
    return np.array(hull, dtype=np.int64)
