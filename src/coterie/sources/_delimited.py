"""CSV, TSV and their relatives.

Arrow parses fast and says little when something is wrong. Where it stops, Python's own reader
takes over at the same record: it either copes (spaces around numbers, very long fields) or names
the line, the column and the value.
"""

from __future__ import annotations

import csv
from itertools import islice
from typing import TYPE_CHECKING, Any

from coterie._core.errors import InputError
from coterie._core.extras import require
from coterie.sources._arrow import array_of, arrow, batch_of
from coterie.sources._dialect import Dialect, check_quotes, roomy_fields, sniff, words_for
from coterie.sources._faults import counted, shown
from coterie.sources._fields import MISSING
from coterie.sources._request import Count, Records, Request, Wanted
from coterie.sources._text_file import TextFile, as_text_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie.sources._source import Source

BLOCK = 2 << 20
CAREFUL_ROWS = 4096


def open_delimited(source: Source, request: Request) -> Records:
    """Open a delimited text file."""
    arrow("reading CSV files")
    table = _Delimited(source, sniff(source))
    return Records(
        source.origin,
        table.dialect.fields,
        list(table.dialect.sample),
        table.batches,
        table.count,
        table.place,
        words=f"a text table {words_for(table.dialect)}",
    )


class _Delimited:
    """The stream of records, which knows on which line a record stands once it was read."""

    def __init__(self, source: Source, dialect: Dialect) -> None:
        self.source, self.dialect = source, dialect
        self.n_rows = self.n_lines = 0

    def batches(self, wanted: tuple[Wanted, ...]) -> Iterator[Any]:
        file = as_text_file(self.source)
        self.n_lines = file.n_lines
        if file.n_quotes % 2:
            with file.path.open(encoding="utf-8-sig", newline="") as text:
                check_quotes(text, self.dialect.delimiter, self.source.origin)
        pyarrow = arrow("reading CSV files")
        try:
            for batch in _fast(file, self.dialect, wanted):
                yield batch
                self.n_rows += batch.num_rows
        except pyarrow.ArrowInvalid:
            yield from _careful(file, self.dialect, wanted, self.source.origin, self.n_rows)
            return
        if not self.n_rows:
            message = f"{self.source.origin}: holds no rows; add the data, one row a line."
            raise InputError(message)

    def count(self) -> Count:
        if self.dialect.complete:
            return Count(len(self.dialect.sample))
        file = as_text_file(self.source)
        return Count(file.n_lines - self.dialect.skip_lines, exact=not file.n_quotes)

    def place(self, row: int) -> str:
        if self.n_rows + self.dialect.skip_lines == self.n_lines:  # no record spans two lines
            return f"line {row + self.dialect.skip_lines + 1:,}"
        return f"row {row + 1:,}"


def _fast(file: TextFile, dialect: Dialect, wanted: tuple[Wanted, ...]) -> Iterator[Any]:
    pyarrow = arrow("reading CSV files")
    reader = require("pyarrow.csv", extra="cli", purpose="reading CSV files")
    types = {"text": pyarrow.string(), "number": pyarrow.float64()}
    names = [str(position) for position in range(dialect.n_columns)]
    chosen = {str(want.position): types[want.form] for want in wanted}
    # a path would tempt Arrow to unpack a file that is only called .gz
    with (
        pyarrow.OSFile(str(file.path)) as data,
        reader.open_csv(
            data,
            read_options=reader.ReadOptions(
                block_size=BLOCK * min(8, 1 + dialect.n_columns // 1000),
                column_names=names,
                skip_rows=dialect.skip_lines,
            ),
            parse_options=reader.ParseOptions(
                delimiter=dialect.delimiter, newlines_in_values=file.n_quotes > 0
            ),
            convert_options=reader.ConvertOptions(
                column_types=chosen,
                include_columns=list(chosen),
                null_values=sorted(MISSING),
                decimal_point=dialect.decimal,
            ),
        ) as stream,
    ):
        for batch in stream:
            yield batch_of(batch.columns)  # in the order of include_columns


def _careful(
    file: TextFile, dialect: Dialect, wanted: tuple[Wanted, ...], origin: str, done: int
) -> Iterator[Any]:
    with roomy_fields(), file.path.open(encoding="utf-8-sig", newline="") as text:
        reader = csv.reader(text, delimiter=dialect.delimiter)
        records = islice(_records(reader, dialect, origin), done, None)
        while chunk := list(islice(records, CAREFUL_ROWS)):
            lines = [line for line, _ in chunk]

            def place(row: int, lines: list[int] = lines) -> str:
                return f"line {lines[row]:,}"

            columns = []
            for want in wanted:
                cells = [row[want.position] for _, row in chunk]
                if want.form == "number" and dialect.decimal == ",":
                    cells = [cell.replace(",", ".") for cell in cells]
                name = dialect.fields[want.position].name
                columns.append(array_of(cells, want, name, place, origin))
            yield batch_of(columns)


def _records(reader: Any, dialect: Dialect, origin: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each record with the number of its last line."""
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            message = f"{origin}: line {reader.line_num:,} cannot be parsed ({error}); correct it."
            raise InputError(message) from error
        if reader.line_num <= dialect.skip_lines or not row:
            continue
        if len(row) != dialect.n_columns:
            raise _ragged(row, reader.line_num, dialect, origin)
        yield reader.line_num, row


def _ragged(row: list[str], line: int, dialect: Dialect, origin: str) -> InputError:
    begins = shown(dialect.delimiter.join(row))
    return InputError(
        f"{origin}: line {line:,} has {counted(len(row), 'field')} instead of "
        f"{dialect.n_columns:,} (it reads {begins}); correct the line, or put quotes around fields "
        "that hold a separator or a line end."
    )
