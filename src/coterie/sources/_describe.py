"""What is at a location, without reading everything where that can be helped."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.sources._events import SURVEYED, survey_events
from coterie.sources._facts import gather
from coterie.sources._faults import counted
from coterie.sources._formats import open_source
from coterie.sources._layout import Layout, lay_out
from coterie.sources._read import resolve
from coterie.sources._recognise import Recognition, judge
from coterie.sources._request import Count, Grid, Opened, Records, Request, Texts
from coterie.sources._source import Source
from coterie.sources._sparse import MOSTLY_ZERO
from coterie.sources._table import Documents, Names
from coterie.sources._wide import sample_matrix

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

SMALL_CELLS = 2_000_000
"""A source with at most so many entries is read as a whole, so that all answers are exact."""

SHOWN_NAMES = 5
BYTES_OF_COUNT = 8  # a count and its column


@dataclass(frozen=True)
class Description:
    r"""What `describe` found.

    Attributes
    ----------
    origin, format : str
        The location and the format, fit to be shown.
    kind : str
        What the data are taken for, one of `KINDS`.
    reasons : tuple of str
        Why.
    shape : tuple of (int or None)
        Rows and columns; None where only reading everything would tell.
    n_nonzero : int or None
        Entries that are not zero.
    row_names, column_names : tuple of str
        The first few.
    memory : int or None
        Bytes that the matrix takes in memory; for events, the most that it can take.
    exact : bool
        Whether everything was read, or else only the beginning.
    advice : str
        What the user has to add before the data can be read; often nothing.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from coterie import sources
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "visits.csv")
    ...     _ = path.write_text("user,page\nann,home\nann,help\nbob,home\n")
    ...     found = sources.describe(path)
    >>> found.kind, found.advice
    ('events', 'say which columns: --rows NAME --columns NAME')
    """

    origin: str
    format: str
    kind: str
    reasons: tuple[str, ...]
    shape: tuple[int | None, int | None]
    n_nonzero: int | None = None
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    memory: int | None = None
    exact: bool = False
    advice: str = ""


def describe(
    location: str | os.PathLike[str],
    *,
    rows: str | None = None,
    columns: str | None = None,
    weight: str | None = None,
    query: str | None = None,
    kind: str | None = None,
) -> Description:
    r"""Tell what is at a location and what kind of data it is taken for.

    Parameters
    ----------
    location : str or path
        As for `read`.
    rows, columns, weight, query, kind : str, optional
        As for `read`.

    Returns
    -------
    Description
        Sizes, first names, kind, reasons and memory. Small sources are read as a whole and
        everything is exact; of large ones only the beginning is, and ``exact`` is False.

    See Also
    --------
    coterie.sources.read : Reads the data.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from coterie import sources
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "words.csv")
    ...     _ = path.write_text("book,whale,sea\nmoby,12,7\nemma,0,0\n")
    ...     found = sources.describe(path)
    >>> found.kind, found.shape, found.column_names
    ('counts', (2, 2), ('whale', 'sea'))
    """
    request = Request(rows, columns, weight, query, kind)
    with Source(location) as source:
        opened = open_source(source, request)
        if isinstance(opened, Texts):
            return _of_texts(opened)
        if isinstance(opened, Grid):
            return _of_grid(opened, request, source)
        return _of_records(opened, request, source)


def _of_texts(opened: Texts) -> Description:
    return Description(
        opened.origin,
        opened.reason,
        "text",
        (opened.reason,),
        (len(opened.names), None),
        row_names=tuple(opened.names[:SHOWN_NAMES].tolist()),
        memory=opened.n_bytes or None,
    )


def _of_grid(opened: Grid, request: Request, source: Source) -> Description:
    n_rows, n_columns = opened.shape
    stored = n_rows * n_columns if opened.n_nonzero is None else opened.n_nonzero
    if stored <= SMALL_CELLS or opened.peek is None:
        return _exact(opened, request, source)
    found, n_nonzero = _judge_part(opened.peek(), opened.shape, opened.n_nonzero)
    kind = request.kind or found.kind
    return Description(
        opened.origin,
        opened.words,
        kind,
        request.said or found.reasons,
        opened.shape,
        n_nonzero,
        _first(opened.row_names),
        _first(opened.column_names),
        memory=_memory(kind, opened.shape, n_nonzero),
    )


def _of_records(opened: Records, request: Request, source: Source) -> Description:
    bags = None if opened.bags is None else opened.bags(request)
    if bags is not None:
        return _of_grid(bags, Request(kind=request.kind), source)
    layout = lay_out(opened, request)
    count = opened.count()
    if layout.kind == "events":
        return _of_events(opened, layout, count, request, source)
    if count.n * len(opened.fields) <= SMALL_CELLS:
        return _exact(opened, request, source)
    shape: tuple[int, int | None] = (count.n, None)
    kind, reasons = "text", layout.reasons
    n_nonzero = memory = None
    if layout.kind == "matrix":
        shape = (count.n, len(layout.values))
        found, n_nonzero = _judge_part(sample_matrix(opened, layout), shape)
        kind, reasons = request.kind or found.kind, request.said or found.reasons
        memory = _memory(kind, shape, n_nonzero)
    if not count.exact:
        reasons = (*reasons, "the number of rows is estimated")
    ids = [] if layout.ids is None else [str(row[layout.ids]) for row in opened.sample]
    names = [opened.fields[position].name for position in layout.values]
    return Description(
        opened.origin,
        opened.words,
        kind,
        reasons,
        shape,
        n_nonzero,
        tuple(ids[:SHOWN_NAMES]),
        tuple(names[:SHOWN_NAMES]),
        memory,
    )


def _of_events(
    opened: Records, layout: Layout, count: Count, request: Request, source: Source
) -> Description:
    about = "" if count.exact else "about "
    names = [field.name for field in opened.fields]
    reasons = (*request.said, *layout.reasons, f"{about}{counted(count.n, 'record')}")
    advice = "say which columns: --rows NAME --columns NAME"
    n_rows = n_columns = None
    if layout.settled:
        n_rows, n_columns, n_seen = survey_events(opened, layout, source)
        advice = ""
        if n_seen >= SURVEYED:
            reasons += (f"rows and columns are those of the first {n_seen:,}",)
    return Description(
        opened.origin,
        opened.words,
        "events",
        reasons,
        (n_rows, n_columns),
        column_names=tuple(names),
        memory=count.n * BYTES_OF_COUNT,
        advice=advice,
    )


def _exact(opened: Opened, request: Request, source: Source) -> Description:
    result = resolve(opened, request, source)
    words = opened.reason if isinstance(opened, Texts) else opened.words
    if isinstance(result, Documents):
        return Description(
            result.origin,
            words,
            result.kind,
            result.reasons,
            (len(result.texts), None),
            row_names=_first(result.row_names),
            memory=sum(map(sys.getsizeof, result.texts)),
            exact=True,
        )
    return Description(
        result.origin,
        words,
        result.kind,
        result.reasons,
        result.shape,
        result.n_nonzero,
        _first(result.row_names),
        _first(result.column_names),
        _memory(result.kind, result.shape, result.n_nonzero),
        exact=True,
    )


def _judge_part(
    values: NDArray[Any], shape: tuple[int, int], n_stored: int | None = None
) -> tuple[Recognition, int]:
    """Judge a matrix by some of its numbers, which cannot show whether it is symmetric."""
    facts = gather(np.asarray(values))
    seen = facts.n_cells
    if n_stored is None:
        n_stored = round((1.0 - facts.zero_share) * shape[0] * shape[1])
    facts = replace(facts, shape=shape, n_stored=n_stored, symmetric=False, row_sums_one=False)
    found = judge(facts, same_names=False)
    note = f"judged by the first {seen:,} numbers"
    return Recognition(found.kind, (*found.reasons, note)), n_stored


def _memory(kind: str, shape: tuple[int, int], n_nonzero: int) -> int:
    """Return the bytes of the matrix in the form that `read` gives it."""
    dense = shape[0] * shape[1] * 8
    sparse = n_nonzero * (BYTES_OF_COUNT if kind == "counts" else 12) + 4 * shape[0]
    return sparse if kind == "counts" or sparse < MOSTLY_ZERO * dense else dense


def _first(names: Names | None) -> tuple[str, ...]:
    return () if names is None else tuple(names[:SHOWN_NAMES].tolist())
