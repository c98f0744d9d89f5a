"""How much two distributions over the labels of the same objects agree, in nats per object."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammaln

from coterie._core.errors import InputError
from coterie.measures import entropy

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray


def information_rate(
    log_first: FloatArray,
    log_second: FloatArray,
    *,
    sizes: FloatArray | None = None,
    exact: bool = False,
    align: bool = True,
) -> float:
    """Return the bits, here in nats, that both instances tell about the label of an object.

    Parameters
    ----------
    log_first, log_second : ndarray of shape (n_objects, n_clusters)
        log P(k | i) in the two instances: row i is the same object in both.
    sizes : ndarray of shape (n_clusters,), optional
        Shares of the clusters, for the entropy; by default the means of the first instance.
    exact : bool, default=False
        Count the labelings of these sizes exactly, instead of by their entropy: a little less.
    align : bool, default=True
        Find out which cluster of the second instance is which of the first.

    Returns
    -------
    float
        H + mean_i log sum_k P1(k | i) P2(k | i). It may be negative: the instances then disagree
        more than clusters without any information would. At most the entropy H.

    Notes
    -----
    [VAL 65], in the order of operations of [VAL §3.4], so that weights of any sharpness are told
    apart; the alignment is that of [VAL §3.5].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import information_rate
    >>> sure = np.log([[1.0, 1e-300], [1.0, 1e-300], [1e-300, 1.0], [1e-300, 1.0]])
    >>> round(information_rate(sure, sure[:, ::-1]), 3)  # the names of the clusters do not matter
    0.693
    """
    if log_first.shape != log_second.shape:
        message = (
            f"information_rate: weights of shapes {log_first.shape} and {log_second.shape} are not "
            f"of the same objects and labels. Give both with a row for each object, in one order."
        )
        raise InputError(message)
    shares = np.exp(log_first).mean(axis=0) if sizes is None else sizes
    order = matching(log_first, log_second) if align else np.arange(log_first.shape[1])
    kept = informativeness(shares, len(log_first), exact=exact)
    return kept + float(agreement(log_first, log_second[:, order]).mean())


def agreement(log_first: FloatArray, log_second: FloatArray) -> FloatArray:
    """Return log sum_k P1(k | i) P2(k | i) for each object.

    Examples
    --------
    >>> agreement(np.log([[0.5, 0.5]]), np.log([[0.5, 0.5]])).round(3)
    array([-0.693])
    """
    both = log_first + log_second
    top = both.max(axis=1, keepdims=True)
    both -= top
    return np.asarray(np.log(np.exp(both, out=both).sum(axis=1)) + top[:, 0])


def matching(log_first: FloatArray, log_second: FloatArray) -> IntArray:
    """Return which column of the second goes with each column of the first.

    Examples
    --------
    >>> first = np.log([[0.9, 0.1], [0.2, 0.8]])
    >>> matching(first, first[:, ::-1])
    array([1, 0])
    """
    return matched_columns(np.exp(log_first).T @ np.exp(log_second))


def matched_columns(overlap: FloatArray) -> IntArray:
    """Return the column for each row so that the sum over the pairs is largest.

    Examples
    --------
    >>> matched_columns(np.array([[1.0, 5.0], [4.0, 2.0]]))
    array([1, 0])
    """
    from scipy.optimize import linear_sum_assignment

    return np.asarray(linear_sum_assignment(overlap, maximize=True)[1])


def informativeness(shares: FloatArray, n_objects: int, *, exact: bool = False) -> float:
    """Return the log of the number of labelings of these sizes, for each object [VAL 60, VAL 61].

    Examples
    --------
    >>> halves = np.array([0.5, 0.5])
    >>> round(informativeness(halves, 10), 3), round(informativeness(halves, 10, exact=True), 3)
    (0.693, 0.553)
    """
    if not exact:
        return float(entropy(shares))
    sizes = n_objects * shares / shares.sum()
    return float((gammaln(n_objects + 1.0) - gammaln(sizes + 1.0).sum()) / n_objects)


def log_softmax(weights: FloatArray) -> FloatArray:
    """Return log weights normalised in each row; overwrites them.

    Examples
    --------
    >>> np.exp(log_softmax(np.log([[1.0, 3.0]])))
    array([[0.25, 0.75]])
    """
    weights -= weights.max(axis=1, keepdims=True)
    weights -= np.log(np.exp(weights).sum(axis=1, keepdims=True))
    return weights
