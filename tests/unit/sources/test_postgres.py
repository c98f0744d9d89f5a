"""Postgres, against a real server that these tests start: a socket in a folder, no password."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from coterie import sources
from coterie._core.errors import InputError

pytestmark = pytest.mark.server

SCHEMA = """
CREATE TABLE visit ("us""er" text, page int, n numeric);
INSERT INTO visit VALUES ('ann', 1, 2.5), ('ann', 1, 1.5), ('bob', 10, 1), ('bob', 9, 0);
INSERT INTO visit VALUES (NULL, 1, 1);
CREATE SCHEMA archive;
CREATE TABLE archive.book (id text, whale int, sea bigint, "100 %" double precision, known bool);
INSERT INTO archive.book VALUES ('moby', 3, 2, 1, true), ('emma', 0, 1, 4, false);
CREATE TABLE text (id int, body text, written date, tags text[]);
INSERT INTO text VALUES (1, 'Call me Ishmael', '1851-10-18', '{a}'), (2, NULL, '1815-12-23', NULL)
"""


def programs() -> Path:
    """Return the folder of the server's programs."""
    on_path = [Path(name).parent for name in [shutil.which("initdb")] if name]
    for folder in [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *on_path]:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    words = "no Postgres server is installed (Debian: apt-get install postgresql)"
    if os.environ.get("COTERIE_FULL") == "1":
        pytest.fail(words)
    pytest.skip(words)


@pytest.fixture(scope="module")
def server():
    """Start a server and yield its address; it refuses to run as root, so it gets its own user."""
    dbapi = pytest.importorskip("adbc_driver_postgresql.dbapi")
    folder = programs()
    root = os.geteuid() == 0
    owner = "postgres" if root else pwd.getpwuid(os.geteuid()).pw_name
    home = Path(tempfile.mkdtemp(prefix="coterie-postgres-"))
    if root:
        shutil.chown(home, owner)

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [folder / program, *arguments],
            user=owner if root else None,
            cwd=home,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    data = str(home / "data")
    options = f"-k {home} -c listen_addresses='' -c fsync=off"
    try:
        run("initdb", "-D", data, "-A", "trust", "-U", "ada", "-E", "UTF8", "--no-sync")
        run("pg_ctl", "-D", data, "-l", str(home / "log"), "-o", options, "-w", "start")
        try:
            address = f"postgresql://ada:secret@/postgres?host={home}"
            with dbapi.connect(address, autocommit=True) as connection:
                for statement in SCHEMA.split(";"):
                    connection.execute(statement).close()
            yield address
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(home)


def test_a_query_gives_a_matrix(server):
    query = 'SELECT id, whale, sea, "100 %" FROM archive.book;'
    table = sources.read(server, query=query)
    assert table.matrix.toarray().tolist() == [[3, 2, 1], [0, 1, 4]]
    assert table.row_names.tolist() == ["moby", "emma"]
    assert table.column_names.tolist() == ["whale", "sea", "100 %"]
    assert table.origin == "postgresql://ada@/postgres"


def test_a_table_is_named_by_query(server):
    table = sources.read(server, query="archive.book")
    assert table.matrix.toarray().tolist() == [[3, 2, 1, 1], [0, 1, 4, 0]]


@pytest.mark.filterwarnings("ignore:.*1 of 5 events lack a row.*:UserWarning")
def test_events_are_counted(server):
    options = {"query": "visit", "rows": 'us"er', "columns": "page"}
    table = sources.read(server, **options)
    assert table.matrix.toarray().tolist() == [[2, 0, 0], [0, 1, 1]]
    assert table.column_names.tolist() == ["1", "9", "10"]
    weighted = sources.read(server, **options, weight="n")
    assert weighted.matrix.toarray().tolist() == [[4, 0, 0], [0, 0, 1]]


def test_many_rows_come_in_batches(server):
    query = (
        "SELECT 'u' || i % 1000 AS u, 'p' || i % 7 AS p FROM generate_series(1, 300000) i -- all"
    )
    table = sources.read(server, query=query, rows="u", columns="p")
    assert (table.shape, table.matrix.sum()) == ((1000, 7), 300_000)


def test_texts(server):
    documents = sources.read(server, query="text")
    assert list(documents.texts) == ["Call me Ishmael", ""]
    assert documents.row_names.tolist() == ["1", "2"]


def test_a_query_is_described(server):
    found = sources.describe(server, query="archive.book")
    assert (found.kind, found.shape, found.exact) == ("counts", (2, 4), True)
    large = "SELECT i AS id, i % 7 AS a, 0 AS b FROM generate_series(1, 1000000) i"
    found = sources.describe(server, query=large)
    assert (found.kind, found.shape, found.exact) == ("counts", (1_000_000, 2), False)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (None, "holds 3 tables ('archive.book', 'text', 'visit'); name one with --query"),
        ("book", "has no table 'book'"),
        ("SELECT nothing FROM visit", 'column "nothing" does not exist'),
        ("SELECT 1 / 0 AS x", "division by zero"),
        ("SELECT 1 AS x WHERE false", "gives no rows"),
        ("SELECT 1; DELETE FROM visit", "cannot insert multiple commands"),
        ("DELETE FROM visit", "read-only transaction"),
        ("INSERT INTO visit VALUES ('x', 1, 1) RETURNING page", "read-only transaction"),
        ("SELECT id, tags FROM text", "does not hold numbers"),
        ("SELECT id, written FROM text", "does not hold numbers"),
    ],
)
def test_refused_queries(query, words, server):
    for look in (sources.read, sources.describe):
        with pytest.raises(InputError) as caught:
            look(server, query=query)
        assert words in str(caught.value)
        assert "secret" not in str(caught.value)
        assert "\n" not in str(caught.value)


def test_an_error_in_the_middle_of_a_stream(server):
    query = "SELECT 'u' || i AS u, 'p' || 1 / (i - 250000) AS p FROM generate_series(1, 300000) i"
    with pytest.raises(InputError, match="division by zero"):
        sources.read(server, query=query, rows="u", columns="p")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ada:secret@127.0.0.1:1/visits",
        "postgresql://ada:secret@[::",
        "postgresql://ada:secret with spaces@host/visits",
        "postgresql://ada@host:port/visits?password=secret",
    ],
)
def test_addresses_that_lead_nowhere(address):
    pytest.importorskip("adbc_driver_postgresql")
    with pytest.raises(InputError, match=r"Postgres refuses .*; check the address") as caught:
        sources.read(address, query="SELECT 1")
    assert "secret" not in str(caught.value)
