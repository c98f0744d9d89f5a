"""Folders and files of plain text."""

import os

import pytest

from coterie import sources
from coterie._core.errors import DataWarning


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "books"
    (root / "whales").mkdir(parents=True)
    (root / ".hidden").mkdir()
    (root / "emma.txt").write_text("It is a truth")
    (root / "whales" / "moby.txt").write_bytes("Call me Ishmaël".encode("utf-8-sig"))
    (root / "notes.csv").write_text("a,b\n1,2\n")
    (root / ".hidden" / "x.txt").write_text("nothing")
    return root


def test_each_file_is_a_document(folder):
    documents = sources.read(folder)
    assert documents.row_names.tolist() == ["emma.txt", "whales/moby.txt"]
    assert list(documents.texts) == ["It is a truth", "Call me Ishmaël"]
    found = sources.describe(folder)
    assert (found.kind, found.shape) == ("text", (2, None))
    assert found.row_names == ("emma.txt", "whales/moby.txt")


def test_files_need_no_ending(tmp_path):
    (tmp_path / "49960").write_text("From: a reader")
    assert sources.read(tmp_path).row_names.tolist() == ["49960"]


def test_latin_1_is_read_with_one_warning(folder):
    (folder / "a.txt").write_bytes("größe".encode("latin-1"))
    (folder / "b.txt").write_bytes("é".encode("latin-1"))
    with pytest.warns(DataWarning, match=r"2 files are not UTF-8 .* \(a.txt, b.txt\)") as caught:
        documents = sources.read(folder)
    assert len(caught) == 1
    assert documents.texts[0] == "größe"


def test_names_that_are_not_utf8(tmp_path):
    name = os.fsdecode(b"caf\xe9.txt")
    (tmp_path / name).write_text("a text")
    assert sources.read(tmp_path).row_names.tolist() == ["caf\ufffd.txt"]


def test_refused_folders(tmp_path, folder, refusal):
    (tmp_path / "none").mkdir()
    assert "holds no texts (nothing)" in refusal(tmp_path / "none")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "a.csv").write_text("a\n1\n")
    assert "holds no texts (a.csv)" in refusal(tmp_path / "tables")
    with pytest.raises(ValueError, match="holds texts, not counts; leave kind out"):
        sources.read(folder, kind="counts")
    (folder / "c.txt").write_bytes(b"\x00\x01")
    with pytest.raises(ValueError, match=r"c.txt holds zero bytes, so it is not a text"):
        sources.read(folder)


def test_each_line_of_a_text_file_is_a_document(write):
    documents = sources.read(write("a.txt", "Call me, said he\n\nIt is, a truth, that\n"))
    assert list(documents.texts) == ["Call me, said he", "It is, a truth, that"]


def test_a_table_in_a_text_file_is_a_table(write):
    table = sources.read(write("a.txt", "id\ta\tb\nx\t1\t0\ny\t0\t2\n"))
    assert table.matrix.toarray().tolist() == [[1, 0], [0, 2]]


def test_nothing_there(tmp_path, refusal):
    assert "there is no such file or folder" in refusal(tmp_path / "none.csv")
    assert "location of the data is empty" in refusal("")
    assert "kind='count' is not known; choose from counts" in refusal(tmp_path, kind="count")


def test_an_ending_that_lies(write, refusal):
    assert "is no Parquet file (it begins with b'id,a" in refusal(write("a.parquet", "id,a\nx,1\n"))
