"""The weight of relevance from which clusters fall apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.measures._modes import NOTHING, splitting_modes
from coterie.measures._tables import TableLike, as_distribution, margin, rows_divided

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray


def critical_beta(joint: TableLike) -> float:
    """Weight of relevance up to which a single cluster of all rows is stable.

    Parameters
    ----------
    joint : array-like of shape (n_x, n_y), or sparse matrix
        Joint probabilities or counts.

    Returns
    -------
    float
        At least 1. It is 1 if the table falls into parts that share no column, and infinite if
        rows and columns are independent: then there is nothing to find at any beta.

    See Also
    --------
    critical_betas : The same for each of several clusters.

    Notes
    -----
    1 / sigma_2^2 with sigma_2 the second singular value of p(x, y) / sqrt(p(x) p(y)), whose first
    is 1 [IB P-22]. Where a transition is not continuous, two clusters may be better a little
    earlier; never later.

    Examples
    --------
    >>> from coterie.measures import critical_beta
    >>> round(critical_beta([[2, 0], [0, 3]]), 6)
    1.0
    >>> round(critical_beta([[3, 1], [1, 3]]), 6)
    4.0
    >>> critical_beta([[1, 2], [2, 4]])
    inf
    """
    p = as_distribution(joint, "joint", ndim=2)
    return float(critical_betas(p, np.ones((p.shape[0], 1)))[0])


def critical_betas(joint: TableLike, memberships: ArrayLike) -> FloatArray:
    """Weight of relevance up to which each cluster of a converged solution is stable.

    Parameters
    ----------
    joint : array-like of shape (n_x, n_y), or sparse matrix
        Joint probabilities or counts.
    memberships : array-like of shape (n_x, n_clusters)
        p(t | x).

    Returns
    -------
    ndarray of shape (n_clusters,)
        At least 1; infinite for a cluster of equal rows, or without mass.

    See Also
    --------
    critical_beta : The same for one cluster of all rows.

    Notes
    -----
    1 / lambda_2(C_t) with C_t(y, y') = sum_x p(x|t) p(y|x) p(y'|x) / sqrt(p(y|t) p(y'|t)), whose
    largest eigenvalue is 1 [IB §2.3]. Two copies of the cluster, apart by however little, drift
    further apart exactly when beta is larger.

    Examples
    --------
    >>> from coterie.measures import critical_betas
    >>> critical_betas([[3, 1], [1, 3], [0, 2]], [[1, 0], [0, 1], [0, 1]]).round(3)
    array([inf, 10.])
    """
    p = as_distribution(joint, "joint", ndim=2)
    members = np.asarray(memberships, dtype=np.float64)
    if members.ndim != 2 or members.shape[0] != p.shape[0]:
        message = (
            f"memberships: shape {members.shape}, but joint has {p.shape[0]} rows; give one row of "
            f"p(t|x) for each."
        )
        raise InputError(message)
    mass = margin(p, 0)
    rows = rows_divided(p, np.where(mass > 0.0, mass, 1.0))
    if sp.issparse(rows):
        rows = sp.csr_array(rows)
    share = members * mass[:, None]
    total = share.sum(axis=0)
    share = np.divide(share, total, out=np.zeros_like(share), where=total > 0.0)
    second = splitting_modes(rows, share, np.asarray((rows.T @ share).T), tol=1e-9).value
    betas = np.full(second.size, np.inf)
    np.divide(1.0, second, out=betas, where=second > NOTHING)
    return np.asarray(np.maximum(betas, 1.0))
