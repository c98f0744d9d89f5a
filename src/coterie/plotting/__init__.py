"""Pictures with matplotlib: one display for each, as scikit-learn has them."""

from coterie.plotting._co_assignment import CoAssignmentDisplay
from coterie.plotting._ordered_matrix import OrderedMatrixDisplay

__all__ = ["CoAssignmentDisplay", "OrderedMatrixDisplay"]
