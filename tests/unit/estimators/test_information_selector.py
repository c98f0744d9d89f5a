import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import estimator_checks_generator

from coterie._core.errors import InputError
from coterie.estimators.text._information_selector import InformationSelector
from coterie.estimators.text._text_preprocessor import TextPreprocessor


@pytest.fixture
def counts(rng):
    return rng.poisson(rng.gamma(0.5, size=(12, 30)))


def contributions_one_by_one(counts):
    joint = counts / counts.sum()
    rows = joint.sum(axis=1)
    shares = []
    for column in joint.T:
        total = column.sum()
        terms = [
            p * np.log(p / (total * row)) for p, row in zip(column, rows, strict=True) if p > 0
        ]
        shares.append(sum(terms))
    return np.array(shares)


def test_keeps_the_columns_that_contribute_most(counts):
    expected = contributions_one_by_one(counts)
    selector = InformationSelector(k=7).fit(counts)
    # sums of 12 terms below 1: rounding of a few units in the last place
    np.testing.assert_allclose(selector.contributions_, expected, rtol=0, atol=1e-14)
    kept = selector.get_support(indices=True)
    assert set(kept) == set(np.argsort(expected)[-7:])
    np.testing.assert_array_equal(selector.transform(counts), counts[:, kept])


@pytest.mark.parametrize("container", [sp.csr_array, sp.csr_matrix, sp.coo_array, sp.csc_array])
def test_sparse_and_dense_agree(counts, container):
    dense = InformationSelector(k=7).fit_transform(counts)
    sparse = InformationSelector(k=7).fit_transform(container(counts))
    assert sp.issparse(sparse)
    np.testing.assert_array_equal(sparse.toarray(), dense)


def test_a_flat_column_and_an_empty_one_contribute_nothing():
    counts = np.array([[4, 0, 2, 0], [0, 4, 2, 0]])
    selector = InformationSelector(k=2).fit(counts)
    # the logarithms of the two halves cancel up to rounding
    np.testing.assert_allclose(selector.contributions_[2:], 0, rtol=0, atol=1e-15)
    assert selector.get_support(indices=True).tolist() == [0, 1]


def test_of_equal_columns_the_first_are_kept():
    counts = np.array([[4, 4, 1, 4], [1, 1, 9, 1]])
    assert InformationSelector(k=2).fit(counts).get_support(indices=True).tolist() == [0, 2]
    assert InformationSelector(k=3).fit(counts).get_support(indices=True).tolist() == [0, 1, 2]


def test_more_columns_than_there_are_keeps_all(counts):
    np.testing.assert_array_equal(InformationSelector(k=100).fit_transform(counts), counts)


def test_short_rows_weigh_less_than_long_ones():
    """The counts are taken as they are: scaling the rows first would choose another column."""
    counts = np.array([[60, 40, 0], [40, 60, 0], [0, 1, 2]])
    scaled = counts / counts.sum(axis=1, keepdims=True)
    assert InformationSelector(k=1).fit(scaled).get_support().tolist() == [False, False, True]
    assert InformationSelector(k=1).fit(counts * [[10], [10], [1]]).get_support()[2] == 0


def test_names_follow_the_columns(counts):
    frame = pd.DataFrame(counts, columns=[f"w{column}" for column in range(30)])
    selector = InformationSelector(k=3).fit(frame)
    expected = [f"w{column}" for column in selector.get_support(indices=True)]
    assert selector.get_feature_names_out().tolist() == expected
    assert selector.set_output(transform="pandas").transform(frame).columns.tolist() == expected


def test_selects_words_in_a_pipeline():
    documents = ["ape ape leaf tree", "ape leaf ape tree", "ship sail tree", "ship ship sail tree"]
    pipeline = make_pipeline(TextPreprocessor(), InformationSelector(k=2))
    assert pipeline.fit_transform(documents).shape == (4, 2)
    assert pipeline.get_feature_names_out().tolist() == ["ape", "ship"]


def test_negative_entries_are_refused():
    with pytest.raises(ValueError, match="Negative values in data"):
        InformationSelector().fit([[1, -1], [2, 3]])


def test_wrong_k_is_named(counts):
    with pytest.raises(InputError, match="InformationSelector: k=0 must be an integer >= 1"):
        InformationSelector(k=0).fit(counts)


def test_common_checks(subtests):
    for estimator, check in estimator_checks_generator(InformationSelector(k=2)):
        with subtests.test(check=check.func.__name__):
            check(estimator)
