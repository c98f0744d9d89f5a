"""Identities of the relational costs, and their mean fields against enumeration [GRA §8]."""

import itertools

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from coterie.costs import (
    AdaptiveRatioCutCost,
    CorrelationCost,
    MaxCutCost,
    MinCutCost,
    MinMaxCutCost,
    NormalizedCutCost,
    PairwiseCost,
    RatioCutCost,
)
from coterie.kernels._relational import conditional
from coterie.problems import PairwiseProblem
from tests.reference import relational as slow

K = 3
# Sums of some dozens of numbers of order one: 1e-11 is far above their rounding.
EXACT = {"rtol": 0.0, "atol": 1e-11}
seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(3, 6)
few = settings(max_examples=15)  # each lists hundreds of labellings

QUADRATIC = {
    "correlation": (CorrelationCost, slow.correlation, {"shift": -0.4}),
    "minimum cut": (MinCutCost, slow.minimum_cut, {"shift": 0.3}),
    "maximum cut": (MaxCutCost, slow.maximum_cut, {"shift": 0.2}),
}
PLUGGED = {
    "ratio cut": (RatioCutCost, slow.ratio_cut, {}),
    "normalized cut": (NormalizedCutCost, slow.normalized_cut, {}),
    "min-max cut": (MinMaxCutCost, slow.min_max_cut, {}),
    "adaptive, 1": (AdaptiveRatioCutCost, slow.adaptive_ratio_cut, {"exponent": 1.0}),
    "adaptive, 1.2": (AdaptiveRatioCutCost, slow.adaptive_ratio_cut, {"exponent": 1.2}),
    "adaptive, 2": (AdaptiveRatioCutCost, slow.adaptive_ratio_cut, {"exponent": 2.0}),
    "adaptive, 3": (AdaptiveRatioCutCost, slow.adaptive_ratio_cut, {"exponent": 3.0}),
}
ALL = QUADRATIC | PLUGGED


