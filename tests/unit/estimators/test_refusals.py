"""Tables that cannot be clustered are refused in one sentence that names the estimator."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import (
    AgglomerativeIB,
    AnnealedIB,
    CosineKMeans,
    HistogramClustering,
    InformationSelector,
    IterativeIB,
    MarkovRelaxation,
    MixedTableEncoder,
    MultinomialMixture,
    SequentialIB,
    SequentialKMeans,
)
from coterie._core.errors import CoterieWarning, DataWarning, InputError
from coterie.problems import CountProblem

BAD_TABLES = {
    "one dimension": ([1, 2, 3], "Reshape your data"),
    "three dimensions": (np.ones((2, 2, 2)), "dim 3"),
    "no rows": (np.ones((0, 3)), r"0 sample\(s\)"),
    "nothing counted": (np.zeros((3, 2)), r"all entries of the 3 rows are 0"),
    "missing": ([[1, np.nan], [2, 3]], r"row 0, column 1: nan\). Drop or fill"),
    "endless": ([[1, 2], [np.inf, 3]], r"row 1, column 0: inf\). Drop or fill"),
    "negative": ([[1, 2], [2, -3]], r"row 1, column 1: -3.0"),
    "a word": ("abc", "Reshape your data"),
    "no columns": (np.ones((3, 0)), r"0 feature\(s\)"),
    "words": ([["a", "b"], ["c", "d"]], "numeric"),
    "complex numbers": (np.ones((3, 2)) * 1j, "Complex data not supported"),
    "too large for products": ([[1e308, 1e308], [1e308, 1], [1, 1e308]], "1e-150 to 1e"),
    "too small for ratios": ([[1e-320, 1e-320], [1e-322, 0], [1, 1]], "1e-150 to 1e"),
}


OF_COUNTS = [
    SequentialIB, AgglomerativeIB, IterativeIB, AnnealedIB, MultinomialMixture, HistogramClustering,
    SequentialKMeans, CosineKMeans,
]  # fmt: skip


@pytest.mark.parametrize("kind", OF_COUNTS)
@pytest.mark.parametrize("name", BAD_TABLES)
def test_bad_tables(kind, name):
    estimator = kind(2)
    table, words = BAD_TABLES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InputError, match=words) as refused:
            estimator.fit(table)
    message = str(refused.value)
    assert message.startswith(f"{type(estimator).__name__}: ")
    assert "\n" not in message
    assert message.endswith(".")


@pytest.mark.parametrize("kind", OF_COUNTS)
def test_more_clusters_than_rows(kind):
    with pytest.raises(InputError, match=r"2 of 3 rows have mass .* fewer than the 3 clusters"):
        kind(3).fit([[1, 2], [0, 0], [2, 1]])


@pytest.mark.parametrize("kind", OF_COUNTS)
def test_a_row_without_counts(kind):
    with pytest.warns(DataWarning, match=r"1 of 3 rows has no mass .first: 1. and stays without"):
        model = kind(2).fit([[9, 1], [0, 0], [1, 9]])
    assert model.labels_[1] == -1
    assert sorted(model.labels_[[0, 2]]) == [0, 1]


@pytest.mark.parametrize("kind", OF_COUNTS)
@pytest.mark.parametrize("counts", [[[3, 1, 2]], [[3]]], ids=["a single row", "a single number"])
def test_a_single_row_is_one_cluster(kind, counts):
    model = kind(1).fit(counts)
    assert model.labels_.tolist() == [0]
    assert model.information_ == 0.0
    assert model.information_fraction_ == 1.0


@pytest.mark.parametrize("kind", OF_COUNTS)
def test_a_single_column_tells_nothing(kind):
    model = kind(1).fit([[3], [1], [2]])
    assert model.labels_.tolist() == [0, 0, 0]
    assert model.information_ == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize("kind", OF_COUNTS)
def test_parts_that_share_no_column(kind):
    """Two clusters tell the parts apart, and keep all that there is: the entropy of the parts."""
    settings = {} if kind is AgglomerativeIB else {"random_state": 0}
    model = kind(2, **settings).fit([[3, 2, 0, 0], [1, 4, 0, 0], [0, 0, 3, 1], [0, 0, 3, 3]])
    assert model.labels_[0] == model.labels_[1] != model.labels_[2] == model.labels_[3]
    assert model.information_ == pytest.approx(np.log(2.0), abs=1e-6)


@pytest.mark.parametrize("wrong", [0.0, -1.0, np.nan, "high"])
@pytest.mark.parametrize("kind", [SequentialIB, AgglomerativeIB, IterativeIB])
def test_beta_must_be_positive(kind, wrong):
    with pytest.raises(InputError, match=rf"{kind.__name__}: beta={wrong!r} must be a number > 0"):
        kind(2, beta=wrong).fit([[1, 2], [3, 1]])


@pytest.mark.parametrize(
    "model",
    [
        SequentialIB(3, beta=0.7, allow_empty=True, random_state=0),
        AgglomerativeIB(beta=0.7),
        IterativeIB(3, beta=0.7, random_state=0),
        AnnealedIB(3, beta_stop=0.7),
    ],
    ids=lambda model: type(model).__name__,
)
def test_up_to_one_there_is_only_the_trivial_answer(model):
    """[IB P-21], and it is said."""
    counts = np.random.default_rng(0).poisson(3.0, size=(8, 4)) + 1
    with pytest.warns(CoterieWarning, match="0.7 <= 1"):
        model.fit(counts)
    assert np.unique(model.labels_).size == 1
    assert model.information_ == pytest.approx(0.0, abs=1e-9)


def test_clusters_that_hardly_come_apart_are_told_of():
    """Three rows whose first and second transition fall together: there the fit ends."""
    rows = [[1, 0], [0, 1], [1, 1]]
    with pytest.warns(DataWarning, match=r"^AnnealedIB: at beta=2.00\d+, where it ended, the 2 cl"):
        model = AnnealedIB(2).fit(rows)
    assert model.labels_.tolist() == [0, 0, 0]
    assert IterativeIB(2, beta=5.0, random_state=0).fit(rows).information_ > 0.1


@pytest.mark.parametrize("table", [[[1.0, np.nan], [2.0, 3.0]], [[1.0, 2.0], [np.inf, 3.0]]])
def test_points_with_a_gap(table):
    with pytest.raises(InputError, match=r"^MarkovRelaxation: 1 entry is NaN or infinite") as said:
        MarkovRelaxation(2).fit(table)
    assert "\n" not in str(said.value)
    with pytest.raises(InputError, match=r"infinite \(first: row 0, column 1: nan\)"):
        MarkovRelaxation(2).fit(sp.csr_array([[0.0, np.nan], [2.0, 3.0]]))


def test_a_sparse_table_where_a_dense_one_is_needed():
    with pytest.raises(InputError, match=r"^MixedTableEncoder: the table is sparse.*toarray"):
        MixedTableEncoder().fit(sp.eye_array(3))


def test_a_table_that_is_refused_is_not_repeated():
    """The dump of a wide complex table runs over many lines, of which some begin with spaces."""
    with pytest.raises(InputError) as refused:
        SequentialIB(2).fit(np.ones((3, 40)) * (1 + 1j))
    assert str(refused.value).startswith("SequentialIB: Complex data not supported. Give")


@pytest.mark.parametrize("k", [-3, 0, 2.5, "all"])
def test_telling_columns_need_a_number_of_columns(k):
    model = SequentialIB(2, n_init=1, random_state=0).fit([[1, 2], [3, 4], [5, 0]])
    with pytest.raises(InputError, match=f"k={k!r} must be an integer >= 1"):
        model.telling_columns(0, k=k)


def test_other_columns_than_those_of_the_fit():
    model = SequentialIB(2, n_init=1, random_state=0).fit([[1, 2], [3, 4], [5, 0]])
    with pytest.raises(InputError, match=r"X has 3 features.*the columns of the fit\.$"):
        model.predict([[1, 2, 3]])


def test_selector_names_the_negative_entry():
    with pytest.raises(InputError, match=r"^InformationSelector: .*row 0, column 1: -1"):
        InformationSelector(2).fit([[1, -1], [1, 1]])


def test_a_vector_is_no_table():
    with pytest.raises(InputError, match="1 dimension"):
        CountProblem.from_counts([1, 2, 3])


@pytest.mark.parametrize("estimator", [SequentialIB, IterativeIB])
@pytest.mark.parametrize("init", [[0, 1], [0, 1, 0]], ids=["too few", "those with mass only"])
@pytest.mark.filterwarnings("ignore::coterie._core.errors.DataWarning")
def test_a_start_has_an_entry_for_every_row_given(estimator, init):
    with pytest.raises(InputError, match="each of the 4 rows"):
        estimator(2, init=init).fit([[1, 2], [0, 0], [3, 4], [5, 0]])
