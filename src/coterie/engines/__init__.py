"""How a cost is minimised. An engine knows what a cost can do, and no concrete cost."""

from __future__ import annotations

from coterie.engines._agglomerative import Agglomerative, LoopMerger
from coterie.engines._annealing import Annealing, Growth
from coterie.engines._batch import Batch
from coterie.engines._bipartition import Bipartition
from coterie.engines._iterative import Iterative
from coterie.engines._mean_field import Cooled, MeanField
from coterie.engines._merge_tree import MergeTree
from coterie.engines._path import follow
from coterie.engines._require import fits, require
from coterie.engines._restarts import best_of, solve_all
from coterie.engines._schedules import Explicit, Geometric, Linear, Schedule
from coterie.engines._sequential import LoopSweeper, Sequential
from coterie.engines._solution import SoftSolution, Solution, Status
from coterie.engines._splitters import Duplicates, Spectral, Split
from coterie.engines._starts import (
    balanced_start,
    dirichlet_start,
    even_start,
    given_memberships,
    given_start,
)

ENGINES = {
    "agglomerative": Agglomerative,
    "batch": Batch,
    "iterative": Iterative,
    "mean field": MeanField,
    "sequential": Sequential,
}
"""The engines by name."""

__all__ = [
    "ENGINES",
    "Agglomerative",
    "Annealing",
    "Batch",
    "Bipartition",
    "Cooled",
    "Duplicates",
    "Explicit",
    "Geometric",
    "Growth",
    "Iterative",
    "Linear",
    "LoopMerger",
    "LoopSweeper",
    "MeanField",
    "MergeTree",
    "Schedule",
    "Sequential",
    "SoftSolution",
    "Solution",
    "Spectral",
    "Split",
    "Status",
    "balanced_start",
    "best_of",
    "dirichlet_start",
    "even_start",
    "fits",
    "follow",
    "given_memberships",
    "given_start",
    "require",
    "solve_all",
]
