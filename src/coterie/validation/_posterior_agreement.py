"""How much the posteriors of two instances overlap, and at which temperature most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import logsumexp, softmax

from coterie._core.errors import InputError
from coterie.validation._annealed_capacity import checked_temperatures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray


@dataclass(frozen=True, eq=False)
class PosteriorAgreement:
    """The log of the posterior agreement kernel, against the inverse temperature.

    Parameters
    ----------
    inverse_temperatures : ndarray of shape (n_temperatures,)
        Rising.
    log_kernel : ndarray of shape (n_pairs, n_temperatures)
        log sum_c P(c | X1) P(c | X2), in nats.
    inverse_temperature : float
        Where the mean over the pairs is largest, found between the values above.
    best : float
        That mean.

    Examples
    --------
    >>> from coterie import posterior_agreement
    >>> posterior_agreement([[0.0, 1.0, 3.0]], [[0.1, 0.9, 3.0]]).log_kernel.shape
    (1, 65)
    """

    inverse_temperatures: FloatArray
    log_kernel: FloatArray
    inverse_temperature: float
    best: float


def posterior_agreement(
    first: ArrayLike | Sequence[Any],
    second: ArrayLike | Sequence[Any],
    *,
    inverse_temperatures: str | ArrayLike = "auto",
) -> PosteriorAgreement:
    """Return how much the Gibbs distributions of two instances overlap.

    Parameters
    ----------
    first, second : array of shape (n_pairs, n_hypotheses) or (n_pairs, n_objects, n_clusters)
        Costs of all hypotheses in two instances, or costs of each label for each object, with the
        clusters in the same order. An array of shape (n_hypotheses,) is one pair.
    inverse_temperatures : "auto" or array-like, default="auto"
        Where to look; "auto" spans the differences of the costs.

    Returns
    -------
    PosteriorAgreement
        The curves, and the best inverse temperature.

    See Also
    --------
    generalization_capacity : Adds how many solutions are told apart, and aligns the clusters.

    Notes
    -----
    log k = log Z_12 - log Z_1 - log Z_2 [SLC §3.L]; averaged over the pairs before it is maximised,
    on a grid and then around its best value.

    Examples
    --------
    >>> from coterie import posterior_agreement
    >>> costs = [[0.0, 2.0, 2.0, 2.0], [0.2, 2.0, 1.5, 2.0]]
    >>> others = [[0.1, 2.0, 2.0, 1.8], [1.0, 0.8, 2.0, 2.0]]
    >>> found = posterior_agreement(costs, others)
    >>> bool((found.best >= found.log_kernel.mean(axis=0)).all()), found.inverse_temperature > 0.5
    (True, True)
    """
    one, other = as_pairs(first), as_pairs(second)
    if one.shape != other.shape:
        message = (
            f"posterior_agreement: costs of shapes {one.shape} and {other.shape} are not of the "
            f"same hypotheses. Give both in the same order."
        )
        raise InputError(message)
    if isinstance(inverse_temperatures, str):
        scale = float(np.median(np.ptp(one, axis=-1))) or 1.0
        grid = np.geomspace(1e-3, 1e3, 65) / scale
    else:
        grid = 1.0 / checked_temperatures(inverse_temperatures)
    curves = np.array([log_kernel(one, other, beta) for beta in grid]).T
    best = int(curves.mean(axis=0).argmax())
    around = grid[max(best - 1, 0)], grid[min(best + 1, grid.size - 1)]
    top, value = float(grid[best]), float(curves.mean(axis=0)[best])
    if around[0] < around[1]:
        found: Any = minimize_scalar(
            lambda beta: -log_kernel(one, other, beta).mean(), bounds=around, method="bounded"
        )
        if -found.fun > value:
            top, value = float(found.x), -float(found.fun)
    return PosteriorAgreement(grid, curves, top, value)


def as_pairs(costs: Any) -> FloatArray:
    """Return costs as an array of pairs, objects and labels.

    Examples
    --------
    >>> as_pairs([0.0, 1.0]).shape, as_pairs([[0.0, 1.0], [2.0, 0.0]]).shape
    ((1, 1, 2), (2, 1, 2))
    """
    table = np.asarray(costs, dtype=np.float64)
    if table.ndim not in {1, 2, 3} or not table.size or not np.isfinite(table).all():
        message = (
            f"posterior_agreement: costs of shape {table.shape} must be finite, with a column for "
            f"each hypothesis and a row for each pair of instances."
        )
        raise InputError(message)
    if table.ndim == 1:
        table = table[None]
    return table[:, None] if table.ndim == 2 else table


def log_kernel(first: FloatArray, second: FloatArray, beta: float) -> FloatArray:
    """Return the log of the kernel of each pair.

    Examples
    --------
    >>> log_kernel(np.zeros((1, 1, 4)), np.zeros((1, 1, 4)), 1.0).round(4)
    array([-1.3863])
    """
    parts = [logsumexp(-beta * each, axis=-1) for each in (first + second, first, second)]
    return np.asarray((parts[0] - parts[1] - parts[2]).sum(axis=-1))


def log_kernel_slope(first: FloatArray, second: FloatArray, beta: float) -> FloatArray:
    """Return the derivative by the inverse temperature [SLC §3.L].

    Examples
    --------
    >>> costs = np.array([[[0.0, 1.0]]])
    >>> log_kernel_slope(costs, costs, 0.0)
    array([0.])
    """

    def mean(costs: FloatArray, under: FloatArray) -> FloatArray:
        return np.asarray((softmax(-beta * under, axis=-1) * costs).sum(axis=-1))

    both = first + second
    return np.asarray((mean(first, first) + mean(second, second) - mean(both, both)).sum(axis=-1))
