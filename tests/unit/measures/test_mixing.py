"""Whether chains have mixed: matrices with known spectra, traces with known correlations."""

import numpy as np
import pytest
from scipy.signal import lfilter

from coterie import InputError
from coterie.measures import (
    effective_sample_size,
    importance_estimate,
    markov_diagnostics,
    split_r_hat,
)


def test_two_states_by_hand():
    found = markov_diagnostics([[0.9, 0.1], [0.2, 0.8]])
    np.testing.assert_allclose(found.stationary, [2 / 3, 1 / 3], atol=1e-12)
    assert found.second_modulus == pytest.approx(0.7, abs=1e-12)
    assert found.imbalance < 1e-15
    assert (found.irreducible, found.period, found.forgets) == (True, 1, True)


def test_drift_around_a_ring_is_stationary_and_not_reversible():
    ring = 0.5 * np.eye(3) + 0.5 * np.roll(np.eye(3), 1, axis=1)
    found = markov_diagnostics(ring)
    np.testing.assert_allclose(found.stationary, 1 / 3, atol=1e-12)
    assert found.imbalance == pytest.approx(1 / 6, abs=1e-12)
    assert found.second_modulus == pytest.approx(0.5, abs=1e-12)  # |0.5 + 0.5 exp(2 pi i / 3)|
    assert found.forgets


@pytest.mark.parametrize("period", [1, 2, 3, 5])
def test_period_is_the_length_of_the_round(period):
    found = markov_diagnostics(np.roll(np.eye(period), 1, axis=1))
    assert (found.irreducible, found.period) == (True, period)
    assert found.forgets is (period == 1)
    assert found.second_modulus == pytest.approx(0.0 if period == 1 else 1.0, abs=1e-12)


def test_rounds_of_four_and_six_have_a_period_of_two():
    table = np.zeros((8, 8))
    table[0, [1, 4]] = 0.5
    for first, second in [(1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 0)]:
        table[first, second] = 1.0
    assert markov_diagnostics(table).period == 1  # rounds of 4 and 5
    table[7], table[7, 3] = 0.0, 1.0  # now 0 4 5 6 7 3 0: 6
    assert markov_diagnostics(table).period == 2


def test_states_that_are_left_for_good_make_a_chain_reducible():
    found = markov_diagnostics([[0.5, 0.5], [0.0, 1.0]])
    assert (found.irreducible, found.forgets) == (False, False)
    np.testing.assert_allclose(found.stationary, [0.0, 1.0], atol=1e-12)


def test_balance_is_checked_against_the_distribution_that_is_given():
    lazy = np.full((2, 2), 0.5)
    assert markov_diagnostics(lazy, [0.9, 0.1]).imbalance == pytest.approx(0.4, abs=1e-12)


@pytest.mark.parametrize(
    ("transition", "stationary", "message"),
    [
        ([[1.0, 0.0]], None, r"transition: shape \(1, 2\) must be square"),
        ([[1.0, 0.1], [0.0, 1.0]], None, "row 0 must be probabilities that sum to 1, not to 1.1"),
        ([[2.0, -1.0], [0.0, 1.0]], None, "row 0 must be probabilities"),
        ([[1.0, 0.0], [0.0, np.nan]], None, "row 1 must be probabilities"),
        ([[1.0, 0.0], [0.0, 1.0]], [1.0], r"stationary: shape \(1,\) must hold one number"),
    ],
)
def test_what_is_no_chain_is_refused(transition, stationary, message):
    with pytest.raises(InputError, match=message):
        markov_diagnostics(transition, stationary)


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.9, -0.5])
def test_effective_size_of_a_chain_with_known_memory(correlation, rng):
    """x' = r x + noise is worth N (1 - r) / (1 + r); 40,000 draws tell it to some percent."""
    draws = lfilter([1.0], [1.0, -correlation], rng.normal(size=(4, 10_500)))[:, 500:]
    expected = draws.size * (1 - correlation) / (1 + correlation)
    expected = min(expected, draws.size * np.log10(draws.size))
    assert effective_sample_size(draws) == pytest.approx(expected, rel=0.12)
    assert split_r_hat(draws) == pytest.approx(1.0, abs=0.01)


def test_chains_that_disagree_or_drift_are_seen(rng):
    noise, one_apart = rng.normal(size=(3, 1000)), np.array([[0.0], [0.0], [3.0]])
    assert split_r_hat(noise + one_apart) > 1.5
    assert split_r_hat(noise[0] + np.linspace(0.0, 6.0, 1000)) > 1.5
    assert effective_sample_size(noise + one_apart) < 100


def test_traces_without_news():
    assert split_r_hat(np.ones(10)) == 1.0
    assert split_r_hat(np.repeat([0.0, 1.0], 5)) == np.inf
    assert np.isnan(effective_sample_size(np.ones(10)))
    assert np.isnan(split_r_hat([1.0, 2.0, 3.0]))
    assert np.isnan(effective_sample_size([1.0, 2.0, 3.0]))


def test_traces_that_are_none_are_refused():
    with pytest.raises(InputError, match=r"shape \(1, 2\) must be one or two-dimensional and fin"):
        split_r_hat([1.0, np.nan])


def test_importance_of_equal_weights_is_the_plain_mean(rng):
    values = rng.normal(size=50)
    found = importance_estimate(np.full(50, 1234.5), values)  # no overflow
    assert found.mean == pytest.approx(values.mean(), abs=1e-12)
    assert found.log_ratio == pytest.approx(1234.5, abs=1e-9)
    assert found.effective_size == pytest.approx(50.0, abs=1e-9)


def test_one_heavy_draw_counts_as_one():
    found = importance_estimate([0.0, 0.0, 100.0])
    assert found.effective_size == pytest.approx(1.0, abs=1e-9)
    assert np.isnan(found.mean)


@pytest.mark.parametrize(
    ("logs", "values", "message"),
    [
        ([], None, r"log_weights: an array of shape \(0,\) must be a vector"),
        ([[0.0]], None, "must be a vector of finite numbers"),
        ([0.0, -np.inf], None, "leave out draws that the other distribution cannot make"),
        ([0.0, 0.0], [1.0], r"values: shape \(1,\) must be that of log_weights"),
    ],
)
def test_weights_that_are_none_are_refused(logs, values, message):
    with pytest.raises(InputError, match=message):
        importance_estimate(logs, values)
