"""The merge gain to the last digit, without a call or a branch, so that loops over it vectorise.

With hi and lo the larger and the smaller of the two masses,

    G(a, b) = h(a + b) - h(a) - h(b) = (a + b) log(1 + lo / hi) + lo |log a - log b|,

two terms that are never negative. Both logarithms are inverse hyperbolic tangents,

    log(1 + lo / hi) = 2 atanh(lo / (lo + 2 hi)),    log m = 2 atanh((m - 1) / (m + 1)),

with m the mantissa of a, between sqrt(1/2) and sqrt(2); atanh(z) = z + z^3 P(z^2) with a polynomial
for each of the two ranges. One division serves both.
"""

from __future__ import annotations

import math

import numpy as np

from coterie._core.jit import kernel, stage

P0, P1, P2, P3, P4, P5, P6, P7, P8 = (
    0.33333333333333487, 0.19999999999775242, 0.14285714339247518, 0.11111106212665857,
    0.090911329061045, 0.07686592157942729, 0.06751653970050527, 0.05158655712620981,
    0.08441388305114911,
)  # fmt: skip
"""Of atanh where z^2 <= 1/9: relative error 2e-16."""

Q0, Q1, Q2, Q3, Q4, Q5, Q6 = (
    0.3333333333333335, 0.19999999999949503, 0.14285714313087466, 0.11111105552928022,
    0.09091445510332234, 0.07665832190479072, 0.07308548784136837,
)  # fmt: skip
"""The same where z^2 <= (3 - sqrt(8))^2: relative error below 1e-17."""

SMALLEST = float(np.finfo(np.float64).tiny)
LOG2 = math.log(2.0)
ONE_AS_BITS = np.uint64(0x3FF0000000000000)
ROOT_AS_BITS = np.uint64(0x3FE6A09E667F3BCD)
TO_ROOT = ONE_AS_BITS - ROOT_AS_BITS
EXPONENT_MASK = np.uint64(0xFFF0000000000000)
MANTISSA_LENGTH = np.uint64(52)
EXPONENT_BIAS = np.int32(1023)


@stage
def steady_gain(a: float, b: float, log_b: float) -> float:
    """G(a, b); 0 where a or b is 0, whatever is given as the logarithm of 0."""
    high, low, both = max(a, b), min(a, b), a + b
    bits = np.float64(a).view(np.uint64)
    shifted = bits + TO_ROOT
    mantissa = np.uint64(bits - (shifted & EXPONENT_MASK) + ONE_AS_BITS).view(np.float64)
    exponent = np.float64(np.int32(shifted >> MANTISSA_LENGTH) - EXPONENT_BIAS)
    bottom, next_bottom = max(both + high, SMALLEST), mantissa + 1.0
    inverse = 1.0 / (bottom * next_bottom)
    z = low * next_bottom * inverse
    y = (mantissa - 1.0) * bottom * inverse
    t, s = z * z, y * y
    p = P0 + t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * (P5 + t * (P6 + t * (P7 + t * P8)))))))
    q = Q0 + s * (Q1 + s * (Q2 + s * (Q3 + s * (Q4 + s * (Q5 + s * Q6)))))
    log_a = exponent * LOG2 + 2.0 * (y + y * s * q)
    return 2.0 * both * (z + z * t * p) + low * abs(log_a - log_b)


@kernel
def one_steady_gain(a: float, b: float, log_b: float) -> float:
    """G(a, b) of one pair of masses."""
    return steady_gain(a, b, log_b)
