"""Section: whether different starting points led to the same answer."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._units import plain, say_range

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie._core.types import FloatArray
    from coterie.report._study import Study

CLOSE = 0.01


def restarts(study: Study) -> dict[str, Any] | None:
    """Return what every restart reached, the best first."""
    records = study.model.restarts_
    if len(records) < 2 or len(study.clusters) < 2:
        return None
    reached = np.array([record.information for record in records], dtype=np.float64)
    costs = np.array([record.cost for record in records], dtype=np.float64)
    runs = [
        {
            "start": int(at) + 1,
            "information_nats": plain(records[at].information),
            "cost_nats": plain(records[at].cost),
            "sweeps": int(records[at].n_iter),
            "settled": bool(records[at].converged),
            "moves": moves(records[at].history),
        }
        for at in np.argsort(costs, kind="stable")
    ]
    ends = Counter(record.status.name for record in records)
    return {"runs": runs, "sentences": [*sentences(reached, costs), *unsettled(ends)]}


def moves(history: Any) -> list[int]:
    """Return the rows that changed sides in each sweep; soft clusters note something else."""
    noted = np.asarray(history)
    return [int(moved) for moved in noted] if noted.dtype.kind in "iu" else []


def sentences(reached: FloatArray, costs: FloatArray) -> list[str]:
    """Say how far the answer hangs on the starting point."""
    count = len(reached)
    close = int(np.sum(costs - costs.min() <= CLOSE * abs(costs.min())))
    kept = say_range(reached.min(), reached.max())
    said = [
        f"The search ran from {count} starting points and kept {kept} bits.",
        f"The best is the one shown; {close} of {count} came within 1 % of it.",
    ]
    if close == 1:
        said.append("The others stopped at lesser solutions: more starts may find a better one.")
    return said


def unsettled(ends: Counter[str]) -> Iterator[str]:
    """Say which restarts might have gone further."""
    for name, words in (
        ("MAX_ITER", "stopped at the limit of sweeps before {} had settled."),
        ("INTERRUPTED", "had not settled when the run was interrupted."),
    ):
        if ends[name]:
            yield f"{ends[name]} {words.format('it' if ends[name] == 1 else 'they')}"
