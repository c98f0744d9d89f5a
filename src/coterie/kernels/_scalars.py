"""Scalar functions that the loops share; `h(u) = u log u` with `h(0) = 0`."""

from __future__ import annotations

import math

from coterie._core.jit import kernel


@kernel
def merge_gain(a: float, b: float) -> float:
    """G(a, b) = h(a+b) - h(a) - h(b) = a log(1 + b/a) + b log(1 + a/b); 0 where a or b is 0."""
    if a <= 0.0 or b <= 0.0:
        return 0.0
    return a * math.log1p(b / a) + b * math.log1p(a / b)
