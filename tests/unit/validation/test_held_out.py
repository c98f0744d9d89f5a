"""Held-out information and the choice of the number of clusters."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import HeldOutSearch, IterativeIB, MultinomialMixture, SequentialIB, SequentialKMeans
from coterie._core.errors import InputError
from coterie.datasets import load_books, make_counts
from coterie.measures import adjusted_rand_score, mutual_information
from coterie.validation import HeldOutCurve, held_out_information, thin_counts
from coterie.validation._held_out import DOUBTS, FLOOR


def slow_held_out(labels, training, held_out, mass):
    """The docstring's formula, cell by cell and doubt by doubt."""
    training, held_out = training.toarray(), held_out.toarray()
    mass = mass / mass.sum()
    weighted = np.zeros_like(training)
    squares = np.zeros(labels.max() + 1)
    for x, row in enumerate(training):
        if labels[x] >= 0 and row.sum() > 0:
            weighted[x] = mass[x] * row / row.sum()
            squares[labels[x]] += (mass[x] / row.sum()) ** 2 * row.sum()
    p_y = weighted.sum(axis=0) / weighted.sum()
    values = []
    for doubt in DOUBTS:
        value = 0.0
        for x, row in enumerate(held_out):
            if labels[x] < 0:
                continue
            cluster = weighted[labels == labels[x]].sum(axis=0)
            events = cluster.sum() ** 2 / squares[labels[x]]
            weight = max(doubt / (doubt + events), FLOOR)
            for y, count in enumerate(row):
                if count and p_y[y] > 0:
                    ratio = cluster[y] / cluster.sum() / p_y[y]
                    value += mass[x] * count / row.sum() * np.log((1 - weight) * ratio + weight)
        values.append(value)
    return max(values)


@pytest.mark.parametrize("seed", range(5))
def test_equals_the_formula_cell_by_cell(seed):
    rng = np.random.default_rng(seed)
    counts = rng.poisson(0.8, size=(12, 9)) + np.eye(12, 9, dtype=int)
    first, second = thin_counts(counts, rng)
    labels = np.r_[0, 1, 2, rng.integers(-1, 3, size=9)]
    mass = rng.uniform(0.5, 2.0, size=12)
    expected = slow_held_out(labels, first, second, mass)
    found = held_out_information(labels, first, second, mass=mass)
    assert found == pytest.approx(expected, abs=1e-12)  # some hundred terms of order one


def test_one_cluster_tells_nothing(rng):
    first, second = thin_counts(rng.poisson(3.0, size=(20, 10)), rng)
    assert held_out_information(np.zeros(20, int), first, second) == pytest.approx(0.0, abs=1e-12)


def test_noise_is_not_confirmed(rng):
    """Clusters fitted to noise keep information in training and lose it on held-out counts."""
    counts = rng.poisson(2.0, size=(200, 30))
    first, second = thin_counts(counts, rng)
    model = SequentialIB(8, n_init=2, random_state=0).fit(first)
    assert model.information_ > 0.02
    # one fitted number on 6,000 events: about 1 / (2 x 6,000)
    assert held_out_information(model.labels_, first, second) < 5e-4


def test_curve_prefers_fewer_within_one_standard_error():
    splits = np.array([[0.0, 0.0], [0.50, 0.53], [0.51, 0.53], [0.40, 0.41]])
    curve = HeldOutCurve(np.array([1, 2, 3, 4]), splits, splits)
    assert curve.standard_error[2] == pytest.approx(0.01)
    assert curve.best_n_clusters == 2


def test_elbow_is_where_the_curve_bends():
    held_out = np.array([0.0, 0.5, 0.9, 0.92, 0.93, 0.94, 0.95])
    splits = np.column_stack([held_out, held_out])
    curve = HeldOutCurve(np.array([1, 2, 4, 6, 8, 12, 16]), splits, splits)
    assert (curve.best_n_clusters, curve.elbow) == (16, 4)


def test_search_finds_what_was_planted():
    planted = make_counts(240, 80, n_clusters=4, depth=60, random_state=3)
    search = HeldOutSearch(SequentialIB(n_init=4), n_clusters=range(1, 8), random_state=0)
    search.fit(planted.data)
    assert search.best_n_clusters_ == 4
    assert adjusted_rand_score(planted.target, search.labels_) > 0.95
    assert np.array_equal(
        search.predict(planted.data), search.best_estimator_.predict(planted.data)
    )


def test_search_may_find_nothing(rng):
    search = HeldOutSearch(n_clusters=range(1, 6), random_state=0).fit(rng.poisson(2.0, (150, 40)))
    assert search.best_n_clusters_ == 1
    assert set(search.labels_) == {0}


