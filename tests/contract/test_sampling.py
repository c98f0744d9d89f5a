"""Each cost with a total, sampled: the laws of the chains, and the answers of enumeration.

A cost enters by its line in `COSTS`, a sampler by its line in `SAMPLERS`.
"""

from functools import partial

import numpy as np
import pytest

from coterie import problems
from coterie._core.errors import InputError
from coterie._core.progress import Monitor
from coterie.costs import HasFields, HasSampler, HasTotal, IsingCost
from coterie.engines import (
    SAMPLERS,
    Geometric,
    GibbsDistribution,
    LoopSampler,
    SizeProposal,
    Status,
    UniformProposal,
    balanced_start,
    solve_all,
    visit_matrices,
)
from coterie.engines._parallel_tempering import swap_probability
from coterie.measures import markov_diagnostics
from tests.contract.test_engines_and_costs import VARIANTS

K, N = 3, 4
# Sums of 81 products of numbers below 1: 1e-12 is far above rounding.
EXACT = {"rtol": 0.0, "atol": 1e-12}
PROPOSALS = {"gibbs": None, "uniform": UniformProposal(), "sizes": SizeProposal(0.5)}


def counts(n):
    """A few rows of two kinds, no two the same."""
    rng = np.random.default_rng(5)
    profiles = np.kron(np.eye(2), [8.0, 4.0]) + 0.6
    rows = rng.poisson(profiles[np.arange(n) % 2]) + np.eye(n, 4, dtype=int)
    return problems.CountProblem.from_counts(rows)


def spins(n, k):
    """A small glass in a field, of two labels whatever the number asked for."""
    rng = np.random.default_rng(7)
    couplings = np.triu(rng.normal(scale=0.1, size=(n, n)), 1)
    return IsingCost(couplings + couplings.T, rng.normal(scale=0.05, size=n))


def pairs(n):
    """Similarities of a few objects in two groups, none negative."""
    noise = np.random.default_rng(8).uniform(0.0, 0.2, size=(n, n))
    group = np.arange(n) % 2
    together = 0.2 * (group[:, None] == group)
    return problems.PairwiseProblem.from_similarities(together + (noise + noise.T) / 2.0)


def cost_of(name, k=K, n=N):
    """Make a cost from whatever problem it is about."""
    if name == "ising":
        return spins(n, k)
    try:
        cost = VARIANTS[name](counts(n), k)
        assert cost.n_objects == n
    except (AttributeError, InputError):
        cost = VARIANTS[name](pairs(n), k)
    return cost


NAMES = ["ising", *(name for name in VARIANTS if isinstance(cost_of(name), HasTotal))]
every = pytest.mark.parametrize("name", NAMES)
every_pair = pytest.mark.parametrize(
    ("sampler", "name"), [(sampler, name) for sampler in SAMPLERS for name in NAMES]
)
with_proposals = pytest.mark.parametrize(
    ("name", "proposal"), [(name, proposal) for name in NAMES for proposal in PROPOSALS]
)
SETTINGS = {
    "simulated annealing": {"sweeps": 3, "schedule": Geometric(1.0, 0.01, 0.5)},
    "parallel tempering": {"n_sweeps": 30, "burn_in": 5, "temperatures": (0.2, 0.08)},
}


def engine_of(sampler, **settings):
    short = SETTINGS.get(sampler, {"n_sweeps": 30, "burn_in": 5, "temperature": 0.08})
    return SAMPLERS[sampler](**{**short, **settings})


def run(sampler, cost, seed=0, monitor=None, **settings):
    start, luck = np.random.default_rng(seed).spawn(2)
    labels = balanced_start(cost.n_objects, cost.n_clusters, start)
    return engine_of(sampler, **settings).solve(cost, labels, rng=luck, monitor=monitor)


