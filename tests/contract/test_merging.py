"""Each cost that knows what a merge costs, on each instance: the laws of agglomeration."""

import numpy as np
import pytest

from coterie._core.progress import Monitor
from coterie.costs import COSTS, BottleneckCost, HasMerge, HasMerger, SideInformationCost, TableCost
from coterie.engines import Agglomerative, LoopMerger, Status, balanced_start
from tests.contract.instances import avoiding, made_for, problem_of


def mixed(problem, k):
    """Features that cost and features that pay."""
    weights = np.linspace(-1.0, 0.5, problem.n_columns)
    return TableCost(problem, k, feature_weight=weights, mass_weight=0.3)


VARIANTS = {
    **{name: make for name, make in COSTS.items() if issubclass(make, HasMerge)},
    "bottleneck at beta 3": lambda problem, k: BottleneckCost(problem, k, beta=3.0),
    "bottleneck at beta 1": lambda problem, k: BottleneckCost(problem, k, beta=1.0),
    "weights of both signs": mixed,
    "side information": lambda problem, k: SideInformationCost(
        problem, avoiding(problem).avoided, k, avoid_weight=0.7
    ),
}
# Differences of totals of order one, each a sum of some hundred terms: 1e-12 is far above rounding.
EXACT = {"rtol": 0.0, "atol": 1e-12}
every = pytest.mark.parametrize(
    ("name", "instance"),
    [(name, instance) for name, make in VARIANTS.items() for instance in made_for(make)],
)


def cost_of(name, instance):
    problem = problem_of(instance)
    return VARIANTS[name](problem, VARIANTS[name](problem, 2).n_objects)


def starts(cost):
    """Singletons, and random clusters."""
    luck = np.random.default_rng(1)
    return [np.arange(cost.n_objects), balanced_start(cost.n_objects, 5, luck)]


def solve(cost, start, n_clusters=1, **how):
    return Agglomerative(n_clusters).solve(cost, start, rng=np.random.default_rng(0), **how)


@every
def test_merge_cost_is_the_difference_of_totals(name, instance):
    cost = cost_of(name, instance)
    labels = starts(cost)[1]
    before, merging = cost.total(labels), cost.merge_costs(labels)
    assert np.isinf(np.diag(merging)).all()
    for a in range(5):
        for b in set(range(5)) - {a}:
            after = cost.total(np.where(labels == b, a, labels))
            assert merging[a, b] == pytest.approx(after - before, abs=1e-12)


@every
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_compiled_merger_merges_as_the_loop(name, instance, n_jobs):
    cost = cost_of(name, instance)
    if not isinstance(cost, HasMerger):
        return
    for start in starts(cost):
        compiled, loop = cost.merger(start, n_jobs), LoopMerger(cost, start)
        assert list(compiled.prepare())[-1] == 1.0
        for _ in range(int(start.max())):
            *pair, rise = compiled.merge()
            *expected, loop_rise = loop.merge()
            assert pair == expected
            assert rise == pytest.approx(loop_rise, abs=1e-12)


@every
def test_rises_lead_from_level_to_level(name, instance):
    """[IB P-40], and the last cost is that of the labels."""
    cost = cost_of(name, instance)
    for start in starts(cost):
        tree = solve(cost, start)
        totals = [cost.total(tree.labels_at(k)) for k in range(tree.n_leaves, 0, -1)]
        np.testing.assert_allclose(np.diff(totals), tree.rises, **EXACT)
        assert tree.converged
        assert tree.cost == cost.total(tree.labels) == totals[-1]


@every
def test_levels_are_nested(name, instance):
    """[IB P-43]"""
    cost = cost_of(name, instance)
    tree = solve(cost, starts(cost)[0])
    finer = tree.labels_at(tree.n_leaves)
    for k in range(tree.n_leaves - 1, 0, -1):
        coarser = tree.labels_at(k)
        assert coarser.max() == k - 1
        assert len(set(zip(finer.tolist(), coarser.tolist(), strict=True))) == k + 1
        finer = coarser


@every
def test_merging_in_two_goes_is_merging_in_one(name, instance):
    cost = cost_of(name, instance)
    whole = solve(cost, starts(cost)[0])
    half = solve(cost, starts(cost)[0], n_clusters=4)
    rest = solve(cost, half.state)
    np.testing.assert_array_equal(half.labels, whole.labels_at(4))
    np.testing.assert_allclose([*half.rises, *rest.rises], whole.rises, **EXACT)


def test_as_many_clusters_as_there_are_need_no_merge():
    cost = cost_of("bottleneck", "planted")
    tree = solve(cost, starts(cost)[1], n_clusters=9)
    assert tree.n_iter == 0
    np.testing.assert_array_equal(tree.labels, starts(cost)[1])


class Impatient(Monitor):
    """Stops, or presses Ctrl-C, when three clusters are left."""

    def __init__(self, error=None):
        super().__init__()
        self.error = error

    def step(self, run, done, of, note):
        if note == "3 clusters left":
            if self.error:
                raise self.error
            self.stop()


@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
@pytest.mark.parametrize("name", ["bottleneck", "loop"])
def test_stop_keeps_the_merges_made(name, error):
    cost = cost_of("bottleneck", "planted")
    if name == "loop":
        cost = Plain(cost)
    tree = solve(cost, np.arange(9), monitor=Impatient(error))
    assert tree.status is Status.INTERRUPTED
    assert tree.n_iter == 6
    whole = solve(cost, np.arange(9))
    np.testing.assert_array_equal(tree.labels, whole.labels_at(3))


class Plain:
    """A cost with nothing compiled."""

    def __init__(self, cost):
        self.total, self.merge_costs = cost.total, cost.merge_costs
