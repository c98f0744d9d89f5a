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
from coterie.costs._ising import IsingCost
from coterie.costs._kl import KLCost
from coterie.costs._l1 import L1Cost
from coterie.costs._mixture import MixtureCost
from coterie.costs._multinomial import MultinomialCost
from coterie.costs._parametric import ParametricCost, gaussian_basis, mixture_shares
from coterie.costs._protocols import (
    TIE,
    Averager,
    Halves,
    HasAllLocal,
    HasField,
    HasFieldParts,
    HasGraph,
    HasHalves,
    HasInstability,
    HasLocal,
    HasMeanField,
    HasMerge,
    HasMerger,
    HasReassign,
    HasSampler,
    HasSteps,
    HasSweep,
    HasTotal,
    Instability,
    Merger,
    OwnSteps,
    Sampler,
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
    "AdaptiveRatioCutCost",
    "AssociationCost",
    "Averager",
    "BottleneckCost",
    "CentreCost",
    "ClusterwiseCost",
    "ComplexityCost",
    "CorrelationCost",
    "CosineCost",
    "DistortionCost",
    "DivergenceCost",
    "FieldParts",
    "GaussianMixtureCost",
    "Gaussians",
    "Halves",
    "HasAllLocal",
    "HasField",
    "HasFieldParts",
    "HasGraph",
    "HasHalves",
    "HasInstability",
    "HasLocal",
    "HasMeanField",
    "HasMerge",
    "HasMerger",
    "HasReassign",
    "HasSampler",
    "HasSteps",
    "HasSweep",
    "HasTotal",
    "HistogramCost",
    "Instability",
    "IsingCost",
    "KLCost",
    "L1Cost",
    "MaxCutCost",
    "Merger",
    "MinCutCost",
    "MinMaxCutCost",
    "MixtureCost",
    "MultinomialCost",
    "NormalizedCutCost",
    "OwnSteps",
    "PairwiseCost",
    "ParametricCost",
    "PrototypeCost",
    "Prototypes",
    "QuadraticCost",
    "RatioCutCost",
    "RelationalCost",
    "Sampler",
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
