"""What is special about each sampler: which kernel is used, what it remembers, what it refuses."""

import numpy as np
import pytest

from coterie import InputError
from coterie._core.errors import CoterieWarning
from coterie.costs import BottleneckCost, IsingCost
from coterie.engines import (
    Explicit,
    Geometric,
    Gibbs,
    GibbsDistribution,
    Metropolis,
    ParallelTempering,
    Proposed,
    Sequential,
    SimulatedAnnealing,
    SizeProposal,
    Status,
    balanced_start,
    follow,
    visit_matrices,
)
from coterie.measures import markov_diagnostics
from coterie.problems import CountProblem


def luck(seed=0):
    return np.random.default_rng(seed)


def glass(n, seed=0, field=0.0):
    rng = luck(seed)
    couplings = np.triu(rng.normal(size=(n, n)), 1)
    return IsingCost(couplings + couplings.T, field * rng.normal(size=n))


def ring(n):
    table = np.roll(np.eye(n), 1, axis=1)
    return IsingCost(table + table.T)


def table(n=9, seed=0):
    return CountProblem.from_counts(luck(seed).poisson(3.0, size=(n, 6)) + 1)


def test_two_labels_by_the_heat_bath_are_the_rule_for_spins():
    """Taken with exp(-E'/T) / (exp(-E/T) + exp(-E'/T)); Metropolis takes exp(-rise/T)."""
    cost = glass(6, field=1.0)
    exact = GibbsDistribution(cost, 0.8)
    bath, trial = visit_matrices(cost, 0.8), visit_matrices(cost, 0.8, Metropolis().proposal)
    for state in range(64):
        for i in range(6):
            other = state ^ (1 << (5 - i))
            rise = (exact.energies[other] - exact.energies[state]) / 0.8
            assert bath[i, state, other] == pytest.approx(1 / (1 + np.exp(rise)), abs=1e-14)
            assert trial[i, state, other] == pytest.approx(np.exp(min(0, -rise)), abs=1e-14)


def test_metropolis_forgets_faster_than_the_heat_bath_on_a_glass_of_six_spins():
    """As the source found; by the modulus of the second eigenvalue of single visits."""
    for seed in range(5):
        cost = glass(6, seed)
        bath, trial = (
            markov_diagnostics(visit_matrices(cost, 1.0, proposal).mean(axis=0)).second_modulus
            for proposal in (None, Metropolis().proposal)
        )
        assert trial < bath < 1.0


class OneWay:
    """Forgets that the way back from a large cluster is less likely."""

    def propose(self, labels, i, n_clusters):
        there, _ = SizeProposal(0.5).propose(labels, i, n_clusters)
        return Proposed(there, there)


def test_without_the_hastings_ratio_another_distribution_is_sampled():
    cost = BottleneckCost(table(4), 2)
    exact = GibbsDistribution(cost, 0.1).probabilities
    honest = visit_matrices(cost, 0.1, SizeProposal(0.5)).mean(axis=0)
    np.testing.assert_allclose(exact @ honest, exact, rtol=0, atol=1e-14)
    wrong = visit_matrices(cost, 0.1, OneWay()).mean(axis=0)
    assert np.abs(exact @ wrong - exact).max() > 1e-4


@pytest.mark.parametrize("engine", [Gibbs, Metropolis])
def test_long_chain_comes_to_the_listed_margins(engine):
    """A sweep forgets half: 3,000 are worth 1,000, with a deviation of at most 0.016; times 3."""
    cost = glass(5, seed=2, field=0.7)
    exact = GibbsDistribution(cost, 4.0)
    assert markov_diagnostics(np.linalg.multi_dot(visit_matrices(cost, 4.0))).second_modulus < 0.5
    found = engine(4.0, n_sweeps=3000, coassignment=True).solve(
        cost, np.zeros(5, dtype=int), rng=luck()
    )
    np.testing.assert_allclose(found.memberships, exact.memberships, rtol=0, atol=0.05)
    np.testing.assert_allclose(found.coassignment, exact.coassignment, rtol=0, atol=0.05)
    assert found.converged
    assert found.cost == pytest.approx(exact.energies.min(), abs=1e-12)


