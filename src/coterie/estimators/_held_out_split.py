"""Two halves of the same counts: clusters are made from one, and judged by the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.engines import Status
from coterie.problems._distinct import distinct_rows
from coterie.validation import held_out_information, thin_counts

if TYPE_CHECKING:
    import scipy.sparse as sp

    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import CountProblem


@dataclass(frozen=True, eq=False)
class HeldOutSplit:
    """Two halves of the counts of some rows, and what an estimator is given for the first.

    Parameters
    ----------
    first, second : csr_array of shape (n_rows, n_columns)
        The half that clusters are made from, and the half that judges them.
    mass : ndarray of shape (n_rows,)
        Mass of the rows in all counts.
    filled : ndarray
        Rows that have counts in the first half.
    by_row : dict
        Parameters of the estimator that have a value for each of these rows.
    """

    first: sp.csr_array
    second: sp.csr_array
    mass: FloatArray
    filled: IntArray
    by_row: dict[str, Any]

    @classmethod
    def draw(
        cls, problem: CountProblem, rows: IntArray, by_row: dict[str, Any], seed: int
    ) -> HeldOutSplit:
        """Split the counts of some rows at random."""
        first, second = thin_counts(problem.counts[rows], np.random.default_rng(seed))
        filled = np.flatnonzero(np.diff(first.indptr) > 0)
        by_row = {name: values[rows[filled]] for name, values in by_row.items()}
        return cls(first, second, problem.row_total[rows], filled, by_row)

    def judge(self, model: Any, owner: str) -> tuple[float, float]:
        """Return what clusters of the first half keep of it, and what the second confirms."""
        filled, n_clusters = self.filled, model.n_clusters
        if filled.size <= n_clusters:
            return 0.0, 0.0
        model.set_params(**self.by_row)
        training = self.first[filled]
        if "init" not in self.by_row:  # more clusters than rows that differ keep no more
            model.set_params(n_clusters=distinct_rows(training, n_clusters))
        model.fit(training)
        self._check(model, owner)
        if hasattr(model, "memberships_"):  # with as many columns as clusters were found
            clusters = np.zeros((self.mass.size, model.memberships_.shape[1]))
            clusters[filled] = model.memberships_
        else:
            clusters = np.full(self.mass.size, -1, dtype=np.int64)
            clusters[filled] = model.labels_
        confirmed = held_out_information(clusters, self.first, self.second, mass=self.mass)
        return model.information_, confirmed

    def _check(self, model: Any, owner: str) -> None:
        """Refuse a fit that does not say what it kept; pass on an interrupt that it heard."""
        if not hasattr(model, "information_"):
            message = (
                f"{owner}: {type(model).__name__} does not say what its clusters keep, in "
                f"information_. Give an estimator that clusters counts, such as SequentialIB()."
            )
            raise InputError(message)
        runs = getattr(model, "restarts_", None)
        if runs is not None and (
            len(runs) < getattr(model, "_runs", 1)
            or any(run.status is Status.INTERRUPTED for run in runs)
        ):
            raise KeyboardInterrupt  # the fit heard it; the search is to hear it too
