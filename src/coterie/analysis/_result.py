"""What an analysis found, and the folder that it is written to."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import MissingExtraError
from coterie._core.folders import fresh_folder
from coterie._core.version import __version__
from coterie.problems._distinct import distinct_rows
from coterie.report import Study, describe, write_report

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from coterie._core.types import FloatArray, IntArray
    from coterie.analysis._task import Task
    from coterie.estimators import SequentialIB
    from coterie.report import Request
    from coterie.validation import HeldOutCurve

BIT = float(np.log(2.0))
LABELS, MODEL, SUMMARY, CONTENT, PAGE = (
    "labels.csv", "model", "summary.json", "report.json", "report.html",
)  # fmt: skip
CONTENTS = frozenset((LABELS, MODEL, SUMMARY, CONTENT, PAGE))
"""What a folder of results holds."""


@dataclass(frozen=True, eq=False, repr=False)
class Analysis:
    """The groups that were found, and what can be said about them.

    Parameters
    ----------
    task : Task
        The counts and the settings.
    model : SequentialIB
        Fitted to the counts.
    curve : HeldOutCurve or None
        The numbers of clusters that were tried; None if the number was given.
    interrupted : bool
        Whether Ctrl-C ended the search or the fit.
    seconds : float
        How long it took.
    request : coterie.report.Request
        What the report says of the question.

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

    task: Task
    model: SequentialIB
    curve: HeldOutCurve | None
    interrupted: bool
    seconds: float
    request: Request

    @property
    def labels(self) -> IntArray:
        return self.model.labels_

    @property
    def n_clusters(self) -> int:
        """Number of groups that have rows."""
        return len(np.unique(self.labels[self.labels >= 0]))

    @cached_property
    def typicality(self) -> FloatArray:
        margins = Study(self.request, self.task.table, self.model, self.curve).margins[0]
        return margins / BIT

    @cached_property
    def content(self) -> dict[str, Any]:
        """What the report shows, as plain data."""
        return describe(self.request, self.task.table, self.model, self.curve)

    @property
    def headline(self) -> str:
        return str(self.content["sections"]["findings"]["headline"])

    @property
    def sentences(self) -> list[str]:
        """The answer in a few sentences, the headline first."""
        return [self.headline, *self.content["sections"]["findings"]["sentences"]]

    @property
    def notes(self) -> tuple[str, ...]:
        """What to bear in mind, in sentences."""
        notes = list(self.task.notes)
        n_clusters = int(self.model.n_clusters)
        counts = sp.csr_array(self.task.table.matrix)
        filled = np.asarray(counts.sum(axis=1)).ravel() > 0
        kinds = distinct_rows(counts[filled], n_clusters)
        if kinds < n_clusters:
            notes.append(
                f"Only {kinds:,} of the rows differ from one another, so rows that are alike are "
                "set apart; ask for fewer groups."
            )
        if self.interrupted:
            notes.append("The run was interrupted; this is the best that it had found.")
        elif not self.model.converged_:
            notes.append(
                f"The best restart had not settled after {self.model.n_iter_} sweeps "
                f"({self.model.history_[-1]:,} rows moved in the last); allow more of them."
            )
        return tuple(notes)

    @property
    def predictor(self) -> Any:
        """The model of new rows; for texts, a pipeline that takes the texts themselves."""
        if not self.task.steps:
            return self.model
        from sklearn.pipeline import Pipeline

        return Pipeline([*self.task.steps, ("clusters", self.model)])

    def summary(self) -> dict[str, Any]:
        """Return the main facts as plain data, in bits."""
        table, settings, model = self.task.table, self.task.settings, self.model
        n_rows, n_columns = table.shape
        sizes = np.bincount(self.labels[self.labels >= 0], minlength=len(model.cluster_mass_))
        seed = settings.random_state
        return {
            "coterie": __version__,
            "data": table.origin,
            "kind": table.kind,
            "reasons": list(table.reasons),
            "n_rows": n_rows,
            "n_columns": n_columns,
            "n_nonzero": table.n_nonzero,
            "prior": self.task.prior,
            "beta": settings.beta if np.isfinite(settings.beta) else "inf",
            "restarts": settings.n_init,
            "seed": int(seed) if isinstance(seed, int | np.integer) else None,
            "n_clusters": self.n_clusters,
            "chosen_by": "held-out information" if settings.given is None else "the user",
            "information_bits": model.information_ / BIT,
            "information_fraction": min(1.0, model.information_fraction_),
            "cluster_entropy_bits": model.entropy_ / BIT,
            "cluster_sizes": sizes.tolist(),
            "without_cluster": int((self.labels < 0).sum()),
            "converged": bool(model.converged_),
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
            "tried": self._tried(),
            "sentences": self.sentences,
            "notes": list(self.notes),
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

    def save(
        self,
        folder: str | os.PathLike[str],
        *,
        overwrite: bool = False,
        way_out: str = "overwrite=True",
    ) -> tuple[str, ...]:
        """Write labels, model, summary and report to a folder, which appears whole or not at all.

        Parameters
        ----------
        folder : str or path
            The folder to make.
        overwrite : bool, default=False
            Replace earlier results; a folder that holds anything else is never replaced.
        way_out : str
            What messages say to replace results.

        Returns
        -------
        tuple of str
            What could not be written, and why: the page, where the libraries for it are missing.

        Examples
        --------
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> import coterie
        >>> with TemporaryDirectory() as home:
        ...     _ = coterie.analyse("example:women", 2).save(f"{home}/women")
        ...     sorted(path.name for path in Path(home, "women").iterdir())
        ['labels.csv', 'model', 'report.html', 'report.json', 'summary.json']
        """
        from coterie.estimators import save

        missing = []
        with fresh_folder(Path(folder), CONTENTS, replace=overwrite, way_out=way_out) as home:
            with (home / LABELS).open("w", encoding="utf-8", newline="") as stream:
                self.write_labels(stream)
            names = None if self.task.steps else self.task.table.column_names
            save(self.predictor, home / MODEL, column_names=names)
            write_json(home / SUMMARY, self.summary(), indent=2)
            write_json(home / CONTENT, self.content)
            try:
                write_report(home / PAGE, self.content)
            except MissingExtraError as error:
                missing.append(f"{PAGE} was not written: {error}")
        return tuple(missing)

    def write_labels(self, stream: Any) -> None:
        """Write a line for each row: its name, its group, how typical of the group it is."""
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("id", "cluster", "typicality"))
        known = np.isfinite(self.typicality)
        for name, label, typical, told in zip(
            self.task.table.row_names, self.labels.tolist(), self.typicality.tolist(), known,
            strict=True,
        ):  # fmt: skip
            writer.writerow((name, label, f"{typical:.6g}" if told else ""))

    def __repr__(self) -> str:
        kept = f"{self.model.information_ / BIT:.2f} bits kept"
        return f"Analysis({self.n_clusters} groups of {len(self.labels):,} rows, {kept})"


def write_json(path: Path, content: Mapping[str, Any], indent: int | None = None) -> None:
    """Write plain data as UTF-8."""
    text = json.dumps(content, allow_nan=False, ensure_ascii=False, indent=indent)
    path.write_bytes(text.encode("utf-8", "backslashreplace") + b"\n")
