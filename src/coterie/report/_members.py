"""Section: which rows are in which group, how typical they are, and what they are closest to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._evidence import BIT
from coterie.report._study import Study, name
from coterie.report._units import plain

if TYPE_CHECKING:
    from coterie._core.types import IntArray
    from coterie.report._grouped import Grouped

MOST_LISTED = 20_000
SMALLEST_QUOTA = 10


def members(study: Study) -> dict[str, Any] | None:
    """Return the rows to search in, with what is typical of their groups."""
    margin, runner_up = study.margins
    listed = chosen(study)
    weights = np.asarray(study.table.matrix.sum(axis=1)).ravel()[listed]
    return listing(study) | {
        "weights": [plain(weight) for weight in weights],
        "typicality_nats": [plain(value) for value in margin[listed]],
        "runner_up": [int(label) for label in runner_up[listed]],
    }


def listing(study: Grouped) -> dict[str, Any]:
    """Return the rows to search in: all of them, or of every cluster the two ends of the scale."""
    listed, count = chosen(study), len(study.model.labels_)
    excerpts = study.request.excerpts
    parts = None if study.evidence is None else study.evidence.reliability
    return {
        "names": [name(study.table.row_names[row]) for row in listed],
        "excerpts": None if excerpts is None else [name(excerpts[row]) for row in listed],
        "groups": [int(label) for label in study.model.labels_[listed]],
        "rows": [int(row) for row in listed],
        "reliable_nats": parts and [plain(value * BIT) for value in parts.object_bits[listed]],
        "agreement": parts and [plain(value) for value in parts.object_agreement[listed]],
        "clusters": study.clusters,
        "n_rows": count,
        "capped": len(listed) < count,
    }


def chosen(study: Grouped) -> IntArray:
    """Choose the rows to list, in clusters; the most and least typical of each are always in."""
    order, sizes = study.order, study.sizes
    left_out = np.flatnonzero(study.model.labels_ < 0)
    if len(order) + len(left_out) <= MOST_LISTED:
        return np.concatenate((order, left_out))
    parts = []
    floor = min(SMALLEST_QUOTA, max(2, MOST_LISTED // len(study.clusters)))
    start = 0
    for label in study.clusters:
        size = int(sizes[label])
        quota = min(size, max(floor, MOST_LISTED * size // len(order)))
        own = order[start : start + size]
        parts += [own[: quota - quota // 2], own[size - quota // 2 :]]
        start += size
    return np.concatenate([*parts, left_out[: MOST_LISTED // 20]])
