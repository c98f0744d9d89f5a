"""Each engine on each cost that has what it needs: the laws that docs/contributing promises.

A cost or an engine enters by its line in `COSTS` or `ENGINES`; nothing here names one, except where
the rule is about what a single kind of engine does.
"""

import numpy as np
import pytest

from coterie._core.errors import InputError
from coterie._core.progress import Monitor
from coterie.costs import (
    COSTS,
    TIE,
    AdaptiveRatioCutCost,
    BottleneckCost,
    CorrelationCost,
    HasLocal,
    HasMeanField,
    HasMerge,
    HasReassign,
    HasSweep,
    HasTotal,
    KLCost,
    MaxCutCost,
    SideInformationCost,
)
from coterie.engines import (
    ENGINES,
    SAMPLERS,
    LoopSweeper,
    Status,
    balanced_start,
    fits,
    require,
    solve_all,
)
from tests.contract.instances import INSTANCES, avoiding, in_order, made_for, problem_of

K = 3


def side(problem, k, **settings):
    """The bottleneck, with a second table that the clusters are to know little about."""
    return SideInformationCost(problem, avoiding(problem).avoided, k, **settings)


VARIANTS = {
    **COSTS,
    "bottleneck at beta 3": lambda problem, k: BottleneckCost(problem, k, beta=3.0),
    "kl, first": lambda problem, k: KLCost(problem, k, first_if_lost=True),
    "side information": side,
    "side information at beta 3": lambda problem, k: side(problem, k, beta=3.0, avoid_weight=0.4),
    "correlation, shifted": lambda problem, k: CorrelationCost(problem, k, shift=-0.3),
    "maximum cut, shifted": lambda problem, k: MaxCutCost(problem, k, shift=0.2),
    "adaptive ratio cut, 2": lambda problem, k: AdaptiveRatioCutCost(problem, k, exponent=2.0),
    "adaptive ratio cut, 1": lambda problem, k: AdaptiveRatioCutCost(problem, k, exponent=1.0),
}
TAKES = {name: made_for(make) for name, make in VARIANTS.items()}
# Differences of totals of order one, each a sum of some hundred terms: 1e-12 is far above rounding.
EXACT = {"rtol": 0.0, "atol": 1e-12}


def every(*capabilities):
    """Each variant on each instance, where the variant has the capabilities."""
    found = [
        pytest.param(name, instance, id=f"{name} on {instance}")
        for name in VARIANTS
        for instance in TAKES[name]
        if all(isinstance(cost_of(name, TAKES[name][0]), each) for each in capabilities)
    ]
    assert found
    return pytest.mark.parametrize(("name", "instance"), found)


def every_pair(*capabilities):
    """Each engine that fits each variant with the capabilities, on each instance.

    Those that merge have a file of their own: they leave fewer clusters than they are given. So
    have those that average, which start from memberships, and those that sample, which go up as
    well as down.
    """
    return pytest.mark.parametrize(
        ("engine", "name", "instance"),
        [
            pytest.param(engine, name, instance, id=f"{engine}, {name} on {instance}")
            for engine, kind in ENGINES.items()
            for name in VARIANTS
            if not {HasMerge, HasMeanField} & set(kind.needs)
            and engine not in SAMPLERS
            and fits(cost := cost_of(name, TAKES[name][0]), kind)
            and all(isinstance(cost, each) for each in capabilities)
            for instance in TAKES[name]
        ],
    )


def cost_of(name, instance):
    return VARIANTS[name](problem_of(instance), K)


def starts(cost, count=4):
    return [balanced_start(cost.n_objects, K, np.random.default_rng(seed)) for seed in range(count)]


def run(engine, cost, seed=0, **settings):
    start, luck = np.random.default_rng(seed).spawn(2)
    labels = balanced_start(cost.n_objects, K, start)
    return ENGINES[engine](**settings).solve(cost, labels, rng=luck)


@pytest.mark.parametrize("name", [name for name in COSTS if not hasattr(COSTS[name], "total")])
def test_local_rule_without_a_total_says_so(name):
    assert np.isnan(run("sequential", cost_of(name, "planted")).cost)


@every(HasLocal, HasTotal)
def test_local_differences_are_total_differences(name, instance):
    cost = cost_of(name, instance)
    for labels in starts(cost):
        for i in range(cost.n_objects):
            moved = [np.where(np.arange(labels.size) == i, t, labels) for t in range(K)]
            totals = np.array([cost.total(each) for each in moved])
            local = cost.local(labels, i)
            np.testing.assert_allclose(local - local[0], totals - totals[0], **EXACT)


@every(HasLocal)
def test_local_does_not_depend_on_the_label_drawn_out(name, instance):
    cost = cost_of(name, instance)
    for labels in starts(cost, 2):
        for i in range(cost.n_objects):
            other = labels.copy()
            other[i] = (other[i] + 1) % K
            np.testing.assert_allclose(cost.local(labels, i), cost.local(other, i), **EXACT)


@every(HasSweep)
@pytest.mark.parametrize("keep_all", [True, False])
def test_compiled_sweep_moves_as_the_loop(name, instance, keep_all):
    cost = cost_of(name, instance)
    rng = np.random.default_rng(3)
    for start in starts(cost, 6):
        compiled, loop = cost.sweeper(start), LoopSweeper(cost, start)
        for _ in range(4):
            for i in rng.permutation(cost.n_objects):
                one = np.array([i])
                moves = compiled.sweep(one, keep_all=keep_all)
                assert moves == loop.sweep(one, keep_all=keep_all)
                np.testing.assert_array_equal(compiled.labels, loop.labels)


