"""Criteria that pay for parameters: BIC, AIC and the description length."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.errors import InputError
from coterie.measures import entropy
from coterie.problems._points import as_points
from coterie.validation._gap import within

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class InformationCriteria(NamedTuple):
    """Three criteria of one model; the least is the best.

    Examples
    --------
    >>> from coterie.validation import information_criteria
    >>> found = information_criteria(-100.0, n_parameters=4, n_objects=50)
    >>> round(found.bic, 2), found.aic, round(found.mdl, 2)
    (215.65, 208.0, 107.82)
    """

    bic: float
    aic: float
    mdl: float


def information_criteria(
    log_likelihood: float, n_parameters: float, n_objects: int
) -> InformationCriteria:
    """Return what a likelihood is worth after its parameters have been paid for.

    Parameters
    ----------
    log_likelihood : float
        Of all objects, in nats.
    n_parameters : float
        Free ones; an effective number need not be whole.
    n_objects : int
        How many objects there are.

    Returns
    -------
    InformationCriteria
        -2 log L + k log n, -2 log L + 2 k, and the length of a description in nats, half the first.

    Notes
    -----
    [SLC §3.L].

    Examples
    --------
    >>> from coterie.validation import information_criteria
    >>> two, three = (information_criteria(fit, k, 200) for fit, k in ((-400.0, 5), (-398.0, 8)))
    >>> two.bic < three.bic, two.aic < three.aic
    (True, True)
    """
    if not n_objects >= 1 or not n_parameters >= 0:
        message = (
            f"information_criteria: n_objects={n_objects} must be >= 1 and "
            f"n_parameters={n_parameters} >= 0."
        )
        raise InputError(message)
    bic = -2.0 * log_likelihood + n_parameters * float(np.log(n_objects))
    return InformationCriteria(bic, -2.0 * log_likelihood + 2.0 * n_parameters, bic / 2.0)


def effective_dimension(eigenvalues: ArrayLike) -> float:
    """Return how many directions the points fill, one that is half as wide counting as half.

    Parameters
    ----------
    eigenvalues : array-like
        Of a covariance or a kernel matrix; negative ones count as 0.

    Notes
    -----
    The sum over the largest [GRA 150].

    Examples
    --------
    >>> from coterie.validation import effective_dimension
    >>> effective_dimension([4.0, 2.0, 1.0, 1.0])
    2.0
    """
    values = np.maximum(np.asarray(eigenvalues, dtype=np.float64), 0.0)
    top = float(values.max(initial=0.0))
    return float(values.sum() / top) if top > 0.0 else 0.0


def spherical_criteria(
    X: ArrayLike, labels: ArrayLike, *, dimension: str | float = "effective"
) -> InformationCriteria:
    """Return the criteria of labelled points as round clusters of one variance.

    Parameters
    ----------
    X : array-like of shape (n_points, n_dimensions)
        Points.
    labels : array-like of shape (n_points,)
        Their clusters.
    dimension : "effective", "full" or float, default="effective"
        Coordinates that count: by the spectrum of the covariance, all, or a number.

    Returns
    -------
    InformationCriteria
        With K d parameters for the centres, K - 1 for the sizes, and one for the variance.

    Notes
    -----
    The likelihood of points and labels: sum_k n_k log(n_k / n) - n d / 2 log(2 pi e W / (n d)) with
    W the sum of squares within. Without the first sum, what it costs to name a cluster, more
    clusters always win in few dimensions. All of it is a choice: [GRA 150] gives the dimension
    alone.

    Examples
    --------
    >>> from coterie.validation import spherical_criteria
    >>> X = [[0.0], [0.2], [0.1], [9.0], [9.1], [9.2]]
    >>> two = spherical_criteria(X, [0, 0, 0, 1, 1, 1])
    >>> two.bic < spherical_criteria(X, [0] * 6).bic
    True
    """
    points, given = as_points(X, "spherical_criteria"), np.asarray(labels)
    if given.shape != (len(points),):
        message = (
            f"spherical_criteria: labels of shape {given.shape} are not one for each of the "
            f"{len(points)} points."
        )
        raise InputError(message)
    size, width = points.shape
    if dimension == "effective":
        spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False) ** 2
        counted = max(effective_dimension(spread), 1.0)
    else:
        counted = float(width) if dimension == "full" else float(dimension)
    tightness = max(within(points, given), np.finfo(np.float64).tiny) / (size * counted)
    sizes = np.unique(given, return_counts=True)[1]
    placed = -0.5 * size * counted * np.log(2.0 * np.pi * np.e * tightness)
    log_likelihood = float(placed) - size * float(entropy(sizes))
    return information_criteria(log_likelihood, sizes.size * (counted + 1.0), size)
