"""Sentences for what can be wrong with foreign bytes."""

from __future__ import annotations

import difflib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from coterie._core.errors import InputError, some

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST_SHOWN = 40


def shown(value: object, limit: int = LONGEST_SHOWN) -> str:
    """Return a value as it may stand in a sentence: quoted, and cut where it is long.

    Examples
    --------
    >>> shown("abc"), shown(-1.0), shown("x" * 100, limit=5)
    ("'abc'", '-1.0', "'xxxxx...' (100 characters)")
    """
    if not isinstance(value, str):
        text = str(value)
        return text if len(text) <= limit else f"{text[:limit]}..."
    if len(value) <= limit:
        return repr(value)
    return f"{value[:limit] + '...'!r} ({len(value):,} characters)"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> counted(1, "row"), counted(1204, "entry")
    ('1 row', '1,204 entries')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1] + 'ies' if noun.endswith('ry') else noun + 's'}"


def cause(error: BaseException, limit: int = 160) -> str:
    """Return the first line of an error's message, without its final full stop."""
    lines = str(error).strip().splitlines()
    first = lines[0].strip().rstrip(".") if lines else type(error).__name__
    return first if len(first) <= limit else f"{first[:limit]}..."


@contextmanager
def reading(origin: str, words: str) -> Iterator[None]:
    """Turn whatever a parser raises into one sentence.

    Parsers of damaged bytes raise anything, from KeyError to SyntaxError, so everything is caught;
    only calls into other people's parsers belong inside.
    """
    try:
        yield
    except (InputError, ImportError):
        raise
    except MemoryError as error:
        message = f"{origin}: does not fit into memory as {words}, or is damaged ({cause(error)})."
        raise InputError(message) from error
    except Exception as error:
        message = (
            f"{origin}: cannot be read as {words} ({cause(error)}). It may be cut off, damaged or "
            "of another format; make a fresh copy, or give the file the ending of its format."
        )
        raise InputError(message) from error


def find_name(names: Sequence[str], wanted: str, origin: str, noun: str = "column") -> int:
    """Return where a name stands, or say which names there are."""
    if names.count(wanted) == 1:
        return names.index(wanted)
    if wanted in names:
        message = f"{origin}: {names.count(wanted)} {noun}s are called {wanted!r}; rename them."
        raise InputError(message)
    close = difflib.get_close_matches(wanted, names[:10_000], n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    listed = some((shown(name) for name in names), 8)
    message = f"{origin}: has no {noun} {wanted!r}{hint}; choose from its {noun}s {listed}."
    raise InputError(message)
