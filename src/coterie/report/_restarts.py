"""Section: whether different starting points led to the same answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._units import plain, say_range

if TYPE_CHECKING:
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
    settled = sum(bool(record.converged) for record in records)
    return {"runs": runs, "sentences": sentences(reached, costs, settled)}


def moves(history: Any) -> list[int]:
    """Return the rows that changed sides in each sweep; soft clusters note something else."""
    noted = np.asarray(history)
    return [int(moved) for moved in noted] if noted.dtype.kind in "iu" else []


def sentences(reached: FloatArray, costs: FloatArray, settled: int) -> list[str]:
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
    if settled < count:
        said.append(f"{count - settled} stopped at the limit of sweeps before they had settled.")
    return said
