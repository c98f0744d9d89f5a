"""Section: points on their first two principal components."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.tables import dense
from coterie.report._grouped import name
from coterie.report._units import plain

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.report._judged import JudgedStudy

MOST_SHOWN = 3000


def points(study: JudgedStudy) -> dict[str, Any] | None:
    """Return where the points are, their groups, and how reliable they are."""
    if study.table.kind != "points":
        return None
    matrix = np.asarray(dense(study.table.matrix), dtype=np.float64)
    shown = chosen(len(matrix))
    places, told = principal(matrix)
    parts = study.evidence.reliability
    sure = np.full(len(matrix), np.nan) if parts is None else parts.object_agreement
    return {
        "x": [plain(value, 4) for value in places[shown, 0]],
        "y": [plain(value, 4) for value in places[shown, 1]],
        "groups": [int(label) for label in study.model.labels_[shown]],
        "names": [name(study.table.row_names[row]) for row in shown],
        "agreement": [plain(value, 3) for value in sure[shown]],
        "told": [plain(share) for share in told],
        "clusters": study.clusters,
        "n_rows": len(matrix),
        "as_they_are": matrix.shape[1] <= 2,
        "axes": [name(each, 40) for each in study.table.column_names[:2]]
        if matrix.shape[1] == 2
        else [],
    }


def chosen(count: int) -> Any:
    """Choose points to show, evenly over the rows."""
    return np.unique(np.linspace(0, count - 1, min(count, MOST_SHOWN)).astype(np.int64))


def principal(matrix: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the first two principal components, and the shares of the variance that they tell.

    Two columns are shown as they are.

    Examples
    --------
    >>> principal(np.array([[0.0, 1.0], [2.0, 1.0]]))[1]
    array([1., 0.])
    """
    centred = matrix - matrix.mean(axis=0)
    total = max(float((centred**2).sum()), np.finfo(float).tiny)
    if matrix.shape[1] <= 2:
        places = np.pad(matrix, ((0, 0), (0, 2 - matrix.shape[1])))
        return places, (np.pad(centred, ((0, 0), (0, 2 - matrix.shape[1]))) ** 2).sum(0) / total
    from sklearn.decomposition import PCA

    found = PCA(2, random_state=0).fit(centred)
    return found.transform(centred), (found.singular_values_**2) / total
