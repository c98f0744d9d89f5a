"""The common checks of scikit-learn, and the parameters of the search."""

import numpy as np
import pytest
from sklearn.utils.estimator_checks import check_estimator

from coterie import HeldOutSearch, SequentialIB
from coterie._core.errors import InputError
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
