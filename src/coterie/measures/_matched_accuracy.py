"""Agreement under the best one-to-one pairing of clusters and classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError
from coterie.measures._labels import class_counts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def matched_accuracy(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Share of objects in their class when clusters and classes are paired one to one.

    Parameters
    ----------
    labels_true : array-like of shape (n,)
        The class of each object.
    labels_pred : array-like of shape (n,)
        The cluster of each object; -1 means that the object was left out, which counts as wrong.

    Returns
    -------
    float
        1 when the two agree up to the names. Clusters beyond the number of classes, and classes
        beyond the number of clusters, stay without a partner and count as wrong.

    See Also
    --------
    micro_precision_recall : Several clusters may stand for one class.

    Notes
    -----
    max over pairings of sum_j n(j, paired class of j) / n [MAC 3.19], found by the Hungarian
    method. It never exceeds the purity.

    Examples
    --------
    >>> from coterie.measures import matched_accuracy
    >>> matched_accuracy(["a", "a", "b", "b"], [1, 1, 0, 2])
    0.75
    """
    from scipy.optimize import linear_sum_assignment

    if np.ndim(labels_true) != 1:
        message = (
            "labels_true: a pairing needs exactly one class for each object; "
            "for several use micro_precision_recall."
        )
        raise InputError(message)
    counts, sizes = class_counts(labels_true, labels_pred)
    if sizes.sum() == 0:
        message = "labels_true and labels_pred are empty; give at least one object."
        raise InputError(message)
    pairs = linear_sum_assignment(counts[:-1], maximize=True)
    return float(counts[:-1][pairs].sum() / sizes.sum())
