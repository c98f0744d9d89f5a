"""Which clusters survive the noise, and which objects change sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError
from coterie.validation._capacity_result import BIT
from coterie.validation._information_rate import matched_columns

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray
    from coterie.validation._capacity_result import Capacity


@dataclass(frozen=True, eq=False)
class Reliability:
    """The capacity, told apart by objects and by clusters.

    Parameters
    ----------
    object_bits : ndarray of shape (n_objects,)
        What the label of each object says for sure: the mean over the pairs of instances that it
        was in; NaN if in none. Their mean is the capacity; negative where the instances disagree.
    object_agreement : ndarray of shape (n_objects,)
        Share of these pairs in which both instances gave it the same label.
    labels : ndarray of shape (n_objects,)
        Clusters that the rest is about; negative for objects without one.
    cluster_bits : ndarray of shape (n_clusters,)
        Mean of the bits of their objects.
    cluster_jaccard : ndarray of shape (n_clusters, n_splits)
        Objects that both instances put in the cluster, as a share of those that either does; NaN
        where neither has any.

    Examples
    --------
    >>> from coterie import generalization_capacity
    >>> from coterie.validation import reliability
    >>> found = reliability(generalization_capacity(([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])))
    >>> found.cluster_jaccard.mean(axis=1).round(2), found.object_agreement
    (array([0.67, 0.67]), array([1., 1., 0., 1., 1.]))
    """

    object_bits: FloatArray
    object_agreement: FloatArray
    labels: IntArray
    cluster_bits: FloatArray
    cluster_jaccard: FloatArray


def reliability(capacity: Capacity, labels: ArrayLike | None = None) -> Reliability:
    """Tell the reliable clusters and objects from the others.

    Parameters
    ----------
    capacity : Capacity
        What `generalization_capacity` returned.
    labels : array-like of shape (n_objects,), optional
        A clustering of all the data, from 0; its clusters give those of the instances their names.
        By default that of the first instance of the first pair.

    Returns
    -------
    Reliability
        Bits and agreement of each object, bits and Jaccard coefficient of each cluster.

    Notes
    -----
    The rate of [VAL 65] is a mean over the objects; its terms are their bits.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import AnnealedKMeans, generalization_capacity
    >>> from coterie.validation import reliability
    >>> rng = np.random.default_rng(0)
    >>> centres = np.repeat([[0.0], [9.0], [11.0]], 50, axis=0)  # one far, two near one another
    >>> replicates = [centres + rng.normal(size=(150, 1)) for _ in range(2)]
    >>> found = reliability(generalization_capacity(AnnealedKMeans(3), replicates, random_state=0))
    >>> bool(found.cluster_jaccard.max() == 1.0), bool(found.cluster_jaccard.min() < 0.9)
    (True, True)
    """
    size = max(
        int(max(meeting.objects.max(), meeting.partners.max())) for meeting in capacity.meetings
    )
    size += 1
    names = default_names(capacity, size) if labels is None else np.asarray(labels, dtype=np.int64)
    if names.shape != (size,):
        message = (
            f"reliability: labels of shape {names.shape} are not of the {size} objects of the "
            f"capacity. Give one label for each."
        )
        raise InputError(message)
    found = (part for pair in capacity.labels for part in pair)
    n_clusters = 1 + max(int(part.max()) for part in (names, *found))
    bits, agreed, seen = np.zeros(size), np.zeros(size), np.zeros(size)
    jaccard = np.full((n_clusters, len(capacity.labels)), np.nan)
    for split, ((first, second), meeting) in enumerate(
        zip(capacity.labels, capacity.meetings, strict=True)
    ):
        told = (capacity.entropies[split] + capacity.agreements[split]) / BIT
        for who in {id(each): each for each in (meeting.objects, meeting.partners)}.values():
            np.add.at(bits, who, told)
            np.add.at(agreed, who, first == second)
            np.add.at(seen, who, 1.0)
        renamed = renaming(first, names[meeting.objects], n_clusters)
        jaccard[:, split] = overlaps(renamed[first], renamed[second], n_clusters)
    with np.errstate(invalid="ignore"):
        object_bits, object_agreement = bits / seen, agreed / seen
    cluster_bits = np.array([mean_of(object_bits[names == k]) for k in range(n_clusters)])
    return Reliability(object_bits, object_agreement, names, cluster_bits, jaccard)


def default_names(capacity: Capacity, size: int) -> IntArray:
    """Return the labels of the first instance; -1 for objects that it does not have."""
    names = np.full(size, -1, dtype=np.int64)
    (first, second), meeting = capacity.labels[0], capacity.meetings[0]
    names[meeting.partners] = second
    names[meeting.objects] = first
    return names


def renaming(labels: IntArray, names: IntArray, n_clusters: int) -> IntArray:
    """Return the name of each label under which most objects agree.

    Examples
    --------
    >>> renaming(np.array([0, 0, 1]), np.array([1, 1, 0]), 2)
    array([1, 0])
    """
    counts = np.zeros((n_clusters, n_clusters))
    known = names >= 0
    np.add.at(counts, (labels[known], names[known]), 1.0)
    return matched_columns(counts)


def overlaps(first: IntArray, second: IntArray, n_clusters: int) -> FloatArray:
    """Return the Jaccard coefficient of each cluster with its namesake.

    Examples
    --------
    >>> overlaps(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
    array([0.5, 0.5])
    """
    clusters = np.arange(n_clusters)[:, None]
    here, there = first == clusters, second == clusters
    union = (here | there).sum(axis=1).astype(np.float64)
    both = (here & there).sum(axis=1)
    shares = np.full(n_clusters, np.nan)
    np.divide(both, union, out=shares, where=union > 0.0)
    return shares


def mean_of(values: FloatArray) -> float:
    """Return the mean of what is known; NaN of nothing.

    Examples
    --------
    >>> mean_of(np.array([1.0, np.nan]))
    1.0
    """
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else float("nan")