def test_averages_of_probabilities_spread_less_than_frequencies_of_labels():
    cost = glass(5, seed=2, field=0.7)
    exact = GibbsDistribution(cost, 4.0).memberships[:, 1]
    errors = []
    for seed in range(20):
        engine = Gibbs(4.0, n_sweeps=1, burn_in=0)
        state, ups, shares = np.zeros(5, dtype=int), [], []
        for sweep in range(30):
            found = engine.solve(cost, state, rng=luck(1000 * seed + sweep))
            state = found.state
            ups.append(state)
            shares.append(found.memberships[:, 1])
        errors.append([np.abs(np.mean(each, axis=0) - exact).mean() for each in (shares, ups)])
    averaged, counted = np.mean(errors, axis=0)
    assert averaged < 0.9 * counted


class Compiled:
    """A cost whose sampler is its own: it notes that it was asked, and turns every label."""

    n_objects, n_clusters = 4, 2

    def __init__(self):
        self.asked = 0

    def total(self, labels):
        return float(np.sum(labels))

    def local(self, labels, i):
        return np.array([0.0, 1.0])

    def sampler(self, labels):
        self.asked += 1
        return Turning(labels)


class Turning:
    def __init__(self, labels):
        self.labels = np.array(labels)

    def sweep(self, order, temperature, uniforms):
        self.labels[order] = 1 - self.labels[order]
        return order.size


def test_compiled_sampler_is_used_and_its_cost_evaluated():
    cost = Compiled()
    found = Gibbs(n_sweeps=3, burn_in=0).solve(cost, np.array([0, 0, 0, 1]), rng=luck())
    assert cost.asked == 1
    np.testing.assert_array_equal(found.energies, [3.0, 1.0, 3.0])
    np.testing.assert_array_equal(found.labels, [0, 0, 0, 1])
    np.testing.assert_array_equal(found.last, [1, 1, 1, 0])
    assert found.acceptance == 1.0


@pytest.mark.parametrize(
    "engine", [Metropolis(n_sweeps=3), Gibbs(n_sweeps=3, allow_empty=False)], ids=repr
)
def test_compiled_sampler_is_not_used_for_what_it_does_not_do(engine):
    cost = Compiled()
    engine.solve(cost, np.array([0, 0, 0, 1]), rng=luck())
    assert cost.asked == 0


class KeepsAll(Compiled):
    """Its own sampler knows that clusters are not to be emptied."""

    keeps_all = True


def test_cost_that_forbids_empty_clusters_is_sampled_without_them():
    cost = KeepsAll()
    Gibbs(n_sweeps=3).solve(cost, np.array([0, 0, 0, 1]), rng=luck())
    assert cost.asked == 1
    found = Metropolis(0.1, n_sweeps=50).solve(cost, np.array([0, 0, 0, 1]), rng=luck())
    assert found.energies.min() == 1.0
    cooled = SimulatedAnnealing().solve(cost, np.array([0, 0, 0, 1]), rng=luck())
    assert cooled.cost == 1.0
    exact = GibbsDistribution(cost, 1.0)
    assert exact.energies.min() == 1.0
    np.testing.assert_array_equal(np.isinf(exact.energies), np.eye(16)[[0, 15]].sum(axis=0))


class Dishonest(Compiled):
    """Its local costs are twice the differences of its total."""

    sampler = None

    def local(self, labels, i):
        return np.array([0.0, 2.0])


def test_costs_whose_differences_mislead_are_told():
    with pytest.warns(CoterieWarning, match="Dishonest: the moves add up to a cost of .* total"):
        Gibbs(0.1, n_sweeps=2).solve(Dishonest(), np.ones(4, dtype=int), rng=luck())


def test_chain_that_has_not_mixed_says_so():
    """All spins up, at a temperature where they turn once in ten thousand sweeps."""
    cost = ring(30)
    found = Gibbs(1.0, n_sweeps=60, burn_in=0).solve(cost, np.arange(30) % 2, rng=luck())
    assert found.status is Status.MAX_ITER
    assert Gibbs(2.0, n_sweeps=2000).solve(cost, np.arange(30) % 2, rng=luck()).converged


