"""What a column holds, judged from its first values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from coterie.sources._request import Field, Form

if TYPE_CHECKING:
    from collections.abc import Sequence

NUMBER = re.compile(r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?\s*|\s*[+-]?inf(inity)?\s*")
MISSING = frozenset({"", "NA", "N/A", "NaN", "nan", "NULL", "null", "None"})
MOSTLY = 0.5


def is_number(text: str) -> bool:
    """Tell whether a cell reads as a number."""
    return NUMBER.fullmatch(text) is not None


def is_missing(text: str) -> bool:
    """Tell whether a cell says that there is no value."""
    return text.strip() in MISSING


def field_of_cells(name: str, cells: Sequence[str]) -> Field:
    """Judge a column of a text table.

    A column that is mostly numbers counts as numbers: the odd cell is then reported as an error,
    with its place, and not taken for the sign of a text column.

    Examples
    --------
    >>> field_of_cells("n", ["1", "2", ""]).form, field_of_cells("who", ["ann", "bob"]).form
    ('number', 'text')
    """
    present = [cell for cell in cells if not is_missing(cell)]
    numbers = [cell for cell in present if is_number(cell)]
    if len(numbers) < MOSTLY * len(present):
        return _text_field(name, present)
    whole = all(cell.strip().lstrip("+-").isdigit() for cell in numbers)
    return Field(name, "number", whole, 0.0, len(set(cells)) == len(cells))


def field_of_values(name: str, values: Sequence[Any]) -> Field:
    """Judge a column of Python values, as SQLite and JSON have them."""
    present = [value for value in values if value is not None]
    forms = [_form(value) for value in present]
    form: Form = max(set(forms), key=forms.count) if forms else "number"
    if form == "text":
        return _text_field(name, [value for value in present if isinstance(value, str)])
    if form == "number":
        whole = all(_is_whole(value) for value in present if _form(value) == "number")
        return Field(name, form, whole, 0.0, len(set(map(str, values))) == len(values))
    return Field(name, form)


def _form(value: object) -> Form:
    if isinstance(value, str):
        return "text"
    if isinstance(value, (bool, int, float)):
        return "number"
    return "bag" if isinstance(value, dict) else "other"


def _is_whole(value: float) -> bool:
    return isinstance(value, int) or value.is_integer()


def _text_field(name: str, present: Sequence[str]) -> Field:
    words = sum(len(value.split()) for value in present) / max(len(present), 1)
    return Field(name, "text", words=words, distinct=len(set(present)) == len(present))
