"""Text tables in all their spellings, and what is said about broken ones."""

import gzip

import numpy as np
import pytest

from coterie import sources
from coterie._core.errors import DataWarning


def dense(table):
    matrix = table.matrix
    return (matrix if isinstance(matrix, np.ndarray) else matrix.toarray()).tolist()


@pytest.mark.parametrize(
    ("text", "rows", "columns", "numbers"),
    [
        ("1,2\n3,4\n5,0\n", ["0", "1", "2"], ["0", "1"], [[1, 2], [3, 4], [5, 0]]),
        ("a,b\n1,2\n3,0\n", ["0", "1"], ["a", "b"], [[1, 2], [3, 0]]),
        ("id,a\n7,2\n8,0\n", ["7", "8"], ["a"], [[2], [0]]),
        (",a\nx,2\ny,0\n", ["x", "y"], ["a"], [[2], [0]]),
        ("x,2,3\ny,0,9\n", ["x", "y"], ["1", "2"], [[2, 3], [0, 9]]),
        ("a,b\nx,2,3\ny,0,9\n", ["x", "y"], ["a", "b"], [[2, 3], [0, 9]]),  # as R writes it
        ("a b,c\nx, 2\ny,3 \n", ["x", "y"], ["c"], [[2], [3]]),
        ("\n\nid,a\n\nx,2\n\ny,1e3\n", ["x", "y"], ["a"], [[2], [1000]]),
        ("id|a|b\nx|1|2\ny|0|3\n", ["x", "y"], ["a", "b"], [[1, 2], [0, 3]]),
        ("id,0,1,2\nx,5,0,1\ny,0,2,2\n", ["x", "y"], ["0", "1", "2"], [[5, 0, 1], [0, 2, 2]]),
        ("0,1,2\n5,0,1\n1,2,2\n", ["0", "1"], ["0", "1", "2"], [[5, 0, 1], [1, 2, 2]]),
        ("2001,2002,2003\n5,0,1\n1,2,2\n", ["0", "1"], ["2001", "2002", "2003"],
         [[5, 0, 1], [1, 2, 2]]),
        ("g,2001,2002,2003\nx,5,0,1\ny,1,2,2\n", ["x", "y"], ["2001", "2002", "2003"],
         [[5, 0, 1], [1, 2, 2]]),
        ('"id","a"\n"x",1\n"y ""z""\n",2\n', ["x", 'y "z"\n'], ["a"], [[1], [2]]),
        ("id\ta\tb\nx\t1\t2\ny\t3\t0\n", ["x", "y"], ["a", "b"], [[1, 2], [3, 0]]),
        ("id,a\r1,2\r3,4\r", ["1", "3"], ["a"], [[2], [4]]),
    ],
)  # fmt: skip
def test_spellings(text, rows, columns, numbers, write):
    table = sources.read(write("a.csv", text), kind="counts")
    assert table.row_names.tolist() == rows
    assert table.column_names.tolist() == columns
    assert dense(table) == numbers


def test_decimal_comma(write):
    table = sources.read(write("a.csv", "id;a;b\nx;1,5;2\ny;-0,25;3\nz; 1,5;2\n"))
    assert (table.kind, dense(table)) == ("points", [[1.5, 2.0], [-0.25, 3.0], [1.5, 2.0]])


def test_rows_alone_chooses_the_ids(write):
    table = sources.read(write("a.csv", "n,who,m\n1,ann,2\n0,bob,3\n"), rows="who")
    assert table.row_names.tolist() == ["ann", "bob"]
    assert table.column_names.tolist() == ["n", "m"]


def test_ids_may_look_like_missing_values(write):
    table = sources.read(write("a.csv", "id,a\nNA,1\nnull,2\n"))
    assert table.row_names.tolist() == ["NA", "null"]


def test_latin_1_is_read_with_a_warning(write):
    path = write("a.csv", "id,größe\né,1\nx,2\n".encode("latin-1"))
    with pytest.warns(DataWarning, match=r"byte 6 is not UTF-8, so the file was read as Latin-1"):
        table = sources.read(path)
    assert table.column_names.tolist() == ["größe"]
    assert table.row_names.tolist() == ["é", "x"]


