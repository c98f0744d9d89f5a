"""Precision and recall when only the typical members of the clusters are given a class."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.errors import InputError
from coterie.measures._labels import UNASSIGNED, Truth, cluster_numbers
from coterie.measures._precision_recall import micro_precision_recall

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray

TENTHS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
DUST = 1e-9
"""What rounding may add to a number of members: 0.7 times 10 is to be 7."""


class TypicalityCurve(NamedTuple):
    """Precision and recall for each share of typical members."""

    share: FloatArray
    precision: FloatArray
    recall: FloatArray


def typicality_curve(
    labels_true: Truth,
    labels_pred: ArrayLike,
    distance: ArrayLike,
    *,
    shares: ArrayLike = TENTHS,
) -> TypicalityCurve:
    """Precision and recall when each cluster labels only the members that fit it best.

    Parameters
    ----------
    labels_true : array-like of shape (n,), sequence of n sets, or (n, n_classes) indicator matrix
        The classes of each object, as in `micro_precision_recall`.
    labels_pred : array-like of shape (n,)
        The cluster of each object; -1 means that the object was left out.
    distance : array-like of shape (n,)
        How badly each object fits its own cluster: the smaller, the more typical. With
        `SequentialIB` this is ``model.transform(X)[np.arange(n), model.labels_]``.
    shares : array-like of numbers in (0, 1], default=0.1, 0.2 to 1.0
        Shares of each cluster to label, rounded up to whole objects.

    Returns
    -------
    TypicalityCurve
        Named tuple of the arrays ``share``, ``precision`` and ``recall``. The recall never falls
        as the share grows.

    See Also
    --------
    micro_precision_recall : Precision and recall with every member labelled.

    Notes
    -----
    The curve of [IB E-11]. The dominant class of a cluster is that of its typical members; all
    others count as left out. Objects at the same distance are taken in the order given.

    Examples
    --------
    >>> from coterie.measures import typicality_curve
    >>> classes, clusters = ["a", "a", "a", "b", "b", "a"], [0, 0, 0, 1, 1, 1]
    >>> curve = typicality_curve(classes, clusters, [1, 2, 3, 1, 2, 9], shares=[0.6, 1.0])
    >>> curve.precision.round(2), curve.recall.round(2)
    (array([1.  , 0.83]), array([0.67, 0.83]))
    """
    clusters = cluster_numbers(labels_pred)
    place, size = _places(clusters, _checked_distance(distance, clusters.size))
    wanted = np.atleast_1d(np.asarray(shares, dtype=np.float64))
    if not (wanted.size and np.all((wanted > 0.0) & (wanted <= 1.0))):
        message = f"shares={shares!r} must be numbers above 0 and up to 1."
        raise InputError(message)
    points = [
        micro_precision_recall(
            labels_true, np.where(place < np.ceil(share * size - DUST), clusters, UNASSIGNED)
        )
        for share in wanted
    ]
    precision, recall = np.array(points).T
    return TypicalityCurve(wanted, precision, recall)


def _checked_distance(distance: ArrayLike, n_objects: int) -> FloatArray:
    far = np.asarray(distance, dtype=np.float64)
    if far.shape != (n_objects,) or np.isnan(far).any():
        message = (
            f"distance: an array of shape {far.shape} with {np.isnan(far).sum()} NaN; give one "
            f"number for each of the {n_objects} objects."
        )
        raise InputError(message)
    return far


def _places(clusters: IntArray, distance: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the place of each object in its cluster, the most typical first, and the size."""
    order = np.lexsort((distance, clusters))
    _, first, inverse, size = np.unique(
        clusters[order], return_index=True, return_inverse=True, return_counts=True
    )
    place, sizes = np.empty((2, clusters.size), dtype=np.int64)
    place[order] = np.arange(clusters.size) - first[inverse]
    sizes[order] = size[inverse]
    return place, sizes
