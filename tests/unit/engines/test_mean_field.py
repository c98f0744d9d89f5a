"""Cooling: where it starts, when it ends, what it writes down, and the transitions on the way."""

import numpy as np
import pytest

from coterie._core.errors import InputError
from coterie._core.progress import Monitor
from coterie.costs import (
    AdaptiveRatioCutCost,
    CorrelationCost,
    MaxCutCost,
    NormalizedCutCost,
    PairwiseCost,
    RatioCutCost,
)
from coterie.datasets import make_correlation_graph
from coterie.engines import (
    Bipartition,
    Explicit,
    MeanField,
    Status,
    even_start,
)
from coterie.measures import adjusted_rand_score
from coterie.problems import PairwiseProblem


def planted(n=60, k=3, noise=0.5, seed=0):
    graph = make_correlation_graph(n, k, noise=noise, random_state=seed)
    return PairwiseProblem.from_similarities(graph.data), graph.target


def solve(engine, cost, seed=0):
    luck = np.random.default_rng(seed)
    return engine.solve(cost, even_start(cost.n_objects, cost.n_clusters, luck), rng=luck)


def positive(problem):
    return PairwiseProblem.from_similarities(problem.similarity + 1.5)


COSTS = {
    "correlation": CorrelationCost,
    "correlation, shifted": lambda problem, k: CorrelationCost(problem, k, shift=-0.2),
    "maximum cut": lambda problem, k: MaxCutCost(problem, k, shift=0.1),
    "pairwise": PairwiseCost,
    "ratio cut": lambda problem, k: RatioCutCost(positive(problem), k),
    "normalized cut": lambda problem, k: NormalizedCutCost(positive(problem), k),
    "adaptive": lambda problem, k: AdaptiveRatioCutCost(positive(problem), k, exponent=1.5),
}


@pytest.mark.parametrize("name", COSTS)
@pytest.mark.parametrize("k", [2, 3])
def test_equal_memberships_are_stable_above_the_critical_temperature_only(name, k):
    """T16. A small difference along the leading direction shrinks above and grows below."""
    cost = COSTS[name](planted()[0], k)
    critical = cost.critical_temperature()
    response = np.array([cost._response(column) for column in np.eye(cost.n_objects)]).T
    values, vectors = np.linalg.eig(response)
    leading = vectors[:, values.real.argmax()].real
    for share, grows in ((1.02, False), (0.98, True)):
        memberships = np.full((cost.n_objects, k), 1.0 / k)
        memberships[:, 0] += 1e-5 * leading
        memberships[:, 1] -= 1e-5 * leading
        before = np.abs(memberships - 1.0 / k).max()
        fields = cost.fields(memberships) / (share * critical)
        after = np.exp(fields.min(axis=1, keepdims=True) - fields)
        after /= after.sum(axis=1, keepdims=True)
        assert (np.abs(after - 1.0 / k).max() > before) == grows


def test_critical_temperatures_have_their_closed_forms():
    """[GRA 1.6] for quadratic costs; twice the largest variance for pairs of points [GRA §2.2]."""
    problem, _ = planted(n=100)
    away = (problem.similarity - 0.2) * (1.0 - np.eye(100))
    for k in (2, 5):
        cost = CorrelationCost(problem, k, shift=-0.2)
        largest = np.linalg.eigvalsh(away)[-1]
        assert cost.critical_temperature() == pytest.approx(largest / k, rel=1e-3)
    points = np.random.default_rng(0).normal(size=(400, 2)) * [2.0, 0.5]
    distances = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    variance = np.linalg.eigvalsh(np.cov(points.T, ddof=0))[-1]
    found = PairwiseCost(PairwiseProblem.from_dissimilarities(distances), 4).critical_temperature()
    assert found == pytest.approx(2.0 * variance, rel=0.02)  # objects do not see themselves: 1 / n


def test_a_block_graph_has_the_eigenvalues_of_its_blocks():
    """T24: 6 for the minimum cut, 2 for the maximum cut, times 100 objects over two clusters."""
    blocks = np.array([[1, 2, -2, -1], [2, 1, -1, -2], [-2, -1, 1, 2], [-1, -2, 2, 1]], float)
    problem = PairwiseProblem.from_similarities(np.kron(blocks, np.ones((25, 25))))
    truth = np.repeat(np.arange(4), 25)
    for cost, size, parts in (
        (CorrelationCost(problem, 2), 6.0, [0, 0, 1, 1]),
        (MaxCutCost(problem, 2), 2.0, [0, 1, 0, 1]),
    ):
        # an object is not linked to itself: 1 less, or more
        assert cost.critical_temperature() == pytest.approx(size * 25 / 2, abs=0.6)
        found = solve(MeanField(), cost)
        assert adjusted_rand_score(np.array(parts)[truth], found.labels) == 1.0


