"""Whether two clusters that were found point where the two true ones are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class OrderParameters(NamedTuple):
    """What tells the phases of learning two clusters apart.

    Unsplit clusters have no separation; those split at random have one, and no overlap with the
    truth; those in order have both.

    Examples
    --------
    >>> from coterie.validation import order_parameters
    >>> found = order_parameters([[1.0, 0.0], [-1.0, 0.0]], [[0.9, 0.1], [-0.9, 0.1]], 0.5, 100)
    >>> round(found.cosine, 3), round(found.signal, 3), found.critical_ratio
    (1.0, 2.0, 0.25)
    """

    separation: float
    overlap: float
    cosine: float
    signal: float
    ratio: float
    critical_ratio: float


def order_parameters(
    true_centres: ArrayLike, centres: ArrayLike, variance: float, n_objects: int
) -> OrderParameters:
    """Compare two centres with the true ones.

    Parameters
    ----------
    true_centres, centres : array-like of shape (2, n_dimensions)
        Where the clusters are, and where they were found.
    variance : float
        Of the points around a centre, in each direction.
    n_objects : int
        From how many points they were found.

    Returns
    -------
    OrderParameters
        ``separation`` |d|^2 / variance of half the difference d of the centres; ``overlap``
        |d . d_true| / u; ``cosine`` of the angle between the two, without its sign; ``signal`` u,
        the distance of the true centres over sqrt(2 variance); ``ratio`` of points to dimensions;
        ``critical_ratio`` 4 / u^4, below which no method finds the direction.

    Notes
    -----
    [VAL 95] to [VAL 97], with the separation in units of the variance.

    Examples
    --------
    >>> from coterie.validation import order_parameters
    >>> true = [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]
    >>> order_parameters(true, true, 0.5, 30).cosine.__round__(6)
    1.0
    """
    truth, found = (np.asarray(each, dtype=np.float64) for each in (true_centres, centres))
    if truth.shape != found.shape or truth.ndim != 2 or len(truth) != 2 or not variance > 0.0:
        message = (
            f"order_parameters: centres of shapes {truth.shape} and {found.shape} must be two "
            f"each, and variance={variance!r} > 0."
        )
        raise InputError(message)
    half, half_true = (each[0] / 2.0 - each[1] / 2.0 for each in (found, truth))
    signal = float(np.linalg.norm(2.0 * half_true)) / float(np.sqrt(2.0 * variance))
    length = float(np.linalg.norm(half) * np.linalg.norm(half_true))
    overlap = abs(float(half @ half_true))
    return OrderParameters(
        separation=float(half @ half) / variance,
        overlap=overlap / signal if signal > 0.0 else 0.0,
        cosine=overlap / length if length > 0.0 else 0.0,
        signal=signal,
        ratio=n_objects / truth.shape[1],
        critical_ratio=4.0 / signal**4 if signal > 0.0 else float("inf"),
    )
