"""The common checks of scikit-learn, and the parameters of the search."""

import numpy as np
import pytest
from sklearn.cluster import DBSCAN, KMeans
from sklearn.utils.estimator_checks import check_estimator

from coterie import AgglomerativeIB, AnnealedIB, HeldOutSearch, IterativeIB, SequentialIB
from coterie._core.errors import DataWarning, InputError
from coterie.datasets import make_counts

FRACTIONS = "only whole counts can be split into events"
WRAPPED = {
    "check_clustering": "feeds negative and fractional blobs, though tagged positive_only",
    "check_estimator_sparse_tag": "feeds fractions, and hides the sentence that says so",
    "check_estimator_sparse_array": "feeds fractions, and hides the sentence that says so",
    "check_estimator_sparse_matrix": "feeds fractions, and hides the sentence that says so",
}


@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_checks_fail_only_where_they_feed_fractions():
    """Data that are not counts cannot be split in two; every other check must pass."""
    search = HeldOutSearch(SequentialIB(n_init=1), n_clusters=[2], n_splits=1, n_init=1)
    results = check_estimator(search, on_fail=None, on_skip=None)
    failed = [result for result in results if result["status"] == "failed"]
    unexpected = [
        (result["check_name"], result["exception"])
        for result in failed
        if FRACTIONS not in str(result["exception"]) and result["check_name"] not in WRAPPED
    ]
    assert not unexpected
    assert sum(result["status"] == "passed" for result in results) >= 19


@pytest.mark.parametrize(
    ("parameter", "value", "words"),
    [
        ("n_clusters", "many", "must be 'auto', or an integer >= 1, or a range"),
        ("n_clusters", [2, 2.5], "each an integer >= 1"),
        ("n_clusters", [], "each an integer >= 1"),
        ("beta", [2.0, -1.0], "each a number > 0"),
        ("n_splits", 0, "must be an integer >= 1"),
        ("max_time", -1.0, "must be None, or a number > 0"),
    ],
)
def test_wrong_parameters_get_one_sentence(parameter, value, words):
    with pytest.raises(InputError, match=words):
        HeldOutSearch(**{parameter: value}).fit(np.eye(4, dtype=int))


def test_one_number_is_weighed_against_none():
    planted = make_counts(60, 40, n_clusters=3, random_state=2)
    search = HeldOutSearch(n_clusters=3, random_state=0).fit(planted.data)
    assert search.curve_.n_clusters.tolist() == [1, 3]
    assert search.best_n_clusters_ == 3


def test_fewer_clusters_may_be_found_than_asked_for():
    """Annealing ends at beta with those that have split off by then, one or two instead of 8."""
    counts = make_counts(60, 40, n_clusters=3, random_state=2).data
    alone = [1.01, 1.3]  # the first split is at 1.4
    search = HeldOutSearch(AnnealedIB(8), n_clusters=[8], beta=[*alone, 1.6, 4], random_state=0)
    curve = search.fit(counts).curve_
    assert curve.held_out[1 : 1 + len(alone)] == pytest.approx(0.0, abs=1e-9)
    assert curve.held_out[-1] > 0.1


@pytest.mark.parametrize("max_rows", [None, 40])
def test_values_for_each_row_follow_the_rows_of_each_half(max_rows):
    """Rows of two counts are empty in a half one time in four, one row is empty altogether."""
    planted = make_counts(60, 40, n_clusters=2, depth=60, random_state=2)
    counts = np.vstack([np.zeros((1, 40)), planted.data.toarray(), np.eye(20, 40) * 2])
    mass = np.arange(81.0)
    at_most = {"n_clusters": [2], "max_rows": max_rows, "random_state": 0, "n_splits": 2}
    with pytest.warns(DataWarning, match="1 of 81 rows has no mass"):
        hard = HeldOutSearch(SequentialIB(prior=mass), **at_most).fit(counts)
    assert hard.curve_.held_out[-1] > 0.0
    soft = IterativeIB(prior=mass.tolist(), beta=np.linspace(5, 9, 81), init=[0] * 40 + [1] * 41)
    with pytest.warns(DataWarning, match="1 of 81 rows has no mass"):
        HeldOutSearch(soft, **at_most).fit(counts)


def test_values_for_each_row_are_those_of_that_row():
    """The rows without mass are those that tell something: what remains is all alike."""
    counts = np.vstack([np.eye(10, 20) * 50, np.full((30, 20), 20)])
    weighty = np.repeat([0.0, 1.0], [10, 30])
    search = HeldOutSearch(SequentialIB(prior=weighty), n_clusters=[2], random_state=0)
    assert search.fit(counts).best_n_clusters_ == 1
    other = HeldOutSearch(SequentialIB(prior=weighty + 1e-3), n_clusters=[2], random_state=0)
    assert other.fit(counts).curve_.held_out[-1] > search.curve_.held_out[-1]


def test_merging_may_begin_with_clusters():
    planted = make_counts(90, 40, n_clusters=3, random_state=2)
    start = AgglomerativeIB(init=np.arange(90) // 3 % 15)
    search = HeldOutSearch(start, n_clusters=range(1, 6), random_state=0).fit(planted.data)
    assert search.best_estimator_.n_leaves_ == 15


def test_halves_of_few_different_rows_are_clustered_without_a_warning():
    """Half of a table of ones has fewer different rows than clusters are tried."""
    counts = np.repeat(np.eye(4, dtype=int) * 40, 10, axis=0)
    search = HeldOutSearch(n_clusters=[4, 9], random_state=0).fit(counts)
    assert search.best_n_clusters_ == 4
    assert search.curve_.training[1] == pytest.approx(search.curve_.training[2], abs=1e-12)


@pytest.mark.parametrize(
    ("estimator", "words"),
    [
        (KMeans(), "KMeans does not say what its clusters keep"),
        (DBSCAN(), "estimator=DBSCAN has no n_clusters to choose"),
        ("KMeans", "estimator=str has no n_clusters to choose"),
    ],
)
def test_estimators_that_cannot_be_judged_are_refused(estimator, words):
    with pytest.raises(InputError, match=rf"^HeldOutSearch: {words}.*such as SequentialIB\(\)\.$"):
        HeldOutSearch(estimator, n_clusters=[2]).fit(np.eye(6, dtype=int) * 9)
