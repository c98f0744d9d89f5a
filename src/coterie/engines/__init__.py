"""How a cost is minimised. An engine knows what a cost can do, and no concrete cost."""

from __future__ import annotations

from coterie.engines._restarts import best_of, solve_all
from coterie.engines._sequential import LoopSweeper, Sequential
from coterie.engines._solution import Solution, Status
from coterie.engines._starts import balanced_start, given_start

ENGINES = {"sequential": Sequential}
"""The engines by name."""

__all__ = [
    "ENGINES",
    "LoopSweeper",
    "Sequential",
    "Solution",
    "Status",
    "balanced_start",
    "best_of",
    "given_start",
    "solve_all",
]
