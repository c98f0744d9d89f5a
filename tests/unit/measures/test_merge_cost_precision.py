"""The merge term keeps its relative accuracy where the plain difference loses it."""

from fractions import Fraction
from math import log

import numpy as np
import pytest

from coterie.measures._terms import merging_loss, xlogx


def test_zero_log_zero_is_zero():
    assert xlogx(np.array([0.0, 1.0, 2.0])) == pytest.approx([0.0, 0.0, 2 * log(2)], abs=1e-16)


@pytest.mark.parametrize("ratio", [1.0, 0.5, 1e-3, 1e-9, 1e-15])
def test_merging_loss_against_a_series(ratio):
    """With r = b / a: G = b (1 - log r) + a (r^2 / 2 - r^3 / 6 + ...), exact for small r."""
    first, second = np.array([3.0]), np.array([3.0 * ratio])
    if ratio > 0.01:
        total = 3.0 * (1 + ratio)
        expected = total * log(total) - 3.0 * log(3.0) - 3 * ratio * log(3 * ratio)
    else:
        r = float(Fraction(ratio))
        expected = 3.0 * (r * (1 - log(r)) + r**2 / 2 - r**3 / 6 + r**4 / 12)
    assert merging_loss(first, second) == pytest.approx(expected, rel=1e-14)
    assert merging_loss(second, first) == merging_loss(first, second)


def test_merging_with_nothing_costs_nothing():
    assert merging_loss(np.array([0.0, 2.0, 0.0]), np.array([1.0, 0.0, 0.0])).tolist() == [0, 0, 0]
