"""Capacity of labels alone: two labellings as two receptions of one code [VAL §3.7]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import xlogy

from coterie._core.errors import InputError
from coterie.measures import entropy
from coterie.validation._information_rate import matched_columns

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray


def kary_capacity(delta: float, n_labels: int, kept: float | None = None) -> float:
    """Return the capacity of strings over K letters of which a share comes out wrong, in nats.

    Parameters
    ----------
    delta : float
        Share of wrong letters, from 0 to 1.
    n_labels : int
        K.
    kept : float, optional
        Informativeness of the code; by default log K, that of letters which are all as frequent.

    Returns
    -------
    float
        log K + (1 - delta) log(1 - delta) + delta log(delta / (K - 1)), and from
        delta = 1 - 1/K on 0: a receiver who is more often wrong than by chance has to guess.

    Notes
    -----
    [VAL 55], [VAL 87] with the entropy of cluster sizes in place of log K; held at its least value
    where the printed formula would rise again.

    Examples
    --------
    >>> from coterie.validation import kary_capacity
    >>> round(kary_capacity(0.1, 2), 3), kary_capacity(0.9, 2)
    (0.368, 0.0)
    """
    if n_labels < 2:
        return 0.0
    kept = float(np.log(n_labels)) if kept is None else kept
    if delta >= 1.0 - 1.0 / n_labels:
        return kept - float(np.log(n_labels))
    return float(kept + xlogy(1.0 - delta, 1.0 - delta) + xlogy(delta, delta / (n_labels - 1)))


def kary_rate(
    inverse_temperature: ArrayLike, delta: float, n_labels: int, kept: float | None = None
) -> FloatArray:
    """Return the information rate of the code at one or more inverse temperatures, in nats.

    Parameters
    ----------
    inverse_temperature : float or array-like
        Factor of the Hamming distance.
    delta, n_labels, kept : float, int, float
        As in `kary_capacity`, which is the maximum.

    Notes
    -----
    [VAL 54], [VAL 86].

    Examples
    --------
    >>> from coterie.validation import kary_rate
    >>> kary_rate([1.0, 2.887, 5.0], 0.1, 2).round(3)
    array([0.15 , 0.368, 0.249])
    """
    beta = np.asarray(inverse_temperature, dtype=np.float64)
    wrong = n_labels - 1
    if wrong < 1:
        return np.zeros_like(beta)
    kept = float(np.log(n_labels)) if kept is None else kept
    far = np.exp(-beta)
    right = np.log1p(wrong * far**2)
    apart = np.log(2.0 + (n_labels - 2) * far)
    single = np.log1p(wrong * far)
    return np.asarray(kept - beta * delta - 2.0 * single + (1.0 - delta) * right + delta * apart)


def kary_inverse_temperature(delta: float, n_labels: int) -> float:
    """Return the inverse temperature at which the rate of a code is its capacity.

    Parameters
    ----------
    delta, n_labels : float, int
        As in `kary_capacity`. Infinite for a code without errors; 0 for one without information.

    Notes
    -----
    The closed form of [VAL §3.6].

    Examples
    --------
    >>> from coterie.validation import kary_inverse_temperature
    >>> round(kary_inverse_temperature(0.1, 2), 3)
    2.887
    """
    if n_labels < 2 or delta >= 1.0 - 1.0 / n_labels:
        return 0.0
    share = np.sqrt(1.0 - n_labels * delta / (n_labels - 1))
    if share >= 1.0:
        return float(np.inf)
    return float(np.log((1.0 + (n_labels - 1) * share) / (1.0 - share)))


@dataclass(frozen=True, eq=False)
class LabelAgreement:
    """How far two labellings of the same objects are one but for the names.

    Parameters
    ----------
    first, second : ndarray of shape (n_objects,)
        Labels from 0, those of the second by the names of the first.
    n_labels : int
        Most clusters that either has, an extra one for objects without a cluster included.
    delta : float
        Share of the objects that the two disagree about.
    entropy : float
        Of the cluster sizes of the first, in nats.

    Examples
    --------
    >>> from coterie.validation import label_agreement
    >>> found = label_agreement([0, 0, 1, 1], [5, 5, 5, 3])
    >>> found.second, found.delta
    (array([0, 0, 0, 1]), 0.25)
    """

    first: IntArray
    second: IntArray
    n_labels: int
    delta: float
    entropy: float

    @property
    def capacity(self) -> float:
        """Capacity in nats; negative where unequal sizes meet much disagreement."""
        return kary_capacity(self.delta, self.n_labels, self.entropy)


def label_agreement(
    first: ArrayLike, second: ArrayLike, *, n_labels: int | None = None
) -> LabelAgreement:
    """Give the clusters of two labellings common names, and count who differs.

    Parameters
    ----------
    first, second : array-like of shape (n_objects,)
        Labels of the same objects in the same order; negative ones mean no cluster, which counts as
        one more label in both.
    n_labels : int, optional
        Labels on offer, if more than are used.

    Returns
    -------
    LabelAgreement
        Aligned labels, the share that differs, and the capacity.

    Notes
    -----
    The relabelling of [VAL 85], by an assignment of the clusters and not by trying all. Where the
    two have different numbers of clusters, the lesser is padded with empty ones.

    Examples
    --------
    >>> from coterie.validation import label_agreement
    >>> round(label_agreement([0, 0, 1, 1], ["b", "b", "a", "a"]).capacity, 3)
    0.693
    """
    one, other = numbered(first), numbered(second)
    if one.size != other.size or not one.size:
        message = (
            f"labels: {one.size} and {other.size} of them cannot be of the same objects. Give one "
            f"label for each object in both."
        )
        raise InputError(message)
    size = max(int(one.max()) + 1, int(other.max()) + 1, n_labels or 1)
    overlap = np.zeros((size, size))
    np.add.at(overlap, (one, other), 1.0)
    order = matched_columns(overlap)
    names = np.empty(size, dtype=np.int64)
    names[order] = np.arange(size)
    delta = 1.0 - float(overlap[np.arange(size), order].sum()) / one.size
    kept = float(entropy(np.bincount(one, minlength=size)))
    return LabelAgreement(one, names[other], size, max(0.0, delta), kept)


def hamming_capacity(first: ArrayLike, second: ArrayLike) -> float:
    """Return what two labellings of the same objects agree on, in nats per object.

    Parameters
    ----------
    first, second : array-like of shape (n_objects,)
        Labels that an algorithm found in two instances. Names do not matter; negative labels mean
        no cluster, which counts as a label of its own.

    Returns
    -------
    float
        The entropy of the cluster sizes where all agree. It is negative where the sizes differ and
        hardly anything agrees; read that as 0.

    See Also
    --------
    generalization_capacity : The same for an algorithm, over several pairs of instances.

    Notes
    -----
    The Hamming construction of [VAL 87].

    Examples
    --------
    >>> from coterie.validation import hamming_capacity
    >>> round(hamming_capacity([0, 0, 1, 1], [7, 7, 2, 2]), 3)  # one bit
    0.693
    """
    return label_agreement(first, second).capacity


def numbered(labels: ArrayLike) -> IntArray:
    """Return labels as numbers from 0, all that mean no cluster as the last.

    Examples
    --------
    >>> numbered(["b", "a", "b"]), numbered([3, -1, 5])
    (array([1, 0, 1]), array([0, 2, 1]))
    """
    given = np.asarray(labels).ravel()
    if given.dtype.kind in "if":
        given = np.where(given < 0, np.inf, given.astype(np.float64))
    return np.asarray(np.unique(given, return_inverse=True)[1], dtype=np.int64)
