"""The compiled merger beside loops that compare all pairs each time."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coterie import kernels
from coterie.costs import TIE, BottleneckCost
from coterie.costs._merging import TableMerger
from coterie.kernels._steady_gain import one_steady_gain
from coterie.problems import CountProblem
from tests.properties.strategies import count_tables
from tests.reference.agglomerative import merge_all
from tests.reference.sequential import merge_gain

masses = st.one_of(st.just(0.0), st.floats(1e-100, 1e15), st.integers(0, 100).map(float))


@settings(deadline=None)  # compiled in the first call
@given(masses, masses)
def test_steady_gain_has_all_digits(a, b):
    """Few units in the last place; of the difference of logarithms, which are below 300, too."""
    log_b = math.log(b) if b > 0.0 else 0.0
    gain = one_steady_gain(a, b, log_b)
    assert gain == pytest.approx(merge_gain(a, b), rel=2e-15, abs=2e-16 * 300.0 * min(a, b))


def merged(problem, beta):
    cost = BottleneckCost(problem, problem.n_rows, beta)
    merger = TableMerger(cost, np.arange(problem.n_rows))
    list(merger.prepare())
    return [merger.merge() for _ in range(problem.n_rows - 1)]


def assert_same(made, expected):
    assert [pair for *pair, _ in made] == [list(pair) for *pair, _ in expected]
    # sums of at most some hundred terms below one
    np.testing.assert_allclose([x for *_, x in made], [x for *_, x in expected], rtol=0, atol=1e-13)


@settings(max_examples=60, deadline=None)
@given(
    count_tables(9, 8, min_rows=2).filter(lambda n: n.any(axis=1).sum() >= 2),
    st.sampled_from([math.inf, 8.0, 1.0, 0.5]),
)
def test_every_merge_is_that_of_the_loops(counts, beta):
    """Whole counts, small: ties everywhere, lists and full tables both."""
    problem = CountProblem.from_counts(counts[counts.any(axis=1)])
    tolerance = TIE * max(1.0, abs(BottleneckCost(problem, problem.n_rows, beta).total(
        np.arange(problem.n_rows)
    )))  # fmt: skip
    table = problem.joint.toarray().tolist()
    assert_same(merged(problem, beta), merge_all(table, beta=beta, tolerance=tolerance))


@pytest.mark.parametrize("filled", [0.05, 0.9])
@pytest.mark.parametrize("prior", ["counts", "uniform"])
def test_real_weights_and_priors(filled, prior, rng):
    """Few filled cells are kept in lists, many in full; single precision only for whole counts."""
    counts = rng.gamma(1.0, size=(40, 60)) * (rng.random((40, 60)) < filled)
    counts[np.arange(40), rng.integers(60, size=40)] += 0.1
    problem = CountProblem.from_counts(counts, prior=prior)
    expected = merge_all(problem.joint.toarray().tolist(), beta=math.inf, tolerance=1e-12)
    assert_same(merged(problem, math.inf), expected)


def test_duplicates_are_merged_first_in_order():
    counts = np.repeat([[4, 0, 1], [0, 3, 2]], 4, axis=0)[[0, 4, 1, 5, 2, 6, 3, 7]]
    made = merged(CountProblem.from_counts(counts), math.inf)
    assert [pair for *pair, _ in made] == [
        [0, 2], [0, 4], [0, 6], [1, 3], [1, 5], [1, 7], [0, 1]
    ]  # fmt: skip
    # sums of 8 log 8 and the like, over 40: differences of their last digits
    assert [cost for *_, cost in made[:-1]] == pytest.approx([0.0] * 6, abs=1e-15)


def test_whole_counts_too_large_to_look_up(rng, monkeypatch):
    counts = rng.poisson(3.0, size=(30, 20))
    expected = merged(CountProblem.from_counts(counts), 5.0)
    monkeypatch.setattr("coterie.kernels._clusters.TABLED", 10)
    assert_same(merged(CountProblem.from_counts(counts), 5.0), expected)


def test_lists_are_tidied_when_their_room_is_used_up(rng, monkeypatch):
    """Long lists, merged so often that they would need several times the room."""
    counts = rng.poisson(0.2, size=(60, 300))
    counts[:, 0] += 1
    problem = CountProblem.from_counts(counts)
    cost = BottleneckCost(problem, 60)
    merger = TableMerger(cost, np.arange(60))
    list(merger.prepare())
    tidied, tidy = [], kernels.tidy_lists
    monkeypatch.setattr(
        kernels, "tidy_lists", lambda clusters: tidied.append(tidy(clusters)), raising=False
    )
    made = [merger.merge() for _ in range(59)]
    assert len(tidied) > 1
    assert sum(cost for *_, cost in made) == pytest.approx(problem.information, abs=1e-12)


@pytest.mark.parametrize("n_jobs", [2, 3])
def test_threads_share_the_pairs_and_change_nothing(n_jobs, rng, monkeypatch):
    monkeypatch.setattr("coterie.costs._merging.WORTH", 0.0)
    monkeypatch.setattr("coterie.costs._merging.BREATH", 2000.0)
    problem = CountProblem.from_counts(rng.poisson(1.0, size=(50, 30)) + 1)
    cost = BottleneckCost(problem, 50)
    alone, together = (TableMerger(cost, np.arange(50), jobs) for jobs in (1, n_jobs))
    assert len(list(alone.prepare())) == len(list(together.prepare())) > 5
    for _ in range(49):
        assert alone.merge() == together.merge()
