"""How a table of records is to be read: which column is the id, which hold numbers or text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from coterie._core.errors import InputError, some
from coterie.sources._faults import find_name, shown

if TYPE_CHECKING:
    from coterie.sources._request import Field, Records, Request

ID_NAMES = frozenset(
    [
        "id",
        "ids",
        "name",
        "names",
        "row",
        "rows",
        "row_id",
        "row_name",
        "rowname",
        "key",
        "index",
        "doc",
        "document",
        "doc_id",
        "document_id",
        "user",
        "user_id",
        "item",
        "gene",
        "sample",
    ]
) | {"", "unnamed: 0", "__index_level_0__"}
TEXT_NAMES = frozenset({"text", "texts", "body", "content", "document", "message", "abstract"})
EVENT_NAMES = frozenset(
    [
        "user",
        "item",
        "page",
        "doc",
        "document",
        "word",
        "term",
        "token",
        "product",
        "customer",
        "session",
        "visitor",
        "movie",
        "film",
        "song",
        "author",
        "url",
        "source",
        "target",
        "from",
        "to",
        "query",
        "tag",
    ]
)
WORDS_OF_PROSE = 4.0
MOST_EVENT_COLUMNS = 6
MOST_NUMBERS_BESIDE_TEXT = 3


@dataclass(frozen=True)
class Layout:
    """The part that each column plays."""

    kind: Literal["matrix", "text", "events"]
    ids: int | None
    values: tuple[int, ...]
    weight: int | None = None
    reasons: tuple[str, ...] = ()
    settled: bool = True  # False: events, but the user has to say which columns
    edges: bool = False  # events that join two things of one sort, whichever stands first


def lay_out(records: Records, request: Request) -> Layout:
    """Choose how to read the records, following the user where something was said.

    Raises
    ------
    InputError
        A column that was named does not exist.
    """
    names = [field.name for field in records.fields]
    rows = None if request.rows is None else find_name(names, request.rows, records.origin)
    if request.counts_events:
        columns = find_name(names, request.columns or "", records.origin)
        weight = request.weight
        at = None if weight is None else find_name(names, weight, records.origin)
        return _events(records, rows or 0, columns, at, edges=request.kind == "similarity")
    ids = _id_column(records.fields) if rows is None else rows
    if request.kind == "text" or (request.kind is None and _is_prose(records.fields, ids)):
        return _text(records, request, ids)
    if request.columns is not None:
        raise _columns_alone(records, request)
    perhaps = request.kind in {None, "similarity"}
    if request.kind == "events" or (perhaps and _are_events(records.fields, ids)):
        return Layout("events", None, (), reasons=_event_reasons(records), settled=False)
    return _matrix(records, ids)


def ask_for_columns(records: Records) -> InputError:
    """Return the error for an event table of which too little was said."""
    names = [field.name for field in records.fields]
    rows, columns = (names * 2)[:2]
    return InputError(
        f"{records.origin}: looks like a table of events (columns "
        f"{some((shown(name) for name in names), 6)}); say which column holds the rows and which "
        f"the columns of the matrix, for example --rows {rows} --columns {columns}."
    )


def _columns_alone(records: Records, request: Request) -> InputError:
    why = "without rows" if request.rows is None else f"with kind={request.kind!r}"
    return InputError(
        f"{records.origin}: columns={request.columns!r} was given {why}, but it belongs to events, "
        "which are counted by two columns; give rows and columns and leave kind out."
    )


def _events(
    records: Records, rows: int, columns: int, weight: int | None, *, edges: bool
) -> Layout:
    names = [field.name for field in records.fields]
    if rows == columns or weight in {rows, columns}:
        twice = names[rows if rows in {columns, weight} else columns]
        message = f"{records.origin}: column {twice!r} is given two parts; name another for one."
        raise InputError(message)
    how = f"events counted by {names[rows]!r} and {names[columns]!r}"
    if edges:
        how = f"edges between {names[rows]!r} and {names[columns]!r}, added up in both directions"
    if weight is not None:
        how += f", weighted by {names[weight]!r}"
    return Layout("events", rows, (columns,), weight, (how,), edges=edges)


def _id_column(fields: tuple[Field, ...]) -> int | None:
    """Return the column of row names: text in front, or one that is called so."""
    if len(fields) < 2:
        return None
    for position, field in enumerate(fields):
        named = field.name.strip().lower() in ID_NAMES
        first = position == 0 or field.name == "__index_level_0__"
        if first and (named or field.form == "text") and not _is_long_text(field):
            return position
    for position, field in enumerate(fields):
        if field.form == "text" and field.distinct and field.name.strip().lower() in ID_NAMES:
            return position
    return None


def _is_long_text(field: Field) -> bool:
    called_text = field.name.strip().lower() in TEXT_NAMES
    return field.form == "text" and (field.words >= WORDS_OF_PROSE or called_text)


def _is_prose(fields: tuple[Field, ...], ids: int | None) -> bool:
    if len(fields) == 1:
        return fields[0].form == "text"
    if sum(field.form == "number" for field in fields) > MOST_NUMBERS_BESIDE_TEXT:
        return False
    return any(_is_long_text(field) for i, field in enumerate(fields) if i != ids)


def _text(records: Records, request: Request, ids: int | None) -> Layout:
    fields = records.fields
    names = [field.name for field in fields]
    if request.columns is not None:
        position = find_name(names, request.columns, records.origin)
    else:
        found = [i for i, field in enumerate(fields) if field.form == "text" and i != ids]
        called = [i for i in found if names[i].strip().lower() in TEXT_NAMES]
        longest = sorted(found, key=lambda i: -fields[i].words)[:1]
        chosen = called[:1] or longest
        if not chosen:
            listed = some((shown(name) for name in names), 8)
            message = f"{records.origin}: has no column of text; its columns are {listed}."
            raise InputError(message)
        position = chosen[0]
    ids = None if ids == position else ids
    words = f"column {names[position]!r} holds text, {fields[position].words:.0f} words a row"
    return Layout("text", ids, (position,), reasons=(words,))


def _are_events(fields: tuple[Field, ...], ids: int | None) -> bool:
    texts = [field for field in fields if field.form == "text"]
    repeats = ids is None or not fields[ids].distinct
    if len(texts) >= 2 and len(fields) <= 3 * len(texts):
        return repeats
    called = [field for field in fields if _names_an_event(field.name)]
    few = 2 <= len(fields) <= MOST_EVENT_COLUMNS
    return few and len(called) >= 2 and repeats


def _names_an_event(name: str) -> bool:
    lowered = name.strip().lower()
    return lowered in EVENT_NAMES or lowered.endswith("_id")


def _event_reasons(records: Records) -> tuple[str, ...]:
    fields = records.fields
    texts = [repr(field.name) for field in fields if field.form == "text"]
    if len(texts) >= 2:
        return (f"{len(texts)} columns hold short text ({some(texts)})",)
    called = [repr(field.name) for field in fields if _names_an_event(field.name)]
    return (f"columns {some(called)} are named like the sides of an event, and values repeat",)


def _matrix(records: Records, ids: int | None) -> Layout:
    values = tuple(i for i in range(len(records.fields)) if i != ids)
    if not values:
        message = f"{records.origin}: has only a column of names; add columns of numbers."
        raise InputError(message)
    for position in values:
        field = records.fields[position]
        if field.form != "number":
            raise _not_numbers(records, position)
    reasons = () if ids is None else (f"row names from column {records.fields[ids].name!r}",)
    return Layout("matrix", ids, values, reasons=reasons)


def _not_numbers(records: Records, position: int) -> InputError:
    name = records.fields[position].name
    found = next(
        (
            (row, cells[position])
            for row, cells in enumerate(records.sample)
            if isinstance(cells[position], str) and cells[position].strip()
        ),
        (0, None),
    )
    example = "" if found[1] is None else f" ({records.place(found[0])}: {shown(found[1])})"
    return InputError(
        f"{records.origin}: column {name!r} does not hold numbers{example}; drop it, use it as row "
        f"names (--rows), or count events (--rows and --columns)."
    )
