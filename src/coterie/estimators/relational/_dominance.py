"""Two dynamics that settle on a set of objects which are more alike than any that could join."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie import kernels
from coterie._core.tables import dense

if TYPE_CHECKING:
    from coterie._core.progress import Monitor
    from coterie._core.types import FloatArray, IntArray, Matrix

AHEAD, FAINT = 32, 1e-3
"""Replicator steps before infection, and share of the largest weight that is then taken as 0."""

TILT = 1e-3
"""How unequal the first weights are: equal ones are a rest between groups that mirror others."""

GOLDEN = (np.sqrt(5.0) - 1.0) / 2.0
"""Its multiples, without their whole part, are spread evenly from 0 to 1 and never the same."""


@dataclass(frozen=True, eq=False)
class DominantSet:
    """Where the dynamics ended.

    Parameters
    ----------
    weights : ndarray of shape (n_objects,)
        Non-negative, with sum 1.
    cohesion : float
        Mean similarity of two objects that are drawn by the weights.
    gap : float
        By how much the best object does better than that, as a share of it; 0 at rest.
    n_steps : int
        Steps made.
    """

    weights: FloatArray
    cohesion: float
    gap: float
    n_steps: int


def start_weights(n_objects: int) -> FloatArray:
    """Return weights that are nearly equal, always the same.

    Examples
    --------
    >>> (3 * start_weights(3)).round(4)
    array([1.    , 0.9997, 1.0003])
    """
    weights = 1.0 + TILT * (np.arange(1, n_objects + 1) * GOLDEN % 1.0)
    return np.asarray(weights / weights.sum())


def replicator(similarity: Matrix, max_steps: int, tol: float, monitor: Monitor) -> DominantSet:
    """Multiply each weight by its payoff over the mean payoff, until no object does better.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie._core.progress import Monitor
    >>> pair = np.array([[0.0, 4.0, 1.0], [4.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    >>> replicator(pair, 1000, 1e-6, Monitor()).weights.round(4)
    array([0.5, 0.5, 0. ])
    """
    weights = start_weights(similarity.shape[0])
    payoffs = similarity @ weights
    mean, steps = float(weights @ payoffs), 0
    while payoffs.max() - mean > tol * mean and steps < max_steps and not monitor.stopped:
        weights *= payoffs
        weights /= weights.sum()
        payoffs = similarity @ weights
        mean, steps = float(weights @ payoffs), steps + 1
    return DominantSet(weights, mean, float(payoffs.max() / mean - 1.0), steps)


def infection(similarity: Matrix, max_steps: int, tol: float, monitor: Monitor) -> DominantSet:
    """Move the weights towards the best object or away from the worst, until all do as well.

    A step here is as many moves as there are objects, which is the work of one step of the
    replicator dynamics on a dense table. A few of these come first and make the weights of most
    objects faint, so that these need not be taken away one by one.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie._core.progress import Monitor
    >>> pair = np.array([[0.0, 4.0, 1.0], [4.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    >>> infection(pair, 1000, 1e-6, Monitor()).weights.round(4)
    array([0.5, 0.5, 0. ])
    """
    n = similarity.shape[0]
    weights, steps, moves = replicator(similarity, AHEAD, tol, monitor).weights, 0, n
    weights[weights < FAINT * weights.max()] = 0.0
    weights /= weights.sum()
    none, nowhere = np.empty((0, 0)), np.empty(0, np.int32)
    if sp.issparse(similarity):
        graph: Any = similarity
        rows = (none, graph.indptr.astype(np.int32), graph.indices.astype(np.int32), graph.data)
    else:
        rows = (similarity, nowhere, nowhere, np.empty(0))
    while moves and steps < max_steps and not monitor.stopped:
        payoffs = similarity @ weights  # afresh: moves add rounding
        moves = kernels.infect(*rows, weights, payoffs, n, tol)
        weights /= weights.sum()
        steps += 1
    payoffs = similarity @ weights
    mean = float(weights @ payoffs)
    return DominantSet(weights, mean, float(payoffs.max() / mean - 1.0), steps)


DYNAMICS = {"replicator": replicator, "infection": infection}


def members_of(weights: FloatArray, cutoff: float) -> IntArray:
    """Return the objects whose weight is at least the cutoff; or, in a large set, half the largest.

    Examples
    --------
    >>> members_of(np.array([0.5, 0.49999, 0.00001]), 1e-4)
    array([0, 1])
    """
    return np.flatnonzero(weights >= min(cutoff, 0.5 * weights.max()))


def among(similarity: Matrix, objects: IntArray) -> Matrix:
    """Return the similarities of some objects to each other.

    Examples
    --------
    >>> among(np.arange(9.0).reshape(3, 3), np.array([0, 2]))
    array([[0., 2.],
           [6., 8.]])
    """
    sparse = sp.issparse(similarity)
    # Elsewise the rows of a dense table would not stay contiguous.
    return similarity[objects][:, objects] if sparse else similarity[np.ix_(objects, objects)]


def likeness(similarity: Matrix, objects: IntArray, sets: sp.csc_array) -> FloatArray:
    """Return the mean similarity of objects to sets whose members have weights."""
    return dense(similarity[objects] @ sets) / np.asarray(sets.sum(axis=0)).ravel()
