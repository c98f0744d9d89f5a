"""What is given: validated, immutable input. A problem knows no cost and no engine."""

from __future__ import annotations

from coterie.problems._counts import CountProblem, as_canonical_counts
from coterie.problems._pairwise import PairwiseProblem
from coterie.problems._points import PointProblem

__all__ = ["CountProblem", "PairwiseProblem", "PointProblem", "as_canonical_counts"]