def test_ladder_stops_when_more_is_worse():
    planted = make_counts(200, 60, n_clusters=2, depth=60, random_state=1)
    search = HeldOutSearch(random_state=0).fit(planted.data)
    assert search.best_n_clusters_ == 2
    assert search.curve_.n_clusters[-1] < 20


def test_choice_does_not_depend_on_the_number_of_jobs():
    planted = make_counts(80, 40, n_clusters=3, random_state=2)
    one, two = (
        HeldOutSearch(n_clusters=[2, 3, 4], n_jobs=n_jobs, random_state=5).fit(planted.data)
        for n_jobs in (1, 2)
    )
    assert np.array_equal(one.curve_.splits, two.curve_.splits)
    assert np.array_equal(one.labels_, two.labels_)


def test_search_on_a_sample_still_labels_every_row():
    planted = make_counts(300, 60, n_clusters=3, depth=60, random_state=4)
    search = HeldOutSearch(n_clusters=[2, 3, 4], max_rows=100, random_state=0).fit(planted.data)
    assert search.labels_.shape == (300,)
    assert search.best_n_clusters_ == 3


def test_time_limit_keeps_what_was_tried():
    planted = make_counts(80, 40, n_clusters=3, random_state=2)
    search = HeldOutSearch(n_clusters=[2, 3, 4], max_time=1e-9, random_state=0).fit(planted.data)
    assert search.curve_.n_clusters.tolist() == [1, 2]


def test_weights_are_refused():
    with pytest.raises(InputError, match="only whole counts can be split"):
        HeldOutSearch().fit(sp.csr_array(np.array([[0.5, 1.0], [1.0, 2.0]])))


def test_four_books_are_worth_more_than_two():
    """Sparse counts: without shrinkage a third and fourth book would count as noise."""
    books = load_books()
    first, second = thin_counts(books.data, np.random.default_rng(0))
    authors = np.unique(books.details["author"], return_inverse=True)[1]
    told = [held_out_information(labels, first, second) for labels in (authors, books.target)]
    assert 0.05 < told[0] < told[1]


def slow_distortion(memberships, training, rows, weight):
    """Mean over p(x) p(t | x) of KL[p_rows(y | x) || p(y | t)], p(y | t) mixed with p(y)."""
    mass = (training.sum(axis=1) + rows.sum(axis=1)) / (training.sum() + rows.sum())
    joint = training / training.sum(axis=1, keepdims=True) * mass[:, None]
    p_y = joint.sum(axis=0)
    total = 0.0
    for t in range(memberships.shape[1]):
        cluster = memberships[:, t] @ joint
        mixed = (1 - weight) * cluster / cluster.sum() + weight * p_y
        for x, row in enumerate(rows):
            seen = row > 0
            share = row[seen] / row.sum()
            total += mass[x] * memberships[x, t] * (share * np.log(share / mixed[seen])).sum()
    return total


@pytest.mark.parametrize("weight", [1e-3, 0.2])
def test_soft_clusters_tell_what_one_cluster_distorts_more(rng, weight):
    """The published distortion, and that of a single cluster, differ by what is confirmed."""
    counts = rng.poisson(4.0, size=(10, 6)) + 2
    halves = thin_counts(counts, rng)
    first, second = (half.toarray() for half in halves)
    memberships, alone = rng.dirichlet(np.ones(3), size=10), np.ones((10, 1))
    found = held_out_information(memberships, *halves, smoothing=weight)
    distortions = [slow_distortion(p, first, second, weight) for p in (alone, memberships)]
    assert found == pytest.approx(distortions[0] - distortions[1], abs=1e-12)


def test_training_half_without_smoothing_gives_the_information(rng):
    counts = sp.csr_array(rng.poisson(4.0, size=(10, 6)) + 1.0)
    memberships = rng.dirichlet(np.ones(3), size=10)
    found = held_out_information(memberships, counts, counts, smoothing=0.0)
    assert found == pytest.approx(mutual_information(memberships.T @ counts), abs=1e-12)


def test_labels_are_memberships_of_ones_and_zeros(rng):
    halves = thin_counts(rng.poisson(1.0, size=(20, 8)) + np.eye(20, 8, dtype=int), rng)
    labels = rng.integers(-1, 3, size=20)
    ones = np.eye(3)[labels] * (labels >= 0)[:, None]
    hard, soft = (held_out_information(clusters, *halves) for clusters in (labels, ones))
    assert hard == pytest.approx(soft, abs=1e-14)


