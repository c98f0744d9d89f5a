"""How a random walk forgets where it began, and when it pauses."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie._core.progress import Monitor
from coterie._core.tables import dense

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray, Matrix

NOISE = 1e-12
"""Information and rates below this are rounding."""

MOST = 63
"""Bits of a number of steps."""

SETTLED = 1e-9
"""When squaring changes no entry by more than this share of it, the walk has come to its end."""


@dataclass(frozen=True, eq=False)
class Relaxation:
    """What a random walk still knows of its start, after 1, 2, 4, ... steps.

    Parameters
    ----------
    steps : ndarray of shape (n_times,)
        Numbers of steps n, each twice the one before.
    information : ndarray of shape (n_times,)
        I(X(0); X(n)) in nats; never rises.

    Notes
    -----
    Implements [IB 5.4]. With k groups between which the walk never steps, the information stays at
    the entropy of their weights [IB P-57].

    Examples
    --------
    >>> import numpy as np
    >>> curve = Relaxation(np.array([1, 2, 4, 8, 16]), np.array([2.0, 1.2, 1.0, 0.95, 0.4]))
    >>> curve.rate.round(2), curve.quasi_stable
    (array([0.8 , 0.2 , 0.05, 0.55]), array([4]))
    """

    steps: IntArray
    information: FloatArray

    @property
    def rate(self) -> FloatArray:
        """Information lost by each doubling of the steps, I(n) - I(2n)."""
        return -np.diff(self.information)

    @property
    def quasi_stable(self) -> IntArray:
        """Steps n after which little is lost: what remains then is structure.

        The local minima of the rate, the first of a level stretch. What has always been slow, and
        what is slow because nothing is left to lose, is none.
        """
        rate = np.where(self.rate > NOISE, self.rate, 0.0)
        starts = np.flatnonzero(np.diff(rate, prepend=np.inf) != 0.0)
        level = rate[starts]
        pauses = [
            starts[i]
            for i in range(1, level.size)
            if level[i] < level[i - 1]
            and (level[i] < level[i + 1] if i + 1 < level.size else level[i] == 0.0)
            and self.information[starts[i]] > NOISE
        ]
        return self.steps[np.array(pauses, dtype=np.int64)]

    def steps_for(self, n_clusters: int) -> int:
        """Choose the steps after which the walk knows about as much as so many clusters can tell.

        Parameters
        ----------
        n_clusters : int
            How many clusters are to be found.

        Returns
        -------
        int
            The last quasi-stable time at which exp I(n), the number of groups of equal weight
            that the walk can tell apart, rounds to `n_clusters` or more, and of whose information
            the clusters can hold half. Where there is none, the last time of which the first is
            true.
        """
        least, most = math.log(n_clusters - 0.5), 2.0 * math.log(n_clusters)
        enough = self.information >= least
        fits = enough & (self.information <= most) & np.isin(self.steps, self.quasi_stable)
        which = np.flatnonzero(fits if fits.any() else enough)
        return int(self.steps[which[-1] if which.size else 0])


def information_relaxation(
    transitions: Matrix | ArrayLike,
    weights: ArrayLike | None = None,
    *,
    max_doublings: int = 60,
    first: int = 1,
    monitor: Monitor | None = None,
) -> Relaxation:
    """Return what a random walk still knows of its start, after 1, 2, 4, ... steps.

    Parameters
    ----------
    transitions : array-like or sparse matrix of shape (n_states, n_states)
        Row j is the distribution of one step from state j.
    weights : array-like of shape (n_states,), optional
        Probability of each start; by default all alike.
    max_doublings : int, default=60
        Most times that the steps are doubled. It ends sooner when nothing is left to lose.
    first : int, default=1
        Number of steps that `transitions` stands for.
    monitor : Monitor, optional
        Hears of each doubling, and can end it.

    Returns
    -------
    Relaxation
        The information against the number of steps.

    Notes
    -----
    Implements [IB 5.3, IB 5.4] by squaring the matrix, its rows scaled to 1 each time. All terms
    are positive, so that even probabilities of 1e-300 keep their digits. The information never
    rises [IB P-56].

    Examples
    --------
    >>> from coterie.measures import information_relaxation
    >>> walk = information_relaxation([[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 1]])
    >>> walk.information.round(4)  # two groups of weights 2/3 and 1/3, never left
    array([0.6365, 0.6365])
    """
    table = checked_transitions(transitions)
    start = checked_weights(weights, len(table))
    listener = Monitor() if monitor is None else monitor
    max_doublings = min(max_doublings, MOST - first.bit_length())
    known = [known_of_start(table, start)]
    for doubling in range(max_doublings):
        if known[-1] <= NOISE or listener.stopped:
            break
        further = squared_walk(table)
        known.append(min(known_of_start(further, start), known[-1]))  # rises by rounding alone
        listener.step(0, doubling + 1, max_doublings, f"{known[-1]:.4f} nats known of the start")
        if np.allclose(further, table, rtol=SETTLED, atol=0.0):
            break
        table = further
    steps = first * 2 ** np.arange(len(known), dtype=np.int64)
    return Relaxation(steps, np.array(known))


def squared_walk(table: FloatArray) -> FloatArray:
    """Return twice as many steps, each row summing to 1 again."""
    further = table @ table
    further /= further.sum(axis=1, keepdims=True)
    return np.asarray(further)


def walked(table: FloatArray, n_steps: int) -> FloatArray:
    """Return any number of steps, by squaring; all terms are positive, so all digits are kept."""
    done, power = np.eye(len(table)), table
    while n_steps:
        if n_steps % 2:
            done = done @ power
            done /= done.sum(axis=1, keepdims=True)
        n_steps //= 2
        if n_steps:
            power = squared_walk(power)
    return done


def known_of_start(table: FloatArray, start: FloatArray) -> float:
    """Return sum_j w_j KL[row j || mixture], not below 0 [IB 5.4]."""
    mixture = start @ table
    ratio = np.divide(table, mixture, out=np.ones_like(table), where=table > 0.0)
    np.log(ratio, out=ratio)
    return max(0.0, float(start @ np.einsum("ij,ij->i", table, ratio)))


def checked_transitions(transitions: Matrix | ArrayLike) -> FloatArray:
    """Return a square matrix whose rows sum to 1."""
    given: Any = transitions
    table = dense(given) if sp.issparse(given) else np.asarray(given, dtype=np.float64)
    square = table.ndim == 2 and table.shape[0] == table.shape[1]
    # room for rows that were written down with a few digits fewer than a double has
    if not square or not (table >= 0.0).all() or not np.allclose(table.sum(axis=1), 1.0, atol=1e-8):
        message = (
            f"transitions: an array of shape {table.shape} must be square, its entries >= 0 and "
            f"each row summing to 1; divide by the sums."
        )
        raise InputError(message)
    return table


def checked_weights(weights: ArrayLike | None, size: int) -> FloatArray:
    """Return a distribution over the starts."""
    if weights is None:
        return np.full(size, 1.0 / size)
    start = np.asarray(weights, dtype=np.float64)
    if start.shape != (size,) or not (start >= 0.0).all() or not 0.0 < start.sum() < np.inf:
        message = f"weights: give {size} finite numbers >= 0, not all 0, one for each state."
        raise InputError(message)
    return np.asarray(start / start.sum())
