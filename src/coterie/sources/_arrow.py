"""Arrow columns as text or as doubles, with the place of a value that is neither."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from coterie._core.errors import InputError
from coterie._core.extras import require
from coterie.sources._faults import shown
from coterie.sources._fields import is_missing
from coterie.sources._request import Field, Form, Wanted

Place = Callable[[int], str]
"""Words for a record, by its number from 0."""


def arrow(purpose: str) -> Any:
    """Import pyarrow."""
    return require("pyarrow", extra="cli", purpose=purpose)


def batch_of(columns: Sequence[Any]) -> Any:
    """Join columns into a record batch; names are positions, so that no name can clash."""
    pyarrow = arrow("reading tables")
    return pyarrow.record_batch(list(columns), names=[str(i) for i in range(len(columns))])


def schema_of(wanted: Sequence[Wanted]) -> Any:
    """Return the schema that batches of wanted columns have."""
    pyarrow = arrow("reading tables")
    types = {"text": pyarrow.string(), "number": pyarrow.float64()}
    return pyarrow.schema([(str(i), types[want.form]) for i, want in enumerate(wanted)])


def convert(column: Any, want: Wanted, name: str, place: Place, origin: str) -> Any:
    """Cast an Arrow column to the wanted form."""
    pyarrow = arrow("reading tables")
    if isinstance(column.type, pyarrow.ExtensionType):
        column = column.storage
    target = pyarrow.string() if want.form == "text" else pyarrow.float64()
    if column.type == target:
        return column
    try:
        if pyarrow.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        if pyarrow.types.is_boolean(column.type) and want.form == "number":
            column = column.cast(pyarrow.int8())
        if not (want.form == "number" and pyarrow.types.is_temporal(column.type)):
            return column.cast(target, safe=False)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowNotImplementedError):
        pass  # value by value, to find the one that does not fit
    return array_of(column.to_pylist(), want, name, place, origin)


def array_of(values: Sequence[Any], want: Wanted, name: str, place: Place, origin: str) -> Any:
    """Build an Arrow column from Python values."""
    pyarrow = arrow("reading tables")
    cast = _as_text if want.form == "text" else _as_number
    cells = []
    for row, value in enumerate(values):
        try:
            cells.append(None if value is None else cast(value))
        except (ValueError, TypeError, OverflowError):
            rule = "text" if want.form == "text" else "a number"
            message = (
                f"{origin}: {place(row)}, column {name!r} holds {shown(value)}, which is not "
                f"{rule}; correct this value or leave the column out."
            )
            raise InputError(message) from None
    return pyarrow.array(cells, schema_of([want]).field(0).type)


def _as_text(value: object) -> str:
    if isinstance(value, (bytes, dict, list)):
        raise TypeError
    text = str(value)
    text.encode()  # half a surrogate pair is refused here, with its place
    return text


def _as_number(value: object) -> float | None:
    if isinstance(value, str):
        if is_missing(value):
            return None
        if "_" in value:
            raise ValueError
    elif not hasattr(value, "__float__"):
        raise TypeError
    return float(value)


def fields_of_schema(schema: Any, sample: Sequence[tuple[Any, ...]]) -> tuple[Field, ...]:
    """Judge columns by their types, and text by the first values."""
    fields = []
    for position, column in enumerate(schema):
        values = [row[position] for row in sample]
        form = _form_of(column.type)
        present = [value for value in values if value is not None]
        words = 0.0
        if form == "text":
            words = sum(len(str(value).split()) for value in present) / max(len(present), 1)
        whole = form == "number" and all(float(value) % 1 == 0 for value in present)
        distinct = len({str(value) for value in values}) == len(values)
        fields.append(Field(column.name, form, whole, words, distinct))
    return tuple(fields)


def _form_of(kind: Any) -> Form:
    types = arrow("reading tables").types
    if getattr(kind, "type_name", "") == "numeric":  # a Postgres decimal travels as text
        return "number"
    if types.is_dictionary(kind):
        kind = kind.value_type
    number = types.is_integer, types.is_floating, types.is_boolean, types.is_decimal
    text = types.is_string, types.is_large_string, types.is_string_view
    if any(test(kind) for test in (*number, types.is_null)):
        return "number"
    return "text" if any(test(kind) for test in text) else "other"
