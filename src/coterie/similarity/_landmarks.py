"""A long walk over many points, followed through a few landmarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components, dijkstra

from coterie._core.tables import dense
from coterie.measures._relaxation import walked

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray, Matrix

SHRINK = 4
"""How many states a landmark stands for, at each level."""

REACH = 32
"""Landmarks that a state should reach, on average, before the walk is described by them."""

REACHED = 1e-3
"""Probability from which a landmark counts as reached."""

PATIENCE = 64
"""Most steps to wait for that, at each level."""

TRIED = 8
"""Steps after which waiting ends where twice as many reach hardly more: a group is at rest."""

MORE = 1.25
"""What twice as many steps must multiply the landmarks reached by, to be worth it."""

FAINT = 1e-8
"""Probabilities below this are dropped while the walk waits, and rows scaled to 1 again."""

RARE = 1e-5
"""Probability of a move below which pruning may have taken some of it."""

HOP = 1e-9
"""What each step adds to the length of a path, so that even sure steps have a length."""

CHECKED = 256
"""Steps that the exact walk is followed to measure the error, or two moves where they are more."""

FOLLOWED = 5e10
"""Operations, about a minute, beyond which it is not followed, and the error is not known."""


@dataclass(frozen=True, eq=False)
class LandmarkWalk:
    """A walk over points whose end is told by the nearest landmark only.

    Parameters
    ----------
    transitions : ndarray of shape (n_landmarks, n_landmarks)
        `lag` steps, from landmark to landmark.
    weights : ndarray of shape (n_landmarks,)
        Probability of a start near each landmark.
    legs : tuple of ndarray or csr_array
        Their product is `lag` steps, from point to landmark.
    group : ndarray of shape (n_points,)
        Landmark of each point.
    lag : int
        Number of steps that a move stands for.

    Notes
    -----
    Implements [IB §5]. Points are gathered around landmarks along the likeliest paths, so that no
    group bridges a gap that the walk does not cross. Within a group, points are weighted as the
    walk has spread them after `lag` steps: by then it has forgotten its place within the group.
    With P^lag from points to groups in `legs`, and its average over each group in `transitions`,
    the walk of n steps is `legs @ transitions^(n / lag - 1)`. This is done level by level, each
    time for a quarter of the states, which keeps all of it sparse and cheap.

    The groups blur the place of the walk once in `lag` steps, which hastens its spreading; `error`
    measures by how much.

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
    legs: tuple[Matrix, ...]
    group: IntArray
    lag: int

    @classmethod
    def of_all(cls, steps: Matrix, start: FloatArray) -> LandmarkWalk:
        """Make every point a landmark: the walk itself.

        Parameters
        ----------
        steps : ndarray or csr_array of shape (n_points, n_points)
            One step of the walk.
        start : ndarray of shape (n_points,)
            Distribution of the start.
        """
        table = dense(steps)
        return cls(table, start, (table,), np.arange(start.size), 1)

    @classmethod
    def along(
        cls, steps: Matrix, start: FloatArray, n_landmarks: int, rng: np.random.Generator
    ) -> LandmarkWalk:
        """Coarsen a walk, level by level, until there are at most about so many states.

        Parameters
        ----------
        steps : ndarray or csr_array of shape (n_points, n_points)
            One step of the walk.
        start : ndarray of shape (n_points,)
            Distribution of the start.
        n_landmarks : int
            How many landmarks; more where there are more components, each has one at least.
        rng : Generator
            Chooses them.
        """
        legs: tuple[Any, ...] = ()
        lag, steps = 1, sp.csr_array(steps, copy=True)
        steps.eliminate_zeros()
        weights: Any = start
        groups: IntArray = np.arange(start.size)
        while steps.shape[0] > n_landmarks:
            size = max(n_landmarks, -(-steps.shape[0] // SHRINK))
            group = nearest_landmark(steps, size, rng)
            if group.max() + 1 == steps.shape[0]:
                break  # each component is down to one landmark
            waited, reached, spread = walk_to_groups(steps, weights, group)
            legs = (*legs, reached)
            steps = between_groups(steps, reached, spread, group, waited)
            weights = np.bincount(group, weights)
            groups, lag = group[groups], lag * waited
        return cls(steps.toarray(), weights, legs or (steps,), groups, lag)

    @property
    def exact(self) -> bool:
        """Whether every point is a landmark."""
        return bool(self.group.size == len(self.transitions))

    def onwards(self, n_steps: int) -> FloatArray:
        """Return the walk between landmarks, from its first `lag` steps to its end.

        Parameters
        ----------
        n_steps : int
            Steps of the whole walk, a multiple of `lag`.
        """
        return walked(self.transitions, n_steps // self.lag - 1)

    def from_points(self, values: FloatArray, points: IntArray | None = None) -> FloatArray:
        """Return the mean over the landmarks that are reached after `lag` steps.

        Parameters
        ----------
        values : ndarray of shape (n_landmarks, n_values)
            What to take the mean of.
        points : ndarray of int, optional
            Where to begin; by default at each point.
        """
        first, *others = self.legs
        for leg in reversed(others):
            values = leg @ values
        return np.asarray((first if points is None else first[points]) @ values)

    def error(
        self, steps: Matrix, n_steps: int, rng: np.random.Generator, n_starts: int = 8
    ) -> float:
        """Measure how far the walk by landmarks is from the exact one.

        Parameters
        ----------
        steps : ndarray or csr_array of shape (n_points, n_points)
            One exact step.
        n_steps : int
            After how many steps to compare, a multiple of `lag`; after 256 of them, or two times
            `lag`, where it is more than either.
        rng : Generator
            Chooses the points to start from.
        n_starts : int
            How many.

        Returns
        -------
        float
            Mean total variation distance of the two distributions over the landmarks, from 0 to 1;
            NaN where that is too long a walk to be followed exactly.
        """
        if self.exact:
            return 0.0
        n_points = steps.shape[0]
        n_steps = min(n_steps, max(CHECKED // self.lag, 2) * self.lag)
        starts = rng.choice(n_points, size=min(n_starts, n_points), replace=False)
        onwards = sp.csr_array(steps).T.tocsr()
        if n_steps * onwards.nnz * starts.size > FOLLOWED:
            return float("nan")
        exact = np.zeros((n_points, starts.size))
        exact[starts, np.arange(starts.size)] = 1.0
        for _ in range(n_steps):
            exact = onwards @ exact
        ends = indicator(self.group).T @ exact
        told = self.from_points(self.onwards(n_steps), starts)
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
    """Walk until the states reach enough groups: number of steps, where to, and the mass there.

    States whose walk stays in a small part never reach so many. Waiting longer for them would lose
    what the walk knows of the part.
    """
    reached, spread, waited, before = steps @ indicator(group), weights @ steps, 1, 0
    while waited < PATIENCE:
        count = int(np.count_nonzero(reached.data > REACHED))
        if count >= REACH * group.size or (waited > TRIED and count < MORE * before):
            break
        before = count
        for _ in range(waited):
            reached, spread = pruned(steps @ reached), spread @ steps
        waited *= 2
    return waited, reached, spread


def between_groups(
    steps: sp.csr_array, reached: sp.csr_array, spread: FloatArray, group: IntArray, waited: int
) -> sp.csr_array:
    """Average where a group gets to; steps so rare that they were pruned count at their rate."""
    mass = np.maximum(spread, np.finfo(float).tiny)  # nobody comes by, but somebody may start here
    share = mass / np.bincount(group, mass)[group]
    average = sp.csr_array((share, (group, np.arange(group.size))))
    far = sp.csr_array(average @ reached)
    direct = sp.coo_array(average @ steps @ indicator(group))
    rate, kept = waited * direct.data, far[direct.row, direct.col]
    lost = (rate > kept) & (rate < RARE)
    rare = (rate[lost] - kept[lost], (direct.row[lost], direct.col[lost]))
    return scaled(sp.csr_array(far + sp.csr_array(rare, shape=far.shape)))


def indicator(group: IntArray) -> sp.csr_array:
    """1 where a state belongs to a group."""
    return sp.csr_array((np.ones(group.size), (np.arange(group.size), group)))


def pruned(table: Any) -> sp.csr_array:
    """Drop faint entries and scale rows to 1."""
    table.data[table.data < FAINT] = 0.0
    table.eliminate_zeros()
    return scaled(table)


def scaled(table: sp.csr_array) -> sp.csr_array:
    """Scale rows to 1, in place."""
    table.data /= np.repeat(table.sum(axis=1), np.diff(table.indptr))
    return table
