"""Event tables: counted by DuckDB on disk, within a fixed memory.

One pass copies the two id columns into a temporary database. The ids are numbered there, and
the pairs of numbers are then counted for a range of rows at a time, each range small enough for
the memory, in the order of the final matrix. So every answer goes straight to its place, and
neither the number of events nor that of different pairs matters.

Edges are events that join two things of one sort. Both sides are numbered together, and each pair
is entered in both directions: what two things weigh together is the sum of all edges that name
both, in whichever order, and the weights may have any sign.
"""

from __future__ import annotations

import itertools
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import DataWarning, InputError, warn
from coterie._core.extras import require
from coterie.sources._arrow import schema_of
from coterie.sources._faults import cause, shown
from coterie.sources._request import Records, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from coterie.sources._layout import Layout
    from coterie.sources._source import Source
    from coterie.sources._table import Names

MEMORY = "300MB"
MEMORY_BESIDE_MATRIX = "150MB"
THREADS = 2
STAGED_AT_ONCE = 1_000_000
SURVEYED = 1_000_000
"""Events from which the size of the table is judged before they are all counted."""

IDS_AT_ONCE = 2_000_000
EVENTS_AT_ONCE = 1_000_000
NAMES_AT_ONCE = 500_000


@dataclass
class Counted:
    """The outcome: a matrix of counts, its names, and how many events there were."""

    matrix: sp.csr_array
    row_names: Names
    column_names: Names
    n_events: int


def count_events(records: Records, layout: Layout, source: Source) -> Counted:
    """Count how often each pair of row and column occurs, or add up its weights."""
    stream = _Stream(records, layout)
    with _database(records, source) as connection:
        n_events = _stage(connection, stream)
        n_rows = _number_ids(connection, "row", "row", *["col"] * layout.edges)
        n_columns = n_rows if layout.edges else _number_ids(connection, "col", "col")
        _encode(connection, weighted=stream.weighted, edges=layout.edges)
        connection.execute(f"SET memory_limit = '{MEMORY_BESIDE_MATRIX}'")
        n_pairs = n_events * (2 if layout.edges else 1)
        matrix = _count(connection, (n_rows, n_columns), n_pairs, stream)
        row_names = _names(connection, "row", n_rows)
        column_names = row_names if layout.edges else _names(connection, "col", n_columns)
    if n_events < stream.n_seen:
        warn(
            f"{records.origin}: {stream.n_seen - n_events:,} of {stream.n_seen:,} events lack a "
            "row, a column or a weight and were set aside.",
            DataWarning,
        )
    return Counted(matrix, row_names, column_names, n_events)


def survey_events(records: Records, layout: Layout, source: Source) -> tuple[int, int, int]:
    """Return how many rows and columns the first events have, and how many events these are."""
    stream = _Stream(records, layout, most=SURVEYED)
    sizes = "SELECT count(DISTINCT row_id), count(DISTINCT col_id) FROM event"
    if layout.edges:
        ends = "SELECT row_id AS id FROM event UNION ALL SELECT col_id FROM event"
        sizes = f"SELECT count(DISTINCT id), count(DISTINCT id) FROM ({ends})"
    with _database(records, source) as connection:
        _stage(connection, stream)
        found = connection.execute(sizes).fetchone()
    return int(found[0]), int(found[1]), stream.n_seen


class _Stream:
    """The wanted columns on their way into DuckDB, checked as they pass."""

    def __init__(self, records: Records, layout: Layout, most: float = np.inf) -> None:
        if layout.ids is None:
            raise AssertionError  # a layout of events has both columns
        self.records = records
        self.signed = layout.edges
        self.wanted: tuple[Wanted, ...] = (
            Wanted(layout.ids, "text"),
            Wanted(layout.values[0], "text"),
        )
        if layout.weight is not None:
            self.wanted += (Wanted(layout.weight, "number"),)
        self.most = most
        self.n_seen = 0
        self.total = 0.0
        self.whole = True

    @property
    def weighted(self) -> bool:
        return len(self.wanted) == 3

    def __iter__(self) -> Iterator[Any]:
        for batch in self.records.batches(self.wanted):
            if self.weighted:
                self._check_weights(batch)
            self.n_seen += batch.num_rows
            yield batch
            if self.n_seen >= self.most:
                return

    def _check_weights(self, batch: Any) -> None:
        weights = batch.column(2).to_numpy(zero_copy_only=False)
        bad = np.isinf(weights) if self.signed else (weights < 0) | np.isinf(weights)
        if bad.any():
            at = int(np.argmax(bad))
            name = self.records.fields[self.wanted[2].position].name
            row, column = (shown(batch.column(side)[at].as_py()) for side in (0, 1))
            rule = "finite" if self.signed else ">= 0 and finite"
            message = (
                f"{self.records.origin}: the event of row {row} and column {column} has weight "
                f"{name!r} = {weights[at]:g}; weights must be {rule}, so correct or drop such "
                "events."
            )
            raise InputError(message)
        known = weights[~np.isnan(weights)]
        self.total += float(np.abs(known).sum())
        self.whole = self.whole and bool((known == np.floor(known)).all())


