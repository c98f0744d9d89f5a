"""Each cost of points on each instance: the laws that hard and soft engines rest on."""

import numpy as np
import pytest
from scipy.special import softmax

from coterie._core.errors import InputError
from coterie._core.progress import Monitor
from coterie.costs import (
    POINT_COSTS,
    TIE,
    ComplexityCost,
    GaussianMixtureCost,
    HasHalves,
    HasInstability,
    HasLocal,
    HasMerge,
    HasReassign,
    HasSteps,
    SquaredDistanceCost,
    TopologicalCost,
)
from coterie.engines import (
    Batch,
    Exchange,
    Iterative,
    Sequential,
    Status,
    balanced_start,
    dirichlet_start,
)
from coterie.engines._iterative import PlainSteps
from tests.contract.point_instances import POINT_INSTANCES
from tests.reference.prototypes import (
    complexity,
    gaussian_mixture,
    soft_squared_distance,
    squared_distance,
    topological,
)

K = 3
VARIANTS = {
    **POINT_COSTS,
    "squared distance, cold": lambda problem, k, t: POINT_COSTS["squared distance"](
        problem, k, t / 40.0
    ),
    "squared distance, single moves": lambda problem, k, t: SquaredDistanceCost(
        problem, k, t, single_moves=True
    ),
    "squared distance, masses": lambda problem, k, t: SquaredDistanceCost(problem, k, t, "mass"),
}
EXACT = {"rtol": 0.0, "atol": 1e-12}


def cost_of(name, instance):
    """The cost at a temperature of half the variance, where memberships are soft."""
    problem = POINT_INSTANCES[instance]()
    return VARIANTS[name](problem, K, problem.variance / 2.0)


def every(*capabilities):
    found = [
        pytest.param(name, instance, id=f"{name} on {instance}")
        for name in VARIANTS
        for instance in POINT_INSTANCES
        if all(isinstance(cost_of(name, "planted"), each) for each in capabilities)
    ]
    assert found
    return pytest.mark.parametrize(("name", "instance"), found)


def starts(cost, count=4):
    return [balanced_start(cost.n_objects, K, np.random.default_rng(seed)) for seed in range(count)]


def soft_starts(cost, count=3):
    return [dirichlet_start(cost.n_objects, K, np.random.default_rng(s)) for s in range(count)]


def close(cost):
    """Rounding of sums of squares, relative to the largest of them."""
    return {"rel": 1e-9, "abs": 1e-11 * max(1.0, cost.problem.variance)}


@every(HasLocal)
def test_local_differences_are_total_differences(name, instance):
    cost = cost_of(name, instance)
    for labels in starts(cost):
        for i in range(cost.n_objects):
            moved = [np.where(np.arange(labels.size) == i, t, labels) for t in range(K)]
            totals = np.array([cost.total(each) for each in moved])
            local = cost.local(labels, i)
            scale = max(1.0, cost.problem.variance)
            np.testing.assert_allclose(
                local - local[0], totals - totals[0], rtol=0.0, atol=1e-12 * scale
            )


@every(HasMerge)
def test_merge_cost_is_the_difference_of_totals(name, instance):
    cost = cost_of(name, instance)
    labels = starts(cost, 1)[0]
    merging, before = cost.merge_costs(labels), cost.total(labels)
    assert np.isinf(np.diag(merging)).all()
    for a in range(K):
        for b in set(range(K)) - {a}:
            after = cost.total(np.where(labels == b, a, labels))
            assert merging[a, b] == pytest.approx(after - before, **close(cost))


@every(HasReassign)
def test_batch_ends_where_nobody_is_nearer_to_another_centre(name, instance):
    cost = cost_of(name, instance)
    for labels in starts(cost):
        solution = Batch(100).solve(cost, labels, rng=np.random.default_rng(0))
        np.testing.assert_array_equal(cost.reassign(solution.labels), solution.labels)
        assert solution.cost <= cost.total(labels) + TIE
        assert np.unique(solution.labels).size == K


@every(HasHalves)
def test_exchange_ends_no_worse_than_batch(name, instance):
    cost = cost_of(name, instance)
    for labels in starts(cost):
        batch, exchange = (
            engine.solve(cost, labels, rng=np.random.default_rng(0))
            for engine in (Batch(100), Exchange())
        )
        assert exchange.cost <= batch.cost
        assert exchange.cost == cost.total(exchange.labels)


@every(HasHalves)
def test_exchange_fills_clusters_that_nobody_is_in(name, instance):
    cost = cost_of(name, instance)
    solution = Exchange().solve(
        cost, np.zeros(cost.n_objects, dtype=int), rng=np.random.default_rng(0)
    )
    assert np.unique(solution.labels).size == K


@every(HasLocal, HasReassign)
def test_sequential_ends_no_worse_than_batch(name, instance):
    """What no single move betters, no reassignment of all betters either."""
    cost = cost_of(name, instance)
    start = Batch(100).solve(cost, starts(cost)[0], rng=np.random.default_rng(0))
    solution = Sequential().solve(cost, start.labels, rng=np.random.default_rng(0))
    assert solution.cost <= start.cost + TIE * max(1.0, start.cost)


@every(HasSteps)
def test_own_steps_make_the_iterations_of_refit_and_field(name, instance):
    cost = cost_of(name, instance)
    for start in soft_starts(cost):
        kept = start.copy()
        own, plain = cost.steps(start), PlainSteps(cost, start)
        for _ in range(5):
            assert own.advance() == pytest.approx(plain.advance(), **close(cost))
            np.testing.assert_allclose(own.memberships, plain.memberships, rtol=0, atol=1e-8)
        assert own.cost == pytest.approx(cost.functional(own.memberships), **close(cost))
        np.testing.assert_array_equal(start, kept)


