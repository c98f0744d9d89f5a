"""What the sections look at where reliable bits judged the groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._grouped import Grouped, Table

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.report._evidence import Evidence, Tried
    from coterie.report._request import Request


@dataclass(frozen=True)
class JudgedStudy(Grouped):
    """The request, the data, the model, and what two noisy instances say about it.

    Parameters
    ----------
    request, table : Request, Table
        As for `describe`.
    model : estimator
        With `labels_`.
    evidence : Evidence
        What was tried, and how much of it is real.
    """

    request: Request
    table: Table
    model: Any
    evidence: Evidence

    @property
    def n_labels(self) -> int:
        """Number of clusters that the model has, empty ones included."""
        return int(self.model.labels_.max(initial=0)) + 1

    @cached_property
    def grades(self) -> FloatArray:
        """Reliable bits of each row; the least where they are not known."""
        parts = self.evidence.reliability
        if parts is None:
            return np.zeros(len(self.model.labels_))
        return np.nan_to_num(parts.object_bits, nan=-np.inf)

    @cached_property
    def top(self) -> Tried | None:
        """The candidate that was chosen, or the best of those that were not."""
        several = [each for each in self.evidence.tried if each.candidate.n_clusters != 1]
        best = max(several, key=lambda each: each.capacity.raw, default=None)
        return self.evidence.chosen or best
