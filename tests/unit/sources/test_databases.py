"""SQLite files: tables, queries, and no way to write."""

import sqlite3

import pytest

from coterie import sources


@pytest.fixture
def shop(write, make):
    visits = [("user", 'pa"ge', "n"), ("ann", "home", 2), ("ann", "help", 1), ("bob", "home", 3)]
    return write("shop.db", make.sqlite(visit=visits, other=[("a", "b"), (1, 2), (3, 4)]))


def test_a_table_is_named_by_query(shop):
    table = sources.read(shop, query="visit", rows="user", columns='pa"ge', weight="n")
    assert table.matrix.toarray().tolist() == [[1, 2], [0, 3]]
    assert sources.read(shop, query="other").matrix.toarray().tolist() == [[1, 2], [3, 4]]


def test_a_query_may_compute(shop):
    table = sources.read(shop, query="SELECT user AS id, sum(n) AS n FROM visit GROUP BY 1")
    assert table.row_names.tolist() == ["ann", "bob"]
    assert table.matrix.toarray().tolist() == [[3], [3]]


def test_more_rows_than_the_sample(write, make):
    rows = [(f"r{i}", i % 7, 1) for i in range(20_000)]
    path = write("a.db", make.sqlite(wide=[("id", "a", "b"), *rows]))
    table = sources.read(path)
    assert table.matrix[:, [0]].toarray().ravel().tolist() == [i % 7 for i in range(20_000)]
    assert table.row_names[19_999] == "r19999"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (None, "holds 2 tables ('other', 'visit'); name one with --query"),
        ("visits", "has no table 'visits'; its tables are 'other', 'visit'"),
        ("SELECT nought FROM visit", "fails (no such column: nought)"),
        ("DELETE FROM visit", "must be one SELECT statement"),
        ("DROP TABLE visit", "must be one SELECT statement"),
        ("SELECT 1; DELETE FROM visit", "must be one SELECT statement"),
        ("PRAGMA user_version = 3", "must be one SELECT statement"),
        ("ATTACH DATABASE 'stolen.db' AS stolen", "must be one SELECT statement"),
        ("SELECT * FROM visit WHERE 0", "gives no rows"),
        ("SELECT user, x'00ff' AS n FROM visit", "does not hold numbers"),
    ],
)
def test_refused_queries(query, words, shop, refusal, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = shop.read_bytes()
    options = {} if query is None else {"query": query}
    assert words in refusal(shop, **options)
    assert shop.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["shop.db"]


def test_mixed_types_name_their_row(write, make, refusal):
    rows = [("a", 1), ("b", 2), ("c", "much"), ("d", 4)]
    path = write("a.db", make.sqlite(wide=[("id", "n"), *rows]))
    assert "row 3, column 'n' holds 'much', which is not a number" in refusal(path)


def test_text_that_is_not_utf8(write):
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (id TEXT, n)")
    connection.execute("INSERT INTO t VALUES (CAST(x'e9' AS TEXT), 1), ('b', 2)")
    connection.commit()
    path = write("a.db", connection.serialize())
    connection.close()
    assert sources.read(path).row_names.tolist() == ["é", "b"]


def test_an_empty_database(write, refusal):
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (id TEXT, n)")
    connection.commit()
    path = write("a.db", connection.serialize())
    connection.close()
    assert "gives no rows" in refusal(path)
