"""The cosine with the centre of the other members."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from coterie.costs._centres import CentreCost

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.problems import CountProblem


class CosineCost(CentreCost):
    """-cos(x, t): rows are vectors of length one, a centre is the mean of its members.

    The masses of the rows play no part.

    Parameters
    ----------
    problem : CountProblem
        The rows to be labelled.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    The local rule of sequential K-means, sK-means [IB §2.6].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [9, 0], [0, 2], [3, 3]])
    >>> CosineCost(problem, 2).local(np.array([0, 0, 1, 1]), 0)
    array([-1. , -0.38...])
    """

    metric = "COSINE"

    @cached_property
    def vectors(self) -> sp.csr_array:
        """The rows, scaled to length one."""
        return unit_rows(self.problem)

    def compare(self, row: FloatArray, sums: FloatArray) -> FloatArray:
        """Return -cos of the row and each sum."""
        return np.asarray(-(sums @ row) / np.linalg.norm(sums, axis=1))


def unit_rows(problem: CountProblem) -> sp.csr_array:
    """Return the counts with each row scaled to Euclidean length one."""
    counts = problem.counts
    lengths = np.sqrt(np.add.reduceat(counts.data**2, counts.indptr[:-1]))
    shares = counts.data / np.repeat(lengths, np.diff(counts.indptr))
    return sp.csr_array((shares, counts.indices, counts.indptr), shape=counts.shape)
