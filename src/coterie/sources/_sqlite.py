"""A SQLite file, through the standard library, opened so that nothing can be written."""

from __future__ import annotations

import sqlite3
from itertools import chain
from typing import TYPE_CHECKING, Any

from coterie._core.errors import InputError
from coterie.sources._arrow import array_of, arrow, batch_of
from coterie.sources._dialect import SAMPLE_ROWS
from coterie.sources._faults import cause, reading, shown
from coterie.sources._fields import field_of_values
from coterie.sources._request import Count, Records, Request, Wanted, row_words
from coterie.sources._sql import as_statement, choose_table, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie.sources._source import Source

FETCHED = 8192
WORDS = "a SQLite database"
ALLOWED = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
}
TABLES = (
    "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
    "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
)


def open_sqlite(source: Source, request: Request) -> Records:
    """Open a table, a view or a query of a SQLite file."""
    arrow("reading database tables")
    with reading(source.origin, WORDS):
        address = f"{source.plain.resolve().as_uri()}?mode=ro"
        connection = sqlite3.connect(address, uri=True)
        source.resources.callback(connection.close)
        connection.text_factory = _decoded
        tables = [str(name) for (name,) in connection.execute(TABLES)]
    statement = as_statement(request.query, tables)
    if statement is None:
        statement = f"SELECT * FROM {quoted(choose_table(source.origin, tables, request.query))}"
    connection.set_authorizer(_only_reads)
    cursor = _execute(connection, statement, source.origin)
    names = [column[0] for column in cursor.description or ()]
    with reading(source.origin, WORDS):
        sample = cursor.fetchmany(SAMPLE_ROWS)
    if not sample:
        message = f"{source.origin}: {statement} gives no rows; choose another table or query."
        raise InputError(message)
    columns = zip(*sample, strict=True)
    return Records(
        source.origin,
        tuple(field_of_values(name, values) for name, values in zip(names, columns, strict=True)),
        sample,
        lambda wanted: _batches(cursor, sample, names, wanted, source.origin),
        count=lambda: _count(connection, statement, source.origin),
        words=f"{WORDS} ({statement})",
    )


def _only_reads(action: int, *_: object) -> int:
    return sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _execute(connection: sqlite3.Connection, statement: str, origin: str) -> sqlite3.Cursor:
    try:
        return connection.execute(statement)
    except (sqlite3.Error, sqlite3.Warning, ValueError, UnicodeError) as error:
        message = (
            f"{origin}: the query {shown(statement, 80)} fails ({cause(error)}); it must be one "
            "SELECT statement, since the file is opened for reading only."
        )
        raise InputError(message) from error


def _count(connection: sqlite3.Connection, statement: str, origin: str) -> Count:
    cursor = _execute(connection, f"SELECT count(*) FROM ({statement}\n)", origin)
    return Count(int(cursor.fetchone()[0]))


def _batches(
    cursor: sqlite3.Cursor,
    sample: list[tuple[Any, ...]],
    names: list[str],
    wanted: tuple[Wanted, ...],
    origin: str,
) -> Iterator[Any]:
    done = 0
    for rows in chain([sample], _rest(cursor, origin)):

        def place(row: int, done: int = done) -> str:
            return row_words(row + done)

        yield batch_of(
            [
                array_of([row[w.position] for row in rows], w, names[w.position], place, origin)
                for w in wanted
            ]
        )
        done += len(rows)


def _rest(cursor: sqlite3.Cursor, origin: str) -> Iterator[list[tuple[Any, ...]]]:
    while True:
        with reading(origin, WORDS):
            rows = cursor.fetchmany(FETCHED)
        if not rows:
            return
        yield rows
