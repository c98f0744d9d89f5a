"""Pictures with matplotlib: one display for each, as scikit-learn has them."""

from coterie.plotting._rate_distortion import RateDistortionDisplay
from coterie.plotting._relevance_curve import RelevanceCurveDisplay

__all__ = ["RateDistortionDisplay", "RelevanceCurveDisplay"]
