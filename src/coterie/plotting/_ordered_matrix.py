"""A matrix of all pairs, the objects of a cluster side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from coterie._core.errors import InputError
from coterie._core.tables import dense
from coterie.plotting._axes import axes_for
from coterie.similarity import similarity_matrix

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray, Matrix


class OrderedMatrixDisplay:
    """Matrix of all pairs, ordered by clusters.

    The largest cluster comes first, objects without a cluster (-1) last; in a cluster, those that
    are most alike to its members come first. A good clustering shows as blocks along the diagonal.

    Parameters
    ----------
    matrix : array-like or sparse matrix of shape (n_objects, n_objects)
        Similarities, or dissimilarities.
    labels : array-like of shape (n_objects,)
        Cluster of each object.

    Attributes
    ----------
    order_ : ndarray of shape (n_objects,)
        Objects in the order in which they are drawn.
    ax_ : matplotlib Axes
        Where it was drawn.
    figure_ : matplotlib Figure
        The figure around it.
    image_ : matplotlib AxesImage
        The matrix.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.plotting import OrderedMatrixDisplay
    >>> X = np.array([[1.0, 0.1, 0.9], [0.1, 1.0, 0.2], [0.9, 0.2, 1.0]])
    >>> OrderedMatrixDisplay(X, [0, 1, 0]).plot().order_
    array([0, 2, 1])
    """

    def __init__(self, matrix: Matrix | ArrayLike, labels: ArrayLike) -> None:
        self.matrix = matrix
        self.labels = labels

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, *, ax: Any = None) -> Self:
        """Draw the matrix by the labels of a fitted estimator.

        Parameters
        ----------
        estimator : estimator
            Any that has `labels_`.
        X : array-like or sparse matrix
            The matrix of all pairs; or the points that the estimator was fitted to, if it compares
            points by a `similarity`.
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.

        Returns
        -------
        OrderedMatrixDisplay
            The display, drawn.
        """
        similarity = getattr(estimator, "similarity", None)
        if similarity is not None and getattr(estimator, "affinity", None) is None:
            X = similarity_matrix(X, similarity)
        return cls(X, estimator.labels_).plot(ax)

    def plot(self, ax: Any = None, *, cmap: str | None = None) -> Self:
        """Draw the matrix, and lines between the clusters.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        cmap : str, optional
            Colours; by default those of matplotlib, with white for 0 where there are both signs.
        """
        matrix, labels = dense(self._table()), np.asarray(self.labels)
        if matrix.shape != (labels.size, labels.size):
            message = (
                f"{type(self).__name__}: the matrix has shape {matrix.shape}, but there are "
                f"{labels.size} labels. Give one row and one column for each object."
            )
            raise InputError(message)
        self.order_, ends = cluster_order(matrix, labels)
        self.ax_ = axes_for(ax)
        self.figure_ = self.ax_.figure
        both = bool(matrix.min(initial=0.0) < 0.0 < matrix.max(initial=0.0))
        limit = float(np.abs(matrix).max(initial=0.0))
        self.image_ = self.ax_.imshow(
            matrix[np.ix_(self.order_, self.order_)],
            cmap=cmap or ("RdBu_r" if both else None),
            vmin=-limit if both else None,
            vmax=limit if both else None,
            interpolation="nearest",
        )
        for end in ends[:-1]:
            self.ax_.axhline(end - 0.5, color="black", linewidth=0.8)
            self.ax_.axvline(end - 0.5, color="black", linewidth=0.8)
        self.ax_.set(xlabel="objects, by cluster", ylabel="objects, by cluster")
        self.figure_.colorbar(self.image_, ax=self.ax_)
        return self

    def _table(self) -> Any:
        table = self.matrix
        return table if hasattr(table, "toarray") else np.asarray(table, dtype=np.float64)


def cluster_order(matrix: FloatArray, labels: IntArray) -> tuple[IntArray, IntArray]:
    """Return the objects cluster by cluster, and where each cluster ends.

    Examples
    --------
    >>> order, ends = cluster_order(np.eye(3), np.array([1, 0, 1]))
    >>> order.tolist(), ends.tolist()
    ([0, 2, 1], [2, 3])
    """
    found, sizes = np.unique(labels, return_counts=True)
    first = sorted(range(found.size), key=lambda k: (found[k] < 0, -sizes[k], found[k]))
    groups = []
    for k in first:
        members = np.flatnonzero(labels == found[k])
        near = matrix[np.ix_(members, members)].sum(axis=1)
        groups.append(members[np.argsort(-near, kind="stable")])
    return np.concatenate(groups), np.cumsum([group.size for group in groups])