@contextmanager
def _database(records: Records, source: Source) -> Iterator[Any]:
    """Open a database for the events; say whose they are if something goes wrong."""
    duckdb = require("duckdb", extra="cli", purpose="counting events")
    connection = duckdb.connect(
        str(source.workspace / "events.duckdb"),
        config={
            "memory_limit": MEMORY,
            "temp_directory": str(source.workspace / "spill"),
            "threads": THREADS,
            "preserve_insertion_order": "false",
        },
    )
    try:
        connection.execute("SET enable_progress_bar = false")  # it would be drawn on the output
        yield connection
    except RuntimeError as error:
        if "interrupted" in str(error).lower():  # so DuckDB reports a Ctrl-C
            raise KeyboardInterrupt from error
        raise
    except duckdb.Error as error:
        message = f"{records.origin}: DuckDB cannot count the events ({cause(error)})."
        raise InputError(message) from error
    finally:
        connection.close()


def _stage(connection: Any, stream: _Stream) -> int:
    """Copy the events into the database; names of the user's columns never enter a statement.

    Some batches at a time, so that control comes back to Python often enough for Ctrl-C.
    """
    pyarrow = require("pyarrow", extra="cli", purpose="counting events")
    weight = ', "2" AS weight' if stream.weighted else ""
    known = ' AND "2" IS NOT NULL AND NOT isnan("2")' if stream.weighted else ""
    select = (
        f'SELECT "0" AS row_id, "1" AS col_id{weight} FROM batch '
        f"WHERE \"0\" <> '' AND \"1\" <> ''{known}"
    )
    statement = f"CREATE TABLE event AS {select}"
    for table in _gathered(pyarrow, stream):
        connection.register("batch", table)
        connection.execute(statement)
        connection.unregister("batch")
        statement = f"INSERT INTO event {select}"
    pyarrow.default_memory_pool().release_unused()
    n_events = int(connection.execute("SELECT count(*) FROM event").fetchone()[0])
    if not n_events:
        message = (
            f"{stream.records.origin}: none of {stream.n_seen:,} events has both a row and a "
            "column (and a weight); choose other columns."
        )
        raise InputError(message)
    return n_events


def _gathered(pyarrow: Any, stream: _Stream) -> Iterator[Any]:
    waiting: list[Any] = []
    for batch in stream:
        waiting.append(batch)
        if sum(part.num_rows for part in waiting) >= STAGED_AT_ONCE:
            yield pyarrow.Table.from_batches(waiting)
            waiting = []
    yield pyarrow.Table.from_batches(waiting, schema_of(stream.wanted))


def _number_ids(connection: Any, side: str, *ends: str) -> int:
    """Give each id of some ends of the events its number: as numbers where all are digits."""
    ids = " UNION ALL ".join(f"SELECT {end}_id AS id FROM event" for end in ends)
    estimate = connection.execute(f"SELECT approx_count_distinct(id) FROM ({ids})")
    parts = 1 + int(estimate.fetchone()[0]) // IDS_AT_ONCE
    connection.execute(f"CREATE TABLE {side}_seen (id VARCHAR, n BIGINT)")
    for part in range(parts):
        within = "" if parts == 1 else f"WHERE hash(id) % {parts} = {part}"
        connection.execute(
            f"INSERT INTO {side}_seen SELECT id, count(*) FROM ({ids}) {within} GROUP BY 1"
        )
    digits = "bool_and(regexp_full_match(id, '[0-9]{1,18}'))"
    found = connection.execute(f"SELECT {digits}, count(*) FROM {side}_seen").fetchone()
    order = "length(id), id" if found[0] else "id"
    connection.execute(
        f"CREATE TABLE {side}_ids AS SELECT id, n, "
        f"(row_number() OVER (ORDER BY {order}) - 1)::BIGINT AS code FROM {side}_seen"
    )
    connection.execute(f"DROP TABLE {side}_seen")
    return int(found[1])


