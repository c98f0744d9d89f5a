"""Each soft cost on each instance: the laws that the iteration rests on."""

import numpy as np
import pytest

from coterie._core.progress import Monitor
from coterie.costs import MixtureCost, SoftBottleneckCost
from coterie.engines import Iterative, Status, dirichlet_start, follow
from coterie.engines._iterative import normalise
from coterie.engines._schedules import Explicit
from tests.contract.instances import INSTANCES

K = 3
TINY = np.exp(-708.0)  # where the cost stops to tell how far away a column is that is missing
FIELDS = {
    "bottleneck, beta 4": lambda problem, k: SoftBottleneckCost(problem, k, 4.0),
    "bottleneck, beta 60": lambda problem, k: SoftBottleneckCost(problem, k, 60.0),
    "bottleneck, beta by row": lambda problem, k: SoftBottleneckCost(
        problem, k, np.linspace(2.0, 30.0, problem.n_rows)
    ),
    "mixture": MixtureCost,
}
every = pytest.mark.parametrize(
    ("name", "instance"), [(name, instance) for name in FIELDS for instance in INSTANCES]
)


def cost_of(name, instance):
    return FIELDS[name](INSTANCES[instance](), K)


def starts(cost, count=4):
    return [dirichlet_start(cost.n_objects, K, np.random.default_rng(s)) for s in range(count)]


def definition(cost, memberships, prior, conditional):
    """The free energy written out, for any prior and centroids [IB 3.5]."""
    table = cost.problem.counts.toarray()
    table /= table.sum(axis=1, keepdims=True)
    total = 0.0
    for x in range(cost.n_objects):
        for t in range(K):
            p = memberships[x, t]
            if p == 0.0:
                continue
            seen = table[x] > 0
            logs = np.log(np.maximum(conditional[t, seen], TINY))
            divergence = (table[x, seen] * (np.log(table[x, seen]) - logs)).sum()
            total += cost.weight[x] * p * (np.log(p / prior[t]) + cost.exponent[x] * divergence)
    return total


@every
def test_free_energy_after_an_update_is_its_definition(name, instance):
    cost = cost_of(name, instance)
    for start in starts(cost):
        parameters = cost.refit(start)
        memberships, log_normaliser = normalise(cost.field(parameters))
        written = definition(cost, memberships, *parameters)
        assert cost.free_energy(log_normaliser) == pytest.approx(written, rel=1e-10, abs=1e-12)


@every
def test_none_of_the_three_steps_raises_the_free_energy(name, instance):
    """Memberships, then masses, then centroids [IB P-32]."""
    cost = cost_of(name, instance)
    for start in starts(cost, 2):
        parameters = cost.refit(start)
        last = definition(cost, start, *parameters)
        for _ in range(5):
            memberships, _ = normalise(cost.field(parameters))
            renewed = cost.refit(memberships)
            masses_only = parameters._replace(prior=renewed.prior)
            for step in (parameters, masses_only, renewed):
                now = definition(cost, memberships, *step)
                assert now <= last + 1e-10 * max(1.0, abs(last))
                last = now
            parameters = renewed


@every
def test_functional_is_the_free_energy_less_that_of_one_cluster(name, instance):
    """F = L + beta I(X;Y) after a refit [IB P-18], here over the mean exponent."""
    cost = cost_of(name, instance)
    together = np.eye(K)[np.zeros(cost.n_objects, dtype=int)]
    alone = definition(cost, together, *cost.refit(together))
    for memberships in starts(cost, 2):
        energy = definition(cost, memberships, *cost.refit(memberships))
        expected = (energy - alone) / (cost.weight @ cost.exponent)
        assert cost.functional(memberships) == pytest.approx(expected, rel=1e-9, abs=1e-11)


@every
def test_solution_repeats_itself_and_its_trace_never_rises(name, instance):
    cost = cost_of(name, instance)
    for start in starts(cost, 2):
        solution = Iterative(max_iter=5000).solve(cost, start, rng=np.random.default_rng(0))
        assert solution.cost == cost.functional(solution.memberships)
        scale = max(1.0, np.abs(solution.trace).max())
        assert (np.diff(solution.trace) <= 1e-10 * scale).all()
        if solution.converged:
            again, _ = normalise(cost.field(cost.refit(solution.memberships)))
            np.testing.assert_allclose(again, solution.memberships, rtol=0, atol=1e-5)


@every
def test_memberships_that_are_next_to_nothing_count_as_none(name, instance):
    """Products of subnormal numbers take a hundred times as long, and add nothing."""
    cost = cost_of(name, instance)
    (start,) = starts(cost, 1)
    faint, none = start.copy(), start.copy()
    faint[::2, 0], none[::2, 0] = 1e-310, 0.0
    for found, expected in zip(cost.refit(faint), cost.refit(none), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_path_of_soft_solutions_starts_each_from_the_last():
    problem = INSTANCES["planted"]()
    path = list(follow(
        Explicit((20.0, 5.0, 1.05)), lambda beta: SoftBottleneckCost(problem, K, beta),
        Iterative(), np.eye(K)[np.repeat([0, 1, 2], 3)], rng=np.random.default_rng(0),
    ))  # fmt: skip
    kept = [solution.cost for _, solution in path]
    assert [beta for beta, _ in path] == [20.0, 5.0, 1.05]
    assert kept[0] < kept[1] < kept[2] < 1e-10


def test_stopped_monitor_ends_with_what_there_is():
    class Impatient(Monitor):
        def step(self, run, done, of, note):
            self.stop()

    cost = cost_of("bottleneck, beta 4", "sparse")
    solution = Iterative().solve(
        cost, starts(cost)[0], rng=np.random.default_rng(0), monitor=Impatient()
    )
    assert solution.status is Status.INTERRUPTED
    assert solution.n_iter == 1
