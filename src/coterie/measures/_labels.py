"""Labels as indicator matrices: objects x clusters, objects x classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError, some

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from coterie._core.types import FloatArray, IntArray

Truth: TypeAlias = "ArrayLike | sp.sparray | sp.spmatrix | Sequence[AbstractSet[Any]]"
"""One class per object, a set of classes per object, or an indicator matrix."""

UNASSIGNED = -1


def class_counts(labels_true: Truth, labels_pred: ArrayLike) -> tuple[FloatArray, IntArray]:
    """Count, for each cluster, its objects in each class and its objects in all.

    A last row stands for the objects that no cluster holds; classes without objects are left out.
    """
    carried, clusters = class_indicator(labels_true), cluster_numbers(labels_pred)
    n_objects = carried.shape[0]
    if n_objects != clusters.size:
        message = (
            f"labels_true and labels_pred: {n_objects} and {clusters.size} objects; "
            "both must label the same objects in the same order."
        )
        raise InputError(message)
    n_clusters = int(clusters.max(initial=UNASSIGNED)) + 1
    clusters = np.where(clusters == UNASSIGNED, n_clusters, clusters)
    held = _indicator(np.arange(n_objects), clusters, (n_objects, n_clusters + 1))
    counts: FloatArray = (held.T @ carried).toarray()
    return counts[:, counts.sum(axis=0) > 0], np.bincount(clusters, minlength=n_clusters + 1)


def cluster_numbers(labels_pred: ArrayLike) -> IntArray:
    """Return the clusters numbered from 0 in the order of their labels, and -1 for no cluster."""
    labels = _one_per_object(labels_pred, "labels_pred")
    numbers = np.full(labels.size, UNASSIGNED, dtype=np.int64)
    assigned = labels != UNASSIGNED
    numbers[assigned] = _numbered(labels[assigned], "labels_pred")
    return numbers


def class_indicator(labels_true: Truth) -> sp.csr_array[Any, tuple[int, int]]:
    """Return the matrix that is 1 where an object carries a class."""
    given: Any = labels_true
    sparse = sp.issparse(given)
    if sparse:
        given = sp.csr_array(given)
        return _checked_indicator(given, given.data)
    if np.iterable(given) and all(isinstance(classes, AbstractSet) for classes in given):
        return _from_sets(list(given))
    try:
        labels = np.asarray(given)
    except ValueError as error:
        message = (
            "labels_true: the lists are of different lengths; "
            "for several classes an object give sets: [set(classes) for classes in labels_true]."
        )
        raise InputError(message) from error
    if labels.ndim == 2:
        return _checked_indicator(labels, labels)
    numbers = _numbered(_one_per_object(labels, "labels_true"), "labels_true")
    return _indicator(
        np.arange(numbers.size), numbers, (numbers.size, int(numbers.max(initial=-1)) + 1)
    )


def _from_sets(classes: list[AbstractSet[Any]]) -> sp.csr_array[Any, tuple[int, int]]:
    objects = np.repeat(np.arange(len(classes)), [len(carried) for carried in classes])
    numbers = _numbered(np.array(list(chain.from_iterable(classes))), "labels_true")
    return _indicator(objects, numbers, (len(classes), int(numbers.max(initial=-1)) + 1))


def _checked_indicator(matrix: Any, values: NDArray[Any]) -> sp.csr_array[Any, tuple[int, int]]:
    wrong = ~np.isin(values, (0, 1))
    if wrong.any():
        message = (
            "labels_true: a matrix must be 1 where an object carries a class and 0 elsewhere, "
            f"not {values[wrong].flat[0]!r}; give one label, or a set of labels, for each object."
        )
        raise InputError(message)
    return sp.csr_array(matrix, dtype=np.float64)


def _indicator(
    rows: IntArray, columns: IntArray, shape: tuple[int, int]
) -> sp.csr_array[Any, tuple[int, int]]:
    return sp.csr_array((np.ones(rows.size), (rows, columns)), shape=shape)


def _one_per_object(labels: ArrayLike, name: str) -> NDArray[Any]:
    array = np.asarray(labels)
    if array.ndim != 1:
        message = f"{name}: shape {array.shape} is not one label for each object; pass a vector."
        raise InputError(message)
    listed = array.tolist() if array.dtype.kind in "fO" else []
    missing = [position for position, label in enumerate(listed) if _is_missing(label)]
    if missing:
        message = (
            f"{name}: {len(missing)} labels are missing (positions {some(missing)}); "
            "drop these objects, or mark them -1 in labels_pred."
        )
        raise InputError(message)
    return array


def _is_missing(label: Any) -> bool:
    return label is None or (isinstance(label, float) and math.isnan(label))


def _numbered(labels: NDArray[Any], name: str) -> IntArray:
    try:
        return np.unique(labels, return_inverse=True)[1].astype(np.int64)
    except TypeError as error:
        message = f"{name}: the labels are of types that do not compare; make them all text."
        raise InputError(message) from error
