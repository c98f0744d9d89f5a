"""A Postgres query, through ADBC, inside a transaction that can only read."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Any

from coterie._core.errors import InputError
from coterie._core.extras import require
from coterie.sources._arrow import batch_of, convert, fields_of_schema
from coterie.sources._dialect import SAMPLE_ROWS
from coterie.sources._faults import cause, shown
from coterie.sources._request import Count, Records, Request, Wanted, row_words
from coterie.sources._sql import as_statement, choose_table, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie.sources._source import Source

SERVER_ERROR = re.compile(r"ERROR:\s+(.+)")
PASSWORD = re.compile(r"(?:://[^/@:]*:|[?&]password=)([^@&]+)")
TABLES = (
    "SELECT table_schema, table_name FROM information_schema.tables "
    "WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2"
)


def open_postgres(source: Source, request: Request) -> Records:
    """Open a table or a query of a Postgres server."""
    dbapi = require(
        "adbc_driver_postgresql.dbapi", extra="postgres", purpose="reading from Postgres"
    )
    require("pyarrow", extra="cli", purpose="reading from Postgres")
    try:
        connection = source.resources.enter_context(dbapi.connect(source.location))
        cursor = source.resources.enter_context(connection.cursor())
        cursor.execute("SET TRANSACTION READ ONLY")
        statement = _statement(cursor, source.origin, request.query)
        # the line end keeps a closing comment from swallowing what the driver puts behind
        cursor.execute(f"{statement}\n")
        stream = cursor.fetch_record_batch()
        first = [batch for batch in [next(iter(stream), None)] if batch is not None]
    except (dbapi.Error, OSError) as error:
        raise _failure(source, error) from error
    if not first or not first[0].num_rows:
        message = f"{source.origin}: {shown(statement, 80)} gives no rows; choose another query."
        raise InputError(message)
    start = first[0].slice(0, SAMPLE_ROWS)
    sample = list(zip(*(column.to_pylist() for column in start.columns), strict=True))
    return Records(
        source.origin,
        fields_of_schema(stream.schema, sample),
        sample,
        lambda wanted: _batches(source, chain(first, stream), stream.schema.names, wanted),
        count=lambda: _count(dbapi, source, statement),
        words=f"a Postgres query ({shown(statement, 80)})",
    )


def _statement(cursor: Any, origin: str, query: str | None) -> str:
    statement = as_statement(query, ())
    if statement is not None:
        return statement
    cursor.execute(TABLES)
    found = {
        name if schema == "public" else f"{schema}.{name}": f"{quoted(schema)}.{quoted(name)}"
        for schema, name in cursor.fetchall()
    }
    return f"SELECT * FROM {found[choose_table(origin, list(found), query)]}"


def _count(dbapi: Any, source: Source, statement: str) -> Count:
    try:
        with dbapi.connect(source.location) as connection, connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")
            cursor.execute(f"SELECT count(*) FROM ({statement}\n) AS counted")
            return Count(int(cursor.fetchone()[0]))
    except (dbapi.Error, OSError) as error:
        raise _failure(source, error) from error


def _batches(
    source: Source, stream: Iterator[Any], names: list[str], wanted: tuple[Wanted, ...]
) -> Iterator[Any]:
    done = 0
    while True:
        try:
            batch = next(stream, None)
        except (OSError, ValueError) as error:
            raise _failure(source, error) from error
        if batch is None:
            return

        def place(row: int, done: int = done) -> str:
            return row_words(row + done)

        yield batch_of(
            [
                convert(batch.column(w.position), w, names[w.position], place, source.origin)
                for w in wanted
            ]
        )
        done += batch.num_rows


def _failure(source: Source, error: BaseException) -> InputError:
    reply = SERVER_ERROR.search(str(error))  # the rest is the driver's own talk
    words = cause(error, 240) if reply is None else reply.group(1).strip()
    for secret in (source.location, *PASSWORD.findall(source.location)):
        words = words.replace(secret, "...")
    return InputError(
        f"{source.origin}: Postgres refuses ({words}); check the address, and that the query is "
        "one SELECT statement."
    )