@every_pair()
def test_solution_is_what_it_says(engine, name, instance):
    cost = cost_of(name, instance)
    solution = run(engine, cost)
    assert solution.labels.shape == (cost.n_objects,)
    assert 0 <= solution.labels.min() <= solution.labels.max() < K
    assert solution.converged == (solution.moves[-1] == 0)
    if isinstance(cost, HasTotal):
        assert solution.cost == cost.total(solution.labels)


@every_pair(HasTotal)
def test_no_pass_raises_the_cost(engine, name, instance):
    cost = cost_of(name, instance)
    for seed in range(4):
        path = [run(engine, cost, seed, max_iter=1)]
        path += [run(engine, cost, seed, max_iter=passes) for passes in range(2, 6)]
        costs = np.array([solution.cost for solution in path])
        assert (np.diff(costs) <= TIE).all()


@every_pair()
def test_end_cannot_be_bettered_by_the_next_pass(engine, name, instance):
    """Sequential: by no single move. Batch: by no reassignment of all."""
    cost = cost_of(name, instance)
    solution = run(engine, cost, seed=1, max_iter=200)
    if not solution.converged:  # a rule without a total may go round in circles
        assert not isinstance(cost, HasTotal)
        return
    labels = solution.labels
    if isinstance(cost, HasReassign) and engine == "batch":
        np.testing.assert_array_equal(cost.reassign(labels), labels)
        return
    for i in range(cost.n_objects):
        if np.count_nonzero(labels == labels[i]) > 1:
            costs = cost.local(labels, i)
            scale = abs(solution.cost) if isinstance(cost, HasTotal) else 1.0
            # twice: the tolerance of the move, and as much for what is rounded between the two
            assert costs[labels[i]] <= costs.min() + 2.0 * TIE * max(1.0, scale)


@every_pair()
def test_same_seed_same_answer(engine, name, instance):
    cost = cost_of(name, instance)
    first, second = run(engine, cost, seed=2), run(engine, cost_of(name, instance), seed=2)
    np.testing.assert_array_equal(first.labels, second.labels)
    np.testing.assert_array_equal(first.moves, second.moves)


@every_pair()
def test_workers_do_not_change_the_answer(engine, name, instance):
    cost = cost_of(name, instance)

    def draw(rng):
        return balanced_start(cost.n_objects, K, rng)

    def labels(n_jobs):
        runs = solve_all(ENGINES[engine](), cost, draw, [5, 6, 7], n_jobs=n_jobs, monitor=Monitor())
        return np.array([solution.labels for solution in runs])

    np.testing.assert_array_equal(labels(1), labels(3))


@every_pair()
def test_no_cluster_is_emptied_unless_allowed(engine, name, instance):
    cost = cost_of(name, instance)
    for seed in range(4):
        assert np.unique(run(engine, cost, seed).labels).size == K


@pytest.mark.parametrize("name", ["kl", "cosine", "bottleneck at beta 3"])
def test_emptying_is_a_choice(name):
    """Some instance and seed must make use of the permission, or it would be an empty word."""
    used = [
        np.unique(run("sequential", cost_of(name, instance), seed, allow_empty=True).labels).size
        for instance in INSTANCES
        for seed in range(8)
    ]
    assert min(used) < K


@every(HasTotal)
def test_total_does_not_depend_on_names_and_order(name, instance):
    """Permuted labels, permuted rows [IB P-48]."""
    problem, rng = problem_of(instance), np.random.default_rng(4)
    cost = VARIANTS[name](problem, K)
    labels, names = starts(cost)[0], rng.permutation(K)
    np.testing.assert_allclose(cost.total(names[labels]), cost.total(labels), **EXACT)
    order = rng.permutation(cost.n_objects)
    twin = VARIANTS[name](in_order(problem, order), K)
    np.testing.assert_allclose(twin.total(labels[order]), cost.total(labels), **EXACT)


@every(HasLocal)
def test_local_follows_names_and_order(name, instance):
    if name == "kl, first":
        return  # by design the first cluster is special
    cost, rng = cost_of(name, instance), np.random.default_rng(9)
    labels, names = starts(cost)[1], rng.permutation(K)
    for i in range(0, cost.n_objects, 3):
        renamed = cost.local(names[labels], i)[names]
        np.testing.assert_allclose(renamed, cost.local(labels, i), **EXACT)


class Nothing:
    """A cost that has no capability at all."""


@pytest.mark.parametrize("engine", ENGINES)
def test_cost_that_does_not_fit_is_refused(engine):
    with pytest.raises(InputError, match=r"Nothing has no .*\. Engines that fit: none\."):
        ENGINES[engine]().solve(Nothing(), np.zeros(2, int), rng=np.random.default_rng(0))


def test_refusal_names_the_engines_that_fit():
    cost = COSTS["cosine"](INSTANCES["planted"](), K)
    with pytest.raises(InputError, match=r"no reassign, total\. Engines that fit: sequential\."):
        require(cost, ENGINES["batch"]())


@pytest.mark.parametrize("engine", ["batch", "sequential"])
def test_stopped_monitor_ends_with_what_there_is(engine):
    class Impatient(Monitor):
        def step(self, run, done, of, note):
            self.stop()

    cost = COSTS["spherical"](INSTANCES["sparse"](), K)
    start = starts(cost)[0]
    solution = ENGINES[engine]().solve(
        cost, start, rng=np.random.default_rng(0), monitor=Impatient()
    )
    assert solution.status is Status.INTERRUPTED
    assert solution.n_iter == 1
