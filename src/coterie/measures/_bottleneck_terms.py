"""What soft clusters come to, whoever made them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import logsumexp

from coterie._core.errors import InputError
from coterie.measures._mutual_information import mutual_information
from coterie.measures._tables import (
    Table,
    TableLike,
    as_distribution,
    mapped,
    margin,
    rows_divided,
)
from coterie.measures._terms import xlogx

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray


@dataclass(frozen=True)
class BottleneckTerms:
    """What soft clusters keep, what they pay, and how far they are from a solution.

    Parameters
    ----------
    beta : float
        Weight of relevance.
    compression : float
        I(T; X), what the clusters tell about the rows, in nats.
    information : float
        I(T; Y), what they tell about the columns, in nats.
    whole : float
        I(X; Y) in nats, the most that can be kept.
    distortion : float
        Mean divergence of the rows from their clusters, in nats, which is what is lost:
        I(X; Y) - I(T; Y).
    free_energy : float
        I(T; X) + beta times the distortion, which the self-consistent iteration never raises.
    residual : float
        Largest change of a membership by one more iteration: 0 for a solution.

    Notes
    -----
    Implements [IB 2.13], [IB 3.5] and the residual of [IB 2.16] at the masses and centroids of
    [IB §1.2].

    Examples
    --------
    >>> from coterie.measures import bottleneck_terms
    >>> terms = bottleneck_terms([[4, 0], [0, 4]], [[1, 0], [0, 1]], beta=3.0)
    >>> round(terms.functional, 4), round(terms.free_energy, 4), terms.residual
    (-1.3863, 0.6931, 0.0)
    """

    beta: float
    compression: float
    information: float
    whole: float
    distortion: float
    free_energy: float
    residual: float

    @property
    def functional(self) -> float:
        """I(T; X) - beta I(T; Y), to be minimised."""
        return self.compression - self.beta * self.information


def bottleneck_terms(joint: TableLike, memberships: ArrayLike, beta: float) -> BottleneckTerms:
    """Evaluate soft or hard clusters of the rows of a table, whoever made them.

    Parameters
    ----------
    joint : array-like of shape (n_x, n_y), or sparse matrix
        Joint probabilities or counts.
    memberships : array-like of shape (n_x, n_clusters) or (n_x,)
        p(t | x), each row summing to 1; or the label of each row, for hard clusters. Rows without
        mass do not count.
    beta : float
        Weight of relevance, finite.

    Returns
    -------
    BottleneckTerms
        Both informations, the free energy, and how far the clusters are from a solution.

    See Also
    --------
    critical_betas : Up to which beta each cluster of a solution is stable.

    Notes
    -----
    A solution is where p(t | x) = p(t) exp(-beta KL[p(y|x)‖p(y|t)]) / Z(x) [IB 2.16]; what is
    minimised has several of them. The distortion is computed from the divergences, and so is
    independent of the informations that it is the difference of.

    Examples
    --------
    >>> from coterie import IterativeIB
    >>> from coterie.measures import bottleneck_terms
    >>> X = [[8, 1, 1], [9, 1, 0], [1, 9, 0], [0, 8, 2]]
    >>> model = IterativeIB(n_clusters=2, beta=4.0, random_state=0).fit(X)
    >>> terms = bottleneck_terms(X, model.memberships_, beta=4.0)
    >>> round(terms.information - model.information_, 12), terms.residual < 1e-5
    (0.0, True)
    """
    if not 0.0 < beta < np.inf:
        message = f"beta={beta!r} must be a number > 0 and finite; at infinity clusters are hard."
        raise InputError(message)
    p = as_distribution(joint, "joint", ndim=2)
    mass = margin(p, 0)
    members = checked_memberships(memberships, mass)
    share = mass[:, None] * members
    clusters = np.asarray((p.T @ members).T)
    far = divergences(rows_divided(p, mass), clusters)
    distortion = float(share[share > 0.0] @ far[share > 0.0])
    compression = float(mutual_information(share))
    return BottleneckTerms(
        beta=float(beta),
        compression=compression,
        information=float(mutual_information(clusters)),
        whole=float(mutual_information(p)),
        distortion=distortion,
        free_energy=compression + beta * distortion,
        residual=float(np.abs(updated(share.sum(axis=0), beta * far) - members)[mass > 0.0].max()),
    )


def divergences(rows: Table, clusters: FloatArray) -> FloatArray:
    """Return KL[p(y|x)‖p(y|t)], infinite where a cluster lacks what a row has.

    Examples
    --------
    >>> divergences(np.array([[0.5, 0.5]]), np.array([[0.2, 0.2], [0.3, 0.0]])).tolist()
    [[0.0, inf]]
    """
    total = clusters.sum(axis=1, keepdims=True)
    logs = np.log(clusters, out=np.zeros_like(clusters), where=clusters > 0.0)
    logs -= np.log(total, out=np.zeros_like(total), where=total > 0.0)
    lacking = rows @ (clusters <= 0.0).T.astype(np.float64) > 0.0
    own = margin(mapped(rows, xlogx), 0)
    return np.where(lacking, np.inf, np.maximum(own[:, None] - rows @ logs.T, 0.0))


def updated(cluster_mass: FloatArray, exponent: FloatArray) -> FloatArray:
    """Return p(t) exp(-exponent) / Z(x); no row is infinitely far from a cluster that it is in."""
    with np.errstate(divide="ignore"):
        logs = np.log(cluster_mass) - exponent
    partition = logsumexp(logs, axis=1, keepdims=True)
    return np.asarray(np.exp(logs - partition))


def checked_memberships(memberships: ArrayLike, mass: FloatArray) -> FloatArray:
    """Return p(t|x), or say what is wrong with it."""
    members = np.asarray(memberships)
    if members.ndim == 1 and members.dtype.kind in "iu":
        members = members[:, None] == np.arange(members.max(initial=0) + 1)
    members = members.astype(np.float64)
    if members.ndim != 2 or members.shape[0] != mass.size:
        message = (
            f"memberships: shape {members.shape}, but joint has {mass.size} rows; give a label or "
            f"one row of p(t|x) for each."
        )
        raise InputError(message)
    sums = members[mass > 0.0].sum(axis=1)
    if not (members >= 0.0).all() or not np.allclose(sums, 1.0, atol=1e-8):
        message = "memberships: every row must hold numbers >= 0 that sum to 1; divide by the sum."
        raise InputError(message)
    return members