@with_proposals
@pytest.mark.parametrize("allow_empty", [True, False])
def test_each_visit_balances_in_detail(name, proposal, allow_empty):
    cost = cost_of(name)
    exact = GibbsDistribution(cost, 0.07, allow_empty=allow_empty).probabilities
    for visit in visit_matrices(cost, 0.07, PROPOSALS[proposal], allow_empty=allow_empty):
        np.testing.assert_allclose(visit.sum(axis=1), 1.0, **EXACT)
        flow = exact[:, None] * visit
        np.testing.assert_allclose(flow, flow.T, **EXACT)


@with_proposals
def test_sweep_leaves_the_distribution_as_it_is(name, proposal):
    """And is the only one that it leaves: the chain forgets where it began."""
    cost = cost_of(name)
    exact = GibbsDistribution(cost, 0.07).probabilities
    visits = visit_matrices(cost, 0.07, PROPOSALS[proposal])
    sweep = np.linalg.multi_dot(visits)
    np.testing.assert_allclose(exact @ sweep, exact, **EXACT)
    possible = exact > 0.0  # some costs have only labellings that use every cluster
    found = markov_diagnostics(visits.mean(axis=0)[np.ix_(possible, possible)], exact[possible])
    assert found.forgets
    assert found.imbalance < EXACT["atol"]
    assert found.second_modulus < 1.0


def test_exchange_leaves_the_product_of_the_distributions_as_it_is():
    """To 1e-17 with the right rule, and not without asking [SLC §3.F]."""
    exact = GibbsDistribution(cost_of("bottleneck", k=2), 0.1)
    hot = exact.at(0.3)
    together = np.outer(hot.probabilities, exact.probabilities)
    energies = exact.energies
    asked = np.array([[swap_probability(0.3, 0.1, a, b) for b in energies] for a in energies])
    for chance, off in ((asked, 0.0), (np.ones_like(asked), 1e-3)):
        after = (1.0 - chance) * together + (chance * together).T
        error = np.abs(after - together).max()
        assert error >= off if off else error < 1e-15


@every
def test_loop_sampler_draws_from_the_rows_of_the_matrices(name):
    cost, rng = cost_of(name), np.random.default_rng(3)
    visits = visit_matrices(cost, 0.2)
    k = cost.n_clusters
    sampler = LoopSampler(cost, balanced_start(N, k, rng))
    for i, uniform in zip(rng.integers(N, size=60), rng.random(60), strict=True):
        before = sampler.labels.copy()
        state = int(np.ravel_multi_index(tuple(before), (k,) * N))
        sampler.sweep(np.array([i]), 0.2, np.array([uniform]))
        steps = state + (np.arange(k) - before[i]) * k ** (N - 1 - i)
        reached = np.cumsum(visits[i, state, steps])
        assert reached[sampler.labels[i]] > uniform
        assert sampler.labels[i] == 0 or reached[sampler.labels[i] - 1] <= uniform


@every
def test_fields_at_hard_labels_are_the_local_costs(name):
    cost = cost_of(name)
    if not isinstance(cost, HasFields):
        return
    labels = balanced_start(N, cost.n_clusters, np.random.default_rng(8))
    for i, field in enumerate(cost.fields(np.eye(cost.n_clusters)[labels])):
        local = cost.local(labels, i)
        np.testing.assert_allclose(field - field[0], local - local[0], **EXACT)


@every
def test_compiled_sampler_draws_as_the_loop(name):
    cost, rng = cost_of(name), np.random.default_rng(6)
    if not isinstance(cost, HasSampler):
        return
    start = balanced_start(N, cost.n_clusters, rng)
    compiled, loop = cost.sampler(start), LoopSampler(cost, start)
    for temperature in (1.0, 0.1, 0.01):
        for _ in range(20):
            how = rng.permutation(N), temperature, rng.random(N)
            assert compiled.sweep(*how) == loop.sweep(*how)
            np.testing.assert_array_equal(compiled.labels, loop.labels)


