"""Section: which groups survive the noise, and between which of them rows change sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._evidence import BIT
from coterie.report._units import plain, say_share
from coterie.report._verdict import agreed, basis, mistaken
from coterie.validation._reliability import renaming

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.report._grouped import Grouped

MOST_SHOWN = 40
"""Groups up to which it is shown who changes with whom."""


def reliability(study: Grouped) -> dict[str, Any] | None:
    """Return bits and overlap of each group, and how labels differ between the instances."""
    evidence = study.evidence
    if evidence is None or evidence.reliability is None or len(study.clusters) < 2:
        return None
    parts, known = evidence.reliability, len(evidence.reliability.cluster_bits)
    groups: list[dict[str, Any]] = []
    for label in (each for each in study.clusters if each < known):
        own = parts.cluster_jaccard[label]
        seen = own[~np.isnan(own)]
        groups.append(
            {
                "group": label,
                "rows": int(study.sizes[label]),
                "reliable_nats": plain(parts.cluster_bits[label] * BIT),
                "overlap": plain(seen.mean()) if seen.size else None,
                "least_overlap": plain(seen.min()) if seen.size else None,
            }
        )
    shares = changes(study)
    shown = np.array([group["group"] for group in groups], dtype=np.int64)
    few = len(shown) <= MOST_SHOWN
    return {
        "groups": groups,
        "labels": shown.tolist(),
        "shares": shares[np.ix_(shown, shown)].round(4).tolist() if few else None,
        "sentences": sentences(study, shares, groups),
        "counted": not evidence.tried,
    }


def changes(study: Grouped) -> FloatArray:
    """Return, for each group in one instance, the shares of the groups in the other."""
    assert study.evidence is not None
    assert study.evidence.reliability is not None
    capacity, names = study.evidence.capacity, study.evidence.reliability.labels
    size = 1 + max(
        int(max(part.max() for pair in capacity.labels for part in pair)), int(names.max())
    )
    counts = np.zeros((size, size))
    for (first, second), meeting in zip(capacity.labels, capacity.meetings, strict=True):
        new = renaming(first, names[meeting.objects], size)
        np.add.at(counts, (new[first], new[second]), 1.0)
    both = counts + counts.T
    total = both.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(both, total, out=np.zeros_like(both), where=total > 0.0))


def sentences(study: Grouped, shares: FloatArray, groups: list[dict[str, Any]]) -> list[str]:
    """Say how much is real, and which groups are the least so."""
    evidence = study.evidence
    assert evidence is not None
    said = []
    if not evidence.tried:  # else the findings say so
        said = [agreed(study), mistaken(study), basis(study)]
    known = [group for group in groups if group["overlap"] is not None]
    if len(known) > 1:
        worst, best = (pick(known, key=lambda each: each["overlap"]) for pick in (min, max))
        said.append(
            f"Group {best['group']} is the most reliable: {say_share(best['overlap'])} of the "
            f"{study.nouns[0].many} that either instance puts there are there in both. Of group "
            f"{worst['group']} it is {say_share(worst['overlap'])}."
        )
    apart = shares[np.ix_(*[[group["group"] for group in groups]] * 2)].copy()
    np.fill_diagonal(apart, 0.0)
    if apart.size and apart.max() > 0.0:
        here, there = np.unravel_index(apart.argmax(), apart.shape)
        said.append(
            f"Group {groups[here]['group']} loses most to group {groups[there]['group']}: "
            f"{say_share(apart[here, there])} of its {study.nouns[0].many}."
        )
    return [words for words in said if words]
