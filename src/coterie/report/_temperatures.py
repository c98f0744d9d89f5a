"""Section: reliable bits against the temperature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._curve import over_splits
from coterie.report._units import plain

if TYPE_CHECKING:
    from coterie.report._judged import JudgedStudy
    from coterie.validation import Capacity

MOST_POINTS = 160


def temperatures(study: JudgedStudy) -> dict[str, Any] | None:
    """Return the curve of the choice and those of its other numbers of groups."""
    top = study.top
    if top is None or study.evidence.capacity.method == "one cluster":
        return None
    capacity = study.evidence.capacity
    family = [
        each
        for each in study.evidence.tried
        if each.candidate.group == top.candidate.group and each.candidate.n_clusters != 1
    ]
    return {
        "model": str(top.candidate),
        "labels_only": capacity.method == "labels",
        "curve": curve_of(capacity),
        "others": [
            {"groups": each.candidate.n_clusters, **curve_of(each.capacity)}
            for each in family
            if each is not top
        ],
        "best": plain(capacity.inverse_temperature),
        "best_nats": plain(float(capacity.mean[capacity.best])),
        "effective": capacity.n_clusters_effective,
        "supported": study.evidence.supported,
        "n_pairs": len(capacity.curve),
    }


def curve_of(capacity: Capacity) -> dict[str, Any]:
    """Return mean and standard error over the pairs of instances, thinned out for the page."""
    mean, error = over_splits(capacity.curve.T)
    shown = np.unique(
        np.append(
            np.linspace(0, mean.size - 1, min(mean.size, MOST_POINTS)).astype(np.int64),
            capacity.best,
        )
    )
    return {
        "inverse_temperatures": [plain(each) for each in capacity.inverse_temperatures[shown]],
        "mean_nats": [plain(each) for each in mean[shown]],
        "error_nats": [plain(each) for each in error[shown]],
    }
