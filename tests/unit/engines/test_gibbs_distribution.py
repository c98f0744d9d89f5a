"""The listed distribution: identities of thermodynamics, and what cannot be listed."""

import numpy as np
import pytest

from coterie import GibbsDistribution, InputError
from coterie.costs import BottleneckCost, IsingCost, KLCost
from coterie.measures import entropy, importance_estimate
from coterie.problems import CountProblem


@pytest.fixture
def exact(rng):
    """Seven spins with couplings of both signs and a field."""
    couplings = np.triu(rng.normal(size=(7, 7)), 1)
    return GibbsDistribution(IsingCost(couplings + couplings.T, rng.normal(size=7)), 0.9)


def test_free_energy_is_mean_less_temperature_times_entropy(exact):
    assert exact.probabilities.sum() == pytest.approx(1.0, abs=1e-12)
    assert exact.entropy == pytest.approx(entropy(exact.probabilities), abs=1e-12)
    assert exact.free_energy == pytest.approx(exact.mean - 0.9 * exact.entropy, abs=1e-12)


def test_derivatives_by_the_inverse_temperature_are_mean_and_variance(exact):
    """Central differences of step 1e-4: off by 1e-8 times a third derivative of some tens."""
    beta, step = 1.0 / exact.temperature, 1e-4
    low, high = (exact.at(1.0 / (beta + sign * step)) for sign in (-1, 1))
    assert (low.log_z - high.log_z) / (2 * step) == pytest.approx(exact.mean, abs=1e-5)
    assert (low.mean - high.mean) / (2 * step) == pytest.approx(exact.variance, abs=1e-5)


def test_any_other_distribution_has_more_free_energy(exact, rng):
    """By T KL(p || P)."""
    for _ in range(20):
        p = rng.dirichlet(np.full(exact.energies.size, 0.3)) + 1e-300
        value = p @ exact.energies - 0.9 * entropy(p)
        divergence = p @ np.log(p / exact.probabilities)
        assert value == pytest.approx(exact.free_energy + 0.9 * divergence, abs=1e-9)
        assert value > exact.free_energy


def test_margins_are_sums_over_the_list(exact):
    labellings = np.array([exact.labels(index) for index in range(exact.energies.size)])
    ups = exact.probabilities @ labellings
    np.testing.assert_allclose(exact.memberships[:, 1], ups, atol=1e-12)
    same = labellings[:, :, None] == labellings[:, None, :]
    together = np.einsum("x,xij->ij", exact.probabilities, same)
    np.testing.assert_allclose(exact.coassignment, together, atol=1e-12)


def test_list_is_in_the_order_of_the_labels(exact, rng):
    couplings = np.triu(rng.normal(size=(4, 4)), 1)
    cost = IsingCost(couplings + couplings.T)
    exact = GibbsDistribution(cost, 1.0)
    totals = [cost.total(exact.labels(index)) for index in range(16)]
    np.testing.assert_array_equal(totals, exact.energies)
    assert cost.total(exact.best) == min(totals)


def test_one_cluster_has_one_labelling():
    """Of however many objects."""
    exact = GibbsDistribution(BottleneckCost(CountProblem.from_counts(np.eye(70) + 1), 1), 1.0)
    assert exact.entropy == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_array_equal(exact.best, np.zeros(70))
    np.testing.assert_allclose(exact.coassignment, 1.0)


def test_cold_distributions_do_not_overflow(exact):
    cold = exact.at(1e-6)
    assert cold.mean == pytest.approx(exact.energies.min(), abs=1e-12)
    assert cold.free_energy == pytest.approx(exact.energies.min(), abs=1e-9)
    assert cold.variance < 1e-9


def test_importance_weights_carry_a_sample_to_another_temperature(exact, rng):
    """20,000 draws of which a few thousand count: four deviations of 1 / sqrt(3000) are 0.07."""
    other = exact.at(0.7)
    drawn = exact.energies[rng.choice(exact.energies.size, size=20_000, p=exact.probabilities)]
    found = importance_estimate((1 / 0.9 - 1 / 0.7) * drawn, drawn)
    assert found.effective_size > 3000
    assert found.mean == pytest.approx(other.mean, abs=0.07 * np.sqrt(other.variance))
    assert found.log_ratio == pytest.approx(other.log_z - exact.log_z, abs=0.07)


def test_exact_weights_give_exact_ratios(exact):
    """Each labelling as often as it is probable: no luck in it."""
    other = exact.at(0.7)
    logs = np.log(exact.probabilities) + (1 / 0.9 - 1 / 0.7) * exact.energies
    found = importance_estimate(logs, exact.energies)
    assert found.mean == pytest.approx(other.mean, abs=1e-10)
    ratio = found.log_ratio + np.log(exact.energies.size)
    assert ratio == pytest.approx(other.log_z - exact.log_z, abs=1e-10)


def test_what_cannot_be_listed_is_refused():
    many = IsingCost(np.zeros((30, 30)))
    with pytest.raises(InputError, match="30 objects in 2 clusters have more than 10000000"):
        GibbsDistribution(many, 1.0)
    with pytest.raises(InputError, match="1 objects leave some of 2 clusters empty"):
        GibbsDistribution(IsingCost(np.zeros((1, 1))), 1.0, allow_empty=False)
    rule = KLCost(CountProblem.from_counts([[1, 0], [0, 1]]), 2)
    with pytest.raises(InputError, match="KLCost has no total"):
        GibbsDistribution(rule, 1.0)


@pytest.mark.parametrize("temperature", [0.0, -1.0, np.inf, np.nan])
def test_temperature_that_is_none_is_refused(temperature):
    with pytest.raises(InputError, match=r"temperature=.* must be > 0 and finite"):
        GibbsDistribution(IsingCost(np.zeros((2, 2))), temperature)
