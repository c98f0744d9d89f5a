"""How a cost is minimised. An engine knows what a cost can do, and no concrete cost."""

from __future__ import annotations

from coterie.engines._batch import Batch
from coterie.engines._path import follow
from coterie.engines._require import fits, require
from coterie.engines._restarts import best_of, solve_all
from coterie.engines._schedules import Explicit, Geometric, Linear, Schedule
from coterie.engines._sequential import LoopSweeper, Sequential
from coterie.engines._solution import Solution, Status
from coterie.engines._starts import balanced_start, given_start

ENGINES = {"batch": Batch, "sequential": Sequential}
"""The engines by name."""

__all__ = [
    "ENGINES",
    "Batch",
    "Explicit",
    "Geometric",
    "Linear",
    "LoopSweeper",
    "Schedule",
    "Sequential",
    "Solution",
    "Status",
    "balanced_start",
    "best_of",
    "fits",
    "follow",
    "given_start",
    "require",
    "solve_all",
]
