"""How often two objects are put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray


def co_assignment(labellings: ArrayLike, *, pairs: ArrayLike | None = None) -> FloatArray:
    """Return the share of the labellings in which two objects have the same label.

    Labels need not mean the same in one labelling as in another: restarts, samples and methods can
    be taken together.

    Parameters
    ----------
    labellings : array-like of shape (n_labellings, n_objects) or (n_objects,)
        Whole numbers. An object that is labelled -1 is in no group, and together with nobody.
    pairs : array-like of shape (n_pairs, 2), optional
        Objects to compare; by default each with each.

    Returns
    -------
    ndarray of shape (n_objects, n_objects) or (n_pairs,)
        Symmetric, from 0 to 1; larger is more alike. An object is together with itself wherever it
        has a label.

    Notes
    -----
    Of one labelling this is H of [GRA §0]. All pairs take time in proportion to the pairs within
    groups.

    Examples
    --------
    >>> from coterie.similarity import co_assignment
    >>> co_assignment([[0, 0, 1], [0, 1, 1]])
    array([[1. , 0.5, 0. ],
           [0.5, 1. , 0.5],
           [0. , 0.5, 1. ]])
    >>> co_assignment([[0, 0, 1], [0, 1, 1]], pairs=[[0, 2], [1, 2]])
    array([0. , 0.5])
    """
    labels = np.atleast_2d(np.asarray(labellings))
    if labels.ndim != 2 or not labels.size or not np.issubdtype(labels.dtype, np.integer):
        message = (
            f"co_assignment: the labellings have shape {labels.shape} and type {labels.dtype}. "
            f"Give whole numbers, one row for each labelling."
        )
        raise InputError(message)
    if pairs is not None:
        left, right = checked_pairs(pairs, labels.shape[1]).T
        same = (labels[:, left] == labels[:, right]) & (labels[:, left] >= 0)
        return np.asarray(same.mean(axis=0))
    found = np.zeros((labels.shape[1], labels.shape[1]))
    for labelling in labels:
        order = np.argsort(labelling, kind="stable")
        starts = np.flatnonzero(np.diff(labelling[order], prepend=labelling.min() - 1))
        for members in np.split(order, starts[1:]):
            if labelling[members[0]] >= 0:
                found[np.ix_(members, members)] += 1.0
    return found / len(labels)


def checked_pairs(pairs: ArrayLike, n_objects: int) -> IntArray:
    """Return pairs of objects that there are."""
    chosen = np.asarray(pairs)
    whole = np.issubdtype(chosen.dtype, np.integer)
    if chosen.ndim != 2 or chosen.shape[1] != 2 or not whole:
        message = (
            f"co_assignment: the pairs have shape {chosen.shape} and type {chosen.dtype}. Give two "
            f"positions in each row."
        )
        raise InputError(message)
    if chosen.size and not 0 <= chosen.min() <= chosen.max() < n_objects:
        message = f"co_assignment: pairs must be of objects 0 to {n_objects - 1}."
        raise InputError(message)
    return chosen