def test_letters_that_are_cut_by_a_block_are_whole(write, monkeypatch):
    monkeypatch.setattr("coterie.sources._text_file.CHUNK", 3)
    table = sources.read(write("a.csv", "id,é€\nöööö,1\nx,2\n"))
    assert table.row_names.tolist() == ["öööö", "x"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_marked_encodings(encoding, write):
    mark = "\ufeff" if encoding.endswith("be") else ""
    path = write("a.csv", (mark + "id,größe\né,1\nx,2\n").encode(encoding))
    assert sources.read(path).column_names.tolist() == ["größe"]


def test_a_column_of_text_makes_documents(write):
    path = write("a.csv", 'text\n"Call me Ishmael, he\nsaid."\nIt is a truth\n')
    documents = sources.read(path)
    assert documents.kind == "text"
    assert list(documents.texts) == ["Call me Ishmael, he\nsaid.", "It is a truth"]
    assert documents.row_names.tolist() == ["0", "1"]


def test_a_column_called_text_makes_documents_with_ids(write):
    path = write("a.csv", "id,label,text\nm,1,whale\ne,2,ball\n")
    documents = sources.read(path)
    assert (list(documents.texts), documents.row_names.tolist()) == (["whale", "ball"], ["m", "e"])


def test_the_column_of_texts_can_be_named(write):
    path = write("a.csv", "who,title,note\nm,a b,c d\ne,f g,h i\n")
    documents = sources.read(path, kind="text", rows="who", columns="note")
    assert (list(documents.texts), documents.row_names.tolist()) == (["c d", "h i"], ["m", "e"])


def test_a_very_long_field_is_read(write):
    long = "word " * 600_000  # three million letters: longer than a block, and than csv allows
    path = write("a.csv", f"id,text\na,short one\nb,{long}\nc,end\n")
    documents = sources.read(path)
    assert [len(text) for text in documents.texts] == [9, 3_000_000, 3]


def test_the_careful_reader_goes_on_where_the_fast_one_stopped(write, monkeypatch):
    monkeypatch.setattr("coterie.sources._delimited.BLOCK", 1 << 12)
    lines = [f"r{i},{i % 7}" for i in range(5000)]
    lines[4000] = '"r4000","\t3"'  # Arrow does not take a tab for part of a number
    table = sources.read(write("a.csv", "id,n\n" + "\n".join(lines)), kind="counts")
    expected = [i % 7 for i in range(5000)]
    expected[4000] = 3
    assert table.matrix.toarray().ravel().tolist() == expected
    assert table.row_names.tolist() == [f"r{i}" for i in range(5000)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        (" \n\n", "is empty"),
        ("id,whale,sea\n", "holds a header and no rows"),
        ("id,a,b\nx,1,2\ny,3\n", "line 3 has 2 fields instead of 3 (it reads 'y,3')"),
        ("id,a\nx,1\ny,2,3\n", "line 3 has 3 fields instead of 2"),
        ("id,a,b\nx,1,2\ny,abc,3\n", "line 3, column 'a' holds 'abc', which is not a number"),
        ("id,a,b\nx,1,2\ny,1_0,3\n", "line 3, column 'a' holds '1_0', which is not a number"),
        ('id,a\nx,1\ny,"1,204"\nz,3\n', "line 3, column 'a' holds '1,204'"),
        ("id,a,b\nx,1,2\ny,-1,3\nz,0,4\n", "1 entry is negative (first: line 3, column 'a' = -1)"),
        ("id,a,b\nx,1,2\ny,,3\nz,NaN,4\n", "2 entries are missing (first: line 3, column 'a'"),
        ("id,a,b\nx,1,2\ny,inf,3\nz,0,4\n", "1 entry is infinite (first: line 3, column 'a'"),
        ("id,a,a,b,b\nx,1,2,3,4\n", "2 column names stand more than once ('a', 'b')"),
        ("id,a\nx,1\nx,2\ny,3\n", "1 row id stands more than once ('x')"),
        ("id,a,note\nx,1,red\ny,2,blue\n", "column 'note' does not hold numbers"),
        ('id,a\nx,"1\ny,2\n', "the quote that opens on line 2 is never closed"),
        ("text\nCall me, said he\n", "line 2 has 2 fields instead of 1"),
        ("id,a\nx,1\x00\n", "byte 9 is zero, which text never holds"),
    ],
)
def test_broken_tables_are_refused_in_one_sentence(text, words, write, refusal):
    path = write("a.csv", text)
    sentence = refusal(path)
    assert sentence.startswith(f"{path}: ")
    assert words in sentence


def test_a_mark_that_lies_is_refused(write, refusal):
    assert "mark of UTF-16 but is not written in it" in refusal(
        write("a.csv", b"\xff\xfeid,a\nx,1\ny,23")
    )


def test_cut_off_compression_is_refused(write, refusal):
    whole = gzip.compress(b"id,a\n" + b"".join(b"r%d,%d\n" % (i, i) for i in range(2000)))
    assert "the gzip data are cut off or damaged" in refusal(write("a.csv.gz", whole[:-300]))
    assert "the gzip data are cut off or damaged" in refusal(write("b.csv.gz", whole[:12]))


def test_a_quote_left_open_after_the_sample(write, refusal):
    lines = "".join(f"r{i},{i}\n" for i in range(3000))
    path = write("a.csv", f'id,a\n{lines}x,"1\ny,2\n')
    assert "the quote that opens on line 3,002 is never closed" in refusal(path)


def test_a_bad_value_after_the_sample_has_its_line(write, refusal):
    lines = "".join(f"r{i},{i}\n" for i in range(3000))
    path = write("a.csv", f"id,a\n{lines}x,much\ny,2\n")
    assert "line 3,002, column 'a' holds 'much'" in refusal(path)


def test_negative_numbers_are_welcome_as_points(write):
    path = write("a.csv", "id,a,b\nx,1,2\ny,-1,3\n")
    assert sources.read(path, kind="points").matrix.tolist() == [[1.0, 2.0], [-1.0, 3.0]]