@every
@pytest.mark.parametrize("sampler", ["gibbs", "metropolis", "parallel tempering"])
def test_averages_are_those_of_enumeration(name, sampler):
    """Pairs that share a label, and the mean cost.

    The draws are worth some hundred independent ones at least, each of which a 0 or a 1: their mean
    has a deviation of at most 0.5 / sqrt(300) = 0.03, and four of them are 0.12. Costs are of
    order 0.3 and spread by less than that.
    """
    cost = cost_of(name)
    found = run(sampler, cost, n_sweeps=400, burn_in=20, coassignment=True)
    temperature = 0.08
    exact = GibbsDistribution(cost, temperature)
    np.testing.assert_allclose(found.coassignment, exact.coassignment, rtol=0, atol=0.12)
    mean = found.energies[20:].mean()
    assert mean == pytest.approx(exact.mean, abs=4 * np.sqrt(exact.variance / 150))


@every_pair
def test_solution_is_what_it_says(sampler, name):
    cost = cost_of(name)
    found = run(sampler, cost)
    assert found.labels.shape == (N,)
    assert found.cost == cost.total(found.labels)
    assert found.moves.size == found.n_iter
    exact = GibbsDistribution(cost, 1.0)
    assert found.cost >= exact.energies.min() - 1e-12
    if sampler != "simulated annealing":
        assert cost.total(found.last) == pytest.approx(found.energies[-1], abs=1e-9)
        assert found.cost <= found.energies.min() + 1e-9
        np.testing.assert_allclose(found.memberships.sum(axis=1), 1.0, **EXACT)


@every_pair
def test_same_seed_same_answer_whatever_the_workers(sampler, name):
    cost = cost_of(name)

    draw = partial(balanced_start, N, cost.n_clusters)

    def runs(n_jobs):
        return solve_all(
            engine_of(sampler), cost, draw, [5, 6, 7], n_jobs=n_jobs, monitor=Monitor()
        )

    for one, other in zip(runs(1), runs(3), strict=True):
        np.testing.assert_array_equal(one.labels, other.labels)
        np.testing.assert_array_equal(one.moves, other.moves)


@every_pair
def test_no_cluster_is_emptied_where_that_is_not_allowed(sampler, name):
    cost = cost_of(name)
    for seed in range(3):
        found = run(sampler, cost, seed, allow_empty=False)
        assert np.unique(found.labels).size == cost.n_clusters


@every
def test_cooling_finds_the_best_of_all_labellings(name):
    """Of the nine-object problems of the source, here six objects: 3^6 = 729 labellings."""
    cost = cost_of(name, n=6)
    exact = GibbsDistribution(cost, 1.0, allow_empty=False)
    how = {"sweeps": 10, "schedule": Geometric(0.4, 0.01, 0.8), "allow_empty": False}
    costs = [run("simulated annealing", cost, seed, **how).cost for seed in range(2)]
    assert min(costs) == pytest.approx(float(exact.energies.min()), abs=1e-12)


class Impatient(Monitor):
    """Stops, or presses Ctrl-C, after the fourth sweep."""

    def __init__(self, error=None):
        super().__init__()
        self.error = error

    def step(self, run, done, of, note):
        if done == 4:
            if self.error:
                raise self.error
            self.stop()


@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
@pytest.mark.parametrize("burn_in", [2, 20])
@pytest.mark.parametrize("sampler", SAMPLERS)
def test_stop_keeps_what_was_found(sampler, burn_in, error):
    cost = cost_of("bottleneck")
    settings = {} if sampler == "simulated annealing" else {"burn_in": burn_in}
    found = run(sampler, cost, monitor=Impatient(error), **settings)
    assert found.status is Status.INTERRUPTED
    assert found.n_iter == 4
    assert found.cost == cost.total(found.labels)
    if sampler == "simulated annealing":
        assert [step.temperature for step in found.path] == [1.0, 0.5]
    else:
        np.testing.assert_allclose(found.memberships.sum(axis=1), 1.0, **EXACT)


@every
def test_labellings_without_empty_clusters_are_counted(name):
    """Surjections of 4 objects: 3^4 - 3 2^4 + 3 = 36 onto three clusters, 2^4 - 2 = 14 onto two."""
    cost = cost_of(name)
    exact = GibbsDistribution(cost, 0.1, allow_empty=False)
    assert np.isfinite(exact.energies).sum() == {3: 36, 2: 14}[cost.n_clusters]
