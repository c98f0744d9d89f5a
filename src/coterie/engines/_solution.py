"""What an engine returns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray


class Status(Enum):
    """How a run ended; the value is the sentence that a user reads."""

    CONVERGED = "converged: another pass would change nothing that matters"
    MAX_ITER = "stopped at max_iter before it had settled"
    INTERRUPTED = "was interrupted; this is the best that it had found"


@dataclass(frozen=True, eq=False)
class Solution:
    """A labelling and how it was reached.

    Parameters
    ----------
    labels : ndarray of shape (n_objects,)
        Cluster of every object.
    cost : float
        Its exact cost, evaluated afresh; NaN where the cost is a local rule without a total.
    moves : ndarray of shape (n_iter,)
        Objects that changed sides, pass by pass.
    status : Status
        How the run ended.

    Examples
    --------
    >>> import numpy as np
    >>> solution = Solution(np.array([0, 1]), -0.69, np.array([1, 0]), Status.CONVERGED)
    >>> solution.n_iter, solution.converged
    (2, True)
    """

    labels: IntArray
    cost: float
    moves: IntArray
    status: Status

    @property
    def state(self) -> IntArray:
        """What another run can start from."""
        return self.labels

    @property
    def history(self) -> IntArray:
        """What was noted pass by pass."""
        return self.moves

    @property
    def n_iter(self) -> int:
        """Passes made."""
        return int(self.moves.size)

    @property
    def converged(self) -> bool:
        """Whether the run settled."""
        return self.status is Status.CONVERGED


@dataclass(frozen=True, eq=False)
class SoftSolution:
    """A soft assignment and how it was reached.

    Parameters
    ----------
    memberships : ndarray of shape (n_objects, n_clusters)
        Distribution of every object over the clusters.
    cost : float
        Its exact cost, evaluated afresh.
    trace : ndarray of shape (n_iter,)
        Free energy after each iteration.
    status : Status
        How the run ended.

    Examples
    --------
    >>> import numpy as np
    >>> halves = np.array([[0.9, 0.1], [0.2, 0.8]])
    >>> SoftSolution(halves, -0.69, np.array([0.4, 0.3]), Status.CONVERGED).labels
    array([0, 1])
    """

    memberships: FloatArray
    cost: float
    trace: FloatArray
    status: Status

    @property
    def labels(self) -> IntArray:
        """Most probable cluster of every object."""
        return np.asarray(self.memberships.argmax(axis=1))

    @property
    def state(self) -> FloatArray:
        """What another run can start from."""
        return self.memberships

    @property
    def history(self) -> FloatArray:
        """What was noted iteration by iteration."""
        return self.trace

    @property
    def n_iter(self) -> int:
        """Iterations made."""
        return int(self.trace.size)

    @property
    def converged(self) -> bool:
        """Whether the run settled."""
        return self.status is Status.CONVERGED
