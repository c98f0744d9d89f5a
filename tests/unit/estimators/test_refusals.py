"""Tables that cannot be clustered are refused in one sentence that names the estimator."""

import warnings

import numpy as np
import pytest

from coterie import InformationSelector, IterativeIB, SequentialIB
from coterie._core.errors import InputError
from coterie.problems import CountProblem

BAD_TABLES = {
    "one dimension": ([1, 2, 3], "Reshape your data"),
    "three dimensions": (np.ones((2, 2, 2)), "dim 3"),
    "no rows": (np.ones((0, 3)), r"0 sample\(s\)"),
    "no columns": (np.ones((3, 0)), r"0 feature\(s\)"),
    "words": ([["a", "b"], ["c", "d"]], "numeric"),
    "complex numbers": (np.ones((3, 2)) * 1j, "Complex data not supported"),
    "too large for products": ([[1e308, 1e308], [1e308, 1], [1, 1e308]], "1e-150 to 1e"),
    "too small for ratios": ([[1e-320, 1e-320], [1e-322, 0], [1, 1]], "1e-150 to 1e"),
}


@pytest.mark.parametrize("estimator", [SequentialIB(2), IterativeIB(2)], ids=["hard", "soft"])
@pytest.mark.parametrize("name", BAD_TABLES)
def test_bad_tables(estimator, name):
    table, words = BAD_TABLES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InputError, match=words) as refused:
            estimator.fit(table)
    message = str(refused.value)
    assert message.startswith(f"{type(estimator).__name__}: ")
    assert "\n" not in message
    assert message.endswith(".")


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
