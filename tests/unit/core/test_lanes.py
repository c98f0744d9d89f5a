"""Vectors compute what numpy computes, number by number."""

import numpy as np
import pytest

from coterie._core.jit import kernel
from coterie._core.lanes import lanes_at, least, no_lanes, put_lanes


@kernel
def steps(x, y, out, first):
    """Every operation, on sixteen numbers and on four."""
    a, b = lanes_at(x, first, no_lanes(16)), lanes_at(y, first, no_lanes(16))
    put_lanes(out, first, a + b * np.float32(0.5) - abs(b) + least(a, b))
    c, d = lanes_at(x, first + 16, no_lanes(4)), lanes_at(y, first + 16, no_lanes(4))
    put_lanes(out, first + 16, least(c, np.float32(0.25)) * d + abs(c - d))


@kernel
def lesser_of(numbers):
    """The lesser of two numbers."""
    return least(numbers[0], numbers[1])


@pytest.mark.parametrize("first", [0, 3])
def test_vectors_compute_as_arrays_do(rng, first):
    x, y = rng.normal(size=(2, 24)).astype(np.float32)
    out = np.zeros(24, np.float32)
    steps(x, y, out, first)
    whole, rest = slice(first, first + 16), slice(first + 16, first + 20)
    a, b, c, d = x[whole], y[whole], x[rest], y[rest]
    half, quarter = np.float32(0.5), np.float32(0.25)
    np.testing.assert_allclose(out[whole], a + b * half - abs(b) + np.minimum(a, b), atol=1e-6)
    np.testing.assert_allclose(out[rest], np.minimum(c, quarter) * d + abs(c - d), atol=1e-6)
    assert not out[:first].any()
    assert not out[first + 20 :].any()


def test_least_of_two_numbers():
    assert lesser_of(np.array([2.0, -1.0], np.float32)) == -1.0
    assert lesser_of(np.array([0.0, 3.0], np.float32)) == 0.0
