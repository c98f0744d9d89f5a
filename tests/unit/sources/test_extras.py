"""Without the optional libraries, what can be read is read, and the rest says what is missing."""

import sys

import numpy as np
import pytest

from coterie import sources
from coterie._core.errors import MissingExtraError


@pytest.fixture
def bare(monkeypatch):
    for name in [*sys.modules, "pyarrow", "duckdb", "adbc_driver_postgresql"]:
        if name.partition(".")[0] in {"pyarrow", "duckdb", "adbc_driver_postgresql"}:
            monkeypatch.setitem(sys.modules, name, None)


def test_arrays_and_folders_need_no_extra(bare, write, make, tmp_path):
    assert sources.read(write("a.npz", make.npz(X=np.array([[1, 0, 2]])))).shape == (1, 3)
    assert sources.read(write("a.npy", make.npy(np.array([[1, 0, 2]])))).shape == (1, 3)
    (tmp_path / "books").mkdir()
    (tmp_path / "books" / "emma.txt").write_text("It is a truth")
    assert len(sources.read(tmp_path / "books").texts) == 1


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"id,a\nx,1\n", "reading CSV files needs pyarrow, which is not installed"),
        ("a.parquet", b"PAR1", "reading Parquet files needs pyarrow"),
        ("a.db", b"SQLite format 3\x00", "reading database tables needs pyarrow"),
    ],
)
def test_what_is_missing_is_named(name, content, words, bare, write):
    with pytest.raises(MissingExtraError, match=words) as caught:
        sources.read(write(name, content))
    assert "pip install 'coterie[cli]'" in str(caught.value)


def test_postgres_names_its_own_extra(bare):
    with pytest.raises(MissingExtraError, match=r"pip install 'coterie\[postgres\]'"):
        sources.read("postgresql://host/visits")
