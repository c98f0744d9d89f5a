"""Where a search begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray


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


def dirichlet_start(n_objects: int, n_clusters: int, rng: np.random.Generator) -> FloatArray:
    """Draw the memberships of each object evenly from all distributions [IB §2.2].

    Examples
    --------
    >>> import numpy as np
    >>> dirichlet_start(5, 2, np.random.default_rng(0)).sum(axis=1)
    array([1., 1., 1., 1., 1.])
    """
    return rng.dirichlet(np.ones(n_clusters), size=n_objects)


def given_memberships(given: ArrayLike, n_objects: int, n_clusters: int, owner: str) -> FloatArray:
    """Check memberships, or labels, that a user gives as a soft start.

    Examples
    --------
    >>> given_memberships([0, 1], 2, 2, "IterativeIB")
    array([[1., 0.],
           [0., 1.]])
    """
    start = np.asarray(given)
    if start.ndim == 1:
        return np.eye(n_clusters)[given_start(start, n_objects, n_clusters, owner)]
    shape = (n_objects, n_clusters)
    if start.shape != shape or start.dtype.kind not in "biuf":
        message = (
            f"{owner}: init must hold one label for each of the {n_objects} rows, or memberships "
            f"of shape {shape}, not an array of shape {start.shape} and type {start.dtype}."
        )
        raise InputError(message)
    memberships = start.astype(np.float64)
    total = memberships.sum(axis=1)
    if not (np.isfinite(memberships).all() and memberships.min() >= 0.0 and total.min() > 0.0):
        message = f"{owner}: the memberships in init must be finite, >= 0 and not all 0 in a row."
        raise InputError(message)
    return np.asarray(memberships / total[:, None])


def even_start(n_objects: int, n_clusters: int, rng: np.random.Generator) -> FloatArray:
    """Let each object belong to all clusters in nearly equal parts [GRA 1.6].

    Examples
    --------
    >>> import numpy as np
    >>> even_start(2, 2, np.random.default_rng(0)).round(2)
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    noisy = 1.0 + 1e-3 * rng.uniform(-1.0, 1.0, size=(n_objects, n_clusters))
    return np.asarray(noisy / noisy.sum(axis=1, keepdims=True))
