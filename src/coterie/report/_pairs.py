"""Section: similarities of all pairs, objects in the order of the groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.tables import dense
from coterie.report._blocks import fold, row_bands
from coterie.report._grouped import name
from coterie.report._units import plain

if TYPE_CHECKING:
    from coterie.report._judged import JudgedStudy

BANDS = 160


def pairs(study: JudgedStudy) -> dict[str, Any] | None:
    """Return mean similarities between bands of neighbouring objects."""
    if study.table.kind not in {"similarity", "dissimilarity"} or not study.clusters:
        return None
    bands = row_bands(study, BANDS)
    sizes = np.bincount(bands.band)
    folding = fold(bands, len(study.model.labels_))
    summed: Any = folding @ sp.csr_array(study.table.matrix) @ folding.T
    means = np.asarray(dense(summed))
    means = means / np.multiply.outer(sizes, sizes)
    return {
        "means": [[plain(value, 4) for value in line] for line in means],
        "edges": [int(edge) for edge in bands.edges],
        "groups": [int(label) for label in bands.group],
        "sizes": [int(size) for size in sizes],
        "examples": [
            name(study.table.row_names[bands.order[at]])
            for at in np.flatnonzero(np.diff(bands.band, prepend=-1))
        ],
        "clusters": study.clusters,
        "distances": study.table.kind == "dissimilarity",
        "aggregated": len(sizes) < len(bands.order),
    }
