"""The screening stays within the error that the sweep allows it."""

import numpy as np
import pytest

from coterie.kernels import merge_gain
from coterie.kernels._screen import GAIN_ERROR, quick_gain, quick_log

MASSES = np.geomspace(1e-6, 1e6, 3001).astype(np.float32)


def log(x):
    """The quick logarithm as a kernel has it: a number that comes back to Python is a double."""
    return np.float32(quick_log(x))


@pytest.mark.parametrize("b", [1e-6, 3.7e-4, 0.1, 1.0, 17.0, 1e3, 1e6])
def test_quick_gain_is_within_its_bound_over_twelve_decades(b):
    b = np.float32(b)
    quick = np.array([quick_gain(a, log(a), b, log(b)) for a in MASSES])
    exact = np.array([merge_gain(float(a), float(b)) for a in MASSES])
    error = np.abs(quick - exact) / np.minimum(MASSES, b)
    assert error.max() < GAIN_ERROR
    assert error.max() > GAIN_ERROR / 3, "a bound this loose would send every row to the exact sums"


def test_quick_gain_is_nothing_without_mass():
    nothing, one = np.float32(0.0), np.float32(1.0)
    assert quick_gain(nothing, log(nothing), one, log(one)) == 0.0
    assert quick_gain(nothing, np.float32(0.0), one, log(one)) == 0.0
    assert merge_gain(0.0, 1.0) == merge_gain(1.0, 0.0) == 0.0


def test_quick_log_is_within_its_bound_over_seventy_decades():
    x = np.geomspace(1e-35, 1e35, 20001).astype(np.float32)
    error = np.abs(np.array([quick_log(v) for v in x]) - np.log(x.astype(np.float64)))
    # 1.3e-6 from the polynomial, and half a unit in the last place of numbers up to 88, four times
    assert error.max() < 1.3e-6 + 4 * 4e-6


def test_merge_gain_needs_no_difference_of_large_numbers():
    """G(a, b) -> b (1 + log(a / b)) for a >> b; h-differences would lose all digits."""
    for ratio in (1e12, 1e15, 1e18):
        assert merge_gain(ratio, 1.0) == pytest.approx(1.0 + np.log(ratio), rel=1e-11)
