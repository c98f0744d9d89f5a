"""Matrices saved by numpy and scipy, and in Matrix Market: names, safety, size."""

import io
import pickle

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import sources
from coterie._core.errors import InputError


class Bomb:
    """Tells when it is unpickled."""

    exploded = False

    def __reduce__(self):
        return (setattr, (Bomb, "exploded", True))


@pytest.fixture
def bomb():
    Bomb.exploded = False
    return np.array([[Bomb()]], dtype=object)


def test_pickles_are_never_loaded(bomb, write, make, refusal):
    path = write("a.npz", make.npz(X=bomb))
    assert "holds no matrix" in refusal(path)
    assert "cannot be read" in refusal(path, query="X")
    stream = io.BytesIO()
    np.save(stream, bomb, allow_pickle=True)
    assert "cannot be read" in refusal(write("a.npy", stream.getvalue()))
    refusal(write("b.npy", pickle.dumps(bomb)))
    named = make.npz(X=np.eye(3), row_names=np.array([Bomb(), 1, 2], dtype=object))
    assert sources.read(write("b.npz", named)).row_names.tolist() == ["0", "1", "2"]
    assert not Bomb.exploded
    pickle.loads(pickle.dumps(bomb))  # the bomb works
    assert Bomb.exploded


def test_names_are_found_by_length_where_that_is_clear(write, make):
    arrays = {"X": np.arange(6).reshape(2, 3), "who": np.array(["a", "b"]), "n": np.arange(3)}
    table = sources.read(write("a.npz", make.npz(**arrays, genes=np.array(["x", "y", "z"]))))
    assert table.row_names.tolist() == ["a", "b"]
    assert table.column_names.tolist() == ["x", "y", "z"]


def test_names_that_repeat_are_no_names(write, make):
    path = write("a.npz", make.npz(X=np.arange(6).reshape(2, 3), group=np.array(["a", "a"])))
    assert sources.read(path).row_names.tolist() == ["0", "1"]


def test_names_from_files_and_arrays(write, make):
    path = write("a.npz", make.npz(X=np.arange(6).reshape(2, 3), n=np.array([7, 8])))
    words = write("words.txt", "x\ny\nz\n")
    table = sources.read(path, rows="n", columns=str(words))
    assert table.row_names.tolist() == ["7", "8"]
    assert table.column_names.tolist() == ["x", "y", "z"]


def test_names_that_do_not_fit(write, make, refusal):
    path = write("a.npy", make.npy(np.arange(6).reshape(2, 3)))
    words = write("words.txt", "x\ny\n")
    assert "2 names were given for 3 columns" in refusal(path, columns=str(words))
    assert "finds no names in 'vocabulary'" in refusal(path, columns="vocabulary")
    assert "cannot be read as events" in refusal(path, rows="a", columns="b", weight="c")


def test_one_of_several_arrays_is_chosen_by_name(write, make, refusal):
    path = write("a.npz", make.npz(A=np.eye(3) + 1, B=np.arange(6).reshape(2, 3)))
    assert sources.read(path, query="B").shape == (2, 3)
    assert "holds several matrices ('A' (3, 3), 'B' (2, 3))" in refusal(path)
    assert "has no array 'C'" in refusal(path, query="C")
    assert "holds no matrix" in refusal(write("b.npz", make.npz(y=np.arange(3))))


def test_floats_are_mapped_not_copied(write, make):
    table = sources.read(write("a.npy", make.npy(np.array([[0.5, -1], [2, 3]], np.float32))))
    assert isinstance(table.matrix, np.memmap)
    assert table.matrix.dtype == np.float32


@pytest.mark.parametrize(
    "dtype", [np.uint8, np.int8, bool, np.float32, np.int64, np.float16, np.longdouble, ">i4"]
)
def test_whole_numbers_become_int32(dtype, write, make):
    matrix = np.array([[1, 0, 1], [0, 1, 0]], dtype)
    contents = [make.npz(X=matrix)]
    if dtype not in {np.float16, ">i4"}:  # these scipy cannot have written
        contents.append(make.scipy_npz(sp.csr_array(matrix)))
    for content in contents:
        table = sources.read(write("a.npz", content))
        assert (table.kind, table.matrix.dtype) == ("counts", np.int32)
        assert table.matrix.toarray().tolist() == [[1, 0, 1], [0, 1, 0]]


def test_large_counts_become_int64(write, make):
    table = sources.read(write("a.npy", make.npy(np.array([[2**31, 0, 1], [0, 1, 0]]))))
    assert table.matrix.dtype == np.int64
    assert table.matrix[0, 0] == 2**31


def test_large_arrays_are_converted_in_slices(write, make, monkeypatch):
    monkeypatch.setattr("coterie.sources._facts.SLICE", 7)
    counts = np.arange(60).reshape(20, 3) % 5
    monkeypatch.setattr("coterie.sources._sparse.CELLS_AT_ONCE", 7)
    table = sources.read(write("a.npy", make.npy(counts)))
    np.testing.assert_array_equal(table.matrix.toarray(), counts)


