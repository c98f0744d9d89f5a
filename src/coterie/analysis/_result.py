"""What an analysis found, and the folder that it is written to."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.folders import fresh_folder
from coterie._core.version import __version__

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from coterie._core.types import FloatArray, IntArray
    from coterie.analysis._task import Task

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
        The data and the settings.
    model : estimator
        Fitted to the data.
    interrupted : bool
        Whether Ctrl-C ended the search or the fit.
    seconds : float
        How long it took.
    said : tuple of str
        What the estimator warned of.

    Attributes
    ----------
    labels : ndarray of shape (n_rows,)
        Group of each row, -1 where a row is in none.
    headline : str
        The answer in one sentence.

    See Also
    --------
    coterie.analyse : Makes it.
    CountAnalysis : What is made of counts by `SequentialIB`, with a page.

    Examples
    --------
    >>> import numpy as np
    >>> import coterie
    >>> found = coterie.analyse(np.array([[0.1], [0.2], [5.1], [5.3]]), 2, kind="points")
    >>> found
    Analysis(2 groups of 4 rows, by AnnealedKMeans)
    >>> found.summary()["cluster_sizes"]
    [2, 2]
    """

    task: Task
    model: Any
    interrupted: bool
    seconds: float
    said: tuple[str, ...] = ()

    has_page: ClassVar[bool] = False
    """Whether the folder of results has a page."""

    @property
    def labels(self) -> IntArray:
        return np.asarray(self.model.labels_)

    @property
    def n_clusters(self) -> int:
        """Number of groups that have rows."""
        return len(np.unique(self.labels[self.labels >= 0]))

    @property
    def sizes(self) -> list[int]:
        """Rows of each group."""
        found: list[int] = np.bincount(self.labels[self.labels >= 0]).tolist()
        return found

    @property
    def certainty(self) -> tuple[str, FloatArray] | None:
        """How well each row sits in its group, and what that is called; None if nothing tells."""
        memberships = getattr(self.model, "memberships_", None)
        if memberships is None:
            return None
        largest = np.asarray(memberships).max(axis=1)
        return "membership", np.where(self.labels >= 0, largest, np.nan)

    @property
    def measures(self) -> dict[str, FloatArray]:
        """What is known of each row beside its group, by name."""
        return {} if self.certainty is None else dict([self.certainty])

    @property
    def headline(self) -> str:
        groups = "group" if self.n_clusters == 1 else "groups"
        return f"Your {len(self.labels):,} rows fall into {self.n_clusters:,} {groups}."

    @property
    def sentences(self) -> list[str]:
        """The answer in a few sentences, the headline first."""
        sizes, method = sorted(filter(None, self.sizes)), type(self.model).__name__
        found = [self.headline]
        if len(sizes) > 1 and sizes[0] == sizes[-1]:
            found.append(f"Each has {sizes[0]:,} row{'s' * (sizes[0] > 1)}.")
        elif len(sizes) > 1:
            found.append(f"The largest has {sizes[-1]:,} rows, the smallest {sizes[0]:,}.")
        alone = int((self.labels < 0).sum())
        if alone:
            found.append(f"{alone:,} {'row is' if alone == 1 else 'rows are'} in no group.")
        cost = self.cost
        told = "" if cost is None else f" at a cost of {cost:.6g}; less is better"
        return [*found, f"{method} found them{told}."]

    @property
    def cost(self) -> float | None:
        """What was minimised, if that is one number."""
        cost = float(getattr(self.model, "cost_", np.nan))
        return cost if np.isfinite(cost) else None

    @property
    def notes(self) -> tuple[str, ...]:
        """What to bear in mind, in sentences."""
        stopped = "The run was interrupted; this is the best that it had found."
        return (*self.task.notes, *self.said, *[stopped] * self.interrupted)

    @property
    def predictor(self) -> Any:
        """The model of new rows; for texts, a pipeline that takes the texts themselves."""
        if not self.task.steps:
            return self.model
        from sklearn.pipeline import Pipeline

        return Pipeline([*self.task.steps, ("clusters", self.model)])

    def summary(self) -> dict[str, Any]:
        """Return the main facts as plain data."""
        table, settings, model = self.task.table, self.task.settings, self.model
        n_rows, n_columns = table.shape
        seed = settings.random_state
        return {
            "coterie": __version__,
            "data": table.origin,
            "kind": table.kind,
            "reasons": list(table.reasons),
            "n_rows": n_rows,
            "n_columns": n_columns,
            "n_nonzero": table.n_nonzero,
            "method": type(model).__name__,
            "similarity": self.task.choice.similarity,
            "restarts": getattr(model, "n_init", 1),
            "seed": int(seed) if isinstance(seed, int | np.integer) else None,
            "n_clusters": self.n_clusters,
            "chosen_by": "held-out information" if settings.given is None else "the user",
            "cost": self.cost,
            "cluster_sizes": self.sizes,
            "without_cluster": int((self.labels < 0).sum()),
            "converged": bool(model.converged_),
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
            "sentences": self.sentences,
            "notes": list(self.notes),
        }

    def save(
        self,
        folder: str | os.PathLike[str],
        *,
        overwrite: bool = False,
        way_out: str = "overwrite=True",
    ) -> tuple[str, ...]:
        """Write labels, model and summary to a folder, which appears whole or not at all.

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

        with fresh_folder(Path(folder), CONTENTS, replace=overwrite, way_out=way_out) as home:
            with (home / LABELS).open("w", encoding="utf-8", newline="") as stream:
                self.write_labels(stream)
            names = None if self.task.steps else self.task.table.column_names
            save(self.predictor, home / MODEL, column_names=names)
            write_json(home / SUMMARY, self.summary(), indent=2)
            return self._write_page(home)

    def _write_page(self, home: Path) -> tuple[str, ...]:
        """Write the page, if there is one, and say what is missing for it."""
        return ()

    def write_labels(self, stream: Any) -> None:
        """Write a line for each row: its name, its group, how well it sits there."""
        writer = csv.writer(stream, lineterminator="\n")
        measures = self.measures
        writer.writerow(("id", "cluster", *measures))
        names, labels = self.task.table.row_names.tolist(), self.labels.tolist()
        columns = [[written(value) for value in each.tolist()] for each in measures.values()]
        writer.writerows(zip(names, labels, *columns, strict=True))

    def __repr__(self) -> str:
        groups = f"{self.n_clusters} groups of {len(self.labels):,} rows"
        return f"Analysis({groups}, by {type(self.model).__name__})"


def written(value: float) -> str:
    """Return a number as a table holds it, nothing for what is not known."""
    return f"{value:.6g}" if np.isfinite(value) else ""


def write_json(path: Path, content: Mapping[str, Any], indent: int | None = None) -> None:
    """Write plain data as UTF-8."""
    text = json.dumps(content, allow_nan=False, ensure_ascii=False, indent=indent)
    path.write_bytes(text.encode("utf-8", "backslashreplace") + b"\n")