def drawn(n, seed, *, positive=False):
    """Similarities with a diagonal, and memberships."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(0.1 if positive else -1.0, 1.0, size=(n, n))
    return (X + X.T) / 2.0, rng.dirichlet(np.ones(K), size=n)


def made(name, n, seed):
    make, _, settings_ = ALL[name]
    X, memberships = drawn(n, seed, positive=name in {"normalized cut", "min-max cut"})
    return X, make(PairwiseProblem(X), K, **settings_), memberships


def labellings(n):
    return map(np.array, itertools.product(range(K), repeat=n))


def totals(make, X, **settings_):
    cost = make(PairwiseProblem(X), K, **settings_)
    return np.array([cost.total(labels) for labels in labellings(len(X))])


def shifted(X, by, *, diagonal):
    return X + by * (np.ones_like(X) if diagonal else 1.0 - np.eye(len(X)))


def centred(fields):
    return fields - fields.mean(axis=1, keepdims=True)


@pytest.mark.parametrize("name", ALL)
@few
@given(n=sizes, seed=seeds)
def test_totals_are_the_formulas_written_out(name, n, seed):
    X, cost, _ = made(name, n, seed)
    twin, how = ALL[name][1:]
    sparse = ALL[name][0](PairwiseProblem(sp.csr_array(X)), K, **how)
    for labels in itertools.islice(labellings(n), 0, None, 7):
        expected = twin(X, labels, K, **how)
        np.testing.assert_allclose(cost.total(labels), expected, **EXACT)
        np.testing.assert_allclose(sparse.total(labels), expected, **EXACT)


@few
@given(n=sizes, seed=seeds)
def test_pairwise_cost_is_the_formula_written_out(n, seed):
    D, _ = drawn(n, seed, positive=True)
    np.fill_diagonal(D, 0.0)
    cost = PairwiseCost(PairwiseProblem.from_dissimilarities(D), K)
    for labels in itertools.islice(labellings(n), 0, None, 7):
        expected = slow.pairwise(D, labels, K)
        np.testing.assert_allclose(cost.total(labels), expected, **EXACT)


@few
@given(n=sizes, seed=seeds)
def test_correlation_cuts_and_maximum_correlation_differ_by_constants(n, seed):
    """T1."""
    X, _ = drawn(n, seed)
    most = [slow.maximum_correlation(X, labels, K) for labels in labellings(n)]
    for found in (
        totals(MinCutCost, X) - most,
        totals(CorrelationCost, X) - most,
        totals(CorrelationCost, -X) - totals(MaxCutCost, X),
    ):
        assert np.ptp(found) < 1e-11
    lacking = np.maximum(-X[np.triu_indices(n, 1)], 0.0).sum()
    np.testing.assert_allclose(totals(CorrelationCost, X) - totals(MinCutCost, X), lacking, **EXACT)


@few
@given(n=sizes, seed=seeds, by=st.floats(-3, 3))
def test_shifts_act_as_they_should(n, seed, by):
    """T2 to T5: s sum n (n - 1) / 2; s N / 2; s N (K' - 1); s sum of the norm of sizes."""
    X, _ = drawn(n, seed)
    sizes = np.array([np.bincount(labels, minlength=K) for labels in labellings(n)])
    squares, used = (sizes * (sizes - 1)).sum(axis=1) / 2.0, (sizes > 0).sum(axis=1)
    moved = totals(CorrelationCost, X, shift=by) - totals(CorrelationCost, X) + by * squares
    assert np.ptp(moved) < 1e-11
    for make, diagonal, expected in (
        (PairwiseCost, True, -by * n / 2.0),
        (PairwiseCost, False, -by * (n - used) / 2.0),
        (RatioCutCost, True, by * n * (used - 1)),
    ):
        after = totals(make, shifted(X, by, diagonal=diagonal))
        np.testing.assert_allclose(after - totals(make, X), expected, **EXACT)
    for exponent in (1.1, 1.5, 2.5):
        r, there = 1.0 / (exponent - 1.0), np.maximum(sizes, 1e-300)
        norm = sum(
            (there[:, a] ** r + there[:, b] ** r) ** (1.0 / r) * (sizes[:, [a, b]] > 0).all(axis=1)
            for a, b in itertools.combinations(range(K), 2)
        )
        after = totals(AdaptiveRatioCutCost, shifted(X, by, diagonal=True), exponent=exponent)
        before = totals(AdaptiveRatioCutCost, X, exponent=exponent)
        np.testing.assert_allclose(after - before, by * norm, **EXACT)


@few
@given(n=sizes, seed=seeds)
def test_exponents_lead_from_the_cheeger_cut_to_the_ratio_cut(n, seed):
    """T6."""
    X, _ = drawn(n, seed, positive=True)
    cuts = [totals(AdaptiveRatioCutCost, X, exponent=p) for p in (1.0, 1.05, 1.3, 2.0)]
    np.testing.assert_allclose(cuts[-1], totals(RatioCutCost, X), **EXACT)
    assert (np.diff(cuts, axis=0) >= -1e-11).all()


@few
@given(n=sizes, seed=seeds)
def test_normalized_cut_becomes_the_pairwise_cost_under_a_large_shift(n, seed):
    """T7, and at equal degrees it is K + 2 R / d."""
    X, _ = drawn(n, seed, positive=True)
    pairwise = 2.0 * totals(PairwiseCost, X) + X.sum() / n
    gaps = []
    for by in (1e3, 1e4):
        scaled = by * n * (totals(NormalizedCutCost, X + by) - K + 1.0)
        gaps.append(np.abs(scaled - pairwise).max())
    assert gaps[1] < 0.2 * gaps[0] + 1e-6
    level = X - np.diag(X.sum(axis=1)) + np.eye(n) * 2.0 * n
    expected = K + 2.0 * totals(PairwiseCost, level) / (2.0 * n)
    np.testing.assert_allclose(totals(NormalizedCutCost, level), expected, **EXACT)


@pytest.mark.parametrize("name", QUADRATIC)
@few
@given(n=st.integers(3, 5), seed=seeds)
def test_quadratic_fields_and_energies_are_averages(name, n, seed):
    """T9."""
    _, cost, memberships = made(name, n, seed)
    fields = cost.fields(memberships)
    for i in range(n):
        average = slow.mean_field(cost.total, memberships, i)
        np.testing.assert_allclose(fields[i] - fields[i, 0], average - average[0], **EXACT)
    energy = cost.mean_field(memberships).energy()
    np.testing.assert_allclose(energy, slow.expected_cost(cost.total, memberships), **EXACT)


@pytest.mark.parametrize("name", ALL)
@few
@given(n=sizes, seed=seeds)
def test_kernel_field_is_the_plain_one(name, n, seed):
    """T11, for soft and for hard memberships; dense and sparse."""
    X, cost, memberships = made(name, n, seed)
    sparse = ALL[name][0](PairwiseProblem(sp.csr_array(X)), K, **ALL[name][2])
    for q in (memberships, np.eye(K)[memberships.argmax(axis=1)]):
        fields = cost.fields(q)
        for each in (cost, sparse):
            sums = each.sums(q)
            for i in range(n):
                sums.own[:] = q[i]
                conditional(each.form, each.links, sums, i)
                # a cluster without links inside costs up to 1e9, of which doubles keep 1e-7
                scale = max(1.0, np.abs(fields[i]).max())
                found = (sums.field - sums.field[0]) / scale
                np.testing.assert_allclose(found, (fields[i] - fields[i, 0]) / scale, **EXACT)


@pytest.mark.parametrize("name", ALL)
@few
@given(n=sizes, seed=seeds)
def test_sums_follow_the_memberships_through_many_updates(name, n, seed):
    """T11."""
    _, cost, memberships = made(name, n, seed)
    state = cost.mean_field(memberships)
    rng = np.random.default_rng(seed)
    for _ in range(30):
        state.sweep(rng.permutation(n), 0.4)
    anew = cost.sums(state.memberships)
    for kept, fresh in zip(state._sums[:4], anew[:4], strict=True):
        np.testing.assert_allclose(kept, fresh, rtol=0.0, atol=1e-9)  # 30 n updates of order one


@few
@given(n=sizes, seed=seeds, by=st.sampled_from([-5.0, 0.7, 100.0]))
def test_fields_do_not_see_a_full_shift(n, seed, by):
    """T12, and T13: the ratio cut is the adaptive one at exponent 2."""
    X, memberships = drawn(n, seed)
    for make, how in (
        (PairwiseCost, {}),
        (RatioCutCost, {}),
        (AdaptiveRatioCutCost, {"exponent": 2.0}),
    ):
        before = make(PairwiseProblem(X), K, **how).fields(memberships)
        after = make(PairwiseProblem(X + by), K, **how).fields(memberships)
        np.testing.assert_allclose(centred(after), centred(before), rtol=0.0, atol=1e-9)
    one = RatioCutCost(PairwiseProblem(X), K).fields(memberships)
    other = AdaptiveRatioCutCost(PairwiseProblem(X), K, exponent=2.0).fields(memberships)
    np.testing.assert_allclose(centred(one), centred(other), **EXACT)


@pytest.mark.parametrize("name", ALL)
@few
@given(n=sizes, seed=seeds, factor=st.sampled_from([1e-6, 3.0, 1e9]))
def test_fields_scale_with_the_similarities(name, n, seed, factor):
    """T14."""
    make, _, how = ALL[name]
    X, cost, memberships = made(name, n, seed)
    scaled = {key: value * factor if key == "shift" else value for key, value in how.items()}
    other = make(PairwiseProblem(X * factor), K, **scaled)
    by = 1.0 if cost.scale_free else factor
    scale = max(1.0, np.abs(cost.fields(memberships)).max())
    found, expected = other.fields(memberships) / by / scale, cost.fields(memberships) / scale
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-10)


@few
@given(n=st.integers(3, 5), seed=seeds, temperature=st.floats(0.2, 3.0))
def test_free_energy_is_a_bound_and_falls(n, seed, temperature):
    """T15."""
    _, cost, memberships = made("correlation", n, seed)
    state = cost.mean_field(memberships)
    floor = -temperature * slow.log_partition(cost.total, n, K, temperature)
    rng, last = np.random.default_rng(seed), np.inf
    for _ in range(6):
        state.sweep(rng.permutation(n), temperature)
        q = state.memberships
        free = state.energy() + temperature * float((q * np.log(np.maximum(q, 1e-300))).sum())
        assert floor - 1e-9 <= free <= last + 1e-9
        last = free
