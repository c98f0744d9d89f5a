"""Laws of the sequential bottleneck, on tables that hypothesis thinks up."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coterie import SequentialIB
from coterie.costs import TIE, BottleneckCost, HasSweep
from coterie.engines import LoopSweeper
from coterie.measures import entropy, merge_cost, micro_precision_recall, mutual_information
from coterie.problems import CountProblem
from tests.properties.strategies import count_tables, partitions

pytestmark = pytest.mark.filterwarnings("ignore:.* kinds? of row:coterie.DataWarning")
BETAS = st.one_of(st.just(np.inf), st.floats(1.01, 50.0))
K = 3
# Costs are sums of at most 100 terms of h(p), p <= 1: 1e-12 leaves room for their rounding.
EXACT = 1e-12


def tables(min_rows=K + 1):
    """Tables in which enough rows have counts for three clusters."""
    return count_tables(min_rows=min_rows, max_rows=8, min_columns=2).filter(
        lambda table: np.count_nonzero(table.sum(axis=1)) > K
    )


def problem_of(table, prior="counts"):
    return CountProblem.from_counts(table[table.sum(axis=1) > 0], prior=prior)


@st.composite
def labelled(draw):
    """A cost of the bottleneck and a labelling of its rows."""
    problem = problem_of(draw(tables()), draw(st.sampled_from(["counts", "uniform"])))
    labels = draw(partitions(problem.n_rows, K))
    return BottleneckCost(problem, K, draw(BETAS)), labels


@given(labelled())
def test_cost_of_hard_clusters(case):
    """I(T;X) / beta - I(T;Y) with I(T;X) = H(T) [IB P-19]."""
    cost, labels = case
    joint = cost.problem.cluster_joint(labels, K)
    expected = entropy(joint.sum(axis=1)) / cost.beta - mutual_information(joint)
    assert abs(cost.total(labels) - expected) <= EXACT


@given(labelled(), st.data())
def test_move_changes_the_cost_by_the_difference_of_two_merges(case, data):
    """[IB P-45]: drawn out of its cluster, the row merges with either."""
    cost, labels = case
    i = data.draw(st.integers(0, labels.size - 1))
    target = data.draw(st.integers(0, K - 1))
    moved = np.where(np.arange(labels.size) == i, target, labels)
    joint = cost.problem.joint.toarray()
    others = np.arange(labels.size) != i
    merges = [
        merge_cost(joint[i], joint[others & (labels == t)].sum(axis=0), beta=cost.beta)
        for t in (labels[i], target)
    ]
    gained = cost.total(labels) - cost.total(moved)
    assert abs(gained - (merges[0] - merges[1])) <= EXACT


@given(labelled(), st.integers(0, 99))
def test_no_draw_raises_the_cost(case, seed):
    """[IB P-46], draw by draw, for the loop and for the compiled sweep."""
    cost, labels = case
    order = np.random.default_rng(seed).permutation(labels.size)
    assert isinstance(cost, HasSweep)
    for sweeper in (LoopSweeper(cost, labels), cost.sweeper(labels)):
        before = cost.total(sweeper.labels)
        for i in np.tile(order, 2):
            moved = sweeper.sweep(np.array([i]), keep_all=True)
            after = cost.total(sweeper.labels)
            assert after <= before + EXACT
            assert moved or after == before
            before = after


@settings(max_examples=30)
@given(tables(), BETAS, st.integers(0, 99))
def test_no_single_move_betters_the_result(table, beta, seed):
    """[IB P-47]"""
    problem = problem_of(table)
    model = SequentialIB(K, beta=beta, n_init=1, max_iter=200, random_state=seed)
    labels = model.fit(problem.counts).labels_
    cost = BottleneckCost(problem, K, beta)
    reached = cost.total(labels)
    for i in range(labels.size):
        if np.count_nonzero(labels == labels[i]) > 1:
            for t in range(K):
                moved = np.where(np.arange(labels.size) == i, t, labels)
                assert cost.total(moved) >= reached - EXACT - TIE


@given(labelled(), st.integers(0, 99))
def test_names_and_order_do_not_matter(case, seed):
    """[IB P-48]"""
    cost, labels = case
    rng = np.random.default_rng(seed)
    names, order = rng.permutation(K), rng.permutation(labels.size)
    assert abs(cost.total(names[labels]) - cost.total(labels)) <= EXACT
    problem = cost.problem
    shuffled = CountProblem.from_counts(
        problem.counts[order], prior=problem.mass[order], min_rows=K
    )
    twin = BottleneckCost(shuffled, K, cost.beta)
    assert abs(twin.total(labels[order]) - cost.total(labels)) <= EXACT


@settings(max_examples=30)
@given(tables(), st.integers(0, 99), st.sampled_from([2.0, 8.0, 1024.0]))
def test_length_of_rows_does_not_matter_under_the_uniform_prior(table, seed, factor):
    """[IB P-49]: counts, and rows stretched or normalised, have the same costs.

    Powers of two change no digit, so the labels must be equal to the last tie; dividing by the sum
    rounds, so the costs are compared.
    """
    counts = problem_of(table).counts.toarray()
    fitted = SequentialIB(K, prior="uniform", n_init=2, max_iter=200, random_state=seed)
    labels = fitted.fit(counts).labels_
    stretch = np.where(np.arange(len(counts)) % 2, factor, 1.0)[:, None]
    np.testing.assert_array_equal(fitted.fit(counts * stretch).labels_, labels)
    costs = [
        BottleneckCost(CountProblem.from_counts(rows, prior="uniform"), K).total(labels)
        for rows in (counts, counts / counts.sum(axis=1, keepdims=True))
    ]
    assert costs[0] == pytest.approx(costs[1], abs=EXACT)


@given(labelled())
def test_clusters_keep_no_more_than_there_is(case):
    """0 <= I(T;Y) <= I(X;Y), by data processing."""
    cost, labels = case
    kept = mutual_information(cost.problem.cluster_joint(labels, K))
    assert -EXACT <= kept <= cost.problem.information + EXACT


@given(st.integers(2, 40).flatmap(lambda n: partitions(n, 2)), st.data())
def test_precision_is_recall_with_one_class_each(classes, data):
    """[IB P-54]"""
    labels = data.draw(st.lists(st.integers(0, 3), min_size=classes.size, max_size=classes.size))
    found = micro_precision_recall(classes, labels)
    assert found.precision == pytest.approx(found.recall, abs=EXACT)


@given(st.lists(st.sets(st.integers(0, 3), min_size=1), min_size=1, max_size=20), st.data())
def test_recall_is_bounded_by_the_classes_each(classes, data):
    """[IB P-55]"""
    labels = data.draw(st.lists(st.integers(0, 3), min_size=len(classes), max_size=len(classes)))
    mean = sum(map(len, classes)) / len(classes)
    assert micro_precision_recall(classes, labels).recall <= 1.0 / mean + EXACT
