"""All labellings of a handful of objects: approximation sets, and exact sums over solutions."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import logsumexp

from coterie._core.errors import InputError
from coterie.validation._information_rate import informativeness

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray

MOST = 2**20
"""Labellings that are written out at most."""


def all_labelings(n_objects: int, n_clusters: int) -> IntArray:
    """Return every labelling of the objects, one in each row.

    Examples
    --------
    >>> all_labelings(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    if n_clusters**n_objects > MOST:
        message = (
            f"{n_objects} objects have {n_clusters}^{n_objects} labelings, too many to write out. "
            f"Take at most {MOST}."
        )
        raise InputError(message)
    return np.array(list(product(range(n_clusters), repeat=n_objects)), dtype=np.int64)


def approximation_set(cost: Any, gamma: float) -> IntArray:
    """Return all labellings whose cost is within gamma of the least.

    Parameters
    ----------
    cost : HasTotal
        With a number of objects and of clusters, both small.
    gamma : float
        Resolution: 0 leaves the minimisers, infinity takes all.

    Returns
    -------
    ndarray of shape (n_solutions, n_objects)
        The labellings. Sets grow with gamma.

    Notes
    -----
    [VAL 37], [SLC §3.L], by enumeration.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import CorrelationCost
    >>> from coterie.problems import PairwiseProblem
    >>> from coterie.validation import approximation_set
    >>> X = np.array([[0.0, 1.0, -1.0], [1.0, 0.0, -0.5], [-1.0, -0.5, 0.0]])
    >>> cost = CorrelationCost(PairwiseProblem.from_similarities(X), 2)
    >>> [len(approximation_set(cost, gamma)) for gamma in (0.0, 0.2, 9.0)]
    [2, 2, 8]
    """
    if not gamma >= 0.0:
        message = f"approximation_set: gamma={gamma!r} must be >= 0."
        raise InputError(message)
    found = all_labelings(cost.n_objects, cost.n_clusters)
    costs = np.array([cost.total(labels) for labels in found])
    rounding = 1e-12 * max(1.0, float(np.abs(costs).max()))
    return np.asarray(found[costs <= costs.min() + gamma + rounding])


def exact_information_rate(
    first: ArrayLike, second: ArrayLike, beta: float, sizes: ArrayLike, *, exact: bool = False
) -> float:
    """Return the information rate from the costs of all solutions, in nats per object.

    Parameters
    ----------
    first, second : array-like of shape (n_solutions,)
        Costs of all labellings in both instances, in the same order.
    beta : float
        Inverse temperature.
    sizes : array-like of shape (n_clusters,)
        Sizes of the clusters; their sum is the number of objects.
    exact : bool, default=False
        Count the labellings of these sizes exactly.

    Notes
    -----
    [VAL 58]: the definition that `information_rate` has in closed form for costs that are sums over
    objects. Labels are not aligned: solutions that differ in names are different solutions.

    Examples
    --------
    >>> from coterie.validation import exact_information_rate
    >>> costs = [0.0, 2.0, 2.0, 4.0]  # two objects, two labels: h = 0 or 2 each
    >>> round(exact_information_rate(costs, costs, 50.0, [1, 1]), 4)
    0.6931
    """
    one, other = (np.asarray(each, dtype=np.float64) for each in (first, second))
    counts = np.asarray(sizes, dtype=np.float64)
    size = int(counts.sum())
    kept = informativeness(counts / size, size, exact=exact)
    parts = [float(logsumexp(-beta * each)) for each in (one + other, one, other)]
    return kept + (parts[0] - parts[1] - parts[2]) / size


def label_costs(costs: FloatArray) -> FloatArray:
    """Return what every labelling costs, if each label costs each object so much.

    Examples
    --------
    >>> label_costs(np.array([[0.0, 2.0], [0.0, 2.0]]))
    array([0., 2., 2., 4.])
    """
    found = all_labelings(*costs.shape)
    return np.asarray(costs[np.arange(len(costs)), found].sum(axis=1))
