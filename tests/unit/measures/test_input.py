"""What the measures accept, what they refuse, and in which words."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.measures import (
    conditional_entropy,
    entropy,
    information_contribution,
    js_divergence,
    kl_divergence,
    merge_cost,
    multi_information,
    mutual_information,
    perplexity,
    two_sample_test,
)

COUNTS = np.array([[8, 0, 2], [0, 5, 1], [0, 0, 0]])
MEASURES = [
    entropy,
    mutual_information,
    conditional_entropy,
    multi_information,
    perplexity,
    lambda table: information_contribution(table, 0),
    lambda table: js_divergence(table, [1, 1, 0]),
    lambda table: kl_divergence(table, COUNTS + 1),
    lambda table: kl_divergence(COUNTS + 1, table),
]
FORMS = {
    "list": lambda counts: counts.tolist(),
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "object": lambda counts: counts.astype(object),
    "float32": lambda counts: counts.astype(np.float32),
    "uint8": lambda counts: counts.astype(np.uint8),
    **{
        f"{form}_{kind.__name__.removeprefix('coo_')}": (
            lambda counts, form=form, kind=kind: kind(counts).asformat(form)
        )
        for form in ("csr", "csc", "coo", "lil", "dok", "bsr")
        for kind in (sp.coo_array, sp.coo_matrix)
    },
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("measure", MEASURES)
def test_any_container_gives_the_same(measure, form):
    # float64 throughout; the order of summation differs.
    assert measure(FORMS[form](COUNTS)) == pytest.approx(measure(COUNTS), abs=1e-14)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("wrong", [-1.0, math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("container", [np.asarray, sp.csr_array, sp.coo_matrix])
def test_impossible_entries_are_refused(measure, wrong, container):
    counts = COUNTS.astype(float)
    counts[1, 2] = wrong
    with pytest.raises(InputError, match=r"1 entry is .* row 1, column 2 = "):
        measure(container(counts))


@pytest.mark.parametrize("measure", [*MEASURES[:6], *MEASURES[7:]])
@pytest.mark.parametrize("container", [np.asarray, sp.csr_array])
def test_empty_tables_are_refused(measure, container):
    with pytest.raises(InputError, match=r"total of its 9 entries is zero"):
        measure(container(np.zeros((3, 3))))


def test_the_sentence_about_negative_entries():
    counts = np.ones((9, 4))
    counts[7, 2], counts[8] = -1, -3
    expected = (
        r"^joint: 5 entries are negative \(first: row 7, column 2 = -1.0\). "
        r"Entries must be >= 0; drop or correct these.$"
    )
    with pytest.raises(InputError, match=expected):
        mutual_information(counts)
    with pytest.raises(InputError, match=expected):
        mutual_information(sp.csc_matrix(counts))


def test_the_place_in_a_vector_and_in_a_cube():
    with pytest.raises(InputError, match=r"^p: .*position \[1\] = nan"):
        entropy([1, math.nan])
    with pytest.raises(InputError, match=r"^joint: .*position \[0, 1, 0\] = -2"):
        multi_information([[[1], [-2]], [[3], [4]]])


@pytest.mark.parametrize(
    "values", ["text", [["a", "b"]], 3.0, None, [1 + 2j], [[1, 2], [3]], sp.csr_array([[1j]])]
)
def test_what_is_not_an_array_of_numbers_is_refused(values):
    with pytest.raises(InputError, match=r"^p: .* cannot be read as an array of real numbers"):
        entropy(values)


def test_a_total_beyond_floats_is_refused():
    with pytest.raises(InputError, match=r"sum to more than a float can hold"):
        entropy([1.7e308, 1.7e308])


@pytest.mark.parametrize("measure", [mutual_information, conditional_entropy, *MEASURES[5:7]])
@pytest.mark.parametrize("shape", [(4,), (3, 3, 3)])
def test_two_variables_are_asked_for(measure, shape):
    with pytest.raises(InputError, match=rf"has {len(shape)} dimensions, here it must have 2"):
        measure(np.ones(shape))


@pytest.mark.parametrize("base", [1, 0, -2, 0.5, math.inf, math.nan, "e", True, [2]])
def test_bases_that_are_no_unit(base):
    with pytest.raises(InputError, match=r"base=.* must be a number > 1"):
        entropy([1, 1], base=base)


@pytest.mark.parametrize("axis", [2, -1, None])
def test_axes_that_do_not_exist(axis):
    with pytest.raises(InputError, match=r"axis=.* must be 0 .* or 1"):
        information_contribution(COUNTS, axis)
    with pytest.raises(InputError, match=r"given=.* must be 0 .* or 1"):
        conditional_entropy(COUNTS, given=axis)


def test_shapes_that_differ():
    with pytest.raises(InputError, match=r"p and q: shapes \(2,\) and \(3,\) differ"):
        kl_divergence([1, 2], [1, 2, 3])
    with pytest.raises(InputError, match=r"weights: 3 weights for 2 rows"):
        js_divergence([[1, 2], [3, 4]], [1, 1, 1])
    with pytest.raises(InputError, match=r"first and second: 2 and 3 outcomes"):
        two_sample_test([1, 2], [1, 2, 3])
    with pytest.raises(InputError, match=r"first and second: 2 and 3 entries"):
        merge_cost([1, 2], [1, 2, 3])
    with pytest.raises(InputError, match=r"members: 1 and 2 entries"):
        merge_cost([1, 2], [3, 4], beta=2, members=([3], [3, 4]))
    with pytest.raises(InputError, match=r"first: shape \(2, 2\) is not one vector"):
        merge_cost([[1, 2], [3, 4]], [1, 2])


def test_rows_without_mass_need_weight_zero():
    rows = [[1, 2], [0, 0], [2, 1]]
    with pytest.raises(InputError, match=r"rows: 1 rows have no mass but a weight \(row 1\)"):
        js_divergence(rows)
    assert js_divergence(rows, [1, 0, 1]) == js_divergence([rows[0], rows[2]])


def test_empty_samples_cannot_be_tested():
    with pytest.raises(InputError, match=r"^second: all counts are zero"):
        two_sample_test([1, 2], [0, 0])


@pytest.mark.parametrize("beta", [0, -1, math.nan])
def test_beta_must_be_positive(beta):
    with pytest.raises(InputError, match=r"beta=.* must be a number > 0"):
        merge_cost([1], [1], beta)


def test_members_must_have_the_mass_of_their_cluster():
    with pytest.raises(InputError, match=r"members: they sum to 1 and 7, the clusters to 3 and 7"):
        merge_cost([1, 2], [3, 4], beta=2, members=([1], [7]))


def test_sparse_rows_are_vectors():
    counts = sp.csr_array(COUNTS)
    assert merge_cost(counts[[0]], counts[[1]]) == merge_cost(COUNTS[0], COUNTS[1])
    assert merge_cost(counts[0], counts[1]) == merge_cost(COUNTS[0], COUNTS[1])
    assert two_sample_test(counts[[0]], COUNTS[1]) == two_sample_test(COUNTS[0], COUNTS[1])
    with_object = sp.csr_matrix(COUNTS)
    assert merge_cost(with_object[0], with_object[1]) == merge_cost(COUNTS[0], COUNTS[1])
    assert entropy(counts[0]) == entropy(COUNTS[0])


def test_clusters_without_mass_merge_at_no_cost():
    assert merge_cost([0, 0], [1, 2]) == 0.0
    assert merge_cost([0, 0], [1, 2], beta=3) == 0.0
    assert merge_cost([0, 0], [0, 0]) == 0.0


@pytest.mark.parametrize("kind", [np.uint8, np.int32, np.int64, np.uint64])
@pytest.mark.parametrize("container", [np.asarray, sp.csr_array, sp.coo_matrix])
def test_totals_do_not_wrap_around(kind, container):
    """Ten of the largest counts of a type add up to more than the type can hold."""
    large = np.iinfo(kind).max
    table = container(np.full((2, 5), large, dtype=kind))
    assert entropy(table) == pytest.approx(math.log(10), abs=1e-14)
    assert mutual_information(table) == pytest.approx(0.0, abs=1e-14)


def test_entries_of_one_cell_are_added_before_they_are_judged():
    rows, columns = [0, 0, 1, 1, 1], [0, 0, 1, 1, 1]
    small = np.array([200, 100, 255, 40, 5], dtype=np.uint8)  # 300 and 300 overflow 8 bits
    table = sp.coo_array((small, (rows, columns)), shape=(2, 2))
    assert mutual_information(table) == pytest.approx(math.log(2), abs=1e-15)
    signed = sp.coo_array((np.array([5, 2, -1, 3, 1]), (rows, columns)), shape=(2, 2))
    with pytest.raises(InputError, match="negative"):
        mutual_information(sp.coo_array(([3, -4], ([0, 0], [0, 0])), shape=(2, 2)))
    assert entropy(sp.coo_array(([3, -1, 2], ([0, 0, 1], [0, 0, 1])))) == entropy([2, 2])
    assert signed.nnz == 5


def test_the_arrays_of_the_caller_stay_as_they_are():
    table = sp.csr_array(
        (np.array([1.0, 2.0, 4.0, 0.0]), np.array([2, 0, 2, 1]), np.array([0, 3, 4])), shape=(2, 3)
    )
    before = [array.copy() for array in (table.data, table.indices, table.indptr)]
    for measure in (entropy, mutual_information, lambda t: kl_divergence(t, t)):
        measure(table)
    for old, new in zip(before, (table.data, table.indices, table.indptr), strict=True):
        np.testing.assert_array_equal(new, old)


def test_cells_beyond_the_range_of_int32():
    """Cell (2^15, 1) of a table with 2^17 columns is number 2^32 + 1, which wraps around to 1."""
    shape, cells = (2**17, 2**17), ([0, 2**15], [1, 1])
    first = sp.coo_array(([1.0, 1.0], cells), shape=shape)
    second = sp.coo_array(([3.0, 1.0], cells), shape=shape)
    assert kl_divergence(first, second) == pytest.approx(kl_divergence([1, 1], [3, 1]), abs=1e-15)


def test_nothing_is_below_zero_not_even_zero():
    assert math.copysign(1, entropy([3, 0])) == 1
    assert math.copysign(1, mutual_information([[1, 1]])) == 1


def test_masses_at_the_edge_of_floats():
    tiny = np.finfo(float).smallest_subnormal
    assert entropy([tiny, tiny]) == pytest.approx(math.log(2), abs=1e-15)
    assert mutual_information([[1.0, 0], [0, 1e-300]]) == pytest.approx(0.0, abs=1e-15)
    assert kl_divergence([1, 0], [tiny, 1]) == pytest.approx(-math.log(tiny), rel=1e-15)
    assert perplexity([1, 0], model=[tiny, 1]) == math.inf
    assert js_divergence([[1e-300, 1e-300], [1, 1]]) == pytest.approx(0.0, abs=1e-15)
    assert merge_cost([tiny, 0], [0, 1e300]) == pytest.approx(0.0, abs=1e-300)
    assert merge_cost([1e300, 0], [0, 1e300]) == pytest.approx(2e300 * math.log(2), rel=1e-15)
