"""What is minimised, one cost per file. A cost knows its problem and no engine."""

from __future__ import annotations

from coterie.costs._bottleneck import BottleneckCost
from coterie.costs._centres import CentreCost
from coterie.costs._complexity import ComplexityCost
from coterie.costs._cosine import CosineCost
from coterie.costs._critical_temperature import critical_temperature
from coterie.costs._distortion import DistortionCost
from coterie.costs._divergence import DivergenceCost, FieldParts
from coterie.costs._gaussian_mixture import GaussianMixtureCost, Gaussians
from coterie.costs._histogram import HistogramCost
from coterie.costs._kl import KLCost
from coterie.costs._l1 import L1Cost
from coterie.costs._mixture import MixtureCost
from coterie.costs._parametric import ParametricCost, gaussian_basis, mixture_shares
from coterie.costs._protocols import (
    TIE,
    Halves,
    HasField,
    HasFieldParts,
    HasGap,
    HasHalves,
    HasInstability,
    HasLocal,
    HasMerge,
    HasMerger,
    HasReassign,
    HasSteps,
    HasSweep,
    HasTotal,
    Instability,
    Merger,
    OwnSteps,
    Steps,
    Sweeper,
)
from coterie.costs._prototypes import PrototypeCost, Prototypes
from coterie.costs._side_information import SideInformationCost
from coterie.costs._soft_bottleneck import SoftBottleneckCost
from coterie.costs._soft_side_information import SoftSideInformationCost
from coterie.costs._spherical import SphericalCost
from coterie.costs._squared_distance import SquaredDistanceCost
from coterie.costs._tables import TableCost
from coterie.costs._topological import TopologicalCost, neighbourhood_matrix

COSTS = {
    "bottleneck": BottleneckCost,
    "cosine": CosineCost,
    "kl": KLCost,
    "l1": L1Cost,
    "spherical": SphericalCost,
}
"""The costs by name; the contract suite runs every engine on all that have what it needs."""

POINT_COSTS = {
    "complexity": ComplexityCost,
    "gaussian mixture": GaussianMixtureCost,
    "squared distance": SquaredDistanceCost,
    "topological": TopologicalCost,
}
"""The costs of points by name, made from a problem, a number of clusters and a temperature."""

__all__ = [
    "COSTS",
    "POINT_COSTS",
    "TIE",
    "BottleneckCost",
    "CentreCost",
    "ComplexityCost",
    "CosineCost",
    "DistortionCost",
    "DivergenceCost",
    "FieldParts",
    "GaussianMixtureCost",
    "Gaussians",
    "Halves",
    "HasField",
    "HasFieldParts",
    "HasGap",
    "HasHalves",
    "HasInstability",
    "HasLocal",
    "HasMerge",
    "HasMerger",
    "HasReassign",
    "HasSteps",
    "HasSweep",
    "HasTotal",
    "HistogramCost",
    "Instability",
    "KLCost",
    "L1Cost",
    "Merger",
    "MixtureCost",
    "OwnSteps",
    "ParametricCost",
    "PrototypeCost",
    "Prototypes",
    "SideInformationCost",
    "SoftBottleneckCost",
    "SoftSideInformationCost",
    "SphericalCost",
    "SquaredDistanceCost",
    "Steps",
    "Sweeper",
    "TableCost",
    "TopologicalCost",
    "critical_temperature",
    "gaussian_basis",
    "mixture_shares",
    "neighbourhood_matrix",
]
