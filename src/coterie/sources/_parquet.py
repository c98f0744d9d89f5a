"""Parquet files, read batch by batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie._core.errors import InputError
from coterie._core.extras import require
from coterie.sources._arrow import batch_of, convert, fields_of_schema
from coterie.sources._dialect import SAMPLE_ROWS
from coterie.sources._faults import reading
from coterie.sources._request import Count, Records, Request, Wanted, row_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie.sources._source import Source

BATCH_CELLS = 1 << 20
WORDS = "a Parquet file"


def open_parquet(source: Source, request: Request) -> Records:
    """Open a Parquet file."""
    parquet = require("pyarrow.parquet", extra="cli", purpose="reading Parquet files")
    with reading(source.origin, WORDS):
        file = source.resources.enter_context(
            parquet.ParquetFile(str(source.plain), pre_buffer=False)
        )
        schema = file.schema_arrow
        n_rows = int(file.metadata.num_rows)
        sample = _sample(file, len(schema))
    if not n_rows or not len(schema):
        message = f"{source.origin}: holds no rows; give a file with data."
        raise InputError(message)
    return Records(
        source.origin,
        fields_of_schema(schema, sample),
        sample,
        lambda wanted: _batches(file, schema, wanted, source.origin),
        count=lambda: Count(n_rows),
        words=f"{WORDS} in {some_parts(file.num_row_groups)}",
    )


def some_parts(number: int) -> str:
    """Return how many row groups there are, in words."""
    return "one part" if number == 1 else f"{number:,} parts"


def _sample(file: Any, n_columns: int) -> list[tuple[Any, ...]]:
    first = next(file.iter_batches(batch_size=SAMPLE_ROWS, use_threads=False), None)
    if first is None:
        return []
    columns = [first.column(i).to_pylist() for i in range(n_columns)]
    return list(zip(*columns, strict=True))


def _batches(file: Any, schema: Any, wanted: tuple[Wanted, ...], origin: str) -> Iterator[Any]:
    names = schema.names
    chosen = sorted({want.position for want in wanted})
    simple = len(set(names)) == len(names) and not any("." in name for name in names)
    position_in_batch = {p: i for i, p in enumerate(chosen)} if simple else None
    size = max(256, min(1 << 16, BATCH_CELLS // len(chosen)))
    batches = file.iter_batches(
        batch_size=size, columns=[names[p] for p in chosen] if simple else None, use_threads=False
    )
    done = 0
    while True:
        with reading(origin, WORDS):
            batch = next(batches, None)
        if batch is None:
            return
        columns = []
        for want in wanted:
            at = position_in_batch[want.position] if position_in_batch else want.position
            columns.append(
                convert(batch.column(at), want, names[want.position], _place(done), origin)
            )
        yield batch_of(columns)
        done += batch.num_rows


def _place(done: int) -> Any:
    return lambda row: row_words(row + done)