@every(HasSteps)
def test_free_energy_never_rises_and_bounds_the_functional(name, instance):
    cost = cost_of(name, instance)
    for start in soft_starts(cost):
        solution = Iterative(300, 1e-13).solve(cost, start, rng=np.random.default_rng(0))
        tolerance = 1e-11 * max(1.0, np.abs(solution.trace).max(), cost.problem.variance)
        assert (np.diff(solution.trace) <= tolerance).all()
        assert solution.cost <= solution.trace[-1] + tolerance


@every(HasInstability)
def test_gain_is_the_factor_by_which_small_differences_grow(name, instance):
    """Copies of a cluster, a little apart along the tilt, after one iteration."""
    cost = cost_of(name, instance)
    gain, tilt, _ = cost.instability(np.ones((cost.n_objects, 1)))
    mode = tilt if tilt.shape[1] > 1 else np.column_stack([tilt, -tilt])
    apart = softmax(1e-5 * mode, axis=1)
    after = softmax(cost.field(cost.refit(apart)), axis=1)
    logs = np.log(after) - np.log(after).mean(axis=1, keepdims=True)
    heavy = cost.problem.weight > 0.0
    factor = np.vdot(logs[heavy], mode[heavy]) / np.vdot(mode[heavy], mode[heavy]) / 1e-5
    assert factor == pytest.approx(gain[0], rel=1e-3)
    np.testing.assert_allclose(logs, 1e-5 * gain[0] * mode, rtol=0, atol=1e-6)


@every(HasInstability)
def test_separation_tells_equal_clusters_from_others(name, instance):
    cost = cost_of(name, instance)
    copies = np.column_stack([np.full(cost.n_objects, 0.25)] * 2 + [np.full(cost.n_objects, 0.5)])
    assert cost.separation(copies, np.array([0, 0]), np.array([1, 2])).max() <= 1e-20
    other = soft_starts(cost, 1)[0]
    assert (cost.separation(other, np.array([0, 0]), np.array([1, 2])) > 0.0).all()


@pytest.mark.parametrize("instance", POINT_INSTANCES)
def test_squared_distance_is_its_definition(instance):
    problem = POINT_INSTANCES[instance]()
    points, weight = problem.points.tolist(), problem.weight.tolist()
    for prior in ("uniform", "mass"):
        cost = SquaredDistanceCost(problem, K, 0.7, prior)
        for labels in starts(cost):
            written = squared_distance(points, weight, labels.tolist(), K)
            assert cost.total(labels) == pytest.approx(written, **close(cost))
        for start in soft_starts(cost):
            written = soft_squared_distance(points, weight, start.tolist(), 0.7, prior)
            assert cost.functional(start) == pytest.approx(written, **close(cost))


def definitions(problem):
    """Costs beside their definitions, at a temperature of 0.7."""
    channel = [[0.8, 0.15, 0.05], [0.1, 0.8, 0.1], [0.0, 0.3, 0.7]]
    yield TopologicalCost(problem, K, 0.7, channel), topological, (channel,)
    for penalty, written in (("entropy", lambda p: -np.log(p)), ("load", lambda p: p**-2.0)):
        cost = ComplexityCost(problem, K, 0.7, complexity_weight=0.4, penalty=penalty)
        yield cost, complexity, (0.4, written)
    for shape in ("full", "tied", "diag", "spherical"):
        cost = GaussianMixtureCost(problem, K, 0.7, shape, 1e-2)
        yield cost, gaussian_mixture, (shape, 1e-2)


@pytest.mark.parametrize("instance", POINT_INSTANCES)
def test_costs_are_their_definitions(instance):
    problem = POINT_INSTANCES[instance]()
    points, weight = problem.points.tolist(), problem.weight.tolist()
    for cost, definition, own in definitions(problem):
        for labels in starts(cost, 2):
            written = definition(points, weight, np.eye(K)[labels].tolist(), 0.0, *own)
            assert cost.total(labels) == pytest.approx(written, **close(cost))
        for start in soft_starts(cost, 2):
            written = definition(points, weight, start.tolist(), 0.7, *own)
            assert cost.functional(start) == pytest.approx(written, **close(cost))


@pytest.mark.parametrize("temperature", [0.0, -1.0, np.inf, np.nan])
@pytest.mark.parametrize("name", POINT_COSTS)
def test_temperatures_that_are_none_are_refused(name, temperature):
    with pytest.raises(InputError, match=r"temperature=.* must be > 0 and finite"):
        POINT_COSTS[name](POINT_INSTANCES["planted"](), K, temperature)


class Impatient(Monitor):
    def step(self, run, done, of, note):
        self.stop()


@pytest.mark.parametrize("engine", [Iterative(), Exchange()], ids=["iterative", "exchange"])
def test_stopped_monitor_ends_with_what_there_is(engine):
    cost = cost_of("squared distance", "planted")
    start = soft_starts(cost)[0] if isinstance(engine, Iterative) else np.zeros(9, dtype=int)
    solution = engine.solve(cost, start, rng=np.random.default_rng(0), monitor=Impatient())
    assert solution.status is Status.INTERRUPTED


@pytest.mark.parametrize("instance", POINT_INSTANCES)
def test_after_single_moves_no_single_move_helps(instance):
    problem = POINT_INSTANCES[instance]()
    cost = SquaredDistanceCost(problem, K, 1.0, single_moves=True)
    for labels in starts(cost):
        found = Batch(300).solve(cost, labels, rng=np.random.default_rng(0))
        for i in np.flatnonzero(problem.weight > 0.0):
            if np.count_nonzero(found.labels == found.labels[i]) > 1:
                local = cost.local(found.labels, i)
                assert local[found.labels[i]] <= local.min() + 1e-9 * max(1.0, problem.variance)
