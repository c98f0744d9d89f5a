"""Data and settings, ready to be clustered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.analysis._handing import check_finite, has_negative
from coterie.analysis._methods import METHODS, REPORTED, Choice, build, choose
from coterie.sources import Documents, Table
from coterie.sources._recognise import holds_negatives
from coterie.sources._table import as_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie.analysis._settings import Settings

EXCERPT = 300
"""Characters of a text that are shown beside its name."""


@dataclass(frozen=True, eq=False)
class Task:
    """A table that is ready to be clustered, and how.

    Parameters
    ----------
    table : coterie.sources.Table
        The numbers; of kind "text" if they were counted in texts.
    settings : Settings
        As asked for.
    prior : {"counts", "uniform", ""}
        As settled; empty where the numbers are no counts.
    steps : tuple of (str, estimator)
        What made the counts from texts, in order.
    excerpts : sequence of str, optional
        The beginnings of the texts.
    notes : tuple of str
        What was decided on the way, in sentences.
    choice : Choice
        The method.

    Examples
    --------
    >>> from coterie.analysis import Settings, obtain, prepare
    >>> task = prepare(obtain("example:women"), Settings())
    >>> task.prior, task.table.matrix.shape
    ('counts', (18, 14))
    """

    table: Table
    settings: Settings
    prior: str
    steps: tuple[tuple[str, Any], ...] = ()
    excerpts: Sequence[str] | None = None
    notes: tuple[str, ...] = ()
    choice: Choice = Choice(METHODS[REPORTED])  # noqa: RUF009 - it is frozen


def prepare(data: Table | Documents, settings: Settings) -> Task:
    """Settle the method, make counts of texts, and refuse what cannot be clustered.

    Parameters
    ----------
    data : Table or Documents
        From `obtain` or `coterie.sources.read`.
    settings : Settings
        What is asked for.

    Returns
    -------
    Task
        Ready for `forecast` and for the fit.

    Raises
    ------
    InputError
        The method does not take this kind of data, or there is too little of them.

    Examples
    --------
    >>> from coterie.analysis import Settings, obtain, prepare
    >>> task = prepare(obtain(["a whale at sea", "sea and whale", "tax law", "law of tax"]),
    ...                Settings(n_clusters=2))
    >>> task.table.column_names.tolist(), task.prior
    (['law', 'sea', 'tax', 'whale'], 'uniform')
    """
    kind = data.kind
    signed = kind == "similarity" and isinstance(data, Table) and has_negative(data)
    _check_choice_of_number(data, settings)
    choice = choose(settings, kind, signed=signed, origin=data.origin, reasons=data.reasons)
    build(choice, settings, kind)  # refuses what the method knows nothing of
    if settings.given is None and not choice.reported:
        message = (
            f"{data.origin}: only {REPORTED} can choose the number of groups; say how many for "
            f"{choice.method.name}: coterie cluster --clusters (n_clusters=)."
        )
        raise InputError(message)
    if isinstance(data, Documents):
        return _from_texts(data, settings, choice)
    if not choice.method.counts:
        _check_rows(data, settings)
        return Task(data, settings, "", notes=(choice.why,) if choice.why else (), choice=choice)
    _check_counts(data, settings)
    _check_numbers(data, settings, "rows")
    prior = "counts" if settings.prior == "auto" else settings.prior
    return Task(data, settings, prior, choice=choice)


def _from_texts(documents: Documents, settings: Settings, choice: Choice) -> Task:
    from coterie.estimators import InformationSelector, TextPreprocessor

    words = TextPreprocessor()
    counts = words.fit_transform(documents.texts)
    names = words.get_feature_names_out()
    steps: list[tuple[str, Any]] = [("words", words)]
    notes = []
    if settings.max_words is not None and settings.max_words < len(names):
        selector = InformationSelector(settings.max_words).fit(counts)
        counts, kept = selector.transform(counts), selector.get_support()
        notes.append(
            f"Of {len(names):,} words, {settings.max_words:,} were kept: those that tell most "
            "about the documents."
        )
        if settings.given is None:
            notes.append(
                "They were chosen from all counts, those included that confirm the groups; that "
                "may flatter what is confirmed a little."
            )
        names = names[kept]
        steps.append(("choice", selector))
    reasons = (*documents.reasons, "words were counted")
    table = Table(counts, documents.row_names, as_names(names), "text", reasons, documents.origin)
    _check_numbers(table, settings, "documents")
    prior = "uniform" if settings.prior == "auto" else settings.prior
    excerpts = [" ".join(text[: 2 * EXCERPT].split())[:EXCERPT] for text in documents.texts]
    return Task(table, settings, prior, tuple(steps), excerpts, tuple(notes), choice)


def _check_numbers(table: Table, settings: Settings, nouns: str) -> None:
    """Refuse to make more groups than there are rows, or a search with nothing to try."""
    filled = int(np.count_nonzero(np.asarray(table.matrix.sum(axis=1)).ravel()))
    asked = settings.candidates
    most = filled if settings.given else max(2, filled // 2)
    least = 2 if isinstance(asked, str) else min(asked)
    if least <= min(most, filled):
        return
    reason = "" if settings.given else ", each with two or more on average"
    hold = f"{nouns[:-1]} holds" if filled == 1 else f"{nouns} hold"
    groups = "group" if min(most, filled) == 1 else "groups"
    message = (
        f"{table.origin}: {filled:,} {hold} counts, enough for at most {min(most, filled):,} "
        f"{groups}{reason}, and {least:,} were asked for; ask for fewer, or give more {nouns}."
    )
    raise InputError(message)


def _check_choice_of_number(data: Table | Documents, settings: Settings) -> None:
    """Refuse to choose the number of groups of anything but counts."""
    if settings.given is not None or data.kind in {"counts", "text"}:
        return
    message = (
        f"{data.origin}: was taken for {data.kind} ({'; '.join(data.reasons)}), and the number of "
        "groups can only be chosen for counts, events and texts; say how many with coterie "
        "cluster --clusters (n_clusters=)"
    )
    if holds_negatives(data.reasons):
        message += "; counts are never negative."
    else:
        message += ", or, if these numbers are counts, --kind counts (kind='counts')."
    raise InputError(message)


def _check_rows(table: Table, settings: Settings) -> None:
    """Refuse numbers that are none, and more groups than rows."""
    check_finite(table)
    if table.kind == "dissimilarity" and sp.issparse(table.matrix):
        message = (
            f"{table.origin}: most distances are missing or 0, which would make one thing of all "
            "those objects; give all distances, or similarities (--kind similarity)."
        )
        raise InputError(message)
    n_rows, asked = table.shape[0], settings.given or 1
    if n_rows < max(asked, 2):
        rows = "row" if n_rows == 1 else "rows"
        message = (
            f"{table.origin}: has {n_rows:,} {rows}, too few for {asked:,} "
            f"group{'s' * (asked > 1)}; ask for fewer groups, or give more rows."
        )
        raise InputError(message)


def _check_counts(table: Table, settings: Settings) -> None:
    matrix = sp.csr_array(table.matrix)
    broken = np.flatnonzero(matrix.data != np.floor(matrix.data))
    if settings.given is None and broken.size:
        at = int(broken[0])
        row = int(np.searchsorted(matrix.indptr, at, side="right")) - 1
        column = table.column_names[int(matrix.indices[at])]
        message = (
            f"{table.origin}: {broken.size:,} of {matrix.nnz:,} entries are not whole (first: row "
            f"{table.row_names[row]!r}, column {column!r} = {matrix.data[at]:g}), and only whole "
            "counts can be split to choose the number of clusters; give the counts before they "
            "were scaled, or say how many clusters you want (n_clusters=, --clusters)."
        )
        raise InputError(message)
