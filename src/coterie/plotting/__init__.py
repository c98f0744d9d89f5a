"""Pictures with matplotlib: one display for each, as scikit-learn has them."""

from coterie.plotting._annealing import AnnealingDisplay
from coterie.plotting._bifurcation import BifurcationDisplay
from coterie.plotting._capacity import CapacityDisplay
from coterie.plotting._co_assignment import CoAssignmentDisplay
from coterie.plotting._ordered_matrix import OrderedMatrixDisplay
from coterie.plotting._rate_distortion import RateDistortionDisplay
from coterie.plotting._relaxation import RelaxationDisplay
from coterie.plotting._relevance_curve import RelevanceCurveDisplay
from coterie.plotting._transfer_costs import TransferCostDisplay

__all__ = [
    "AnnealingDisplay",
    "BifurcationDisplay",
    "CapacityDisplay",
    "CoAssignmentDisplay",
    "OrderedMatrixDisplay",
    "RateDistortionDisplay",
    "RelaxationDisplay",
    "RelevanceCurveDisplay",
    "TransferCostDisplay",
]
