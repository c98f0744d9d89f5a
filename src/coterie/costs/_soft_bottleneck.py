"""The Information Bottleneck for soft clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError
from coterie.costs._divergence import DivergenceCost

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.problems import CountProblem


class SoftBottleneckCost(DivergenceCost):
    """I(T; X) / beta - I(T; Y) in nats, to be minimised over soft assignments p(t | x).

    Parameters
    ----------
    problem : CountProblem
        The joint distribution of rows X and columns Y.
    n_clusters : int
        Number of values of T.
    beta : float or ndarray of shape (n_rows,)
        Weight of relevance, finite; for all rows, or for each.

    Notes
    -----
    The functional of [IB 2.13] over beta; soft assignments are stationary where [IB 2.16] holds.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SoftBottleneckCost
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [4, 0], [0, 4], [0, 4]])
    >>> cost = SoftBottleneckCost(problem, 2, beta=4.0)
    >>> round(cost.functional(np.repeat(np.eye(2), 2, axis=0)), 4)  # log(2) / 4 - log(2)
    -0.5199
    """

    def __init__(self, problem: CountProblem, n_clusters: int, beta: float | FloatArray) -> None:
        exponent = check_finite_beta(beta, problem, type(self).__name__)
        super().__init__(problem, n_clusters, problem.mass, exponent)
        self.beta = beta


def check_finite_beta(beta: float | FloatArray, problem: CountProblem, owner: str) -> FloatArray:
    """Return beta for each row that has mass, or name the first that soft clusters cannot have.

    Examples
    --------
    >>> from coterie.problems import CountProblem
    >>> check_finite_beta(4.0, CountProblem.from_counts([[4, 0], [0, 4]]), "example")
    array([4., 4.])
    """
    given = np.asarray(beta, dtype=np.float64)
    if given.ndim > 1:
        message = f"{owner}: beta has shape {given.shape}. Give one number, or one for each row."
        raise InputError(message)
    wrong = np.flatnonzero(~(np.isfinite(given) & (given > 0.0)).ravel())
    if wrong.size:
        first = wrong[0]
        what = f"beta={beta}"
        if given.ndim == 1:
            what = f"beta={given[first]} of row {problem.kept[first]}"
        message = (
            f"{owner}: {what} must be > 0 and finite for soft clusters; at infinity they are "
            f"hard, and SequentialIB finds them."
        )
        raise InputError(message)
    return np.broadcast_to(given, (problem.n_rows,))
