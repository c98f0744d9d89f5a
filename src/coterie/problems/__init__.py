"""What is given: validated, immutable input. A problem knows no cost and no engine."""

from __future__ import annotations

from coterie.problems._counts import CountProblem, as_canonical_counts
from coterie.problems._pairwise import PairwiseProblem

__all__ = ["CountProblem", "PairwiseProblem", "as_canonical_counts"]
from coterie.problems._points import PointProblem

__all__ = ["CountProblem", "PointProblem", "as_canonical_counts"]
