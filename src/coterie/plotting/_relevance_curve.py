"""The information plane: what clusters keep, over what they tell of the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from coterie.plotting._axes import axes_for

if TYPE_CHECKING:
    from coterie.estimators import RelevanceCurve

ROOM = 1.04
"""Upper end of both axes: a little more than all there is."""


class RelevanceCurveDisplay:
    """Relevance-compression curve in the normalised plane.

    Parameters
    ----------
    curve : RelevanceCurve
        What to draw.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it was drawn.
    figure_ : matplotlib Figure
        The figure around it.
    line_ : matplotlib Line2D
        What is sure to be reached: the points that no chord passes above, and the chords.
    points_ : matplotlib Line2D
        All points.

    Notes
    -----
    The plane of [IB §1.6]. Nothing lies in the grey part: clusters never tell more about the
    columns than about the rows.

    Examples
    --------
    >>> from coterie import relevance_curve
    >>> from coterie.plotting import RelevanceCurveDisplay
    >>> X = [[8, 0, 1], [9, 1, 0], [1, 9, 0], [0, 8, 1], [1, 0, 9]]
    >>> display = RelevanceCurveDisplay.from_curve(relevance_curve(X))
    >>> merged = display.add(relevance_curve(X, method="agglomerative"), "merging")
    >>> display.ax_.get_xlabel()[:15]
    'I(T; X) / H(X),'
    """

    def __init__(self, curve: RelevanceCurve) -> None:
        self.curve = curve

    @classmethod
    def from_curve(cls, curve: RelevanceCurve, *, ax: Any = None) -> Self:
        """Draw a curve.

        Parameters
        ----------
        curve : RelevanceCurve
            What `relevance_curve` returned.
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        return cls(curve).plot(ax)

    def plot(self, ax: Any = None, *, label: str | None = None) -> Self:
        """Draw the curve, the point where it bends, and where it cannot be.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        label : str, optional
            Name of the curve in the legend; by default what kind of clusters it is about.
        """
        self.ax_ = axes_for(ax)
        self.figure_ = self.ax_.figure
        entropy, whole = self.curve.row_entropy, self.curve.row_information
        if whole > 0.0:
            limit = np.array([0.0, whole / entropy, ROOM])
            self.ax_.fill_between(limit, [0.0, 1.0, 1.0], ROOM, color="0.92", linewidth=0.0)
        if label is None:
            label = "hard clusters" if np.isinf(self.curve.betas).all() else "soft clusters"
        x, y = self.curve.hull().normalised()
        (self.line_,) = self.ax_.plot(np.append(0.0, x), np.append(0.0, y), "-", label=label)
        (self.points_,) = self.ax_.plot(
            *self.curve.normalised(), ".", markersize=4, color=self.line_.get_color()
        )
        self._mark_elbow()
        self.ax_.set(
            xlim=(0.0, ROOM), ylim=(0.0, ROOM),
            xlabel=f"I(T; X) / H(X), told of the rows; all is {entropy:.3g} nats",
            ylabel=f"I(T; Y) / I(X; Y), kept about the columns; all is {whole:.3g} nats",
        )  # fmt: skip
        return self

    def add(self, curve: RelevanceCurve, label: str) -> Self:
        """Draw other solutions for the same table into the picture.

        Parameters
        ----------
        curve : RelevanceCurve
            Their points.
        label : str
            Name in the legend.
        """
        self.ax_.plot(*curve.normalised(), "x", markersize=4, label=label, zorder=1)
        self.ax_.legend(loc="lower right")
        return self

    def _mark_elbow(self) -> None:
        best, (x, y) = self.curve.elbow(), self.curve.normalised()
        where = self.curve.points.index(best)
        at = float(x[where]), float(y[where])
        self.ax_.plot(*at, "o", markersize=9, fillstyle="none", color=self.line_.get_color())
        self.ax_.annotate(
            f"{best.n_clusters} clusters", at, xytext=(8, -12), textcoords="offset points"
        )
