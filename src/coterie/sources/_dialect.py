"""How a delimited text file is written: separator, header, decimal sign, columns."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from coterie._core.errors import InputError
from coterie.sources._faults import shown
from coterie.sources._fields import field_of_cells, is_missing, is_number
from coterie.sources._layout import ID_NAMES
from coterie.sources._source import CHUNK, Source
from coterie.sources._text_file import decode_head

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from coterie.sources._request import Field

SAMPLE_ROWS = 1000
LARGEST_HEAD = 64 * CHUNK
SEPARATORS = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "bars"}
DECIMAL_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*")
MOST_WORDS = 3  # in the name of a column


@dataclass(frozen=True)
class Dialect:
    """The answers that parsing needs."""

    delimiter: str
    decimal: str
    n_columns: int
    skip_lines: int  # physical lines before the first record
    fields: tuple[Field, ...]
    sample: list[tuple[str, ...]]
    complete: bool
    has_header: bool


def sniff(source: Source) -> Dialect:
    """Judge a file by its beginning."""
    rows, header_end, delimiter, complete = _head_rows(source)
    first, body = _shaped(rows)
    has_header = _is_header(first, body)
    names = [name.strip() for name in first] if has_header else [str(i) for i in range(len(first))]
    body = body if has_header else rows
    if not body:
        message = f"{source.origin}: holds a header and no rows; add the data, one row a line."
        raise InputError(message)
    regular = [tuple(row) for row in body if len(row) == len(names)]
    columns = list(zip(*regular, strict=True)) or [()] * len(names)
    fields = map(field_of_cells, names, columns)
    return Dialect(
        delimiter=delimiter,
        decimal=_decimal(delimiter, regular),
        n_columns=len(names),
        skip_lines=header_end if has_header else 0,
        fields=tuple(fields),
        sample=regular,
        complete=complete and len(regular) == len(body),
        has_header=has_header,
    )


@contextmanager
def roomy_fields() -> Iterator[None]:
    """Lift the limit that Python's csv module sets to the length of a field."""
    limit = csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    try:
        yield
    finally:
        csv.field_size_limit(limit)


def _head_rows(source: Source) -> tuple[list[list[str]], int, str, bool]:
    size = CHUNK
    text, complete = decode_head(source, size)
    while (
        not complete and text.count("\n") + text.count("\r") < 4 and size < LARGEST_HEAD
    ):  # very wide rows
        size *= 8
        text, complete = decode_head(source, size)
    if not text.strip():
        message = f"{source.origin}: is empty; give a file with a header and at least one row."
        raise InputError(message)
    delimiter = "\t" if source.suffix in {".tsv", ".tab"} else _delimiter(text)
    if complete and text.count('"') % 2:
        check_quotes(io.StringIO(text, newline=""), delimiter, source.origin)
    rows, header_end = _parse(text, delimiter, SAMPLE_ROWS + 1)
    complete = complete and len(rows) <= SAMPLE_ROWS
    if not complete and len(rows) > 2:  # the last row may be cut in the middle
        rows = rows[:-1]
    return rows, header_end, delimiter, complete


def check_quotes(text: Iterable[str], delimiter: str, origin: str) -> None:
    """Refuse a quote that is never closed, which would swallow the rest of the file.

    Asked for where the number of quotes is odd, which inch signs may also cause.
    """
    with roomy_fields():
        reader = csv.reader(text, delimiter=delimiter)
        start = end = 0
        try:
            for _ in reader:
                start, end = end, reader.line_num
        except csv.Error:
            return  # reading will say what is wrong
    if end - start > 1:
        message = (
            f"{origin}: the quote that opens on line {start + 1:,} is never closed; close it, or "
            "double it if it belongs to the text."
        )
        raise InputError(message)


def _parse(text: str, delimiter: str, limit: int) -> tuple[list[list[str]], int]:
    """Return the first records, and the number of the line on which the first ends."""
    rows: list[list[str]] = []
    first_end = 0
    with roomy_fields():
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        for row in reader:
            if not row:
                continue
            first_end = first_end or reader.line_num
            rows.append(row)
            if len(rows) >= limit:
                break
    return rows, first_end


def _shaped(rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Split off the first row; R leaves the name of the column of row names out of a header."""
    first, body = rows[0], rows[1:]
    if body:
        widths = Counter(map(len, body))
        width = widths.most_common(1)[0][0]
        short = len(first) == width - 1 and len(first) > 1 and len(widths) == 1
        if short and not all(map(is_number, first)):
            return ["", *first], body
        if len(first) != width and all(map(is_number, first)):
            first = [*first, *[""] * width][:width]
    return first, body


def _delimiter(text: str) -> str:
    """Return the separator that the first line has and the others agree on."""
    best, best_score = ",", (0.0, 0)
    for candidate in SEPARATORS:
        rows, _ = _parse(text, candidate, 50)
        if not rows or len(rows[0]) < 2:
            continue
        width, count = Counter(map(len, rows)).most_common(1)[0]
        score = (round(count / len(rows), 1), width)
        if width > 1 and score > best_score:
            best, best_score = candidate, score
    return best


def _is_header(first: list[str], body: list[list[str]]) -> bool:
    """Tell whether the first row names the columns."""
    if len(first) == 1:
        return not is_number(first[0]) and len(first[0].split()) <= MOST_WORDS
    if first[0].strip().lower() in ID_NAMES:
        return True
    numbers = [float(cell) for cell in first if cell.strip().isdecimal()]
    if numbers and len(numbers) >= len(first) - 1:
        return _is_ruler(numbers) and not any(_is_ruler_row(row) for row in body)
    if any(map(is_number, first)):
        return any(
            not is_number(cell) and not is_missing(cell) and _is_numeric_below(body, i)
            for i, cell in enumerate(first)
        )
    return True


def _is_ruler(numbers: list[float]) -> bool:
    """Tell numbers at one distance, such as years or positions: names, and hardly ever data."""
    steps = {b - a for a, b in pairwise(numbers)}
    return len(numbers) >= 3 and len(steps) == 1 and steps != {0.0}


def _is_ruler_row(row: list[str]) -> bool:
    numbers = [float(cell) for cell in row if cell.strip().isdecimal()]
    return len(numbers) >= len(row) - 1 and _is_ruler(numbers)


def _is_numeric_below(body: list[list[str]], column: int) -> bool:
    cells = [row[column] for row in body if len(row) > column]
    return bool(cells) and all(is_number(cell) or is_missing(cell) for cell in cells)


def _decimal(delimiter: str, body: list[tuple[str, ...]]) -> str:
    if delimiter == ",":
        return "."
    cells = [cell for row in body[:100] for cell in row]
    points = any(is_number(cell) and "." in cell for cell in cells)
    return "," if not points and any(DECIMAL_COMMA.fullmatch(cell) for cell in cells) else "."


def words_for(dialect: Dialect) -> str:
    """Return the dialect in words, for messages and descriptions."""
    header = "with a header" if dialect.has_header else "without a header"
    return f"separated by {SEPARATORS.get(dialect.delimiter, shown(dialect.delimiter))}, {header}"


def is_tabular(source: Source) -> bool:
    """Tell whether a plain text file is rather a table: separated throughout, with numbers."""
    text, _ = decode_head(source, CHUNK)
    delimiter = _delimiter(text)
    rows, _ = _parse(text, delimiter, 50)
    widths = Counter(map(len, rows[:-1] or rows))
    if len(widths) != 1 or next(iter(widths)) < 2:
        return False
    return any(is_number(cell) for row in rows[1:] for cell in row)
