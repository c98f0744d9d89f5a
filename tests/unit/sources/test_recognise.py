"""What data are taken for, and why."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from coterie import sources
from coterie.sources import KINDS, recognise

NAMES = np.array(["a", "b", "c"])
CHAIN = np.array([[0.5, 0.5, 0.0], [0.1, 0.2, 0.7], [0.0, 1.0, 0.0]])
STEPS = np.array([[5, 2, 0], [1, 0, 3], [0, 4, 1]])
ALIKE = np.array([[1.0, 0.2, 0.0], [0.2, 1.0, 0.5], [0.0, 0.5, 1.0]])


@pytest.mark.parametrize(
    ("matrix", "kind", "reason"),
    [
        (np.array([[3, 0, 1], [0, 0, 2]]), "counts", "all 6 numbers are whole and not negative"),
        (np.array([[3, 0, 1], [0, 0, 2]]), "counts", "50 % are zero"),
        (np.array([[0.5, 0, 0], [0, 0, 1.5]]), "counts", "weights: 2 of 6 numbers are not whole"),
        (np.array([[0.5, 2, 3], [1, 4, 1.5]]), "points", "2 of 6 numbers are not whole"),
        (np.array([[0.5, -2, 3], [1, 4, 1.5]]), "points", "1 of 6 numbers are negative"),
        (np.array([[5, -1, 0], [1, 2, 2]]), "counts", "1 of 6 numbers are negative"),
        (np.tile([[3, -4], [-1, 2]], (50, 1)), "points", "100 of 200 numbers are negative"),
        (np.arange(1, 121).reshape(60, 2), "points", "only 2 columns"),
        (ALIKE, "similarity", "the matrix equals its transpose"),
        (ALIKE - 0.5, "similarity", "the matrix equals its transpose"),
        (ALIKE - 0.5, "similarity", "4 of 9 numbers are negative"),
        (CHAIN, "transitions", "every row sums to one"),
        (STEPS, "counts", "33 % are zero"),
        (np.eye(3, dtype=int), "counts", "67 % are zero"),
    ],
)
def test_kinds(matrix, kind, reason):
    for given_matrix in (matrix, sp.csr_array(matrix), sp.csc_matrix(matrix)):
        found = recognise(given_matrix)
        assert found.kind == kind
        assert reason in found.reasons


def test_equal_names_make_transitions():
    assert recognise(STEPS, row_names=NAMES, column_names=NAMES).kind == "transitions"
    assert recognise(STEPS, row_names=NAMES, column_names=NAMES[::-1]).kind == "counts"


@example(np.array([[1e6, 0.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]))
@example(np.full((2, 2), 2.0**1023))
@example(np.array([[0.0, 1e308, 1.0], [-1e308, 0.0, 1.0], [1.0, 1.0, 0.0]]))
@given(
    arrays.arrays(
        st.sampled_from([np.float64, np.float32, np.int64, np.uint8, np.bool_]),
        arrays.array_shapes(min_dims=2, max_dims=2, max_side=5),
    )
)
def test_dense_and_sparse_agree(matrix):
    kind, reasons = recognise(matrix)
    assert kind in KINDS
    assert all(reasons)
    if np.isfinite(matrix.astype(float)).all():
        assert recognise(sp.coo_array(matrix)) == (kind, reasons)


def test_the_matrix_is_left_alone():
    matrix = sp.csr_array(
        (np.array([1.0, 2.0, 0.0]), np.array([1, 1, 0]), np.array([0, 2, 3])), shape=(2, 2)
    )
    recognise(matrix)
    assert matrix.data.tolist() == [1.0, 2.0, 0.0]


def test_the_user_knows_better(write, make):
    path = write("a.npy", make.npy(ALIKE))
    table = sources.read(path, kind="counts")
    assert (table.kind, table.reasons[0]) == ("counts", "you said that it holds counts")
    assert isinstance(table.matrix, sp.csr_array)


def test_similarity_needs_a_square(write, make, refusal):
    path = write("a.npy", make.npy(np.ones((2, 3))))
    assert "has 2 rows and 3 columns, but data of kind similarity relate" in refusal(
        path, kind="similarity"
    )


def test_real_data(data_folder):
    expected = {
        "20newsgroups/counts_body.npz": ("counts", (18846, 43030)),
        "movielens100k/ratings_user_item.npz": ("counts", (943, 1682)),
        "yeast_ppi/collins2007.npz": ("similarity", (1622, 1622)),
        "yeast_expression/brown_selected_186x79.npz": ("points", (186, 79)),
        "shapes/other/chameleon_t4_8k.csv.gz": ("points", (8000, 3)),
    }
    for name, (kind, shape) in expected.items():
        table = sources.read(data_folder / name)
        assert (name, table.kind, table.shape) == (name, kind, shape)
    visits = sources.read(
        data_folder / "movielens100k/u.data.csv.gz", rows="user", columns="item", weight="rating"
    )
    ratings = sources.read(data_folder / "movielens100k/ratings_user_item.npz").matrix
    assert (visits.matrix != ratings).nnz == 0
