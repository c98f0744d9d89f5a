"""What a sample says about another distribution than its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.special import logsumexp

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class ImportanceEstimate(NamedTuple):
    """A mean under the other distribution, and how far it can be trusted.

    Examples
    --------
    >>> from coterie.measures import importance_estimate
    >>> importance_estimate([0.0, 0.0], [1.0, 3.0])
    ImportanceEstimate(mean=2.0, log_ratio=0.0, effective_size=2.0)
    """

    mean: float
    log_ratio: float
    """Logarithm of the normaliser of the other distribution over that of the one sampled."""
    effective_size: float
    """Draws from the other distribution itself that would tell as much: (sum w)^2 / sum w^2."""


def importance_estimate(
    log_weights: ArrayLike, values: ArrayLike | None = None
) -> ImportanceEstimate:
    """Estimate a mean under one distribution from a sample of another.

    Parameters
    ----------
    log_weights : array-like of shape (n_draws,)
        log of the one density over the other at each draw, neither needs to be normalised. From
        energies E at temperature T to temperature T', they are (1/T - 1/T') E.
    values : array-like of shape (n_draws,), optional
        The quantity at each draw; without, the mean is NaN.

    Returns
    -------
    ImportanceEstimate
        The self-normalised mean, the log ratio of the normalisers, and the effective size.

    Notes
    -----
    sum w f / sum w, and Z(beta') / Z(beta) = E_beta[exp(-(beta' - beta) R)] [SLC §3.F]. An
    effective size of a few draws says that the two distributions are too far apart: go there in
    steps.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.measures import importance_estimate
    >>> energies = np.repeat([0.0, 1.0], [731, 269])  # two states at temperature 1
    >>> estimate = importance_estimate((1.0 - 2.0) * energies, energies)  # at temperature 1/2
    >>> round(estimate.mean, 3), round(float(1 / (1 + np.exp(2))), 3)
    (0.119, 0.119)
    """
    logs = np.asarray(log_weights, dtype=np.float64)
    if logs.ndim != 1 or not logs.size or not np.isfinite(logs).all():
        message = (
            f"log_weights: an array of shape {logs.shape} must be a vector of finite numbers, "
            f"one for each draw; leave out draws that the other distribution cannot make."
        )
        raise InputError(message)
    weights = np.exp(logs - logs.max())
    mean = float("nan")
    if values is not None:
        drawn = np.asarray(values, dtype=np.float64)
        if drawn.shape != logs.shape:
            message = f"values: shape {drawn.shape} must be that of log_weights, {logs.shape}."
            raise InputError(message)
        mean = float(weights @ drawn / weights.sum())
    return ImportanceEstimate(
        mean,
        float(logsumexp(logs) - np.log(logs.size)),
        float(weights.sum() ** 2 / (weights @ weights)),
    )
