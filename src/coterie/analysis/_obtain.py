"""Data from anywhere: a location, a bundled example, or what is in memory already."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from coterie import datasets
from coterie._core.errors import InputError
from coterie.sources import Description, Documents, Table, read
from coterie.sources._checks import build_table
from coterie.sources._frame import is_frame, read_frame
from coterie.sources._request import Request
from coterie.sources._table import as_names, numbered

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie.datasets import Dataset

PREFIX = "example:"
MEMORY = "memory"
SHOWN = 5
NUMBERS = ("points", "similarity", "dissimilarity", "transitions")
"""Kinds of data, beside counts, that a table of numbers in memory can be."""


class Example(NamedTuple):
    """Bundled data, and what they are in a few words."""

    load: Callable[[], Dataset]
    words: str


EXAMPLES = {
    "passages": Example(
        datasets.load_book_passages, "791 passages from four novels by two authors, as texts"
    ),
    "books": Example(datasets.load_books, "the same passages as counts of 8,614 words"),
    "women": Example(datasets.load_southern_women, "18 women at 14 social events of the 1930s"),
    "letters": Example(
        datasets.load_letter_pairs, "which of 76 characters follows which in a novel"
    ),
}
"""Data that come with the package, by the name that follows ``example:``."""


def obtain(
    data: Any,
    *,
    rows: str | None = None,
    columns: str | None = None,
    weight: str | None = None,
    query: str | None = None,
    kind: str | None = None,
) -> Table | Documents:
    """Return data as a named table or as documents, wherever they are.

    Parameters
    ----------
    data : str, path, array, sparse matrix, data frame or list of str
        The location of data as `coterie.sources.read` takes it, ``"example:NAME"`` for bundled
        data (`EXAMPLES`), a table of counts, or texts.
    rows, columns, weight, query : str, optional
        For a location, as for `coterie.sources.read`. A data frame is read like a file of the
        same table where one of them is given, or where it holds more than numbers.
    kind : str, optional
        What the data are, one of `coterie.sources.KINDS`; a table of numbers in memory holds counts
        unless told otherwise.

    Returns
    -------
    Table or Documents
        What `prepare` takes.

    Examples
    --------
    >>> from coterie.analysis import obtain
    >>> obtain("example:women")
    Table(18 x 14 counts, 89 non-zero, from example:women)
    >>> obtain(["Call me Ishmael.", "It is a truth universally acknowledged"])
    Documents(2 texts, from memory)
    """
    asked = {"rows": rows, "columns": columns, "weight": weight, "query": query, "kind": kind}
    if isinstance(data, str | os.PathLike) and not os.fspath(data).startswith(PREFIX):
        return read(data, **asked)
    if is_frame(data) and query is None and _needs_reading(data, asked):
        return read_frame(data, Request(rows, columns, weight, None, kind), MEMORY)
    found = _at_hand(data, kind)
    for name, value in asked.items():
        if value is not None and (name, value) != ("kind", found.kind):
            message = (
                f"{found.origin}: {name}={value!r} is for files and data frames; a "
                f"{type(data).__name__} is taken as it is, so leave it out."
            )
            raise InputError(message)
    return found


def describe_example(location: str) -> Description:
    """Tell what a bundled example holds, as `coterie.sources.describe` tells of other data.

    Parameters
    ----------
    location : str
        ``"example:NAME"``.

    Examples
    --------
    >>> from coterie.analysis import describe_example
    >>> describe_example("example:women").shape
    (18, 14)
    """
    found = _example(location)
    shared = (location, "bundled with coterie", found.kind, found.reasons)
    rows = tuple(found.row_names[:SHOWN].tolist())
    if isinstance(found, Documents):
        return Description(*shared, (len(found.texts), None), row_names=rows, exact=True)
    columns = tuple(found.column_names[:SHOWN].tolist())
    return Description(
        *shared, found.shape, found.n_nonzero, rows, columns, found.matrix.data.nbytes, exact=True
    )


def _needs_reading(frame: Any, asked: dict[str, str | None]) -> bool:
    """Tell whether a data frame is more than a table of numbers, or is to be more."""
    asked = {name: value for name, value in asked.items() if name != "kind" or value not in NUMBERS}
    return any(asked.values()) or np.asarray(frame).dtype.kind not in "buif"


def _at_hand(data: Any, kind: str | None) -> Table | Documents:
    """Return what is in memory, or bundled, with names."""
    if isinstance(data, Table | Documents):
        return data
    if isinstance(data, str | os.PathLike):
        return _example(os.fspath(data))
    texts = _as_texts(data)
    if texts is not None:
        return Documents(texts, numbered(len(texts)), ("a list of texts",), MEMORY)
    return _from_memory(data, kind if kind in NUMBERS else "counts")


def _example(location: str) -> Table | Documents:
    name = location.removeprefix(PREFIX)
    if name not in EXAMPLES:
        message = f"{location}: there is no such example; choose from {', '.join(EXAMPLES)}."
        raise InputError(message)
    found = EXAMPLES[name].load()
    rows, reasons = as_names(found.row_names), (f"bundled: {EXAMPLES[name].words}",)
    if found.column_names is None:
        return Documents(found.data, rows, reasons, location)
    return Table(found.data, rows, as_names(found.column_names), "counts", reasons, location)


def _as_texts(data: Any) -> list[str] | None:
    if isinstance(data, list | tuple) or getattr(data, "ndim", None) == 1:
        listed = list(data)
        if listed and all(isinstance(text, str) for text in listed):
            return listed
    return None


def _from_memory(data: Any, kind: str) -> Table:
    """Take names from a data frame; of counts, `SequentialIB` checks the numbers."""
    names = getattr(data, "columns", None)
    index = getattr(data, "index", None)
    matrix: Any = data if sp.issparse(data) else np.asarray(data)
    if matrix.ndim != 2 or matrix.dtype.kind not in "buif":
        message = (
            f"data: a {type(data).__name__} of shape {matrix.shape} and type {matrix.dtype} is no "
            "table of counts; give rows and columns of numbers, a list of texts, or a file name."
        )
        raise InputError(message)
    n_rows, n_columns = matrix.shape
    row_names = numbered(n_rows) if index is None or callable(index) else as_names(index)
    column_names = numbered(n_columns) if names is None else as_names(names)
    reasons = (f"a {type(data).__name__}",)
    if kind == "counts":
        return Table(sp.csr_array(matrix), row_names, column_names, kind, reasons, MEMORY)
    said = Request(kind=kind).said
    return build_table(
        matrix, row_names, column_names, origin=MEMORY, kind=kind, reasons=(*said, *reasons)
    )