def test_no_smoothing_and_an_unseen_column_is_infinitely_bad():
    training, held_out = (sp.csr_array(np.array(half)) for half in ([[2, 0], [1, 1]], [[1, 1]] * 2))
    assert held_out_information(np.array([0, 1]), training, held_out, smoothing=0.0) == -np.inf
    with pytest.raises(InputError, match="must lie between 0 and 1"):
        held_out_information(np.array([0, 1]), training, held_out, smoothing=2.0)


@pytest.fixture(scope="module")
def deep():
    return make_counts(120, 40, n_clusters=4, depth=60, concentration=1, random_state=3).data


SOFT = IterativeIB(n_init=3, max_iter=300, tol=1e-8)
UNSETTLED = "ignore::coterie._core.errors.ConvergenceNotice"


def test_distortion_falls_with_beta_and_the_held_out_falls_then_rises(deep):
    """Along beta from above, each solution the start of the next, in ten clusters of four real."""
    first, second = thin_counts(deep, np.random.default_rng(0))
    start = SequentialIB(10, n_init=5, random_state=0).fit(first).labels_
    kept, confirmed = [], []
    for beta in (300.0, 80.0, 40.0, 20.0, 8.0, 4.0, 2.0):
        model = IterativeIB(10, beta=beta, init=start, max_iter=5000, tol=1e-9).fit(first)
        start = model.memberships_
        kept.append(model.information_)
        confirmed.append(held_out_information(start, first, second, smoothing=1e-3))
    assert kept == sorted(kept, reverse=True)
    top = int(np.argmax(confirmed))
    assert 0 < top < 6
    assert confirmed[: top + 1] == sorted(confirmed[: top + 1])
    assert confirmed[top:] == sorted(confirmed[top:], reverse=True)


@pytest.mark.filterwarnings(UNSETTLED)
def test_search_finds_the_number_and_the_beta(deep):
    search = HeldOutSearch(SOFT, n_clusters=[2, 4, 7], beta=[2, 10, 40, 300], random_state=0)
    curve = search.fit(deep).curve_
    assert curve.n_clusters.tolist() == [1, *[2] * 4, *[4] * 4, *[7] * 4]
    np.testing.assert_array_equal(curve.beta, [np.nan, *[2, 10, 40, 300] * 3])
    assert search.best_n_clusters_ == 4
    assert search.best_beta_ == search.best_estimator_.beta == curve.best_beta
    assert search.best_beta_ in {10.0, 40.0}
    assert curve.by_n_clusters.n_clusters.tolist() == [1, 2, 4, 7]
    assert curve.by_n_clusters.held_out.max() == curve.held_out.max()


@pytest.mark.filterwarnings(UNSETTLED)
def test_ladder_of_beta_stops_when_more_is_worse(deep):
    search = HeldOutSearch(SOFT, n_clusters=8, beta="auto", n_init=1, random_state=0).fit(deep)
    assert search.curve_.beta[-1] < 500
    assert search.curve_.overshot_in_beta


def test_one_beta_is_searched_like_many(deep):
    search = HeldOutSearch(SequentialIB(), n_clusters=[4], beta=50.0, random_state=0).fit(deep)
    assert search.best_estimator_.beta == 50.0
    assert search.curve_.best_n_clusters == 4


def test_estimators_without_beta_say_so(deep):
    with pytest.raises(InputError, match="SequentialKMeans has no beta"):
        HeldOutSearch(SequentialKMeans(), beta="auto").fit(deep)


@pytest.mark.filterwarnings(UNSETTLED)
def test_mixtures_are_judged_by_their_memberships(deep):
    search = HeldOutSearch(MultinomialMixture(tol=1e-6), n_clusters=[2, 4, 7], random_state=0)
    assert search.fit(deep).best_n_clusters_ == 4
    assert search.best_beta_ is None


def test_nothing_is_found_in_noise_at_any_beta(rng):
    search = HeldOutSearch(SOFT, n_clusters=[2, 4], beta=[5, 50], random_state=0)
    search.fit(rng.poisson(2.0, size=(80, 20)))
    assert (search.best_n_clusters_, search.best_beta_) == (1, None)
    assert search.best_estimator_.beta == SOFT.beta


@pytest.mark.parametrize("k", [2, 3, 4, 6])
def test_elbow_of_equal_blocks_is_their_number(k):
    """The toy: rows of k blocks, each with columns of its own, and no noise."""
    counts = np.kron(np.eye(k, dtype=int), np.full((6, 3), 200))
    search = HeldOutSearch(n_clusters=range(1, 10), random_state=0).fit(counts)
    curve = search.curve_
    assert curve.held_out[curve.n_clusters == k] == pytest.approx(np.log(k), abs=1e-3)
    assert curve.elbow == k
