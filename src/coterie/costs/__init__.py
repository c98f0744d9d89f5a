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
    HasField,
    HasFieldParts,
    HasFields,
    HasGap,
    HasInstability,
    HasLocal,
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

COSTS = {
    "bottleneck": BottleneckCost,
    "cosine": CosineCost,
    "kl": KLCost,
    "l1": L1Cost,
    "spherical": SphericalCost,
}
"""The costs by name; the contract suite runs every engine on all that have what it needs."""

__all__ = [
    "COSTS",
    "TIE",
    "BottleneckCost",
    "CentreCost",
    "CosineCost",
    "DistortionCost",
    "DivergenceCost",
    "FieldParts",
    "HasField",
    "HasFieldParts",
    "HasFields",
    "HasGap",
    "HasInstability",
    "HasLocal",
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
    "Merger",
    "MixtureCost",
    "Sampler",
    "SideInformationCost",
    "SoftBottleneckCost",
    "SoftSideInformationCost",
    "SphericalCost",
    "Sweeper",
    "TableCost",
]
