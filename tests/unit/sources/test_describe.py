"""Large sources are described by their beginning."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import sources
from coterie.sources import _describe


@pytest.fixture
def small_means_nothing(monkeypatch):
    monkeypatch.setattr(_describe, "SMALL_CELLS", 0)


@pytest.fixture
def counts(rng):
    return rng.poisson(0.2, (300, 20))


def table_rows(counts):
    names = [f"w{j}" for j in range(counts.shape[1])]
    return [("id", *names), *((f"r{i}", *row) for i, row in enumerate(counts.tolist()))]


def check(found, counts, *, named):
    assert not found.exact
    assert (found.kind, found.shape) == ("counts", counts.shape)
    assert found.n_nonzero == np.count_nonzero(counts)  # the beginning is all there is here
    assert any("judged by the first" in reason for reason in found.reasons)
    assert found.row_names == (("r0", "r1", "r2", "r3", "r4") if named else ())


def test_formats(small_means_nothing, counts, write, make):
    rows = table_rows(counts)
    columns = {name: list(side) for name, *side in zip(*rows, strict=True)}
    check(sources.describe(write("a.csv", make.csv(rows))), counts, named=True)
    check(sources.describe(write("a.parquet", make.parquet(columns))), counts, named=True)
    check(sources.describe(write("a.db", make.sqlite(t=rows))), counts, named=True)
    check(sources.describe(write("a.npy", make.npy(counts))), counts, named=False)
    check(sources.describe(write("a.npz", make.npz(X=counts))), counts, named=False)
    matrix = make.scipy_npz(sp.csr_array(counts))
    check(sources.describe(write("b.npz", matrix)), counts, named=False)


def test_an_array_by_columns_is_judged_by_its_first_column(
    small_means_nothing, counts, write, make
):
    found = sources.describe(write("a.npz", make.npz(X=np.asfortranarray(counts))))
    assert (found.kind, found.shape) == ("counts", counts.shape)
    assert found.n_nonzero == np.count_nonzero(counts[:, 0]) * counts.shape[1]


def test_memory_is_that_of_the_matrix(counts, write, make):
    path = write("a.npz", make.scipy_npz(sp.csr_array(counts)))
    matrix = sources.read(path).matrix
    held = matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes
    assert abs(sources.describe(path).memory - held) <= 4  # one pointer more than rows


def test_a_large_file_is_not_read_as_a_whole(write, monkeypatch):
    body = "".join(f"r{i},{i % 3},0\n" for i in range(200_000))
    path = write("a.csv", "id,a,b\n" + body)
    monkeypatch.setattr(_describe, "SMALL_CELLS", 1000)
    monkeypatch.setattr("coterie.sources._delimited._fast", None)  # calling it would fail
    found = sources.describe(path)
    assert found.shape == (200_000, 2)


def test_quotes_make_the_number_of_rows_an_estimate(small_means_nothing, write):
    body = "".join(f'"r\n{i}",{i % 3},0\n' for i in range(2000))
    found = sources.describe(write("a.csv", "id,a,b\n" + body))
    assert found.shape == (4000, 2)
    assert found.reasons[-1] == "the number of rows is estimated"


def test_events(write):
    path = write("a.csv", "user,page\n" + "ann,home\n" * 50)
    found = sources.describe(path, rows="user", columns="page")
    assert found.reasons == ("events counted by 'user' and 'page'", "50 records")
    assert found.advice == ""
    assert found.shape == (1, 1)


def test_the_size_of_many_events_is_judged_by_the_first(write, monkeypatch):
    monkeypatch.setattr("coterie.sources._events.SURVEYED", 20)
    monkeypatch.setattr(_describe, "SURVEYED", 20)
    path = write("a.csv", "user,page\n" + "".join(f"u{n % 7},p{n % 3}\n" for n in range(90_000)))
    found = sources.describe(path, rows="user", columns="page")
    assert found.shape == (7, 3)
    assert "rows and columns are those of the first " in found.reasons[-1]
    assert not found.exact


def test_text(small_means_nothing, write):
    path = write("a.csv", "id,text\n" + "".join(f"d{i},some words here\n" for i in range(50)))
    found = sources.describe(path)
    assert (found.kind, found.shape, found.row_names[0]) == ("text", (50, None), "d0")
