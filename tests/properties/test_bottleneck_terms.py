"""What soft clusters come to, term by term."""

from dataclasses import astuple
from functools import partial

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from coterie import AnnealedIB, InputError, IterativeIB
from coterie.costs import SoftBottleneckCost
from coterie.engines import Annealing, Duplicates, Iterative, Spectral
from coterie.measures import bottleneck_terms, entropy, kl_divergence, merge_cost
from coterie.measures import mutual_information as information
from coterie.problems import CountProblem
from tests.properties.strategies import count_tables

ROUNDING = 1e-12  # sums of some dozens of terms of size 1


@st.composite
def clusterings(draw, *, hard=False):
    """A table whose rows all have mass, and memberships of some clusters."""
    counts = draw(count_tables(7, 5, min_rows=2, min_columns=2))
    counts[:, 0] += counts.sum(axis=1) == 0
    size, k = len(counts), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    if hard:
        return counts, np.eye(k)[rng.integers(k, size=size)]
    memberships = rng.dirichlet(np.full(k, 0.5), size=size)
    return counts, memberships


betas = st.sampled_from([0.3, 1.0, 2.5, 40.0])


def updated(p, members, beta):
    """One iteration, as loops."""
    joint = members.T @ p
    weights = np.array([
        [
            cluster.sum() * np.exp(-beta * kl_divergence(row / row.sum(), cluster / cluster.sum()))
            if cluster.sum() > 0 else 0.0
            for cluster in joint
        ]
        for row in p
    ])  # fmt: skip
    return weights / weights.sum(axis=1, keepdims=True)


@given(case=clusterings(), beta=betas)
def test_terms_are_their_definitions(case, beta):
    counts, members = case
    p = counts / counts.sum()
    terms = bottleneck_terms(counts, members, beta)
    joint, share = members.T @ p, p.sum(axis=1)[:, None] * members
    distortion = sum(
        share[x, t] * kl_divergence(p[x] / p[x].sum(), joint[t] / joint[t].sum())
        for x, t in zip(*np.nonzero(share), strict=True)
    )
    assert terms.distortion == pytest.approx(distortion, abs=ROUNDING)
    assert terms.compression == pytest.approx(information(share), abs=ROUNDING)
    residual = np.abs(updated(p, members, beta) - members).max()
    assert terms.residual == pytest.approx(residual, abs=1e-10)


@given(case=clusterings(), beta=betas)
def test_data_processing(case, beta):
    """[IB P-16]."""
    terms = bottleneck_terms(*case, beta)
    assert -ROUNDING <= terms.information <= min(terms.whole, terms.compression) + ROUNDING
    most = min(entropy(case[0].sum(axis=1)), np.log(case[1].shape[1]))
    assert -ROUNDING <= terms.compression <= most + ROUNDING


@given(case=clusterings(), beta=betas)
def test_what_is_lost_is_the_mean_divergence(case, beta):
    """[IB P-17]; and the free energy is the functional but for a constant [IB P-18]."""
    terms = bottleneck_terms(*case, beta)
    assert terms.distortion == pytest.approx(terms.whole - terms.information, abs=ROUNDING)
    expected = terms.functional + beta * terms.whole
    assert terms.free_energy == pytest.approx(expected, abs=ROUNDING * max(beta, 1.0))


@given(case=clusterings(hard=True), beta=betas)
def test_hard_clusters_pay_their_entropy(case, beta):
    """[IB P-19]; labels say as much as memberships."""
    terms = bottleneck_terms(*case, beta)
    assert bottleneck_terms(case[0], case[1].argmax(axis=1), beta).functional == pytest.approx(
        terms.functional, abs=ROUNDING * max(beta, 1.0)
    )
    masses = case[1].T @ case[0].sum(axis=1)
    assert terms.compression == pytest.approx(entropy(masses), abs=ROUNDING)


@given(case=clusterings(), beta=st.sampled_from([0.2, 0.7, 1.0]))
def test_up_to_one_nothing_pays(case, beta):
    """[IB P-21]."""
    assert bottleneck_terms(*case, beta).functional >= -ROUNDING


@given(case=clusterings(), beta=betas)
def test_a_single_cluster_is_always_a_solution(case, beta):
    """[IB 2.16] holds where all clusters are the same."""
    counts, _ = case
    for k in (1, 3):
        terms = bottleneck_terms(counts, np.full((len(counts), k), 1.0 / k), beta)
        assert terms.functional == pytest.approx(0.0, abs=ROUNDING * max(beta, 1.0))
        assert terms.residual < 1e-13 * max(beta, 1.0)


