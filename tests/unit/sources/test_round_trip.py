"""Each format gives back the same matrix with the same names."""

import numpy as np
import scipy.sparse as sp

from coterie import sources


def in_order(table, truth):
    """Bring a table to the order of the truth; events come sorted, and bags as they appear."""
    rows = [table.row_names.tolist().index(name) for name in truth.rows]
    columns = [table.column_names.tolist().index(name) for name in truth.columns]
    return table.matrix.toarray()[np.ix_(rows, columns)]


def test_every_format_gives_the_same_matrix(written, write, truth):
    table = sources.read(write(written.name, written.content), **written.options)
    assert isinstance(table.matrix, sp.csr_array)
    assert table.matrix.dtype == np.int32
    assert table.matrix.has_canonical_format
    assert table.matrix.data.all()
    assert table.kind == "counts"
    assert table.reasons
    if written.named:
        np.testing.assert_array_equal(in_order(table, truth), truth.counts)
        assert sorted(table.row_names.tolist()) == sorted(truth.rows)
    else:
        np.testing.assert_array_equal(table.matrix.toarray(), truth.counts)
        assert table.row_names.tolist() == table.column_names.tolist() == ["0", "1", "2", "3"]


def test_every_format_is_described(written, write, truth):
    found = sources.describe(write(written.name, written.content), **written.options)
    if "rows" in written.options:
        assert (found.kind, found.shape) == ("events", truth.counts.shape)
        assert found.column_names == ('us"er', "page")
    else:
        assert (found.kind, found.shape, found.exact) == ("counts", truth.counts.shape, True)
        assert found.n_nonzero == np.count_nonzero(truth.counts)
        assert sorted(found.column_names) == sorted(truth.columns) or not written.named


def test_the_workspace_is_removed(written, write, tmp_path, monkeypatch):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    sources.read(write(written.name, written.content), **written.options)
    assert not list(scratch.iterdir())


def test_standard_input(written, monkeypatch, truth, tmp_path):
    path = tmp_path / "stream"
    path.write_bytes(written.content)
    with path.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        table = sources.read("-", **written.options)
    assert table.origin == "standard input"
    assert table.matrix.sum() == truth.counts.sum()
