"""Section: how large the groups are, and how much each of them tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._study import Study, name
from coterie.report._units import plain

if TYPE_CHECKING:
    from coterie.report._grouped import Grouped

WORDS_IN_TITLE = 3
LONGEST_WORD = 32


def plain_sizes(study: Grouped) -> dict[str, Any] | None:
    """Return the size of every group, the largest first."""
    if len(study.clusters) < 2:
        return None
    groups = [
        {
            "group": label,
            "title": "",
            "rows": int(study.sizes[label]),
            "share": plain(study.sizes[label] / study.n_grouped),
        }
        for label in study.clusters
    ]
    return {"groups": groups, "sentence": sentence(study)}


def sizes(study: Study) -> dict[str, Any] | None:
    """Return size and share of the information of every cluster, the largest first."""
    if len(study.clusters) < 2:
        return None
    total = study.n_grouped
    groups = [
        {
            "group": label,
            "title": title(study, label),
            "rows": int(study.sizes[label]),
            "share": plain(study.sizes[label] / total),
            "information_nats": plain(study.told[label][0]),
        }
        for label in study.clusters
    ]
    return {"groups": groups, "sentence": sentence(study)}


def title(study: Study, label: int) -> str:
    """Name a cluster after its most telling columns."""
    told = study.told[label][1][:WORDS_IN_TITLE]
    return ", ".join(name(study.table.column_names[column], LONGEST_WORD) for column, _ in told)


def sentence(study: Grouped) -> str:
    """Say how even the sizes are."""
    rows = study.nouns[0]
    largest, smallest = (int(study.sizes[study.clusters[end]]) for end in (0, -1))
    if largest == smallest:
        return f"Each group has {rows.count(largest)}."
    share = 1 / len(study.clusters)
    twice = np.sum(study.sizes[study.clusters] > 2 * share * study.n_grouped)
    verdict = "The groups are of similar size." if not twice else "The sizes are uneven."
    return f"The largest group has {rows.count(largest)}, the smallest {smallest:,}. {verdict}"
