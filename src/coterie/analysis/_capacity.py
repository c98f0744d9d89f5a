"""What an analysis by reliable bits found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from coterie.analysis._paged import PagedAnalysis
from coterie.report import describe_judged

if TYPE_CHECKING:
    from coterie.report import Evidence


@dataclass(frozen=True, eq=False, repr=False)
class CapacityAnalysis(PagedAnalysis):
    """The groups of which most is real, among methods, measures and numbers of groups.

    Parameters
    ----------
    task : Task
        The data and the settings, with the method that was chosen.
    model : estimator
        Fitted to the data.
    interrupted : bool
        Whether Ctrl-C ended the search or the fit.
    seconds : float
        How long it took.
    said : tuple of str
        What the estimators warned of.
    request : coterie.report.Request
        What the report says of the question.
    evidence : coterie.report.Evidence
        What was tried, and how much of it is real.

    Attributes
    ----------
    labels : ndarray of shape (n_rows,)
        Group of each row, -1 where a row is in none.
    headline : str
        The answer in one sentence.

    See Also
    --------
    coterie.analyse : Makes it.
    coterie.CapacitySearch : What is underneath.

    Examples
    --------
    >>> import numpy as np
    >>> import coterie
    >>> rng = np.random.default_rng(0)
    >>> centres = np.repeat([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]], 30, axis=0)
    >>> first, second = (centres + rng.normal(size=(90, 2)) for _ in range(2))
    >>> found = coterie.analyse(
    ...     first, range(1, 5), kind="points", replicate=second, method="AnnealedKMeans"
    ... )
    >>> found
    Analysis(3 groups of 90 rows, 1.58 reliable bits)
    """

    @cached_property
    def content(self) -> dict[str, Any]:
        """What the report shows, as plain data."""
        return describe_judged(self.request, self.task.table, self.model, self._judged)

    @property
    def _judged(self) -> Evidence:
        assert self.evidence is not None
        return self.evidence

    def summary(self) -> dict[str, Any]:
        """Return the main facts as plain data."""
        evidence = self._judged
        chosen = None if evidence.chosen is None else str(evidence.chosen.candidate)
        tried = [
            {
                "method": each.candidate.method,
                "similarity": each.candidate.similarity,
                "n_clusters": each.candidate.n_clusters,
                "reliable_bits": each.capacity.bits,
                "reliable_bits_unclipped": each.capacity.raw,
                "standard_error": each.capacity.standard_error,
            }
            for each in evidence.tried
        ]
        return super().summary() | {
            "chosen_by": "reliable bits",
            "chosen": chosen,
            "verdict": self.headline,
            "judged_rows": evidence.sampled or len(self.labels),
            "tried": tried,
        }

    def __repr__(self) -> str:
        groups = f"{self.n_clusters} group{'s' * (self.n_clusters > 1)}"
        bits = f"{self._judged.bits:.2f} reliable bits"
        return f"Analysis({groups} of {len(self.labels):,} rows, {bits})"
