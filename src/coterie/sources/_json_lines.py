"""JSON lines: records with a text, events, or one bag of numbers for each row.

A bag names only what is there: ``{"id": "a", "whale": 3}``, or ``{"id": "a", "counts":
{"whale": 3}}``. What a row does not name is zero.
"""

from __future__ import annotations

import io
import json
from array import array
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie._core.extras import require
from coterie.sources._arrow import array_of, arrow, batch_of, convert
from coterie.sources._dialect import SAMPLE_ROWS
from coterie.sources._faults import cause, find_name, shown
from coterie.sources._fields import field_of_values
from coterie.sources._layout import ID_NAMES, lay_out
from coterie.sources._request import Count, Grid, Records, Request, Wanted
from coterie.sources._source import CHUNK, Source
from coterie.sources._table import as_names
from coterie.sources._text_file import as_text_file, decode_head

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = 4 << 20


class Line(NamedTuple):
    """One record and where it stands."""

    number: int
    record: dict[str, Any]


def open_json_lines(source: Source, request: Request) -> Records:
    """Open a file with one JSON object a line."""
    text, complete = decode_head(source, 4 * CHUNK)
    raw = text.split("\n")
    if not complete and len(raw) > 1:
        raw = raw[:-1]
    lines = list(islice(_parsed(raw, 1, source.origin), SAMPLE_ROWS))
    if not lines:
        message = f"{source.origin}: holds no records; write one JSON object a line."
        raise InputError(message)
    names = list(dict.fromkeys(name for line in lines for name in line.record))
    sample = [tuple(line.record.get(name) for name in names) for line in lines]
    fields = tuple(map(field_of_values, names, zip(*sample, strict=True)))
    records = Records(
        source.origin,
        fields,
        sample,
        lambda wanted: _batches(source, names, sample, wanted),
        count=lambda: Count(as_text_file(source).n_lines),
        words="JSON lines",
    )
    return replace(records, bags=lambda asked: _bags(source, asked, records))


def _parsed(raw: list[str], first: int, origin: str) -> Iterator[Line]:
    for number, text in enumerate(raw, first):
        if not text.strip():
            continue
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as error:
            message = (
                f"{origin}: line {number:,} is not JSON ({cause(error)}); it reads {shown(text)}. "
                "Every line must be one whole JSON object."
            )
            raise InputError(message) from error
        if not isinstance(record, dict):
            message = (
                f"{origin}: line {number:,} holds {shown(text)}, not an object in braces; write "
                "one JSON object a line."
            )
            raise InputError(message)
        yield Line(number, record)


def _blocks(source: Source) -> Iterator[tuple[int, bytes]]:
    """Yield whole lines, with the number of the first."""
    file = as_text_file(source)
    first, rest = 1, b""
    with file.path.open("rb") as stream:
        if stream.read(3) != b"\xef\xbb\xbf":
            stream.seek(0)
        while chunk := stream.read(BLOCK):
            head, end, tail = chunk.rpartition(b"\n")
            if not end:
                rest += chunk
                continue
            block, rest = rest + head + end, tail
            yield first, block
            first += block.count(b"\n")
    if rest:
        yield first, rest


def _batches(
    source: Source, names: list[str], sample: list[tuple[Any, ...]], wanted: tuple[Wanted, ...]
) -> Iterator[Any]:
    pyarrow = arrow("reading JSON lines")
    schema = _fast_schema(names, sample, wanted)
    for first, block in _blocks(source):
        try:
            if schema is None:
                raise pyarrow.ArrowInvalid
            yield _fast(block, schema, names, wanted, source.origin)
        except pyarrow.ArrowInvalid:
            yield _careful(block, first, names, wanted, source.origin)


def _fast_schema(
    names: list[str], sample: list[tuple[Any, ...]], wanted: tuple[Wanted, ...]
) -> Any:
    """Return the types for Arrow's parser, or None where the sample has mixed ones."""
    pyarrow = arrow("reading JSON lines")
    known = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    columns = []
    for want in wanted:
        types = {type(row[want.position]) for row in sample} - {type(None)}
        types = {float} if types == {int, float} else types
        number_as_text = want.form == "text" and float in types  # Arrow would spell it otherwise
        if len(types) != 1 or not types <= set(known) or number_as_text:
            return None
        columns.append((names[want.position], known[types.pop()]))
    return pyarrow.schema(columns) if len(set(columns)) == len(columns) else None


