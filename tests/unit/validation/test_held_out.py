"""Held-out information and the choice of the number of clusters."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import HeldOutSearch, SequentialIB
from coterie._core.errors import InputError
from coterie.datasets import load_books, make_counts
from coterie.measures import adjusted_rand_score
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
