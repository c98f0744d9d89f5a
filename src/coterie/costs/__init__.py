"""What is minimised, one cost per file. A cost knows its problem and no engine."""

from __future__ import annotations

from coterie.costs._bottleneck import BottleneckCost
from coterie.costs._centres import CentreCost
from coterie.costs._cosine import CosineCost
from coterie.costs._distortion import DistortionCost
from coterie.costs._divergence import DivergenceCost, FieldParts
from coterie.costs._ising import IsingCost
from coterie.costs._kl import KLCost
from coterie.costs._l1 import L1Cost
from coterie.costs._mixture import MixtureCost
from coterie.costs._protocols import (
    TIE,
    Averager,
    HasField,
    HasFieldParts,
    HasFields,
    HasGap,
    HasGraph,
    HasInstability,
    HasLocal,
    HasMeanField,
    HasMerge,
    HasMerger,
    HasReassign,
    HasSampler,
    HasSweep,
    HasTotal,
    Instability,
    Merger,
    Sampler,
    Sweeper,
)
from coterie.costs._side_information import SideInformationCost
from coterie.costs._soft_bottleneck import SoftBottleneckCost
from coterie.costs._soft_side_information import SoftSideInformationCost
from coterie.costs._spherical import SphericalCost
from coterie.costs._tables import TableCost
from coterie.costs.relational._adaptive_ratio_cut import AdaptiveRatioCutCost
from coterie.costs.relational._association import AssociationCost
from coterie.costs.relational._clusterwise import ClusterwiseCost
from coterie.costs.relational._min_max_cut import MinMaxCutCost
from coterie.costs.relational._normalized_cut import NormalizedCutCost
from coterie.costs.relational._pairwise import PairwiseCost
from coterie.costs.relational._quadratic import (
    CorrelationCost,
    MaxCutCost,
    MinCutCost,
    QuadraticCost,
)
from coterie.costs.relational._ratio_cut import RatioCutCost
from coterie.costs.relational._relational import RelationalCost

COSTS = {
    "adaptive ratio cut": AdaptiveRatioCutCost,
    "bottleneck": BottleneckCost,
    "correlation": CorrelationCost,
    "cosine": CosineCost,
    "kl": KLCost,
    "l1": L1Cost,
    "maximum cut": MaxCutCost,
    "min-max cut": MinMaxCutCost,
    "minimum cut": MinCutCost,
    "normalized cut": NormalizedCutCost,
    "pairwise": PairwiseCost,
    "ratio cut": RatioCutCost,
    "spherical": SphericalCost,
}
"""The costs by name; the contract suite runs every engine on all that have what it needs."""

__all__ = [
    "COSTS",
    "TIE",
    "AdaptiveRatioCutCost",
    "AssociationCost",
    "Averager",
    "BottleneckCost",
    "CentreCost",
    "ClusterwiseCost",
    "CorrelationCost",
    "CosineCost",
    "DistortionCost",
    "DivergenceCost",
    "FieldParts",
    "HasField",
    "HasFieldParts",
    "HasFields",
    "HasGap",
    "HasGraph",
    "HasInstability",
    "HasLocal",
    "HasMeanField",
    "HasMerge",
    "HasMerger",
    "HasReassign",
    "HasSampler",
    "HasSweep",
    "HasTotal",
    "Instability",
    "IsingCost",
    "KLCost",
    "L1Cost",
    "MaxCutCost",
    "Merger",
    "MinCutCost",
    "MinMaxCutCost",
    "MixtureCost",
    "NormalizedCutCost",
    "PairwiseCost",
    "QuadraticCost",
    "RatioCutCost",
    "RelationalCost",
    "Sampler",
    "SideInformationCost",
    "SoftBottleneckCost",
    "SoftSideInformationCost",
    "SphericalCost",
    "Sweeper",
    "TableCost",
]
