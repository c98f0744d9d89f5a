"""The least committed distribution that has given means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linprog
from scipy.special import logsumexp

from coterie._core.errors import ConvergenceNotice, InputError, warn

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray

SHORTEST = 2.0**-40
"""Share of a Newton step below which rounding decides."""

ENOUGH = 1e-4
"""Share of the promised descent that a step must keep."""


class MaximumEntropy:
    """The distribution of largest entropy among those with given means of some functions.

    Parameters
    ----------
    functions : array-like of shape (n_functions, n_states) or (n_states,)
        r_j(x), the value of each function in each state.
    moments : array-like of shape (n_functions,) or float
        mu_j, the mean that each is to have.
    weights : array-like of shape (n_states,), optional
        Length of the piece of the line, or volume of the cell, that each state stands for: with
        them the states are a grid over a continuous space. By default 1, for a discrete one.
    tol : float
        Largest error of a mean, as a share of the range of its function.
    max_iter : int
        Most Newton steps; some ten will do.

    Attributes
    ----------
    probabilities : ndarray of shape (n_states,)
        p(x), which sums to 1.
    multipliers : ndarray of shape (n_functions,)
        lambda_j; the smallest in norm where the functions depend on one another.
    log_z : float
        log sum_x w(x) exp(-sum_j lambda_j r_j(x)).
    entropy : float
        In nats; with weights that of the density.
    n_iter : int
        Newton steps made.

    Raises
    ------
    InputError
        Where no distribution has the moments, or only such as rule states out: these lie on the
        edge of the convex hull of the functions, and the multipliers would be infinite.

    Notes
    -----
    p(x) = w(x) exp(-sum_j lambda_j r_j(x)) / Z, with the lambda that minimise the convex
    log Z(lambda) + lambda . mu; its gradient is mu - E r, its second derivative the covariance of
    the functions [SLC §3.E].

    Examples
    --------
    A die that shows 4.5 on average:

    >>> from coterie import MaximumEntropy
    >>> die = MaximumEntropy([1, 2, 3, 4, 5, 6], 4.5)
    >>> die.probabilities.round(3)
    array([0.054, 0.079, 0.114, 0.165, 0.24 , 0.347])
    >>> round(die.entropy, 6)
    1.613581
    """

    def __init__(
        self,
        functions: ArrayLike,
        moments: ArrayLike,
        *,
        weights: ArrayLike | None = None,
        tol: float = 1e-10,
        max_iter: int = 100,
    ) -> None:
        self.functions = _finite(np.atleast_2d(np.asarray(functions, np.float64)), "functions")
        self.moments = _finite(np.atleast_1d(np.asarray(moments, np.float64)), "moments")
        count, states = self.functions.shape
        if self.moments.shape != (count,):
            message = (
                f"moments: shape {self.moments.shape} must hold one mean for each of the {count} "
                f"functions; give functions one row each."
            )
            raise InputError(message)
        self.weights = _finite(
            np.ones(states) if weights is None else np.asarray(weights, np.float64), "weights"
        )
        if self.weights.shape != (states,) or not (self.weights > 0.0).all():
            message = f"weights: give one number > 0 for each of the {states} states."
            raise InputError(message)
        self._solve(tol, max_iter)

    def _solve(self, tol: float, max_iter: int) -> None:
        ranges = np.ptp(self.functions, axis=1)
        ranges[ranges == 0.0] = 1.0
        offset = ((self.functions - self.moments[:, None]) / ranges[:, None]).T
        self._refuse_edge(offset)
        dual = Dual(offset, np.log(self.weights))
        self.n_iter = 0
        while dual.error > tol and self.n_iter < max_iter and dual.step():
            self.n_iter += 1
        if dual.error > tol:
            warn(
                f"MaximumEntropy: after {self.n_iter} Newton steps a mean is off by "
                f"{dual.error:.3g} of the range of its function, more than tol={tol:g}. Raise "
                f"max_iter, or tol where rounding is the limit.",
                ConvergenceNotice,
            )
        self.probabilities = dual.probabilities
        self.multipliers = dual.multipliers / ranges
        self.entropy = dual.value
        self.log_z = self.entropy - float(self.multipliers @ self.moments)

    @property
    def density(self) -> FloatArray:
        """p(x) over the weight of each state."""
        return self.probabilities / self.weights

    @property
    def covariance(self) -> FloatArray:
        """Covariance of the functions: the second derivative of log Z."""
        centred = self.functions - (self.functions @ self.probabilities)[:, None]
        return (centred * self.probabilities) @ centred.T

    def _refuse_edge(self, offset: FloatArray) -> None:
        """Look for a combination of functions that is nowhere below what its mean is to be."""
        gain = offset.mean(axis=0)
        found = linprog(
            -gain, A_ub=np.vstack([-offset, gain]), b_ub=np.append(np.zeros(len(offset)), 1.0),
            bounds=(None, None),
        )  # fmt: skip
        if found.status == 0 and gain @ found.x > 0.5:
            message = f"MaximumEntropy: {self._edge()}. Move them inside, or leave states out."
            raise InputError(message)

    def _edge(self) -> str:
        """Say which moments cannot be."""
        for j, (moment, values) in enumerate(zip(self.moments, self.functions, strict=True)):
            low, high = values.min(), values.max()
            if not (low < moment < high or low == moment == high):
                return (
                    f"moments[{j}]={moment:g} does not lie strictly between {low:g} and {high:g}, "
                    f"the extremes of its function"
                )
        return (
            "no distribution over all states has these moments together, they lie outside or on "
            "the edge of the convex hull of the functions"
        )


class Dual:
    """log sum_x w(x) exp(-lambda . g(x)), with g the functions less their moments, and its descent.

    Examples
    --------
    >>> dual = Dual(np.array([[-1.0], [3.0]]), np.zeros(2))
    >>> [dual.step() for _ in range(6)][-1], dual.probabilities.round(6)
    (True, array([0.75, 0.25]))
    """

    def __init__(self, offset: FloatArray, log_weights: FloatArray) -> None:
        self._offset, self._log_weights = offset, log_weights
        self._look(np.zeros(offset.shape[1]))

    def _look(self, multipliers: FloatArray) -> None:
        self.multipliers = multipliers
        logs = self._log_weights - self._offset @ multipliers
        self.value = float(logsumexp(logs))
        self.probabilities = np.exp(logs - self.value)
        self.mean = self.probabilities @ self._offset

    @property
    def error(self) -> float:
        """Largest error of a mean."""
        return float(np.abs(self.mean).max())

    def step(self) -> bool:
        """Make a Newton step, shortened until it descends; return whether there was one."""
        centred = self._offset - self.mean
        covariance = (centred * self.probabilities[:, None]).T @ centred
        direction = np.linalg.lstsq(covariance, self.mean)[0]
        start, value, promise = self.multipliers, self.value, float(self.mean @ direction)
        error, length = self.error, 1.0
        while length > SHORTEST:
            self._look(start + length * direction)
            descends = self.value <= value - ENOUGH * length * promise
            if descends or self.error < error / 2.0:
                return True
            length /= 2.0
        self._look(start)
        return False


def _finite(values: FloatArray, name: str) -> FloatArray:
    if not np.isfinite(values).all():
        message = f"{name}: {np.count_nonzero(~np.isfinite(values))} entries are not finite."
        raise InputError(message)
    return values
