"""Pictures with matplotlib: one display for each, as scikit-learn has them."""

from coterie.plotting._co_assignment import CoAssignmentDisplay
from coterie.plotting._ordered_matrix import OrderedMatrixDisplay
from coterie.plotting._rate_distortion import RateDistortionDisplay
from coterie.plotting._relevance_curve import RelevanceCurveDisplay

__all__ = [
    "CoAssignmentDisplay",
    "OrderedMatrixDisplay",
    "RateDistortionDisplay",
    "RelevanceCurveDisplay",
]