@given(case=clusterings(), beta=betas)
def test_merging_soft_clusters_costs_the_difference(case, beta):
    """[IB 3.13] with shared rows."""
    counts, members = case
    members = np.column_stack([members, np.zeros(len(counts))])
    p, k = counts / counts.sum(), members.shape[1]
    joint, share = members.T @ p, (p.sum(axis=1)[:, None] * members).T
    merged = np.column_stack([members[:, : k - 2], members[:, k - 2] + members[:, k - 1]])
    cost = merge_cost(joint[k - 2], joint[k - 1], beta, members=(share[k - 2], share[k - 1]))
    before, after = (bottleneck_terms(counts, q, beta).functional for q in (members, merged))
    assert beta * cost == pytest.approx(after - before, abs=1e-11 * max(beta, 1.0))


def test_sparse_tables_empty_rows_and_columns():
    counts = np.array([[3, 0, 1, 0], [0, 0, 0, 0], [1, 0, 5, 0], [0, 0, 2, 0]])
    members = np.array([[0.9, 0.1], [0.0, 0.0], [0.3, 0.7], [0.2, 0.8]])
    dense = pytest.approx(astuple(bottleneck_terms(counts, members, 3.0)), abs=ROUNDING)
    assert astuple(bottleneck_terms(sp.csr_array(counts), members, 3.0)) == dense
    kept = [0, 2, 3]
    assert astuple(bottleneck_terms(counts[kept][:, [0, 2]], members[kept], 3.0)) == dense


def test_solutions_of_the_estimators_are_solutions():
    """[IB P-33, P-36]: tolerances of the stops; other memberships are none."""
    counts = np.random.default_rng(0).poisson(4.0, size=(20, 6)) + 1
    soft = IterativeIB(3, beta=30.0, tol=1e-12, max_iter=5000, random_state=0).fit(counts)
    assert bottleneck_terms(counts, soft.memberships_, 30.0).residual < 1e-5
    grown = AnnealedIB(3, beta_stop=40.0, random_state=0, tol=1e-12, max_iter=5000).fit(counts)
    assert bottleneck_terms(counts, grown.memberships_, grown.beta_).residual < 1e-5
    hard = np.eye(3)[soft.labels_]
    assert bottleneck_terms(counts, hard, 30.0).residual > 1e-3


@pytest.mark.parametrize("splitter", [Spectral(), Duplicates(growth=0.05, threshold=1e-3)])
def test_annealing_goes_from_solution_to_solution(splitter):
    """[IB P-36]: at every beta that it visits; the stop allows changes of a millionth or so."""
    problem = CountProblem.from_counts(np.random.default_rng(1).poisson(4.0, size=(15, 5)) + 1)
    grown = Annealing(splitter, Iterative(5000, 1e-13), 4, start=3.0, stop=60.0).grow(
        partial(SoftBottleneckCost, problem, 4),
        rng=np.random.default_rng(0),
        visit=lambda beta, found: bottleneck_terms(problem.joint, found.memberships, beta),
    )
    assert len(grown.path) > 5
    assert grown.memberships.shape[1] > 2
    assert max(terms.residual for terms in grown.path) < 1e-5


@pytest.mark.parametrize(
    ("members", "beta", "words"),
    [
        (np.eye(2), 0.0, r"beta=0.0 must be a number > 0 and finite"),
        (np.eye(2), np.inf, "finite; at infinity clusters are hard"),
        (np.eye(2), np.nan, "beta=nan must be"),
        (np.eye(3), 2.0, r"shape \(3, 3\), but joint has 2 rows"),
        ([0.0, 1.0], 2.0, r"shape \(2,\), but joint has 2 rows"),
        ([0, 1, 1], 2.0, r"shape \(3, 2\), but joint has 2 rows"),
        ([0, -1], 2.0, "sum to 1; divide"),
        ([[0.5, 0.6], [1, 0]], 2.0, "sum to 1; divide"),
        ([[1.5, -0.5], [1, 0]], 2.0, "numbers >= 0"),
        ([[np.nan, 1.0], [1, 0]], 2.0, "numbers >= 0"),
    ],
)
def test_nonsense_is_refused(members, beta, words):
    with pytest.raises(InputError, match=words):
        bottleneck_terms([[1, 2], [3, 1]], members, beta)