def _fast(
    block: bytes, schema: Any, names: list[str], wanted: tuple[Wanted, ...], origin: str
) -> Any:
    reader = require("pyarrow.json", extra="cli", purpose="reading JSON lines")
    options = reader.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
    limits = reader.ReadOptions(block_size=len(block) + 1, use_threads=False)
    table = reader.read_json(io.BytesIO(block), read_options=limits, parse_options=options)
    table = table.combine_chunks()
    columns = []
    for position, want in enumerate(wanted):
        column = table.column(position).combine_chunks()
        name = names[want.position]
        columns.append(convert(column, want, name, lambda row: f"record {row + 1:,}", origin))
    return batch_of(columns)


def _careful(
    block: bytes, first: int, names: list[str], wanted: tuple[Wanted, ...], origin: str
) -> Any:
    lines = list(_parsed(block.decode().split("\n"), first, origin))
    columns = []
    for want in wanted:
        name = names[want.position]
        values = [line.record.get(name) for line in lines]
        columns.append(
            array_of(values, want, name, lambda row: f"line {lines[row].number:,}", origin)
        )
    return batch_of(columns)


def _bags(source: Source, request: Request, records: Records) -> Grid | None:
    """Return the bags as a matrix, where the records are bags."""
    if request.counts_events or request.kind in {"text", "events"}:
        return None
    names = [field.name for field in records.fields]
    nested = [field.name for field in records.fields if field.form == "bag"]
    if len(nested) == 1:
        named = request.rows or next((name for name in names if name.lower() in ID_NAMES), None)
        ids = None if named is None else find_name(names, named, source.origin)
    else:
        layout = lay_out(records, request)
        if layout.kind != "matrix":
            return None
        ids = layout.ids
    id_name = None if ids is None else names[ids]
    bag_name = nested[0] if len(nested) == 1 else None
    matrix, row_names, column_names = _gather_bags(source, id_name, bag_name)
    return Grid(
        source.origin,
        matrix.shape,
        lambda: matrix,
        matrix.nnz,
        None if id_name is None else as_names(row_names, source.origin),
        as_names(column_names, source.origin),
        words="JSON lines, one bag of numbers a row",
    )


def _gather_bags(
    source: Source, id_name: str | None, bag_name: str | None
) -> tuple[sp.csr_array, list[str], list[str]]:
    places: dict[str, int] = {}
    row_names: list[str] = []
    indices, data, ends = array("q"), array("d"), array("q", [0])
    for first, block in _blocks(source):
        for line in _parsed(block.decode().split("\n"), first, source.origin):
            bag = line.record if bag_name is None else line.record.get(bag_name)
            row_names.append(str(line.record.get(id_name, "")) if id_name is not None else "")
            for name, value in _entries(bag, id_name if bag_name is None else None, line, source):
                indices.append(places.setdefault(name, len(places)))
                data.append(value)
            ends.append(len(data))
    if not places:
        message = f"{source.origin}: no line names anything; write numbers by name in each line."
        raise InputError(message)
    index_type = np.int32 if len(data) < 2**31 else np.int64
    parts = np.array(data), np.array(indices, index_type), np.array(ends, index_type)
    return sp.csr_array(parts, shape=(len(row_names), len(places))), row_names, list(places)


def _entries(
    bag: object, id_name: str | None, line: Line, source: Source
) -> Iterator[tuple[str, float]]:
    if not isinstance(bag, dict):
        message = (
            f"{source.origin}: line {line.number:,} holds {shown(bag)} where other lines hold an "
            "object with numbers; correct the line."
        )
        raise InputError(message)
    for name, value in bag.items():
        if name == id_name or value is None:
            continue
        try:
            number = float(value) if isinstance(value, (int, float)) else None
        except OverflowError:
            number = None
        if number is None:
            message = (
                f"{source.origin}: line {line.number:,}, key {name!r} holds {shown(value)}, which "
                "is not a number; correct this value or leave the key out."
            )
            raise InputError(message)
        yield name, number
