"""Where a search begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import IntArray


def balanced_start(n_objects: int, n_clusters: int, rng: np.random.Generator) -> IntArray:
    """Deal the objects out at random into clusters of equal size, none empty [IB §7.2].

    Examples
    --------
    >>> import numpy as np
    >>> labels = balanced_start(6, 3, np.random.default_rng(0))
    >>> np.bincount(labels)
    array([2, 2, 2])
    """
    return rng.permutation(np.arange(n_objects, dtype=np.int64) % n_clusters)


def given_start(labels: ArrayLike, n_objects: int, n_clusters: int, owner: str) -> IntArray:
    """Check labels that a user gives as a start.

    Examples
    --------
    >>> given_start([0, 1, 1], 3, 2, "SequentialIB")
    array([0, 1, 1])
    """
    start = np.asarray(labels)
    if start.shape != (n_objects,) or start.dtype.kind not in "iu":
        message = (
            f"{owner}: init must hold one integer label for each of the {n_objects} rows, "
            f"not an array of shape {start.shape} and type {start.dtype}."
        )
        raise InputError(message)
    if start.size and (start.min() < 0 or start.max() >= n_clusters):
        message = (
            f"{owner}: init holds labels from {start.min()} to {start.max()}; with "
            f"{n_clusters} clusters they must lie in 0..{n_clusters - 1}."
        )
        raise InputError(message)
    return start.astype(np.int64)
