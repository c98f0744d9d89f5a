"""Each soft cost on each instance: the laws that the iteration rests on."""

import numpy as np
import pytest

from coterie._core.progress import Monitor
from coterie.costs import DistortionCost, MixtureCost, SoftBottleneckCost
from coterie.engines import Iterative, Status, dirichlet_start, follow
from coterie.engines._iterative import normalise
from coterie.engines._schedules import Explicit
from coterie.measures import critical_beta
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


def fixed(problem, k):
    """Distances of the rows to the first few, which stay where they are."""
    rows = problem.counts.toarray() / problem.counts.sum(axis=1)[:, None]
    return DistortionCost(problem.mass, np.abs(rows[:, None] - rows[:k]).sum(axis=2), 4.0)


OTHERS = {"distortion": fixed}
every = pytest.mark.parametrize(
    ("name", "instance"), [(name, instance) for name in FIELDS for instance in INSTANCES]
)
every_field = pytest.mark.parametrize(
    ("name", "instance"),
    [(name, instance) for name in FIELDS | OTHERS for instance in INSTANCES],
)


def cost_of(name, instance):
    return (FIELDS | OTHERS)[name](INSTANCES[instance](), K)


def starts(cost, count=4):
    return [dirichlet_start(cost.n_objects, K, np.random.default_rng(s)) for s in range(count)]


def definition(cost, memberships, parameters):
    """The free energy written out, for any prior and centroids [IB 2.3, IB 3.5]."""
    if isinstance(cost, DistortionCost):
        prior, weight, paid = parameters, cost.mass, cost.beta * cost.distortion
    else:
        prior, conditional = parameters
        weight, paid = cost.weight, cost.exponent[:, None] * divergences(cost, conditional)
    total = 0.0
    for x in range(cost.n_objects):
        for t in range(K):
            p = memberships[x, t]
            if p > 0.0:
                total += weight[x] * p * (np.log(p / prior[t]) + paid[x, t])
    return total


def divergences(cost, conditional):
    """KL[p(y|x) || p(y|t)], a column that is missing being no further away than can be told."""
    table = cost.problem.counts.toarray()
    table /= table.sum(axis=1, keepdims=True)
    logs = np.log(np.maximum(conditional, TINY))
    return np.array([
        [(row[row > 0] * (np.log(row[row > 0]) - log[row > 0])).sum() for log in logs]
        for row in table
    ])  # fmt: skip


@every_field
def test_free_energy_after_an_update_is_its_definition(name, instance):
    cost = cost_of(name, instance)
    for start in starts(cost):
        parameters = cost.refit(start)
        memberships, log_normaliser = normalise(cost.field(parameters))
        written = definition(cost, memberships, parameters)
        assert cost.free_energy(log_normaliser) == pytest.approx(written, rel=1e-10, abs=1e-12)


@every_field
def test_none_of_the_three_steps_raises_the_free_energy(name, instance):
    """Memberships, then masses, then centroids where there are any [IB P-32]."""
    cost = cost_of(name, instance)
    for start in starts(cost, 2):
        parameters = cost.refit(start)
        last = definition(cost, start, parameters)
        for _ in range(5):
            memberships, _ = normalise(cost.field(parameters))
            renewed = cost.refit(memberships)
            steps = [parameters, renewed]
            if hasattr(parameters, "prior"):
                steps.insert(1, parameters._replace(prior=renewed.prior))
            for step in steps:
                now = definition(cost, memberships, step)
                assert now <= last + 1e-10 * max(1.0, abs(last))
                last = now
            parameters = renewed


@every
def test_functional_is_the_free_energy_less_that_of_one_cluster(name, instance):
    """F = L + beta I(X;Y) after a refit [IB P-18], here over the mean exponent."""
    cost = cost_of(name, instance)
    together = np.eye(K)[np.zeros(cost.n_objects, dtype=int)]
    alone = definition(cost, together, cost.refit(together))
    for memberships in starts(cost, 2):
        energy = definition(cost, memberships, cost.refit(memberships))
        expected = (energy - alone) / (cost.weight @ cost.exponent)
        assert cost.functional(memberships) == pytest.approx(expected, rel=1e-9, abs=1e-11)


@pytest.mark.parametrize("instance", INSTANCES)
def test_functional_of_fixed_distances_is_the_free_energy(instance):
    cost = cost_of("distortion", instance)
    for memberships in starts(cost, 2):
        energy = definition(cost, memberships, cost.refit(memberships))
        assert cost.functional(memberships) == pytest.approx(energy, rel=1e-12)


def plain(cost, start, max_iter=20_000):
    """The iteration as it is printed, to where it repeats itself."""
    for _ in range(max_iter):
        after, log_normaliser = normalise(cost.field(cost.refit(start)))
        if np.abs(after - start).max() < 1e-9:
            break
        start = after
    return after, cost.free_energy(log_normaliser)


@every_field
def test_leaps_end_at_a_fixed_point_as_the_plain_iteration_does(name, instance):
    """Which of several it is may differ: the ends of the plain one stay as they are."""
    cost = cost_of(name, instance)
    engine = Iterative(5000, 1e-14)
    for start in starts(cost, 2):
        memberships, _ = plain(cost, start)
        again = engine.solve(cost, memberships, rng=np.random.default_rng(0))
        assert again.cost == pytest.approx(cost.functional(memberships), abs=1e-7)


@every_field
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


def test_leaps_shorten_the_way_near_a_transition():
    """At 1.02 times the critical value the plain iteration takes many hundreds of rounds."""
    problem = INSTANCES["planted"]()
    cost = SoftBottleneckCost(problem, K, 1.02 * critical_beta(problem.joint))
    quick, slow = (
        Iterative(5000, leaps=leaps).solve(cost, starts(cost)[0], rng=np.random.default_rng(0))
        for leaps in (True, False)
    )
    assert quick.converged
    assert quick.n_iter < slow.n_iter / 3
    assert quick.cost <= slow.cost


def test_plain_steps_are_the_printed_ones():
    cost = cost_of("bottleneck, beta 4", "weighted")
    start = starts(cost)[0]
    found = Iterative(7, 0.0, leaps=False).solve(cost, start, rng=np.random.default_rng(0))
    np.testing.assert_array_equal(found.memberships, plain(cost, start, max_iter=7)[0])


@every_field
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
