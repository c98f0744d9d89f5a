"""The two scalar functions that the information measures are sums of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import xlogy

if TYPE_CHECKING:
    from coterie._core.types import FloatArray


def xlogx(mass: FloatArray) -> FloatArray:
    """Return h(u) = u log u with h(0) = 0, entry by entry."""
    return np.asarray(xlogy(mass, mass), dtype=np.float64)


def merging_loss(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return G(a, b) = h(a + b) - h(a) - h(b), entry by entry.

    With hi and lo the larger and the smaller and r = lo / hi, this is
    hi [(1 + r) log1p(r) - h(r)]: two terms that are never negative, so that nothing cancels, and
    a ratio that never overflows.
    """
    larger, smaller = np.maximum(first, second), np.minimum(first, second)
    ratio = np.divide(smaller, larger, out=np.zeros_like(larger), where=larger > 0)
    loss: FloatArray = larger * ((1.0 + ratio) * np.log1p(ratio) - xlogx(ratio))
    return loss
