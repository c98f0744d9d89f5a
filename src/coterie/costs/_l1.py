"""The L1 distance to the centre of the other members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie.costs._centres import CentreCost

if TYPE_CHECKING:
    from coterie._core.types import FloatArray


class L1Cost(CentreCost):
    """(p(x) + p(t)) sum_y |p(y|x) - p(y|t)|.

    Parameters
    ----------
    problem : CountProblem
        The rows to be labelled.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    The local rule of sL1 [IB §2.6].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [9, 0], [0, 2], [3, 3]])
    >>> L1Cost(problem, 2).local(np.array([0, 0, 1, 1]), 0)
    array([0.        , 0.71...])
    """

    metric = "L1"

    def compare(self, row: FloatArray, sums: FloatArray) -> FloatArray:
        """Return the distance of the row from each centre, times the joint mass."""
        mass, masses = row.sum(), sums.sum(axis=1)
        distances = np.abs(row / mass - sums / masses[:, None]).sum(axis=1)
        return np.asarray((mass + masses) * distances)
