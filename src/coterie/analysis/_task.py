"""Data and settings, ready to be clustered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.analysis._handing import check_finite, has_negative
from coterie.analysis._methods import METHODS, REPORTED, Choice, build, choose
from coterie.analysis._replicate import aligned, joined
from coterie.analysis._settings import Settings
from coterie.sources import Documents, Table
from coterie.sources._table import as_names

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST = 8
"""Rows of which reliable bits can be told at all."""

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
        The method; where several are tried, the usual one.
    pair : tuple of two tables, optional
        Two measurements of the same rows; `table` is both in one.

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
    pair: tuple[Table, Table] | None = None

    @property
    def judged(self) -> bool:
        """Whether many models are tried, and judged by reliable bits."""
        return not self.choice.reported and self.settings.effort is not None

    @property
    def measured(self) -> tuple[Table, ...]:
        """The table, or the replicates that it was made of."""
        return self.pair or (self.table,)


def prepare(
    data: Table | Documents, settings: Settings, replicate: Table | Documents | None = None
) -> Task:
    """Settle the method, make counts of texts, and refuse what cannot be clustered.

    Parameters
    ----------
    data : Table or Documents
        From `obtain` or `coterie.sources.read`.
    settings : Settings
        What is asked for.
    replicate : Table, optional
        A second measurement of the same rows.

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
    pair = None if replicate is None else aligned(data, replicate)
    data = data if pair is None else joined(*pair)
    choice = _settled(data, settings)
    if not choice.reported and settings.preset is not None and settings.given is not None:
        settings = replace(settings, n_clusters=(settings.given,))
    if isinstance(data, Documents):
        return _from_texts(data, settings, choice)
    if choice.method.counts:
        _check_counts(data, settings)
        _check_numbers(data, settings, "rows")
        prior = "counts" if settings.prior == "auto" else settings.prior
        return Task(data, settings, prior, choice=choice, pair=pair)
    _check_rows(data, settings)
    if settings.effort is not None and data.shape[0] < FEWEST:
        message = (
            f"{data.origin}: has {data.shape[0]:,} rows, too few to tell groups from noise (at "
            f"least {FEWEST}); give more, or say how many groups you want: coterie cluster "
            "--clusters (n_clusters=)."
        )
        raise InputError(message)
    task = Task(data, settings, "", choice=choice, pair=pair)
    notes: tuple[str, ...] = (choice.why,) if choice.why and not task.judged else ()
    if task.judged and pair is None:
        notes = without_replicates(data)
    return replace(task, notes=notes)


def _settled(data: Table | Documents, settings: Settings) -> Choice:
    """Choose the method, the usual one if several are tried, and check what is asked of it."""
    kind = data.kind
    signed = kind == "similarity" and isinstance(data, Table) and has_negative(data)
    choice = choose(settings, kind, signed=signed, origin=data.origin, reasons=data.reasons)
    build(choice, settings, kind)  # refuses what the method knows nothing of
    return choice


def without_replicates(table: Table) -> tuple[str, ...]:
    """Say what the bits are worth where the same objects were not measured twice."""
    from coterie.analysis._candidates import plan
    from coterie.validation import ObjectHalves

    if not isinstance(plan((table,), Settings(preset="fast")).maker, ObjectHalves):
        return ()
    words = (
        "There are no replicates and no columns or edges to split, so the objects are split and "
        "paired by nearness. That makes noise look small: read the reliable bits as too high, and "
        "compare them only with one another. A second measurement (--replicate, replicate=) would "
        "settle it."
    )
    return (words,)


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


def _check_rows(table: Table, settings: Settings) -> None:
    """Refuse numbers that are none, and more groups than rows."""
    check_finite(table)
    if table.kind == "dissimilarity" and sp.issparse(table.matrix):
        message = (
            f"{table.origin}: most distances are missing or 0, which would make one thing of all "
            "those objects; give all distances, or similarities (--kind similarity)."
        )
        raise InputError(message)
    asked = settings.given or (
        1 if isinstance(settings.candidates, str) else settings.candidates[0]
    )
    n_rows = table.shape[0]
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
