"""Known answers of the soft bottleneck, and its sentences."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import IterativeIB
from coterie._core.errors import ConvergenceNotice, CoterieWarning, InputError
from coterie.costs import DivergenceCost
from tests.unit.estimators.test_sequential_ib import NOISY, TRIANGLE, TRIANGLE_MASS

PRINTED = {"rel": 0.0, "abs": 2e-8}  # the known answers are given to ten digits, at tol=1e-12


def fit(X, k=2, **settings):
    return IterativeIB(k, **{"n_init": 4, "random_state": 0} | settings).fit(X)


def test_triangle_has_a_fixed_point_that_single_moves_would_leave():
    """Table 3.2, fixed point A: rows 1 and 2 together [IB 2.16]."""
    model = fit(TRIANGLE, prior=TRIANGLE_MASS, beta=50.0, init=[0, 0, 1])
    assert model.memberships_[:, 0] == pytest.approx([0.9982, 1.0000, 0.0006], abs=5e-5)
    assert model.information_ == pytest.approx(0.01739, abs=5e-6)
    assert model.compression_ == pytest.approx(0.3203, abs=5e-5)
    assert 50.0 * model.cost_ == pytest.approx(-0.54942, abs=5e-6)


def test_soft_beats_hard_at_finite_beta():
    """Table 3.2, fixed point B, from the hard solution of the sequential search."""
    model = fit(TRIANGLE, prior=TRIANGLE_MASS, beta=50.0, init=[1, 0, 1], tol=1e-18)
    expected = [[0.01923, 0.98077], [0.99614, 0.00386], [1.5e-6, 1.0]]
    assert model.memberships_ == pytest.approx(np.array(expected), abs=5e-6)
    assert model.information_ == pytest.approx(0.0271128812, **PRINTED)
    assert model.compression_ == pytest.approx(0.6352802659, **PRINTED)
    assert 50.0 * model.cost_ == pytest.approx(-0.7203637923, **PRINTED)
    assert 50.0 * model.cost_ < -0.7106548464  # of the hard one


@pytest.mark.parametrize(
    ("beta", "compression", "information", "effective"),
    [
        (100.0, 1.0397208, 0.4553681, 3), (20.0, 1.0392817, 0.4553484, 3),
        (10.0, 1.0146563, 0.4532889, 3), (5.0, 0.7508194, 0.4108150, 3),
        (3.0, 0.6758830, 0.3939829, 2), (1.49, 0.0, 0.0, 1),
    ],
)  # fmt: skip
def test_noisy_groups_at_falling_beta(beta, compression, information, effective):
    """Table 1.2: from many clusters, as many stay distinct as beta pays for."""
    start = np.array([0, 0, 0, 0, 1, 1, 2, 2])
    model = fit(NOISY, 3, prior="uniform", beta=beta, init=start, max_iter=20_000, tol=1e-18)
    assert model.compression_ == pytest.approx(compression, abs=2e-6)
    assert model.information_ == pytest.approx(information, abs=2e-6)
    assert model.n_clusters_effective_ == effective


@pytest.mark.filterwarnings("ignore:IterativeIB. the best restart had not settled")
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize("beta", [3.0, 30.0])
def test_clusters_that_rest_need_not_be_compared_again(beta, form, monkeypatch):
    """Each row its own cluster, most of which never change: as if all were looked at each time."""
    rng = np.random.default_rng(5)
    counts = rng.poisson(rng.gamma(0.2, 3.0, size=(30, 12)))
    counts[:, 0] += 1
    again = [fit(form(counts), 30, beta=beta, init=np.arange(30), max_iter=40, tol=0.0)]
    monkeypatch.setattr(DivergenceCost, "separate_labels", False)
    again.append(fit(form(counts), 30, beta=beta, init=np.arange(30), max_iter=40, tol=0.0))
    np.testing.assert_allclose(again[0].memberships_, again[1].memberships_, rtol=0, atol=1e-9)
    assert again[0].cost_ == pytest.approx(again[1].cost_, rel=1e-12)


def test_one_beta_for_all_rows_is_the_same_as_that_beta_for_each():
    one, each = (fit(NOISY, beta=beta) for beta in (7.0, np.full(8, 7.0)))
    np.testing.assert_allclose(one.memberships_, each.memberships_, rtol=0, atol=1e-12)
    assert one.cost_ == pytest.approx(each.cost_, rel=1e-12)


def test_full_and_sparse_tables_agree():
    """The dense product rounds in another order."""
    rng = np.random.default_rng(2)
    counts = rng.poisson(0.3, (40, 30)) + np.eye(40, 30, dtype=int)
    wide = np.hstack([counts, np.zeros((40, 200), dtype=int)])  # few filled: the sparse product
    dense, sparse = (fit(table, 3, beta=15.0) for table in (counts, sp.csr_array(wide)))
    np.testing.assert_allclose(dense.memberships_, sparse.memberships_, rtol=0, atol=1e-8)


def test_rows_without_counts_have_no_memberships():
    with pytest.warns(CoterieWarning, match="1 of 9 rows has no mass"):
        model = fit(np.vstack([np.zeros(3), NOISY]), beta=5.0)
    assert model.labels_[0] == -1
    assert not model.memberships_[0].any()
    np.testing.assert_allclose(model.memberships_[1:].sum(axis=1), 1.0)


def test_new_rows_are_placed_as_the_old_ones():
    model = fit(NOISY, 3, beta=10.0, prior="uniform")
    np.testing.assert_array_equal(model.predict(NOISY), model.labels_)
    np.testing.assert_allclose(model.transform(NOISY), model.memberships_, rtol=0, atol=1e-5)
    assert model.predict(np.zeros((1, 3)))[0] == -1


def test_infinite_beta_is_the_business_of_hard_clusters():
    with pytest.raises(InputError, match=r"^IterativeIB: beta=inf must be .* SequentialIB finds"):
        fit(NOISY, beta=np.inf)


@pytest.mark.parametrize("bad", [0.0, -2.0, np.nan, np.inf])
def test_the_first_row_whose_beta_is_wrong_is_named_and_nothing_else(bad):
    """Row 0 has no mass: its beta does not matter, but it counts."""
    beta = np.array([np.nan, 0.5, 0.5, 0.5, bad, 0.5, bad, 0.5, 0.5])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".* has no mass")
        with pytest.raises(InputError) as refused:
            fit(np.vstack([np.zeros(3), NOISY]), beta=beta)
    assert str(refused.value).startswith(f"IterativeIB: beta={bad} of row 4 must be > 0 and finite")
    with pytest.raises(InputError, match=r"^IterativeIB: beta has shape \(8, 2\)"):
        fit(NOISY, beta=np.ones((8, 2)))


def test_low_beta_says_that_one_cluster_is_best():
    with pytest.warns(CoterieWarning, match="a single cluster is the best answer"):
        model = fit(NOISY, beta=0.9)
    assert model.n_clusters_effective_ == 1


def test_end_before_it_settled_is_said():
    with pytest.warns(ConvergenceNotice, match="Raise max_iter, or tol"):
        fit(NOISY, beta=1.6, max_iter=2)


@pytest.mark.parametrize(
    ("init", "words"),
    [
        (np.ones((8, 3)), r"memberships of shape \(8, 2\)"),
        (np.zeros((8, 2)), "not all 0 in a row"),
        ([0, 1, 2, 0, 0, 0, 0, 0], "labels from 0 to 2"),
    ],
)
def test_starts_that_make_no_sense_are_refused(init, words):
    with pytest.raises(InputError, match=words):
        fit(NOISY, beta=5.0, init=init)
