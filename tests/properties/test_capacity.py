"""Capacity: the closed forms are the sums over all labellings, and obey what theory says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from coterie.validation import (
    HeldFamily,
    generalization_capacity,
    information_rate,
    kary_capacity,
    kary_inverse_temperature,
    kary_rate,
    label_agreement,
    posterior_agreement,
)
from coterie.validation._approximation_sets import exact_information_rate, label_costs
from coterie.validation._posterior_agreement import as_pairs, log_kernel, log_kernel_slope
from tests.reference import capacity as slow

SEEDS = st.integers(0, 2**31 - 1)
ROUNDING = 1e-10  # of identities: sums of at most some thousand terms in doubles


def costs(seed, n=7, k=3, count=2):
    rng = np.random.default_rng(seed)
    return [rng.exponential(size=(n, k)) for _ in range(count)]


def rate(first, second, beta, sizes=None, *, align=False):
    logs = [HeldFamily(each).log_posterior(None, 1.0 / beta) for each in (first, second)]
    return information_rate(*logs, sizes=sizes, align=align)


@given(seed=SEEDS, beta=st.floats(1e-3, 30.0))
def test_rate_is_the_sum_over_all_labellings(seed, beta):
    first, second = costs(seed, 5, 3)
    sizes = np.array([0.5, 0.3, 0.2])
    kept = -float((sizes * np.log(sizes)).sum())
    expected = slow.factorial_rate(first.tolist(), second.tolist(), beta, kept)
    assert rate(first, second, beta, sizes) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(seed=SEEDS, beta=st.floats(1e-3, 5000.0))
def test_rate_is_exact_at_any_sharpness(seed, beta):
    first, second = costs(seed)
    sizes = np.array([4, 2, 1])
    expected = exact_information_rate(label_costs(first), label_costs(second), beta, sizes)
    found = rate(first, second, beta, sizes / sizes.sum())
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(seed=SEEDS, beta=st.floats(0.01, 100.0))
def test_symmetries(seed, beta):
    first, second = costs(seed)
    even = np.full(3, 1 / 3)
    value = rate(first, second, beta, even)
    rng = np.random.default_rng(seed)
    order, shift = rng.permutation(3), rng.normal(size=(7, 1))
    assert rate(second, first, beta, even) == pytest.approx(value, abs=ROUNDING)
    joint = rate(first[:, order], second[:, order], beta, even)
    assert joint == pytest.approx(value, abs=ROUNDING)
    assert rate(first + shift, second, beta, even) == pytest.approx(value, abs=1e-9)
    assert rate(3.0 * first, 3.0 * second, beta / 3.0, even) == pytest.approx(value, abs=1e-9)
    aligned = [
        rate(first, second[:, names], beta, even, align=True) for names in ([0, 1, 2], order)
    ]
    assert aligned[0] == pytest.approx(aligned[1], abs=ROUNDING)


@given(seed=SEEDS)
def test_limits(seed):
    first, second = costs(seed)
    sizes = np.array([0.6, 0.3, 0.1])
    kept = -float((sizes * np.log(sizes)).sum())
    assert rate(first, second, 1e-12, sizes) == pytest.approx(kept - np.log(3.0), abs=1e-9)
    assert rate(first[:, :1], second[:, :1], 3.0) == 0.0  # one cluster
    same = [rate(first, first, beta, sizes) for beta in (0.1, 1.0, 10.0, 100.0, 1e5)]
    assert np.all(np.diff(same) >= -ROUNDING)
    assert same[-1] <= kept + ROUNDING


@given(seed=SEEDS, beta=st.floats(0.01, 100.0))
def test_rate_is_at_most_the_entropy(seed, beta):
    first, second = costs(seed)
    shares = np.random.default_rng(seed).dirichlet(np.ones(3))
    kept = -float((shares * np.log(shares)).sum())
    assert rate(first, second, beta, shares, align=True) <= kept + ROUNDING


@given(seed=SEEDS, beta=st.floats(0.01, 50.0))
def test_clusters_that_are_doubled_change_nothing(seed, beta):
    first, second = costs(seed)
    doubled = [np.hstack([each, each]) for each in (first, second)]
    sizes = np.array([0.5, 0.3, 0.2])
    found = rate(*doubled, beta, np.tile(sizes / 2.0, 2))
    assert found == pytest.approx(rate(first, second, beta, sizes), abs=1e-9)


@given(k=st.integers(2, 4), beta=st.floats(0.0, 4.0), seed=SEEDS, n=st.integers(2, 5))
def test_code_of_letters_is_the_sum_over_all_strings(k, beta, seed, n):
    first, second = np.random.default_rng(seed).integers(k, size=(2, n))
    delta = slow.hamming(first, second) / n
    expected = slow.kary_rate(first.tolist(), second.tolist(), beta, k)
    assert kary_rate(beta, delta, k) == pytest.approx(expected, abs=1e-12)


@given(k=st.integers(2, 10), share=st.floats(0.001, 1.2))
def test_capacity_of_a_code_is_the_greatest_rate(k, share):
    delta = min(share * (1.0 - 1.0 / k), 1.0)
    best = minimize_scalar(
        lambda beta: -float(kary_rate(beta, delta, k)), bounds=(0.0, 40.0), method="bounded"
    )
    greatest = max(-best.fun, float(kary_rate(0.0, delta, k)))
    assert kary_capacity(delta, k) == pytest.approx(greatest, abs=1e-7)  # of the search
    closed = float(kary_rate(kary_inverse_temperature(delta, k), delta, k))
    assert closed == pytest.approx(kary_capacity(delta, k), abs=1e-9)


@given(seed=SEEDS, k=st.integers(2, 4), n=st.integers(4, 30))
def test_labels_are_renamed_as_well_as_can_be(seed, k, n):
    first, second = np.random.default_rng(seed).integers(k, size=(2, n))
    found = label_agreement(first, second, n_labels=k)
    assert found.delta == pytest.approx(slow.aligned_delta(first, second, k), abs=1e-12)
    assert found.delta <= 1.0 - 1.0 / k + 1e-12
    assert (found.first != found.second).mean() == pytest.approx(found.delta, abs=1e-12)
    again = generalization_capacity((first, (second + 1) % k)).raw
    assert again == pytest.approx(generalization_capacity((first, second)).raw, abs=1e-9)


@given(seed=SEEDS, beta=st.floats(0.05, 5.0))
def test_agreement_of_posteriors_has_the_slope_of_its_curve(seed, beta):
    first, second = (as_pairs(each[None]) for each in costs(seed))
    step = 1e-5
    ends = [log_kernel(first, second, beta + sign * step) for sign in (-1.0, 1.0)]
    expected = (ends[1] - ends[0]) / (2.0 * step)
    # the difference has an error of the order of step^2, and rounding over step
    np.testing.assert_allclose(log_kernel_slope(first, second, beta), expected, atol=1e-6)


def test_agreement_of_posteriors_is_the_rate_without_the_entropy():
    first, second = costs(3)
    found = posterior_agreement(first[None], second[None], inverse_temperatures=[0.5, 2.0])
    expected = [7.0 * rate(first, second, beta, np.array([1.0])) for beta in (0.5, 2.0)]
    np.testing.assert_allclose(found.log_kernel[0], expected, atol=1e-9)
    assert found.best >= found.log_kernel[0].max() - 1e-12