def test_repeated_and_zero_entries_are_settled(write, make):
    rows, columns = [0, 0, 1, 1], [1, 1, 0, 2]
    matrix = sp.coo_array(([1, 2, 0, 4], (rows, columns)), shape=(2, 3))
    table = sources.read(write("a.npz", make.scipy_npz(matrix)))
    assert table.matrix.nnz == 2
    assert table.matrix.toarray().tolist() == [[0, 3, 0], [0, 0, 4]]


def parts(**changes):
    arrays = {
        "format": np.array(b"csr"),
        "shape": np.array([2, 3]),
        "data": np.array([1, 2]),
        "indices": np.array([0, 2]),
        "indptr": np.array([0, 1, 2]),
    }
    return arrays | changes


def test_the_parts_of_a_sparse_matrix(write, make):
    table = sources.read(write("a.npz", make.npz(**parts())))
    assert table.matrix.toarray().tolist() == [[1, 0, 0], [0, 0, 2]]


@pytest.mark.parametrize(
    "changes",
    [
        {"indices": np.array([0, 7])},  # would be read beyond the end of memory
        {"indices": np.array([0, -1])},
        {"indptr": np.array([0, 5, 2])},
        {"indptr": np.array([0, 2])},
        {"shape": np.array([2**40, 3])},
        {"shape": np.array([2, 2**33])},
        {"shape": np.array([0, 3])},
        {"shape": np.array([2, 3, 4])},
        {"shape": np.array([2.0, 3.0])},
        {"data": np.array([1])},
        {"data": np.array([1j, 2])},
        {"data": np.array(["a", "b"])},
        {"format": np.array(b"xyz")},
        {"format": np.array(["a", None], dtype=object)},
    ],
    ids=str,
)
def test_parts_that_contradict_each_other_are_refused(changes, write, make, refusal):
    refusal(write("a.npz", make.npz(**parts(**changes))))


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.arange(3), "has shape (3,); a matrix has rows and columns"),
        (np.zeros((2, 2, 2)), "has shape (2, 2, 2)"),
        (np.zeros((0, 3)), "holds nothing"),
        (np.array([["a", "b"]]), "holds <U1, not real numbers"),
        (np.array([[1j]]), "holds complex128, not real numbers"),
        (np.array([[1, 0], [0, -2], [3, 1], [0, 0]]), "(first: row '1', column '1' = -2)"),
        (np.array([[1, 0, 0], [0, np.nan, 2]]), "1 entry is missing (first: row '1', column '1'"),
    ],
)
def test_arrays_that_are_no_counts(array, words, write, make, refusal):
    assert words in refusal(write("a.npy", make.npy(array)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n", "complex"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 9999\n1 1 1\n", "9,999 entries"),
        ("%%MatrixMarket matrix array real general\n99999 99999\n1\n", "it is cut off or damaged"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n", "cannot be read"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 x\n", "cannot be read"),
        ("%%MatrixMarket matrix coordinate real general\n99999999999 2 1\n1 1 1\n", "damaged"),
        ("%%MatrixMarket nonsense\n", "cannot be read"),
    ],
)
def test_broken_matrix_market(text, words, write, refusal):
    assert words in refusal(write("a.mtx", text))


@pytest.mark.parametrize(
    "tail", [b"1 2 3\x00 4", b"1 2 3\x00 4\n", b"1 2 5?H\xbc", b"1 2 3", b"1 2"]
)
def test_lines_that_crash_a_careless_parser(tail, write):
    path = write("a.mtx", b"%%MatrixMarket matrix coordinate integer general\n4 4 1\n" + tail)
    read = {b"1 2 3": 3, b"1 2 5?H\xbc": 5}  # scipy stops at the end of the number
    if tail in read:
        assert sources.read(path).matrix[0, 1] == read[tail]
    else:
        with pytest.raises(InputError):
            sources.read(path)


def test_matrix_market_forms(write):
    head = "%%MatrixMarket matrix "
    triangle = sources.read(
        write("a.mtx", head + "coordinate real symmetric\n3 3 2\n2 1 0.5\n3 2 0.25\n")
    )
    assert triangle.kind == "similarity"
    assert triangle.matrix.tolist() == [[0, 0.5, 0], [0.5, 0, 0.25], [0, 0.25, 0]]
    pattern = sources.read(write("b.mtx", head + "coordinate pattern general\n2 3 2\n1 3\n2 1\n"))
    assert pattern.matrix.toarray().tolist() == [[0, 0, 1], [1, 0, 0]]
    array = sources.read(write("c.mtx", head + "array integer general\n2 2\n1\n0\n3\n4\n"))
    assert array.matrix.toarray().tolist() == [[1, 3], [0, 4]]