def test_hot_chains_carry_cold_ones_over_the_hills():
    """Without a field up is as good as down; a single cold chain never finds that out."""
    cost, up = ring(8), np.ones(8, dtype=int)
    alone = Gibbs(0.25, n_sweeps=400).solve(cost, up, rng=luck())
    assert alone.memberships[:, 1].min() > 0.95
    ladder = ParallelTempering((4.0, 2.0, 1.2, 0.8, 0.5, 0.25), n_sweeps=1500)
    found = ladder.solve(cost, up, rng=luck())
    # it changes sides some hundred times: four deviations are 0.2
    np.testing.assert_allclose(found.memberships, 0.5, rtol=0, atol=0.2)
    assert found.swap_rates.min() > 0.2
    assert found.ladder_energies.mean(axis=0).argsort().tolist() == [5, 4, 3, 2, 1, 0]


def test_each_temperature_of_the_ladder_is_sampled_right():
    cost = glass(5, seed=3, field=0.5)
    temperatures = (3.0, 1.5, 0.8)
    found = ParallelTempering(temperatures, n_sweeps=3000).solve(
        cost, np.zeros(5, dtype=int), rng=luck()
    )
    for energies, temperature in zip(found.ladder_energies[100:].T, temperatures, strict=True):
        exact = GibbsDistribution(cost, temperature)
        # a thousand independent draws at least: four deviations
        close = 4 * np.sqrt(exact.variance / 1000)
        assert energies.mean() == pytest.approx(exact.mean, abs=close)


def test_cooling_finds_the_optimum_of_nine_objects_where_descent_does_not():
    """All 512 labellings of each are listed; a descent from the same start, beside it."""
    hits = {"cooling": 0, "descent": 0}
    for seed in range(12):
        cost, start = glass(9, seed), balanced_start(9, 2, luck(seed))
        best = GibbsDistribution(cost, 1.0).energies.min()
        engines = {"cooling": SimulatedAnnealing(sweeps=5), "descent": Sequential()}
        for name, engine in engines.items():
            hits[name] += engine.solve(cost, start, rng=luck(seed)).cost <= best + 1e-9
    assert hits["cooling"] >= 11
    assert hits["cooling"] > hits["descent"] + 2


def test_path_of_cooling_has_each_temperature_once():
    cost, start = glass(12), np.zeros(12, dtype=int)
    engine = SimulatedAnnealing(Geometric(4.0, 0.05, 0.8), sweeps=20)
    found = engine.solve(cost, start, rng=luck())
    assert [step.temperature for step in found.path] == list(engine.schedule)
    assert found.path[0].mean_cost > found.path[-1].mean_cost
    assert found.path[0].acceptance > 0.2
    assert found.path[-1].acceptance < 0.05
    assert found.n_iter == 20 * len(found.path)
    assert found.converged


def test_cooling_keeps_the_best_that_it_came_by():
    """Hot all the way, so that the end is far worse; the chain is that of the heat bath."""
    cost, start = glass(12), np.zeros(12, dtype=int)
    hot = SimulatedAnnealing(Explicit((20.0,)), sweeps=50, descent=False)
    found = hot.solve(cost, start, rng=luck())
    chain = Gibbs(20.0, n_sweeps=50, burn_in=0).solve(cost, start, rng=luck())
    assert found.cost == pytest.approx(chain.energies.min(), abs=1e-9)
    assert found.cost < chain.energies[-1] - 1.0


def test_averages_without_empty_clusters_are_those_of_such_labellings():
    """An object that is alone stays; 2,000 sweeps that forget in a few: as above."""
    cost = glass(4, seed=1, field=0.5)
    exact = GibbsDistribution(cost, 3.0, allow_empty=False)
    engine = Gibbs(3.0, n_sweeps=2000, allow_empty=False, coassignment=True)
    found = engine.solve(cost, np.array([0, 0, 1, 1]), rng=luck())
    np.testing.assert_allclose(found.memberships, exact.memberships, rtol=0, atol=0.05)
    np.testing.assert_allclose(found.coassignment, exact.coassignment, rtol=0, atol=0.05)
    free = GibbsDistribution(cost, 3.0)
    assert np.abs(free.coassignment - exact.coassignment).max() > 0.09  # more than the error


