"""How a cost is minimised. An engine knows what a cost can do, and no concrete cost."""

from __future__ import annotations

from coterie.engines._agglomerative import Agglomerative, LoopMerger
from coterie.engines._annealing import Annealing, Growth
from coterie.engines._batch import Batch
from coterie.engines._copies import Copies
from coterie.engines._descent import Descent
from coterie.engines._exchange import Exchange
from coterie.engines._iterative import Iterative
from coterie.engines._merge_tree import MergeTree
from coterie.engines._path import follow
from coterie.engines._require import fits, require
from coterie.engines._restarts import best_of, solve_all
from coterie.engines._schedules import Explicit, Geometric, Linear, Schedule
from coterie.engines._sequential import LoopSweeper, Sequential
from coterie.engines._solution import SoftSolution, Solution, Status
from coterie.engines._splitters import Duplicates, Spectral, Split
from coterie.engines._starts import balanced_start, dirichlet_start, given_memberships, given_start
from coterie.engines._stepwise import Stepwise

ENGINES = {
    "agglomerative": Agglomerative,
    "batch": Batch,
    "exchange": Exchange,
    "iterative": Iterative,
    "sequential": Sequential,
}
"""The engines by name."""

__all__ = [
    "ENGINES",
    "Agglomerative",
    "Annealing",
    "Batch",
    "Copies",
    "Descent",
    "Duplicates",
    "Exchange",
    "Explicit",
    "Geometric",
    "Growth",
    "Iterative",
    "Linear",
    "LoopMerger",
    "LoopSweeper",
    "MergeTree",
    "Schedule",
    "Sequential",
    "SoftSolution",
    "Solution",
    "Spectral",
    "Split",
    "Status",
    "Stepwise",
    "balanced_start",
    "best_of",
    "dirichlet_start",
    "fits",
    "follow",
    "given_memberships",
    "given_start",
    "require",
    "solve_all",
]
