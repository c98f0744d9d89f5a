"""Information that is lost when two clusters become one."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np

from coterie._core.errors import InputError
from coterie._core.types import FloatArray
from coterie.measures._tables import TableLike, as_vector
from coterie.measures._terms import merging_loss

Pair: TypeAlias = tuple[FloatArray, FloatArray]


def merge_cost(
    first: TableLike,
    second: TableLike,
    beta: float = math.inf,
    *,
    members: tuple[TableLike, TableLike] | None = None,
) -> float:
    """Drop of I(T;Y) - I(T;X) / beta when two clusters are merged, in nats.

    Parameters
    ----------
    first, second : array-like of shape (n_y,), or sparse rows
        Masses p(t, y) of the two clusters, not divided by p(t). Counts give the cost times the
        number of samples. A cluster without mass merges at no cost.
    beta : float, default=inf
        Weight of relevance; must be positive. At infinity only the information about Y counts.
    members : pair of array-likes of shape (n_x,), optional
        Masses p(x, t) of the two clusters, for soft clusters that share objects. Without it no
        object belongs to both.

    Returns
    -------
    float
        At least 0 when `beta` is infinite; may be negative when it is finite, because a smaller
        number of clusters is then worth something.

    See Also
    --------
    two_sample_test : What this cost means when the masses are counts.

    Notes
    -----
    p(t) [JS(p(y|t_1), p(y|t_2)) - JS(p(x|t_1), p(x|t_2)) / beta] with p(t) the mass of the merged
    cluster and weights p(t_i) / p(t) [IB 3.13]. With G(a, b) = h(a + b) - h(a) - h(b) the first
    part is G(p_1, p_2) - sum_y G(q_1(y), q_2(y)), in which outcomes that one of the two lacks cost
    nothing; for hard clusters the second is G(p_1, p_2) / beta [IB §2.4].

    Examples
    --------
    >>> from coterie.measures import merge_cost
    >>> round(merge_cost([0.2, 0.1], [0.4, 0.2]), 6)
    0.0
    >>> round(merge_cost([0.5, 0], [0, 0.5]), 6)
    0.693147
    >>> round(merge_cost([0.5, 0], [0, 0.5], beta=2), 6)
    0.346574
    """
    if not beta > 0:
        message = f"beta={beta!r} must be a number > 0; inf keeps information at any price."
        raise InputError(message)
    clusters = as_vector(first, "first"), as_vector(second, "second")
    loss = _scaled_divergence(clusters, "first and second")
    if math.isinf(beta):
        return max(0.0, loss)
    saved = _merged_entropy(clusters) if members is None else _shared_members(members, clusters)
    return loss - saved / beta


def _shared_members(members: tuple[TableLike, TableLike], clusters: Pair) -> float:
    """Return by how much the merge of soft clusters lowers I(T;X)."""
    objects = as_vector(members[0], "members[0]"), as_vector(members[1], "members[1]")
    held, masses = ([float(part.sum()) for part in pair] for pair in (objects, clusters))
    if not np.allclose(held, masses, rtol=1e-8, atol=0.0):
        message = (
            f"members: they sum to {held[0]:g} and {held[1]:g}, the clusters to {masses[0]:g} and "
            f"{masses[1]:g}. Both are the masses p(t); bring them to the same scale."
        )
        raise InputError(message)
    return _scaled_divergence(objects, "members")


def _scaled_divergence(pair: Pair, name: str) -> float:
    """Return the joint mass times the Jensen-Shannon divergence of two mass vectors."""
    if pair[0].size != pair[1].size:
        message = (
            f"{name}: {pair[0].size} and {pair[1].size} entries; "
            "both must hold the same outcomes in the same order."
        )
        raise InputError(message)
    return _merged_entropy(pair) - float(merging_loss(*pair).sum())


def _merged_entropy(pair: Pair) -> float:
    """Return G(p_1, p_2) of the total masses: what not knowing which of the two costs."""
    return float(merging_loss(pair[0].sum(keepdims=True), pair[1].sum(keepdims=True))[0])
