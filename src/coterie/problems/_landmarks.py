"""A long walk over many points, followed through a few landmarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components, dijkstra

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray, Matrix

SHRINK = 4
"""How many states a landmark stands for, at each level."""

REACH = 32
"""Landmarks that a state should reach, on average, before the walk is described by them."""

PATIENCE = 64
"""Most steps to wait for that: small components never reach so many."""

FAINT = 1e-5
"""Probabilities below this are dropped while the walk waits, and rows scaled to 1 again."""

HOP = 1e-9
"""What each step adds to the length of a path, so that even sure steps have a length."""


@dataclass(frozen=True, eq=False)
class LandmarkWalk:
    """A walk over points whose end is told by the nearest landmark only.

    Parameters
    ----------
    transitions : ndarray of shape (n_landmarks, n_landmarks)
        `lag` steps, from landmark to landmark.
    weights : ndarray of shape (n_landmarks,)
        Probability of a start near each landmark.
    arrival : ndarray or csr_array of shape (n_points, n_landmarks)
        `lag` steps, from point to landmark.
    group : ndarray of shape (n_points,)
        Landmark of each point.
    lag : int
        Number of steps that both stand for.

    Notes
    -----
    Implements [IB §5]. Points are gathered around landmarks along the likeliest paths, so that no
    group bridges a gap that the walk does not cross. Within a group, points are weighted as the
    walk has spread them after `lag` steps: by then it has forgotten its place within the group.
    With P^lag from points to groups in `arrival`, and its average over each group in `transitions`,
    the walk of n steps is `arrival @ transitions^(n / lag - 1)`. This is done level by level, each
    time for a quarter of the states, which keeps all of it sparse and cheap.

    The groups blur the place of the walk once in `lag` steps, which hastens its spreading a little;
    `error` measures by how much.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> import numpy as np
    >>> ring = 0.5 * np.eye(64) + 0.25 * (np.roll(np.eye(64), 1, 0) + np.roll(np.eye(64), -1, 0))
    >>> start = np.full(64, 1 / 64)
    >>> walk = LandmarkWalk.along(sp.csr_array(ring), start, 16, np.random.default_rng(0))
    >>> walk.transitions.shape, walk.lag
    ((16, 16), 64)
    """

    transitions: FloatArray
    weights: FloatArray
    arrival: Matrix
    group: IntArray
    lag: int

    @classmethod
    def of_all(cls, steps: FloatArray, start: FloatArray) -> LandmarkWalk:
        """Make every point a landmark: the walk itself.

        Parameters
        ----------
        steps : ndarray of shape (n_points, n_points)
            One step of the walk.
        start : ndarray of shape (n_points,)
            Distribution of the start.
        """
        return cls(steps, start, steps, np.arange(start.size), 1)

    @classmethod
    def along(
        cls, steps: sp.csr_array, start: FloatArray, n_landmarks: int, rng: np.random.Generator
    ) -> LandmarkWalk:
        """Coarsen a walk, level by level, until there are at most about so many states.

        Parameters
        ----------
        steps : csr_array of shape (n_points, n_points)
            One step of the walk.
        start : ndarray of shape (n_points,)
            Distribution of the start.
        n_landmarks : int
            How many landmarks; more where there are more components, each has one at least.
        rng : Generator
            Chooses them.
        """
        lag, arrival = 1, None
        weights: Any = start
        groups: IntArray = np.arange(start.size)
        while steps.shape[0] > n_landmarks:
            size = max(n_landmarks, -(-steps.shape[0] // SHRINK))
            group = nearest_landmark(steps, size, rng)
            if group.max() + 1 == steps.shape[0]:
                break  # each component is down to one landmark
            waited, reached, spread = walk_to_groups(steps, weights, group)
            arrival = reached if arrival is None else pruned(arrival @ reached)
            steps = between_groups(steps, reached, spread, group, waited)
            weights = np.bincount(group, weights)
            groups, lag = group[groups], lag * waited
        return cls(steps.toarray(), weights, steps if arrival is None else arrival, groups, lag)

    def error(self, steps: sp.csr_array, rng: np.random.Generator, n_starts: int = 8) -> float:
        """Measure how far the walk by landmarks is from the exact one, after 2 lag steps.

        Parameters
        ----------
        steps : csr_array of shape (n_points, n_points)
            One exact step.
        rng : Generator
            Chooses the points to start from.
        n_starts : int
            How many.

        Returns
        -------
        float
            Mean total variation distance of the two distributions over the landmarks, from 0 to 1.
        """
        n_points = steps.shape[0]
        starts = rng.choice(n_points, size=min(n_starts, n_points), replace=False)
        onwards = steps.T.tocsr()
        exact = np.zeros((n_points, starts.size))
        exact[starts, np.arange(starts.size)] = 1.0
        for _ in range(2 * self.lag):
            exact = onwards @ exact
        ends = indicator(self.group).T @ exact
        told = self.arrival[starts] @ self.transitions
        return float(0.5 * np.abs(told - ends.T).sum(axis=1).mean())


def nearest_landmark(steps: sp.csr_array, size: int, rng: np.random.Generator) -> IntArray:
    """Draw landmarks, and number for each state the one at the end of its likeliest path."""
    count, component = connected_components(steps, directed=False)
    drawn = rng.choice(steps.shape[0], size=size, replace=False)
    without = np.setdiff1d(np.arange(count), component[drawn])
    first = np.unique(component, return_index=True)[1]
    lengths = sp.csr_array((HOP - np.log(steps.data), steps.indices, steps.indptr), steps.shape)
    _, _, source = dijkstra(
        lengths, directed=False, indices=np.concatenate([drawn, first[without]]),
        min_only=True, return_predecessors=True,
    )  # fmt: skip
    return np.unique(source, return_inverse=True)[1].astype(np.int64)


def walk_to_groups(
    steps: sp.csr_array, weights: FloatArray, group: IntArray
) -> tuple[int, sp.csr_array, FloatArray]:
    """Walk until the states reach enough groups: number of steps, where to, and the mass there."""
    reached, spread, waited = steps @ indicator(group), weights @ steps, 1
    while reached.nnz < REACH * group.size and waited < PATIENCE:
        for _ in range(waited):
            reached, spread = pruned(steps @ reached), spread @ steps
        waited *= 2
    return waited, reached, spread


def between_groups(
    steps: sp.csr_array, reached: sp.csr_array, spread: FloatArray, group: IntArray, waited: int
) -> sp.csr_array:
    """Average where a group gets to; steps so rare that they were pruned count at their rate."""
    share = spread / np.bincount(group, spread)[group]
    average = sp.csr_array((share, (group, np.arange(group.size))))
    far = sp.csr_array(average @ reached)
    direct = sp.coo_array(average @ steps @ indicator(group))
    lost = far[direct.row, direct.col] == 0.0
    rare = (waited * direct.data[lost], (direct.row[lost], direct.col[lost]))
    return scaled(sp.csr_array(far + sp.csr_array(rare, shape=far.shape)))


def indicator(group: IntArray) -> sp.csr_array:
    """1 where a state belongs to a group."""
    return sp.csr_array((np.ones(group.size), (np.arange(group.size), group)))


def pruned(table: sp.csr_array) -> sp.csr_array:
    """Drop faint entries and scale rows to 1."""
    table.data[table.data < FAINT] = 0.0
    table.eliminate_zeros()
    return scaled(table)


def scaled(table: sp.csr_array) -> sp.csr_array:
    """Scale rows to 1, in place."""
    table.data /= np.repeat(table.sum(axis=1), np.diff(table.indptr))
    return table
