"""Section: which columns tell each group apart from the rest."""

from __future__ import annotations

from typing import Any

from coterie._core.tables import row_of
from coterie.report._sizes import title
from coterie.report._study import Study, name
from coterie.report._units import plain


def telling(study: Study) -> dict[str, Any] | None:
    """Return, for every cluster, the columns that contribute most to its information."""
    if len(study.clusters) < 2:
        return None
    groups = [
        {
            "group": label,
            "title": title(study, label),
            "rows": int(study.sizes[label]),
            "share": plain(study.sizes[label] / study.n_grouped),
            "information_nats": plain(study.told[label][0]),
            "columns": columns(study, label),
        }
        for label in study.clusters
    ]
    return {"groups": groups}


def columns(study: Study, label: int) -> list[dict[str, Any]]:
    """Return the most telling columns with p(t,y) log p(y|t)/p(y) and the ratio p(y|t)/p(y)."""
    joint = row_of(study.model.cluster_joint_, label)
    mass = joint.sum()
    return [
        {
            "name": name(study.table.column_names[column]),
            "contribution_nats": plain(gain),
            "share": plain(joint[column] / mass),
            "times": plain(joint[column] / mass / study.column_shares[column], digits=4),
        }
        for column, gain in study.told[label][1]
    ]
