"""How long a chain must run before its averages can be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray

FEWEST = 4
"""Draws that two halves with a variance each need."""


def split_r_hat(traces: ArrayLike) -> float:
    """Tell whether chains, and the halves of each, agree about a quantity: 1 if they do.

    Parameters
    ----------
    traces : array-like of shape (n_draws,) or (n_chains, n_draws)
        The quantity, an energy for example, draw by draw, after the burn-in.

    Returns
    -------
    float
        Square root of the variance of all draws over that within the halves, a little above 1 for
        a chain that mixes. NaN for fewer than four draws.

    See Also
    --------
    effective_sample_size : What the draws are worth.

    Notes
    -----
    Each chain is cut in two, so that a drift shows in a single chain [SLC §3.F].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.measures import split_r_hat
    >>> still, drifting = np.random.default_rng(0).normal(size=1000), np.linspace(0, 1, 1000)
    >>> round(split_r_hat(still), 2), round(split_r_hat(drifting), 2)
    (1.0, 2.64)
    """
    halves = _halves(traces)
    length = halves.shape[1]
    if length < FEWEST // 2:
        return float("nan")
    within = halves.var(axis=1, ddof=1).mean()
    between = halves.mean(axis=1).var(ddof=1)
    if within == 0.0:
        return 1.0 if between == 0.0 else float("inf")
    return float(np.sqrt((length - 1) / length + between / within))


def effective_sample_size(traces: ArrayLike) -> float:
    """Return how many independent draws would tell the mean of a quantity as well.

    Parameters
    ----------
    traces : array-like of shape (n_draws,) or (n_chains, n_draws)
        The quantity, an energy for example, draw by draw, after the burn-in.

    Returns
    -------
    float
        At most the number of draws times its logarithm, base 10: draws that swing to and fro are
        worth more than independent ones. NaN for fewer than four draws, or where nothing varies.

    See Also
    --------
    split_r_hat : Whether the chains agree at all.

    Notes
    -----
    N / (1 + 2 sum_t rho_t) over the halves of the chains, with the autocorrelations rho_t summed
    in pairs of lags as long as the pairs are positive and do not grow, which they never do for a
    reversible chain [SLC §3.F].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.measures import effective_sample_size
    >>> draws = np.random.default_rng(0).normal(size=5000)
    >>> effective_sample_size(np.repeat(draws, 10)) / 5000 < 1.1  # each ten times: nothing gained
    True
    """
    halves = _halves(traces)
    n_halves, length = halves.shape
    if length < FEWEST // 2 or np.ptp(halves) == 0.0:
        return float("nan")
    covariance = _autocovariance(halves).mean(axis=0)
    within = covariance[0] * length / (length - 1)
    spread = within * (length - 1) / length + halves.mean(axis=1).var(ddof=1)
    correlation = 1.0 - (within - covariance * length / (length - 1)) / spread
    correlation[0] = 1.0
    pairs = correlation[: length // 2 * 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs < 0.0)
    pairs = pairs[: negative[0] if negative.size else pairs.size]
    time = 2.0 * np.minimum.accumulate(pairs).sum() - 1.0
    draws = n_halves * length
    return float(draws / max(time, 1.0 / np.log10(draws)))


def _halves(traces: ArrayLike) -> FloatArray:
    """Return the halves of all chains as rows; the middle draw of an odd number is left out."""
    table = np.atleast_2d(np.asarray(traces, dtype=np.float64))
    if table.ndim != 2 or not np.isfinite(table).all():
        message = (
            f"traces: an array of shape {table.shape} must be one or two-dimensional and finite; "
            f"pass one row of draws for each chain."
        )
        raise InputError(message)
    half = table.shape[1] // 2
    return np.concatenate([table[:, :half], table[:, table.shape[1] - half :]])


def _autocovariance(rows: FloatArray) -> FloatArray:
    """Return the autocovariance of each row at each lag, by way of the spectrum."""
    length = rows.shape[1]
    spectrum = np.fft.rfft(rows - rows.mean(axis=1, keepdims=True), n=2 * length)
    power = np.fft.irfft(spectrum * spectrum.conj(), n=2 * length)[:, :length]
    return np.asarray(power / length)
