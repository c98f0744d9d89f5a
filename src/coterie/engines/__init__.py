"""How a cost is minimised. An engine knows what a cost can do, and no concrete cost."""

from __future__ import annotations

from coterie.engines._agglomerative import Agglomerative, LoopMerger
from coterie.engines._annealing import Annealing, Growth
from coterie.engines._batch import Batch
from coterie.engines._bipartition import Bipartition
from coterie.engines._chain import LoopSampler
from coterie.engines._copies import Copies
from coterie.engines._descent import Descent
from coterie.engines._exchange import Exchange
from coterie.engines._gibbs import Gibbs
from coterie.engines._gibbs_distribution import GibbsDistribution
from coterie.engines._iterative import Iterative
from coterie.engines._mean_field import Cooled, MeanField
from coterie.engines._merge_tree import MergeTree
from coterie.engines._metropolis import Metropolis
from coterie.engines._parallel_tempering import ParallelTempering, TemperedSolution
from coterie.engines._path import follow
from coterie.engines._proposals import Proposal, Proposed, SizeProposal, UniformProposal
from coterie.engines._require import fits, require
from coterie.engines._restarts import best_of, solve_all
from coterie.engines._sampled import SampledSolution
from coterie.engines._schedules import (
    Explicit,
    Geometric,
    Inverse,
    Linear,
    Logarithmic,
    Quadratic,
    Schedule,
)
from coterie.engines._sequential import LoopSweeper, Sequential
from coterie.engines._simulated_annealing import (
    AnnealedSolution,
    CoolingStep,
    SimulatedAnnealing,
)
from coterie.engines._solution import SoftSolution, Solution, Status
from coterie.engines._splitters import Duplicates, Spectral, Split
from coterie.engines._starts import (
    balanced_start,
    dirichlet_start,
    even_start,
    given_memberships,
    given_start,
)
from coterie.engines._stepwise import Stepwise
from coterie.engines._visit_matrices import visit_matrices

SAMPLERS = {
    "gibbs": Gibbs,
    "metropolis": Metropolis,
    "parallel tempering": ParallelTempering,
    "simulated annealing": SimulatedAnnealing,
}
"""The engines that sample, by name."""

ENGINES = {
    "agglomerative": Agglomerative,
    "batch": Batch,
    "exchange": Exchange,
    "iterative": Iterative,
    "mean field": MeanField,
    "sequential": Sequential,
    **SAMPLERS,
}
"""The engines by name."""

__all__ = [
    "ENGINES",
    "SAMPLERS",
    "Agglomerative",
    "AnnealedSolution",
    "Annealing",
    "Batch",
    "Bipartition",
    "Cooled",
    "CoolingStep",
    "Copies",
    "Descent",
    "Duplicates",
    "Exchange",
    "Explicit",
    "Geometric",
    "Gibbs",
    "GibbsDistribution",
    "Growth",
    "Inverse",
    "Iterative",
    "Linear",
    "Logarithmic",
    "LoopMerger",
    "LoopSampler",
    "LoopSweeper",
    "MeanField",
    "MergeTree",
    "Metropolis",
    "ParallelTempering",
    "Proposal",
    "Proposed",
    "Quadratic",
    "SampledSolution",
    "Schedule",
    "Sequential",
    "SimulatedAnnealing",
    "SizeProposal",
    "SoftSolution",
    "Solution",
    "Spectral",
    "Split",
    "Status",
    "Stepwise",
    "TemperedSolution",
    "UniformProposal",
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
    "visit_matrices",
]
