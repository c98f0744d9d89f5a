"""Data and settings, ready to be clustered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
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
    """Counts that are ready to be clustered, and how.

    Parameters
    ----------
    table : coterie.sources.Table
        The counts; of kind "text" if they were counted in texts.
    settings : Settings
        As asked for.
    prior : {"counts", "uniform"}
        As settled.
    steps : tuple of (str, estimator)
        What made the counts from texts, in order.
    excerpts : sequence of str, optional
        The beginnings of the texts.
    notes : tuple of str
        What was decided on the way, in sentences.

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


def prepare(data: Table | Documents, settings: Settings) -> Task:
    """Make counts of whatever was read, and settle what was left to choose.

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
        The data are of a kind that cannot be clustered by counts.

    Examples
    --------
    >>> from coterie.analysis import Settings, obtain, prepare
    >>> task = prepare(obtain(["a whale at sea", "sea and whale", "tax law", "law of tax"]),
    ...                Settings(n_clusters=2))
    >>> task.table.column_names.tolist(), task.prior
    (['law', 'sea', 'tax', 'whale'], 'uniform')
    """
    if isinstance(data, Documents):
        return _from_texts(data, settings)
    _check_counts(data, settings)
    _check_numbers(data, settings, "rows")
    prior = "counts" if settings.prior == "auto" else settings.prior
    return Task(data, settings, prior)


def _from_texts(documents: Documents, settings: Settings) -> Task:
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
    return Task(table, settings, prior, tuple(steps), excerpts, tuple(notes))


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


def _check_counts(table: Table, settings: Settings) -> None:
    if table.kind not in {"counts", "events", "text"}:
        message = (
            f"{table.origin}: was taken for {table.kind} ({'; '.join(table.reasons)}), and only "
            "counts, events and texts can be analysed"
        )
        if holds_negatives(table.reasons):
            message += "; counts are never negative."
        else:
            message += "; if these numbers are counts, say so with --kind counts (kind='counts')."
        raise InputError(message)
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
