"""Section: every model that was tried, with its reliable bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie.report._evidence import BIT
from coterie.report._units import plain
from coterie.report._verdict import called

if TYPE_CHECKING:
    from coterie.report._judged import JudgedStudy


def choices(study: JudgedStudy) -> dict[str, Any] | None:
    """Return the table of methods, measures and numbers of groups."""
    evidence = study.evidence
    if len(evidence.tried) < 2:
        return None
    rows = [
        {
            "method": each.candidate.method,
            "measure": each.candidate.similarity,
            "groups": each.candidate.n_clusters,
            "reliable_nats": plain(each.capacity.nats),
            "error_nats": plain(each.capacity.standard_error * BIT),
            "raw_nats": plain(each.capacity.raw * BIT),
            "tellable_nats": plain(each.capacity.entropy * BIT),
            "effective": each.capacity.n_clusters_effective,
            "changing": plain(each.capacity.delta),
            "chosen": each is evidence.chosen,
        }
        for each in evidence.tried
    ]
    return {
        "rows": rows,
        "methods": list(dict.fromkeys(row["method"] for row in rows)),
        "measures": list(dict.fromkeys(row["measure"] for row in rows if row["measure"])),
        "sampled": evidence.sampled,
        "sentence": sentence(study),
    }


def sentence(study: JudgedStudy) -> str:
    """Say how the choice was made."""
    evidence = study.evidence
    if not evidence.supported or evidence.chosen is None:
        return "None of them has more reliable bits than luck would bring."
    own = evidence.chosen
    return (
        f"{called(own)} with {own.candidate.n_clusters} groups is the choice: of the way with "
        "most reliable bits, the smallest number of groups within one standard error of its best."
    )
