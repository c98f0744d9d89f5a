"""Section: what solutions of one instance cost on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._request import GROUP
from coterie.report._units import plain

if TYPE_CHECKING:
    from coterie.report._judged import JudgedStudy


def transfer(study: JudgedStudy) -> dict[str, Any] | None:
    """Return transfer and training costs against the number of groups."""
    found = study.evidence.transfer
    if found is None or study.top is None or not np.isfinite(found.costs).all():
        return None
    low, high = found.quartiles
    training = np.median(found.training_costs, axis=1)
    points = [
        {
            "groups": int(number),
            "transfer": plain(found.median[at]),
            "low": plain(low[at]),
            "high": plain(high[at]),
            "training": plain(training[at]),
        }
        for at, number in enumerate(found.n_clusters)
    ]
    return {
        "points": points,
        "best": found.best_n_clusters,
        "method": study.top.candidate.method,
        "sentence": sentence(study, found.best_n_clusters),
    }


def sentence(study: JudgedStudy, best: int) -> str:
    """Say where the transfer cost is least, and whether that agrees with the choice."""
    chosen = len(study.clusters)
    least = f"Transferred costs are least with {GROUP.count(best)}"
    if best == chosen:
        return f"{least}, as many as reliable bits chose."
    return (
        f"{least}; reliable bits chose {chosen:,}. Transferred costs know only the cost of one "
        "method and favour more groups where the cost always falls."
    )
