"""Scalar functions that the loops share; `h(u) = u log u` with `h(0) = 0`."""

from __future__ import annotations

import math

from coterie._core.jit import kernel


@kernel
def merge_gain(a: float, b: float) -> float:
    """G(a, b) = h(a+b) - h(a) - h(b) = hi [(1 + r) log(1 + r) - r log r], r = lo / hi.

    Neither term is negative, so nothing cancels; r cannot overflow. 0 where a or b is 0.
    """
    low, high = min(a, b), max(a, b)
    if low <= 0.0:
        return 0.0
    r = low / high
    log_r = math.log(r) if r > 0.0 else 0.0
    return high * ((1.0 + r) * math.log1p(r) - r * log_r)
