"""Known answers of the mixture, its scores, and the way to the bottleneck and back."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.stats import multinomial

from coterie import IterativeIB, MultinomialMixture, ib_to_ml, ml_to_ib
from coterie._core.errors import ConvergenceNotice, CoterieWarning, InputError
from coterie.costs import MixtureCost
from coterie.datasets import make_mixture
from coterie.engines import Iterative
from coterie.measures import adjusted_rand_score
from coterie.problems import CountProblem

THETA = [[0.6, 0.2, 0.1, 0.1], [0.1, 0.2, 0.1, 0.6], [0.1, 0.4, 0.4, 0.1]]
PI = [0.5, 0.3, 0.2]


@pytest.fixture(scope="module")
def drawn():
    shares = np.random.default_rng(0).dirichlet(np.full(400, 3.0))
    return make_mixture(PI, THETA, shares, 16_000, draws_per_row=5, random_state=1)


def fit(X, k=3, **settings):
    return MultinomialMixture(k, **{"n_init": 4, "random_state": 0} | settings).fit(X)


def slow_log_likelihood(model, X):
    """Each row and cluster on its own; the order of the draws is given, so no coefficients."""
    return np.array(
        [
            np.log(sum(pi * np.prod(theta**row) for pi, theta in zip(
                model.weights_, model.conditional_, strict=True)))
            for row in X
        ]
    )  # fmt: skip


def test_parameters_of_a_mixture_are_found_again(drawn):
    model = fit(drawn.data)
    order = np.argsort(-model.weights_)
    # 400 rows and 18,000 counts: standard errors of 0.025 and 0.006, four of them
    assert model.weights_[order] == pytest.approx(PI, abs=0.1)
    np.testing.assert_allclose(model.conditional_[order], THETA, rtol=0, atol=0.025)
    assert adjusted_rand_score(drawn.target, model.labels_) > 0.9


def test_scores_are_log_likelihoods(drawn):
    table = drawn.data.toarray()[:30]
    model = fit(table)
    rows = slow_log_likelihood(model, table)
    np.testing.assert_allclose(model.score_samples(table), rows, rtol=1e-12)
    assert model.log_likelihood_ == pytest.approx(rows.sum(), rel=1e-12)
    assert model.score(table) == pytest.approx(rows.mean(), rel=1e-12)
    free = 2 + 3 * 3
    assert model.aic(table) == pytest.approx(2 * free - 2 * rows.sum(), rel=1e-12)
    assert model.bic(table) == pytest.approx(free * np.log(30) - 2 * rows.sum(), rel=1e-12)


def test_cost_and_history_are_likelihoods_too(drawn):
    table = drawn.data.toarray()[:60]
    model = fit(table)
    shares = table / table.sum(axis=1, keepdims=True)
    logs = np.log(np.where(shares > 0, shares, 1.0))
    whole, pooled = (table * logs).sum(), table.sum(axis=0)
    single = pooled @ np.log(pooled / pooled.sum())
    # the memberships are settled to 1e-6 only, but the likelihood is flat there
    assert model.history_[-1] == pytest.approx((whole - model.log_likelihood_) / 60, rel=1e-9)
    assert model.cost_ == pytest.approx((single - model.log_likelihood_) / table.sum(), rel=1e-9)
    assert (np.diff(model.history_) <= 1e-10).all()


def test_bic_finds_the_number_of_sources(drawn):
    criteria = [fit(drawn.data, k, tol=1e-6).bic(drawn.data) for k in range(1, 6)]
    assert np.argmin(criteria) + 1 == 3


def test_long_rows_are_placed_with_more_certainty():
    model = fit([[8, 2], [80, 20], [2, 8], [20, 80], [6, 4], [60, 40]], 2)
    assert model.memberships_[5].max() > model.memberships_[4].max()


def test_new_rows_are_placed_by_their_posterior(drawn):
    model = fit(drawn.data)
    np.testing.assert_allclose(model.posterior(drawn.data), model.memberships_, rtol=0, atol=1e-5)
    np.testing.assert_array_equal(model.predict(drawn.data), model.labels_)
    empty = model.posterior(np.zeros((1, 4)))
    np.testing.assert_allclose(empty[0], model.weights_, rtol=0, atol=1e-12)
    assert model.predict(np.zeros((1, 4)))[0] == -1
    draws = multinomial(50, THETA[1]).rvs(5, random_state=0)
    assert len(set(model.predict(draws))) == 1


def test_a_weight_is_a_repeated_row(drawn):
    table = drawn.data.toarray()[:40]
    weight = np.arange(40) % 3 + 1
    start = np.random.default_rng(0).dirichlet(np.ones(3), size=40)
    weighted = MultinomialMixture(3, init=start).fit(table, sample_weight=weight)
    repeated = MultinomialMixture(3, init=np.repeat(start, weight, axis=0)).fit(
        np.repeat(table, weight, axis=0)
    )
    np.testing.assert_allclose(weighted.weights_, repeated.weights_, rtol=0, atol=1e-9)
    np.testing.assert_allclose(weighted.conditional_, repeated.conditional_, rtol=0, atol=1e-9)
    for name in ("log_likelihood_", "information_", "cost_", "n_counts_"):
        assert getattr(weighted, name) == pytest.approx(getattr(repeated, name), rel=1e-9), name


def test_counts_beyond_all_measure_do_not_underflow():
    """Memberships below the floats on the way: no NaN, and the free energy still falls."""
    rng = np.random.default_rng(2)
    counts = rng.poisson(rng.gamma(0.3, size=(30, 20)) * 1e5) + np.eye(30, 20) * 3
    for seed in range(5):
        model = MultinomialMixture(6, n_init=1, random_state=seed).fit(counts)
        assert np.isfinite(model.log_likelihood_)
        assert np.isfinite(model.memberships_).all()
        assert np.isfinite(model.conditional_).all()
        assert (np.diff(model.history_) <= 1e-10 * model.history_[0]).all()


def test_faint_memberships_do_not_feed_a_cluster():
    problem = CountProblem.from_counts([[5, 0], [0, 5]])
    prior, conditional = MixtureCost(problem, 2).refit(np.array([[1.0, 1e-200], [1.0, 1e-200]]))
    np.testing.assert_array_equal(prior, [1.0, 0.0])
    np.testing.assert_array_equal(conditional[1], 0.0)


def test_columns_that_no_cluster_has_are_unlikely_but_finite():
    model = fit([[5, 1, 0], [4, 2, 0], [1, 5, 0], [2, 4, 0]], 2)
    seen, unseen = model.score_samples([[1, 1, 0], [1, 1, 1]])
    assert unseen < seen - 700
    assert np.isfinite(unseen)


def test_more_clusters_than_distinct_rows_share_them():
    model = fit(np.repeat([[4, 1], [1, 4]], 4, axis=0), 5)
    assert model.n_clusters_effective_ <= 2
    assert model.weights_.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("counts", [[[3, 1, 2]], [[3], [1]]])
def test_a_single_row_or_column_has_one_cluster(counts):
    model = fit(counts, 1)
    assert model.information_ == 0.0
    assert model.information_fraction_ == 1.0
    assert set(model.labels_) == {0}


def test_rows_without_counts_are_set_aside():
    with pytest.warns(CoterieWarning, match="1 of 5 rows has no mass"):
        model = fit([[0, 0], [5, 1], [4, 2], [1, 5], [2, 4]], 2)
    assert model.labels_[0] == -1
    assert not model.memberships_[0].any()


def test_refusals():
    with pytest.raises(InputError, match="fewer than the 3 clusters"):
        fit([[1, 2], [2, 1]], 3)
    with pytest.raises(InputError, match="Negative values"):
        fit([[1, -2], [2, 1]], 1)
    with pytest.warns(ConvergenceNotice, match="Raise max_iter"):
        fit([[8, 2], [6, 4], [5, 5], [2, 8]], 2, max_iter=1, n_init=1)


def test_sparse_and_dense_agree(drawn):
    sparse, dense = (fit(table[:60]) for table in (drawn.data, drawn.data.toarray()))
    np.testing.assert_allclose(sparse.memberships_, dense.memberships_, rtol=0, atol=1e-7)


def test_mapping_copies_memberships_and_nothing_else(drawn):
    """To the bottleneck and back; each computes its own masses and centroids first."""
    mixture = fit(drawn.data, max_iter=400)
    bottleneck = ml_to_ib(mixture)
    assert bottleneck.beta == pytest.approx(drawn.data.sum() / 400)
    assert (bottleneck.n_clusters, bottleneck.max_iter) == (3, 400)
    assert bottleneck.init is mixture.memberships_
    assert ml_to_ib(mixture, beta=7.0).beta == 7.0
    fitted = bottleneck.fit(drawn.data)
    problem = CountProblem.from_counts(drawn.data)
    single = Iterative(max_iter=1).solve(
        bottleneck._cost(problem), mixture.memberships_, rng=np.random.default_rng(0)
    )
    # both sum the same numbers, in another order
    assert fitted.history_[0] == pytest.approx(single.trace[0], rel=1e-12)
    back = ib_to_ml(fitted)
    assert back.init is fitted.memberships_
    # the two optima are near each other, so is the likelihood
    assert back.fit(drawn.data).log_likelihood_ == pytest.approx(mixture.log_likelihood_, rel=1e-6)


def test_rows_of_equal_length_have_the_same_solutions():
    rng = np.random.default_rng(4)
    counts = np.array([rng.multinomial(12, THETA[x % 3]) for x in range(30)])
    mixture = fit(counts)
    bottleneck = IterativeIB(3, beta=12.0, n_init=4, random_state=0).fit(counts)
    np.testing.assert_allclose(mixture.memberships_, bottleneck.memberships_, rtol=0, atol=1e-7)
    assert mixture.information_ == pytest.approx(bottleneck.information_, abs=1e-8)
    assert mixture.cost_ == pytest.approx(bottleneck.cost_, abs=1e-10)


def test_empty_rows_do_not_change_the_mean_length():
    with pytest.warns(CoterieWarning):
        mixture = fit(sp.csr_array(np.array([[0, 0], [5, 1], [4, 2], [1, 5]])), 2)
    assert ml_to_ib(mixture).beta == 6.0