def _encode(connection: Any, *, weighted: bool, edges: bool) -> None:
    """Replace the ids of the events by their numbers; edges are entered in both directions."""
    weight = ", weight" if weighted else ""
    numbers = "row_ids" if edges else "col_ids"
    connection.execute(
        f"CREATE TABLE pair AS SELECT r.code AS i, c.code AS j{weight} FROM event "
        f"JOIN row_ids AS r ON event.row_id = r.id JOIN {numbers} AS c ON event.col_id = c.id"
    )
    if edges:
        connection.execute(f"INSERT INTO pair SELECT j, i{weight} FROM pair WHERE i <> j")
    connection.execute("DROP TABLE event")


def _count(connection: Any, shape: tuple[int, int], n_pairs: int, stream: _Stream) -> sp.csr_array:
    per_row = np.empty(shape[0], np.int64)
    for start, got in _ranges(connection, "row", shape[0], "n"):
        per_row[start : start + len(got["n"])] = got["n"]
    bounds = _bounds(per_row)
    room = min(n_pairs, shape[0] * shape[1])  # taken page by page, as it is filled
    index_type = np.int32 if max(room, shape[1]) < 2**31 else np.int64
    columns = np.empty(room, index_type)
    data = np.empty(room, _data_type(n_pairs, stream))
    ends = np.zeros(shape[0] + 1, index_type)
    filled = 0
    for low, high in itertools.pairwise(bounds):
        got = connection.execute(_range_query(stream, int(low), int(high))).fetchnumpy()
        size = len(got["i"])
        columns[filled : filled + size] = got["j"]
        data[filled : filled + size] = got["n"]
        counts = np.bincount(got["i"] - low, minlength=high - low)
        ends[low + 1 : high + 1] = filled + np.cumsum(counts)
        filled += size
    columns.resize(filled, refcheck=False)  # gives the untouched rest back, without a copy
    data.resize(filled, refcheck=False)
    return sp.csr_array((data, columns, ends), shape=shape)


def _bounds(per_row: NDArray[np.int64]) -> list[int]:
    """Cut the rows into ranges that hold a bounded number of events (or are a single row)."""
    ends = np.cumsum(per_row)
    bounds = [0]
    while bounds[-1] < len(per_row):
        low = bounds[-1]
        before = int(ends[low - 1]) if low else 0
        high = int(np.searchsorted(ends, before + EVENTS_AT_ONCE, side="right"))
        bounds.append(max(low + 1, high))
    return bounds


def _range_query(stream: _Stream, low: int, high: int) -> str:
    measure = "count(*)"
    if stream.weighted:
        # sums of fractions depend on their order, which threads would leave to chance
        measure = "sum(weight)" if stream.whole else "sum(weight ORDER BY weight)"
    return (
        f"SELECT i, j, {measure} AS n FROM pair WHERE i >= {low} AND i < {high} "
        f"GROUP BY i, j HAVING {measure} <> 0 ORDER BY i, j"
    )


def _data_type(n_pairs: int, stream: _Stream) -> type[np.generic]:
    if not stream.weighted:
        return np.int32 if n_pairs < 2**31 else np.int64
    if not stream.whole or stream.total >= 2.0**53:
        return np.float64
    return np.int32 if stream.total < 2**31 else np.int64


def _ranges(connection: Any, side: str, size: int, what: str) -> Iterator[tuple[int, Any]]:
    """Yield the numbered ids in order, some at a time."""
    for start in range(0, size, NAMES_AT_ONCE):
        statement = (
            f"SELECT {what} FROM {side}_ids WHERE code >= {start} "
            f"AND code < {start + NAMES_AT_ONCE} ORDER BY code"
        )
        yield start, connection.execute(statement).fetchnumpy()


def _names(connection: Any, side: str, size: int) -> Names:
    names: Names = np.empty(size, dtype=np.dtypes.StringDType())
    for start, got in _ranges(connection, side, size, "id"):
        names[start : start + len(got["id"])] = got["id"]
    return names
