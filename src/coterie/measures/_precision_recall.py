"""Precision and recall of clusters that are read as classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.errors import InputError
from coterie.measures._labels import Truth, class_counts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray


class PrecisionRecall(NamedTuple):
    """Share of the given classes that are right, and of the carried classes that are given."""

    precision: float
    recall: float


def micro_precision_recall(labels_true: Truth, labels_pred: ArrayLike) -> PrecisionRecall:
    """Precision and recall over all objects, every cluster standing for its dominant class.

    Parameters
    ----------
    labels_true : array-like of shape (n,), sequence of n sets, or (n, n_classes) indicator matrix
        The classes of each object: one label, a set of labels, or a dense or sparse matrix that is
        1 where an object carries a class.
    labels_pred : array-like of shape (n,)
        The cluster of each object; -1 means that the object was left out.

    Returns
    -------
    PrecisionRecall
        Named tuple of ``precision`` and ``recall``.

    See Also
    --------
    macro_precision_recall : Every class counts the same, however small.
    matched_accuracy : Each class may be given to one cluster only.

    Notes
    -----
    All objects of a cluster are given the class that most of them carry (the first in sorted order
    among equals). Over all classes, A1 counts objects that carry the class they are given, A2 those
    that do not, A3 carried classes that were not given, an object left out among them: precision is
    A1 / (A1 + A2) [IB 4.2], recall A1 / (A1 + A3) [IB 4.3]. With one class an object and none left
    out the two are equal [IB P-54]; with several, recall cannot exceed one over their mean number
    [IB P-55].

    Examples
    --------
    >>> from coterie.measures import micro_precision_recall
    >>> micro_precision_recall(["a", "a", "b", "b"], [0, 0, 0, 1])
    PrecisionRecall(precision=0.75, recall=0.75)
    >>> micro_precision_recall([{"a"}, {"a", "b"}, {"b"}, {"b"}], [0, 0, 1, -1])
    PrecisionRecall(precision=1.0, recall=0.6)
    """
    right, given, carried = _by_class(labels_true, labels_pred)
    return PrecisionRecall(float(right.sum() / given.sum()), float(right.sum() / carried.sum()))


def macro_precision_recall(labels_true: Truth, labels_pred: ArrayLike) -> PrecisionRecall:
    """Precision and recall of each class, averaged over the classes.

    Parameters
    ----------
    labels_true : array-like of shape (n,), sequence of n sets, or (n, n_classes) indicator matrix
        The classes of each object, as in `micro_precision_recall`.
    labels_pred : array-like of shape (n,)
        The cluster of each object; -1 means that the object was left out.

    Returns
    -------
    PrecisionRecall
        Named tuple of ``precision`` and ``recall``. A class that dominates no cluster counts as
        precision 0 and recall 0.

    See Also
    --------
    micro_precision_recall : Every object counts the same; how clusters become classes.

    Notes
    -----
    The ratios of [IB 4.2] and [IB 4.3] within each class that some object carries, then their
    unweighted means.

    Examples
    --------
    >>> from coterie.measures import macro_precision_recall
    >>> macro_precision_recall(["a", "a", "a", "b"], [0, 0, 0, 0])
    PrecisionRecall(precision=0.375, recall=0.5)
    """
    right, given, carried = _by_class(labels_true, labels_pred)
    precision = np.divide(right, given, out=np.zeros_like(right), where=given > 0)
    return PrecisionRecall(float(precision.mean()), float((right / carried).mean()))


def purity(labels_true: Truth, labels_pred: ArrayLike) -> float:
    """Share of the assigned objects that carry the dominant class of their cluster.

    Parameters
    ----------
    labels_true : array-like of shape (n,), sequence of n sets, or (n, n_classes) indicator matrix
        The classes of each object, as in `micro_precision_recall`.
    labels_pred : array-like of shape (n,)
        The cluster of each object; -1 means that the object was left out.

    Returns
    -------
    float
        The micro-averaged precision, by its other name.

    See Also
    --------
    micro_precision_recall : The same, with the recall.

    Notes
    -----
    Precision as in [IB 4.2]. It is 1 when every object has a cluster of its own: compare it only
    at equal numbers of clusters.

    Examples
    --------
    >>> from coterie.measures import purity
    >>> purity([0, 0, 1, 1, 1], [5, 5, 5, 7, 7])
    0.8
    """
    return micro_precision_recall(labels_true, labels_pred).precision


def _by_class(
    labels_true: Truth, labels_pred: ArrayLike
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return A1, A1 + A2 and A1 + A3 of each class that some object carries."""
    counts, sizes = class_counts(labels_true, labels_pred)
    if sizes[:-1].sum() == 0 or counts.size == 0:
        message = (
            f"labels_true and labels_pred: {counts.shape[1]} classes are carried and "
            f"{sizes[:-1].sum()} objects are in a cluster; precision needs at least one of each."
        )
        raise InputError(message)
    dominant = counts[:-1].argmax(axis=1)
    right, given = np.zeros((2, counts.shape[1]))
    np.add.at(right, dominant, counts[:-1].max(axis=1))
    np.add.at(given, dominant, sizes[:-1])
    return right, given, counts.sum(axis=0)