def test_cooling_ends_when_the_memberships_are_hard():
    problem, truth = planted()
    found = solve(MeanField(), CorrelationCost(problem, 3))
    assert found.memberships.max(axis=1).mean() > 0.998
    assert found.temperature > CorrelationCost(problem, 3).critical_temperature() / 60.0
    assert adjusted_rand_score(truth, found.labels) == 1.0
    assert found.status is Status.CONVERGED


@pytest.mark.parametrize("factor", [2.0**-40, 2.0**30])
def test_scale_changes_neither_the_answer_nor_the_time(factor):
    problem, _ = planted(noise=0.7)
    one = solve(MeanField(), CorrelationCost(problem, 4, shift=-0.1))
    scaled = PairwiseProblem(problem.similarity * factor)
    other = solve(MeanField(), CorrelationCost(scaled, 4, shift=-0.1 * factor))
    np.testing.assert_array_equal(one.labels, other.labels)
    assert one.n_iter == other.n_iter
    assert other.cost == pytest.approx(one.cost * factor)


def test_blocks_of_objects_reach_the_same_answer():
    problem, truth = planted()
    found = solve(MeanField(block_size=5), CorrelationCost(problem, 3))
    assert adjusted_rand_score(truth, found.labels) == 1.0


def test_all_at_once_swings_where_single_objects_settle():
    """The oscillation of [GRA 1.6]: a shift of -1 drives objects apart."""
    problem, _ = planted(n=120, noise=0.9)
    cost = CorrelationCost(problem, 3, shift=-1.0)
    path = Explicit((20.0,))
    single = solve(MeanField(path, max_iter=100, tol=1e-6, harden=False), cost)
    together = solve(MeanField(path, max_iter=100, tol=1e-6, block_size=120, harden=False), cost)
    assert single.status is Status.CONVERGED
    assert together.status is Status.MAX_ITER


def test_steps_are_halved_where_much_happens():
    problem, _ = planted()
    seen = []

    def note(temperature, free_energy, state):
        seen.append((temperature, state.memberships.max(axis=1).mean()))

    cost = CorrelationCost(problem, 3)
    critical = cost.critical_temperature()
    path = Explicit((1.5 * critical, 0.9 * critical, 0.5 * critical))
    solve(MeanField(path, refine=0.1, visit=note), cost)
    temperatures, tops = np.array(seen).T
    assert temperatures.size > 3
    assert (np.diff(temperatures) < 0.0).all()
    ratios = temperatures[1:] / temperatures[:-1]
    assert ((np.abs(np.diff(tops)) <= 0.1) | (ratios >= 0.998)).all()


def test_no_cluster_stays_empty_where_it_must_not():
    problem, _ = planted(n=12)
    cost = RatioCutCost(positive(problem), 6)
    found = solve(MeanField(allow_empty=False), cost)
    assert np.unique(found.labels).size == 6


def test_a_stop_keeps_what_there_is():
    class Impatient(Monitor):
        def step(self, run, done, of, note):
            self.stop()

    problem, _ = planted()
    cost, luck = CorrelationCost(problem, 3), np.random.default_rng(0)
    start = even_start(cost.n_objects, 3, luck)
    found = MeanField().solve(cost, start, rng=luck, monitor=Impatient())
    assert found.status is Status.INTERRUPTED
    assert found.labels.shape == (cost.n_objects,)


def test_bipartition_finds_the_best_cut_of_clear_graphs():
    """Two triangles on an edge: 2 / 7 [SLC §9]; a ring falls into two arcs."""
    ring = np.roll(np.eye(300), 1, axis=0) + np.roll(np.eye(300), -1, axis=0)
    cost = NormalizedCutCost(PairwiseProblem.from_similarities(ring), 2)
    found = Bipartition().solve(cost, np.zeros(300, int), rng=np.random.default_rng(0))
    assert found.cost == pytest.approx(2.0 * 2.0 / 300.0)
    four = np.kron(np.eye(4), np.ones((5, 5))) + 0.01
    cost = NormalizedCutCost(PairwiseProblem.from_similarities(four), 4)
    found = Bipartition().solve(cost, np.zeros(20, int), rng=np.random.default_rng(0))
    assert adjusted_rand_score(np.repeat(np.arange(4), 5), found.labels) == 1.0


@pytest.mark.parametrize("wrong", [0.0, -1.0, np.nan, np.inf])
def test_temperatures_that_are_none_are_refused(wrong):
    cost = CorrelationCost(PairwiseProblem.from_similarities([[1.0, 0.5], [0.5, 1.0]]), 2)
    start, luck = np.full((2, 2), 0.5), np.random.default_rng(0)
    with pytest.raises(InputError, match="a temperature must be > 0 and finite"):
        MeanField(Explicit((1.0, wrong))).solve(cost, start, rng=luck)
