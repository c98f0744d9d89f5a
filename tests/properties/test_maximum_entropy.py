"""Laws of maximum entropy: the moments, the derivatives of log Z, and that nothing has more."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import logsumexp, softmax

from coterie import MaximumEntropy
from coterie.measures import entropy


@st.composite
def problems(draw):
    """Functions on a few states, and moments that some distribution > 0 has."""
    states, count = draw(st.integers(3, 8)), draw(st.integers(1, 2))
    luck = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    functions = luck.normal(size=(count, states)) * 10.0 ** draw(st.integers(-3, 3))
    shares = luck.dirichlet(np.full(states, 0.5)) * 0.99 + 0.01 / states
    return functions, shares, luck


@given(problems())
def test_moments_are_reached_by_an_exponential_of_the_functions(problem):
    functions, shares, _ = problem
    found = MaximumEntropy(functions, functions @ shares)
    error = np.abs(functions @ (found.probabilities - shares)) / np.ptp(functions, axis=1)
    assert error.max() <= 1e-10
    written = np.exp(-found.multipliers @ functions - found.log_z)
    np.testing.assert_allclose(found.probabilities, written, rtol=1e-8)
    assert found.entropy == pytest.approx(entropy(found.probabilities), abs=1e-8)


@given(problems())
def test_no_distribution_with_the_same_moments_has_more_entropy(problem):
    functions, shares, luck = problem
    found = MaximumEntropy(functions, functions @ shares)
    constraints = np.vstack([functions / np.ptp(functions, axis=1)[:, None], np.ones(shares.size)])
    free = np.linalg.svd(constraints)[2][len(constraints) :]  # directions that keep the moments
    for _ in range(10):
        direction = luck.normal(size=len(free)) @ free if len(free) else np.zeros(shares.size)
        room = np.min(found.probabilities / np.maximum(-direction, 1e-300))
        other = found.probabilities + luck.random() * min(room, 1e6) * direction
        other = np.maximum(other, 0.0)
        # the moments are met to 1e-10, at slopes of the entropy up to the multipliers' size
        assert entropy(other / other.sum()) <= found.entropy + 1e-7


@given(problems())
def test_derivatives_of_log_z_are_minus_the_mean_and_the_covariance(problem):
    functions, shares, _ = problem
    functions = functions / np.ptp(functions, axis=1)[:, None]
    found = MaximumEntropy(functions, functions @ shares)

    def log_z(multipliers):
        return logsumexp(-multipliers @ functions)

    def mean(multipliers):
        return functions @ softmax(-multipliers @ functions)

    assert found.log_z == pytest.approx(log_z(found.multipliers), rel=1e-10, abs=1e-10)
    for j, step in enumerate(1e-5 * np.eye(len(functions))):
        high, low = found.multipliers + step, found.multipliers - step
        # third derivatives of functions of range 1 are below 1, times 1e-10; the rounding of
        # exponents, over the step
        close = 1e-8 + 1e-10 * np.abs(found.multipliers).max()
        slope = (log_z(high) - log_z(low)) / 2e-5
        assert slope == pytest.approx(-(functions @ found.probabilities)[j], abs=close)
        slopes = (mean(high) - mean(low)) / 2e-5
        np.testing.assert_allclose(slopes, -found.covariance[j], rtol=0, atol=close)
