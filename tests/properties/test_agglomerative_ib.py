"""Laws of merging, on tables of all kinds [IB §2.4], and of merging with improvements [IB §2.8]."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coterie import AgglomerativeIB, merge_and_improve
from coterie._core.errors import CoterieWarning
from coterie.costs import BottleneckCost
from coterie.measures import adjusted_rand_score, merge_cost, mutual_information
from coterie.problems import CountProblem
from tests.properties.strategies import count_tables

# Sums of at most some hundred terms below log 60.
CLOSE = {"rtol": 0.0, "atol": 1e-12}
tables = count_tables(10, 8, min_rows=2).filter(lambda counts: counts.any(axis=1).sum() >= 2)
betas = st.sampled_from([math.inf, 20.0, 5.0, 1.5, 1.0, 0.5])
quick = settings(max_examples=30, deadline=None)  # compiled in the first call


def fit(counts, **given_settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoterieWarning)
        return AgglomerativeIB(**given_settings).fit(counts)


@quick
@given(tables, betas)
def test_nothing_is_gained_where_compression_outweighs_relevance(counts, beta):
    """P-39: at beta <= 1 every merge costs 0 or less; at infinity, 0 or more."""
    costs = fit(counts, beta=beta).merge_costs_
    if beta <= 1.0:
        assert costs.max() <= CLOSE["atol"]
    if math.isinf(beta):
        assert costs.min() >= 0.0


@settings(max_examples=20, deadline=None)
@given(tables, betas, st.sampled_from(["counts", "uniform"]))
def test_every_merge_costs_what_the_functional_falls(counts, beta, prior):
    """P-40, by the cost of each level evaluated afresh; the paths and the heights agree."""
    model = fit(counts, beta=beta, prior=prior)
    problem = CountProblem.from_counts(counts[counts.any(axis=1)], prior=prior)
    levels = range(problem.n_rows, 0, -1)
    labels = [model.labels_at(k)[model.leaves_ >= 0] for k in levels]
    totals = [
        BottleneckCost(problem, k, beta).total(each) for k, each in zip(levels, labels, strict=True)
    ]
    np.testing.assert_allclose(model.merge_costs_, np.diff(totals), **CLOSE)
    kept = [
        mutual_information(problem.cluster_joint(each, k))
        for k, each in zip(levels, labels, strict=True)
    ]
    np.testing.assert_allclose(model.information_path_, kept, **CLOSE)
    named = [
        BottleneckCost(problem, k, 1.0).total(each) for k, each in zip(levels, labels, strict=True)
    ]
    np.testing.assert_allclose(model.entropy_path_ - kept, named, **CLOSE)
    np.testing.assert_allclose(model.tree_.heights, kept[0] - np.array(kept[1:]), **CLOSE)
    assert (np.diff(model.tree_.heights) >= 0.0).all()


@quick
@given(tables)
def test_all_losses_are_all_information(counts):
    """P-41."""
    model = fit(counts)
    whole = mutual_information(counts)
    np.testing.assert_allclose(model.merge_costs_.sum(), whole, **CLOSE)
    assert model.information_path_[-1] <= CLOSE["atol"]


@quick
@given(tables, st.data())
def test_duplicates_are_merged_first_and_cost_nothing(counts, data):
    """P-42: as long as there are rows in proportion, the next merge is free."""
    rows = counts[counts.any(axis=1)]
    again = data.draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, max_size=4))
    doubled = np.vstack([rows, rows[again] * 3])
    profiles = doubled / doubled.sum(axis=1, keepdims=True)
    distinct = len(np.unique(profiles.round(12), axis=0))
    model = fit(doubled)
    free = len(doubled) - distinct
    np.testing.assert_allclose(model.merge_costs_[:free], 0.0, **CLOSE)
    labels = model.labels_at(distinct)
    for t in range(distinct):
        assert np.ptp(profiles[labels == t], axis=0).max() < 1e-12


@quick
@given(tables, betas)
def test_every_level_is_nested_in_the_next(counts, beta):
    """P-43."""
    model = fit(counts, beta=beta)
    for k in range(1, model.n_leaves_):
        pairs = zip(model.labels_at(k).tolist(), model.labels_at(k + 1).tolist(), strict=True)
        assert len({pair for pair in pairs if pair[0] >= 0}) == k + 1


@quick
@given(tables)
def test_the_first_merge_is_the_cheapest_of_all_pairs(counts):
    rows = counts[counts.any(axis=1)] / counts.sum()
    costs = [
        merge_cost(rows[i], rows[j]) for i in range(len(rows)) for j in range(i + 1, len(rows))
    ]
    np.testing.assert_allclose(fit(counts).merge_costs_[0], min(costs), **CLOSE)


@given(st.integers(0, 2**31 - 1))
@settings(max_examples=25, deadline=None)
def test_the_order_of_rows_does_not_matter_without_ties(seed):
    rng = np.random.default_rng(seed)
    counts = rng.gamma(1.0, size=(12, 6))  # real weights: ties have no chance
    order = rng.permutation(12)
    one, other = fit(counts), fit(counts[order])
    np.testing.assert_allclose(one.merge_costs_, other.merge_costs_, **CLOSE)
    for k in range(1, 13):
        assert adjusted_rand_score(one.labels_at(k)[order], other.labels_at(k)) == 1.0


@settings(max_examples=12, deadline=None)
@given(tables, st.sampled_from([math.inf, 5.0]))
def test_an_improved_level_is_never_worse(counts, beta):
    n_rows = int(counts.any(axis=1).sum())
    sizes = sorted({n_rows, max(1, n_rows // 2), 1}, reverse=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoterieWarning)
        levels = merge_and_improve(counts, sizes, beta=beta, random_state=0)
    for level in levels:
        assert level.cost <= level.merged_cost + CLOSE["atol"]
        assert (level.moved.size > 0) == (level.cost < level.merged_cost - CLOSE["atol"])


def test_moves_after_merging_improve_some_random_problems_and_spoil_none():
    """60 random problems of 7 x 5, three clusters."""
    rng = np.random.default_rng(0)
    gains = []
    for _ in range(60):
        joint = rng.dirichlet(np.ones(35)).reshape(7, 5)
        (level,) = merge_and_improve(joint, [3], random_state=0)
        gains.append(level.merged_cost - level.cost)
    assert min(gains) >= 0.0
    assert 3 <= sum(gain > 1e-9 for gain in gains) <= 20  # 9 of 60 with other random numbers


def test_where_the_levels_stop_being_nested_is_recorded():
    ladder = [[50, 50], [61, 39], [70, 30], [80, 20]]
    three, two = merge_and_improve(ladder, [3, 2], random_state=0)
    assert (three.moved.size, three.cost) == (0, pytest.approx(three.merged_cost))
    assert two.moved.tolist() == [2]
    assert two.labels.tolist() == [0, 0, 1, 1]
