"""The temperature below which clusters fall apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from coterie._core.types import FloatArray


def critical_temperature(cost: Any, memberships: FloatArray | None = None) -> FloatArray:
    """Temperature below which each cluster of a converged solution is unstable.

    Parameters
    ----------
    cost : HasInstability
        A cost with a `temperature`, or a `beta`; which one it is at plays no part.
    memberships : ndarray of shape (n_objects, n_clusters), optional
        The solution; by default one cluster of all objects.

    Returns
    -------
    ndarray of shape (n_clusters,)
        Zero for a cluster that nothing tells apart. The solution that is better may appear a little
        earlier, where a transition is not continuous.

    Notes
    -----
    2 lambda_max(C_t) for squared distances, the second eigenvalue of the same kind for divergences,
    and with channel noise the first times the largest eigenvalue of the channel [SLC §3.G].

    Examples
    --------
    >>> from coterie.costs import SquaredDistanceCost, critical_temperature
    >>> from coterie.problems import PointProblem
    >>> problem = PointProblem.from_points([[-1.0], [1.0]])
    >>> critical_temperature(SquaredDistanceCost(problem, 2, temperature=1.0))
    array([2.])
    """
    if memberships is None:
        memberships = np.ones((cost.n_objects, 1))
    temperature = getattr(cost, "temperature", None) or 1.0 / cost.beta
    return np.asarray(temperature * cost.instability(memberships).gain)
