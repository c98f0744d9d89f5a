"""Section: what groups keep about the columns, over what they tell of the rows."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import ConvergenceNotice
from coterie.estimators import relevance_curve
from coterie.report._units import plain, say_share

if TYPE_CHECKING:
    from coterie._core.types import IntArray
    from coterie.estimators import RelevanceCurve
    from coterie.report._study import Study

WORK = 2e6
"""Non-zeros times groups up to which all rows are used; of more, some are drawn at random."""

A_GROUP = 20
"""Rows that a group must have on average, for a draw to say anything about it."""

SETTINGS: Any = {"tol": 1e-6, "max_iter": 100}
"""A picture needs no more: what has not settled lies under the curve, and near it."""


def plane(study: Study) -> dict[str, Any] | None:
    """Return the curve along which the groups dissolve as telling of the rows gets dearer."""
    if len(study.clusters) < 2:
        return None
    rows = shown(study)
    if rows.size < min(study.n_grouped, A_GROUP * len(study.clusters)):
        return None
    labels = np.unique(study.model.labels_[rows], return_inverse=True)[1].reshape(-1)
    n_groups = int(labels.max()) + 1
    if n_groups < 2:
        return None
    prior = study.model.prior
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceNotice)
        curve = relevance_curve(
            study.table.matrix[rows], n_groups, init=labels,
            prior=prior if isinstance(prior, str) else np.asarray(prior)[rows], **SETTINGS,
        )  # fmt: skip
    soft = [
        {
            "told_nats": plain(point.compression),
            "kept_nats": plain(point.information),
            "groups": point.n_clusters,
            "beta": plain(point.beta),
        }
        for point in curve.points
    ]
    return {
        "points": soft,
        "drawn": int(rows.size) if rows.size < study.n_grouped else None,
        "sentences": [sentence(study, curve)],
    }


def shown(study: Study) -> IntArray:
    """Return the rows to follow: all that are in a group, or some of a large table."""
    rows = np.flatnonzero(study.model.labels_ >= 0)
    matrix = study.table.matrix
    filled = matrix.nnz if hasattr(matrix, "nnz") else matrix.size
    room = int(WORK / (len(study.clusters) * max(1.0, filled / matrix.shape[0])))
    if rows.size <= room:
        return rows
    return np.sort(np.random.default_rng(0).choice(rows, room, replace=False))


def sentence(study: Study, curve: RelevanceCurve) -> str:
    """Say what half of the price still buys."""
    rows, columns = study.nouns
    told, kept = float(curve.compression[-1]), float(curve.information[-1])
    share = float(curve.at(told / 2.0)) / kept if kept > 0.0 else 0.0
    return (
        f"Soft groups that tell half as much of the {rows.many} keep {say_share(share)} of what "
        f"these groups keep about {columns.many}."
    )
