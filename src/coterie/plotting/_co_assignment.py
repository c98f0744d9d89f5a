"""How often two objects are put together, the objects of a cluster side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from coterie.plotting._ordered_matrix import OrderedMatrixDisplay
from coterie.similarity import co_assignment

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class CoAssignmentDisplay(OrderedMatrixDisplay):
    """Share of the labellings in which two objects have the same label, ordered by clusters.

    Blocks of one colour are what all labellings agree on; what is grey between them is a matter of
    luck.

    Parameters
    ----------
    matrix : array-like of shape (n_objects, n_objects)
        The shares, from 0 to 1, as `coterie.similarity.co_assignment` returns them.
    labels : array-like of shape (n_objects,)
        Labels by which the objects are ordered.

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
    >>> from coterie.plotting import CoAssignmentDisplay
    >>> display = CoAssignmentDisplay.from_labellings([[0, 0, 1, 1], [0, 1, 1, 1]])
    >>> display.matrix[0].tolist(), display.order_.tolist()
    ([1.0, 0.5, 0.0, 0.0], [0, 1, 2, 3])
    """

    @classmethod
    def from_labellings(
        cls, labellings: ArrayLike, *, labels: ArrayLike | None = None, ax: Any = None
    ) -> Self:
        """Draw how often objects are together.

        Parameters
        ----------
        labellings : array-like of shape (n_labellings, n_objects)
            Labels of restarts, of samples or of several methods.
        labels : array-like of shape (n_objects,), optional
            Labels by which the objects are ordered; by default the first labelling.
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.

        Returns
        -------
        CoAssignmentDisplay
            The display, drawn.
        """
        rows: Any = labellings
        return cls(co_assignment(rows), rows[0] if labels is None else labels).plot(ax)

    def plot(self, ax: Any = None, *, cmap: str | None = "Greys") -> Self:
        """Draw the shares, and lines between the clusters.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        cmap : str
            Colours.
        """
        super().plot(ax, cmap=cmap)
        self.image_.set_clim(0.0, 1.0)
        return self
