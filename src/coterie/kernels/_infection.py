"""Infection and immunisation: weights move towards one object, or away from one, as far as it pays.

The weights w lie on the simplex, X is symmetric with zeros on the diagonal, and the payoff of an
object is (Xw)_i. Towards object i the mean payoff w'Xw changes by 2 s (p_i - m) + s^2 (m - 2 p_i)
for a share s, with p_i its payoff and m the mean; away from it s is negative, at least -w_i / (1 -
w_i), where its weight is gone. The best share is where that is largest.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from coterie._core.jit import kernel

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Int32Array


@kernel
def best_share(weight: float, payoff: float, mean: float) -> float:
    """Share by which to move towards an object, or, if it pays less than the mean, away from it."""
    rise, bend = payoff - mean, mean - 2.0 * payoff
    limit = 1.0 if rise > 0.0 else -weight / (1.0 - weight)
    if bend >= 0.0:
        return limit
    share = -rise / bend
    return min(limit, share) if rise > 0.0 else max(limit, share)


@kernel
def infect(
    dense: FloatArray,
    start: Int32Array,
    index: Int32Array,
    value: FloatArray,
    weights: FloatArray,
    payoffs: FloatArray,
    n_steps: int,
    tol: float,
) -> int:
    """Move the weights step by step, each O(n); return how many steps were made.

    It ends when no object pays more than the mean, and none with weight pays less, by more than
    `tol` of the mean. X is dense, or else compressed rows. Mutates: weights, payoffs.
    """
    n = weights.size
    for step in range(n_steps):
        mean, best, worst, most, least = 0.0, 0, 0, -math.inf, math.inf
        for i in range(n):
            mean += weights[i] * payoffs[i]
            if payoffs[i] > most:
                most, best = payoffs[i], i
            if weights[i] > 0.0 and payoffs[i] < least:
                least, worst = payoffs[i], i
        if max(most - mean, mean - least) <= tol * mean:
            return step
        chosen = best if most - mean >= mean - least else worst
        limit = -weights[chosen] / (1.0 - weights[chosen])
        share = best_share(weights[chosen], payoffs[chosen], mean)
        for i in range(n):
            weights[i] *= 1.0 - share
            payoffs[i] *= 1.0 - share
        weights[chosen] = 0.0 if share == limit else max(0.0, weights[chosen] + share)
        if dense.size > 0:
            for i in range(n):
                payoffs[i] += share * dense[chosen, i]
        else:
            for e in range(start[chosen], start[chosen + 1]):
                payoffs[index[e]] += share * value[e]
    return n_steps