def test_cooling_may_end_without_descent():
    cost, start = glass(12), np.zeros(12, dtype=int)
    hot = SimulatedAnnealing(Explicit((5.0,)), sweeps=3, descent=False)
    assert hot.solve(cost, start, rng=luck()).status is Status.MAX_ITER
    cold = SimulatedAnnealing(Geometric(5.0, 1e-3, 0.5), descent=False)
    assert cold.solve(cost, start, rng=luck()).converged


def test_default_temperatures_suit_costs_of_any_scale():
    cost, start = glass(10), np.zeros(10, dtype=int)
    large = IsingCost(1e6 * cost.couplings)
    for engine in (SimulatedAnnealing(), ParallelTempering(n_sweeps=20)):
        one, other = (engine.solve(each, start, rng=luck()) for each in (cost, large))
        np.testing.assert_array_equal(one.moves, other.moves)
    still = IsingCost(np.zeros((3, 3)))
    assert SimulatedAnnealing().solve(still, np.zeros(3, dtype=int), rng=luck()).cost == 0.0


def test_chain_goes_on_where_another_ended():
    cost = glass(8)
    path = follow(
        Explicit((2.0, 1.0)), lambda _: cost, Gibbs(n_sweeps=5, burn_in=0),
        np.zeros(8, dtype=int), rng=luck(),
    )  # fmt: skip
    whole = Gibbs(n_sweeps=10, burn_in=0).solve(cost, np.zeros(8, dtype=int), rng=luck())
    np.testing.assert_allclose(
        np.concatenate([found.energies for _, found in path]), whole.energies, atol=1e-12
    )


def test_names_of_clusters_that_mean_nothing_are_exchanged():
    """Memberships of a long chain say 1 / K; the co-assignment has the groups [SLC §8.1]."""
    blocks = IsingCost(np.kron(np.eye(2), np.ones((2, 2))))
    found = Gibbs(1.0, n_sweeps=2000, coassignment=True).solve(
        blocks, np.array([0, 0, 1, 1]), rng=luck()
    )
    np.testing.assert_allclose(found.memberships, 0.5, rtol=0, atol=0.1)
    assert found.coassignment[0].round(1).tolist() == [1.0, 0.9, 0.5, 0.5]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Gibbs(0.0), "Gibbs: temperature=0.0 must be a number > 0"),
        (lambda: Metropolis(-1.0), "Metropolis: temperature=-1.0 must be a number > 0"),
        (lambda: Gibbs(n_sweeps=0), "Gibbs: n_sweeps=0 must be an integer >= 1"),
        (lambda: ParallelTempering(thin=0), "ParallelTempering: thin=0 must be"),
        (lambda: Metropolis(burn_in=-1), "Metropolis: burn_in=-1 must be"),
        (lambda: SimulatedAnnealing(sweeps=0), "SimulatedAnnealing: sweeps=0 must be"),
    ],
)
def test_settings_that_are_none_are_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        (SimulatedAnnealing(Explicit((1.0, 0.0))), "schedule holds 0.0; a temperature must be > 0"),
        (SimulatedAnnealing(Explicit(())), "SimulatedAnnealing: schedule is empty"),
        (ParallelTempering((np.inf, 1.0)), "ParallelTempering: temperatures holds inf"),
    ],
)
def test_temperatures_that_are_none_are_refused(engine, message):
    with pytest.raises(InputError, match=message):
        engine.solve(glass(4), np.zeros(4, dtype=int), rng=luck())


def test_too_many_labellings_for_matrices_are_refused():
    with pytest.raises(InputError, match="14 objects in 2 clusters have more than 3000"):
        visit_matrices(glass(14), 1.0)
