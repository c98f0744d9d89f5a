"""Tables as instances, and which objects of two halves go together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.tables import dense

if TYPE_CHECKING:
    from coterie._core.types import IntArray


def as_instance(X: Any) -> Any:
    """Return data as an array or a sparse matrix whose rows can be taken.

    Examples
    --------
    >>> as_instance([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    return sp.csr_array(X.tocsr()) if is_sparse(X) else np.asarray(X)


def is_sparse(X: Any) -> bool:
    """Tell whether most entries are left out."""
    return bool(sp.issparse(X))


def is_pairwise(X: Any) -> bool:
    """Tell whether these are numbers of all pairs: square, symmetric, more than one.

    Examples
    --------
    >>> import numpy as np
    >>> is_pairwise(np.eye(3)), is_pairwise(np.ones((3, 2)))
    (True, False)
    """
    if X.ndim != 2 or X.shape[0] != X.shape[1] or X.shape[0] < 2:
        return False
    if is_sparse(X):
        return bool(abs(X - X.T).max() <= 1e-10 * max(abs(X).max(), 1e-300))
    return X.dtype.kind in "biuf" and bool(np.allclose(X, X.T, rtol=1e-10, atol=0.0))


def is_whole(X: Any) -> bool:
    """Tell whether these are whole counts, of which some exceed 1.

    Examples
    --------
    >>> import numpy as np
    >>> is_whole(np.array([[3, 0], [1, 2]])), is_whole(np.array([[0.5, 2.0]]))
    (True, False)
    """
    values = X.data if is_sparse(X) else X
    if values.dtype.kind not in "biuf" or not values.size:
        return False
    return bool(values.min() >= 0 and values.max() > 1 and (values == np.floor(values)).all())


def taken(X: Any, rows: IntArray, pairwise: bool) -> Any:  # noqa: FBT001
    """Return some objects, and of pairs those among them.

    Examples
    --------
    >>> import numpy as np
    >>> taken(np.eye(3), np.array([0, 2]), True)
    array([[1., 0.],
           [0., 1.]])
    """
    return X[rows][:, rows] if pairwise else X[rows]


def matched_halves(X: Any, first: IntArray, second: IntArray, metric: str) -> IntArray:
    """Return which of the second goes with each of the first, the sum of distances being least.

    The rows of a matrix of pairs are all that is known of an object: they are compared as they are.

    Examples
    --------
    >>> import numpy as np
    >>> points = np.array([[0.0], [9.0], [9.1], [0.2]])
    >>> matched_halves(points, np.array([0, 1]), np.array([2, 3]), "sqeuclidean")
    array([1, 0])
    """
    from scipy.optimize import linear_sum_assignment
    from scipy.spatial.distance import cdist

    named: Any = metric
    distances = cdist(dense(X[first]), dense(X[second]), named)
    return np.asarray(linear_sum_assignment(distances)[1])


def is_replicated(X: Any) -> bool:
    """Tell whether these are several tables.

    Examples
    --------
    >>> is_replicated([[[0.0], [1.0]], [[0.1], [0.9]]]), is_replicated([[0.0], [1.0]])
    (True, False)
    """
    if not isinstance(X, list | tuple) or len(X) < 2:
        return False
    return all(len(getattr(each, "shape", np.shape(each))) == 2 for each in X)
