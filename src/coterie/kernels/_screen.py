"""The merge gain to three digits, cheap enough to compare all clusters: no logarithm, no division.

With m = min(a, b) and u = |log a - log b|,

    G(a, b) = m (u + p(u)),    p(u) = (1 + e^-u) log(1 + e^-u) / e^-u,

where the logarithms are kept beside the masses, and p falls from 2 log 2 to 1: a polynomial up to
`FLAT`, constant after. Comparisons that this precision cannot settle are repeated exactly; the
bounds below say what it can miss.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from coterie._core.jit import kernel
from coterie._core.lanes import least

GAIN_ERROR = 2.6e-4
"""Bound on |approximation - G(a, b)| / min(a, b): 2.4e-4 from p, 2 x 1.3e-6 from the logarithms,
and 2 x 4e-6 from single precision, |log a| being below 90."""

ROUNDING = 6.0e-8
"""Relative error of one operation in single precision."""

P0, P1, P2, P3, P4, P5 = (
    np.float32(c)
    for c in (1.38652982, -0.3106376, 0.1064729, -0.0190363336, 0.00174283657, -6.45023898e-05)
)
FLAT = np.float32(7.0)
L0, L1, L2, L3, L4, L5, L6 = (
    np.float32(c)
    for c in (
        -2.10719541, 4.23718336, -3.702785, 2.27804829, -0.878160845, 0.190718589, -0.0178077039,
    )
)  # fmt: skip
LOG2 = np.float32(np.log(2.0))
NOTHING = np.float32(0.0)
MANTISSA_LENGTH = np.int32(23)
EXPONENT_BIAS = np.int32(127)
MANTISSA_MASK = np.int32(0x007FFFFF)
ONE_AS_BITS = np.int32(0x3F800000)


@kernel
def quick_gain(a: Any, log_a: Any, b: Any, log_b: Any) -> Any:
    """G(a, b) = min(a, b) (u + p(u)), u = |log a - log b|; 0 where a or b is 0.

    Each is a number in single precision, or several (`lanes_at`).
    """
    u = abs(log_a - log_b)
    v = least(u, FLAT)
    return least(a, b) * (u + (P0 + v * (P1 + v * (P2 + v * (P3 + v * (P4 + v * P5))))))


@kernel
def quick_log(x: np.float32) -> np.float32:
    """Log x = exponent log 2 + polynomial(mantissa), for x >= 0; 0 gives about -88."""
    bits = np.float32(x).view(np.int32)
    m = np.int32((bits & MANTISSA_MASK) | ONE_AS_BITS).view(np.float32)
    exponent = np.float32((bits >> MANTISSA_LENGTH) - EXPONENT_BIAS)
    return exponent * LOG2 + (L0 + m * (L1 + m * (L2 + m * (L3 + m * (L4 + m * (L5 + m * L6))))))
