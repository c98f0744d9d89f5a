"""What an analysis of counts found: information kept, and a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie.analysis._paged import PagedAnalysis
from coterie.problems._distinct import distinct_rows
from coterie.report import Study, describe
from coterie.report._findings import findings, headline

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.validation import HeldOutCurve

BIT = float(np.log(2.0))


@dataclass(frozen=True, eq=False, repr=False)
class CountAnalysis(PagedAnalysis):
    """The groups that `SequentialIB` found in counts, with what they keep and a page.

    Parameters
    ----------
    task : Task
        The counts and the settings.
    model : SequentialIB
        Fitted to the counts.
    interrupted : bool
        Whether Ctrl-C ended the search or the fit.
    seconds : float
        How long it took.
    said : tuple of str
        Not used: the page has its own words for what the estimator warns of.
    curve : HeldOutCurve or None
        The numbers of clusters that were tried; None if the number was given.
    request : coterie.report.Request
        What the report says of the question.
    evidence : coterie.report.Evidence or None
        How much of the groups two halves of the counts, or two replicates, confirm; None where
        that was not asked for.

    Attributes
    ----------
    labels : ndarray of shape (n_rows,)
        Group of each row, -1 where a row has no counts.
    typicality : ndarray of shape (n_rows,)
        Bits for each count that would be lost by moving the row to its next-best group [IB E-11].
    headline : str
        The answer in one sentence.

    See Also
    --------
    coterie.analyse : Makes it.

    Examples
    --------
    >>> import coterie
    >>> found = coterie.analyse("example:women", 2)
    >>> found
    Analysis(2 groups of 18 rows, 0.56 bits kept)
    >>> len(found.labels), len(found.summary()["cluster_sizes"])
    (18, 2)
    """

    curve: HeldOutCurve | None = None

    @property
    def sizes(self) -> list[int]:
        found: list[int] = np.bincount(
            self.labels[self.labels >= 0], minlength=len(self.model.cluster_mass_)
        ).tolist()
        return found

    @cached_property
    def typicality(self) -> FloatArray:
        return self.study.margins[0] / BIT

    @property
    def certainty(self) -> tuple[str, FloatArray]:
        return "typicality", self.typicality

    @cached_property
    def content(self) -> dict[str, Any]:
        """What the report shows, as plain data."""
        return describe(self.request, self.task.table, self.model, self.curve, self.evidence)

    @cached_property
    def study(self) -> Study:
        """What the sections of the page look at."""
        return Study(self.request, self.task.table, self.model, self.curve, self.evidence)

    @property
    def headline(self) -> str:
        return headline(self.study)

    @property
    def sentences(self) -> list[str]:
        found: list[str] = findings(self.study)["sentences"]
        return [self.headline, *found]

    @property
    def notes(self) -> tuple[str, ...]:
        notes = list(super().notes)
        n_clusters = int(self.model.n_clusters)
        counts = sp.csr_array(self.task.table.matrix)
        filled = np.asarray(counts.sum(axis=1)).ravel() > 0
        kinds = distinct_rows(counts[filled], n_clusters)
        if kinds < n_clusters:
            notes.insert(
                len(self.task.notes),
                f"There are only {kinds:,} kinds of rows, so rows that are alike are set apart; "
                "ask for fewer groups.",
            )
        if not self.interrupted and not self.model.converged_:
            notes.append(
                f"The best restart had not settled after {self.model.n_iter_} sweeps "
                f"({self.model.history_[-1]:,} rows moved in the last); allow more of them."
            )
        return tuple(notes)

    def summary(self) -> dict[str, Any]:
        """Return the main facts as plain data, in bits."""
        settings, model = self.task.settings, self.model
        return {
            **super().summary(),
            "prior": self.task.prior,
            "beta": settings.beta if np.isfinite(settings.beta) else "inf",
            "information_bits": model.information_ / BIT,
            "information_fraction": min(1.0, model.information_fraction_),
            "cluster_entropy_bits": model.entropy_ / BIT,
            "tried": self._tried(),
        }

    def _tried(self) -> list[dict[str, Any]]:
        if self.curve is None:
            return []
        columns = (self.curve.n_clusters, self.curve.held_out, self.curve.standard_error)
        return [
            {
                "n_clusters": int(number),
                "held_out_bits": float(value) / BIT,
                "standard_error_bits": float(error) / BIT,
            }
            for number, value, error in zip(*columns, strict=True)
        ]

    def __repr__(self) -> str:
        kept = f"{self.model.information_ / BIT:.2f} bits kept"
        return f"Analysis({self.n_clusters} groups of {len(self.labels):,} rows, {kept})"
