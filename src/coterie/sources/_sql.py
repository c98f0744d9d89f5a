"""Names and statements for the databases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coterie._core.errors import InputError, some
from coterie.sources._faults import shown

if TYPE_CHECKING:
    from collections.abc import Sequence


def quoted(identifier: str) -> str:
    r"""Quote a name for SQL, whatever it holds.

    Examples
    --------
    >>> print(quoted('a"; drop table x'))
    "a""; drop table x"
    """
    return '"' + identifier.replace('"', '""') + '"'


def as_statement(query: str | None, tables: Sequence[str]) -> str | None:
    """Return the statement in ``query``, or None where it is the name of a table (or nothing)."""
    words = (query or "").strip().rstrip(";").strip()
    if not words or query in tables or len(words.split()) == 1:
        return None
    return words


def choose_table(origin: str, tables: Sequence[str], query: str | None) -> str:
    """Return the table that was named, or the only one there is."""
    listed = some((shown(name) for name in tables), 8) or "none"
    if query is not None and query.strip():
        if query in tables:
            return query
        message = f"{origin}: has no table {query!r}; its tables are {listed}."
        raise InputError(message)
    if len(tables) == 1:
        return tables[0]
    message = (
        f"{origin}: holds {len(tables):,} tables ({listed}); name one with --query, or give a "
        "SELECT statement there."
    )
    raise InputError(message)
