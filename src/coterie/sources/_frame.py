"""Data frames in memory, read as a file that holds the same table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie._core.errors import InputError
from coterie.sources._arrow import arrow, batch_of, convert, fields_of_schema
from coterie.sources._dialect import SAMPLE_ROWS
from coterie.sources._faults import cause
from coterie.sources._read import resolve
from coterie.sources._request import Count, Records, Request, Wanted, row_words
from coterie.sources._source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie.sources._table import Documents, Table

BATCH_ROWS = 1 << 16
PURPOSE = "reading data frames that hold more than numbers"


def is_frame(data: Any) -> bool:
    """Tell whether data are a frame of pandas or polars."""
    return hasattr(data, "columns") and hasattr(data, "dtypes")


def read_frame(frame: Any, request: Request, origin: str) -> Table | Documents:
    """Return the named matrix, or the documents, that a data frame holds.

    Examples
    --------
    >>> import pandas as pd
    >>> visits = pd.DataFrame({"user": ["ann", "bob", "ann"], "page": ["home", "home", "help"]})
    >>> table = read_frame(visits, Request(rows="user", columns="page"), "memory")
    >>> table.matrix.toarray().tolist(), table.row_names.tolist()
    ([[1, 1], [0, 1]], ['ann', 'bob'])
    """
    table = as_arrow(frame, request, origin)
    head = table.slice(0, SAMPLE_ROWS)
    sample = list(zip(*(column.to_pylist() for column in head.columns), strict=True))
    records = Records(
        origin,
        fields_of_schema(table.schema, sample),
        sample,
        lambda wanted: batches(table, wanted, origin),
        count=lambda: Count(table.num_rows),
        words=f"a {type(frame).__name__}",
    )
    with Source("-") as source:  # for its workspace; nothing is read from it
        return resolve(records, request, source)


def as_arrow(frame: Any, request: Request, origin: str) -> Any:
    """Return the columns as an Arrow table, those of a named index among them if asked for."""
    pyarrow = arrow(PURPOSE)
    if hasattr(frame, "to_arrow"):
        return frame.to_arrow()
    named = [each for each in frame.index.names if each is not None]
    if request.rows in named or request.columns in named:
        frame = frame.reset_index()
    try:
        return pyarrow.Table.from_pandas(frame.rename(columns=str), preserve_index=False)
    except pyarrow.ArrowException as error:
        message = (
            f"{origin}: a column of the data frame mixes types ({cause(error)}); give each column "
            "one type."
        )
        raise InputError(message) from error


def batches(table: Any, wanted: tuple[Wanted, ...], origin: str) -> Iterator[Any]:
    """Yield the wanted columns, some rows at a time."""
    done = 0
    for batch in table.to_batches(max_chunksize=BATCH_ROWS):

        def place(row: int, done: int = done) -> str:
            return row_words(row + done)

        yield batch_of(
            [
                convert(batch.column(at), want, table.column_names[at], place, origin)
                for want in wanted
                for at in [want.position]
            ]
        )
        done += batch.num_rows
