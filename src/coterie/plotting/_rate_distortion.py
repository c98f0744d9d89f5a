"""Fewest nats over distortion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from coterie.plotting._axes import axes_for

if TYPE_CHECKING:
    from coterie.estimators import RateDistortionCurve


class RateDistortionDisplay:
    """Rate-distortion curve.

    Parameters
    ----------
    curve : RateDistortionCurve
        What to draw.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it was drawn.
    figure_ : matplotlib Figure
        The figure around it.
    line_ : matplotlib Line2D
        The points, and what is between them.

    Notes
    -----
    The curve of [IB 2.2]; what lies below it cannot be reached.

    Examples
    --------
    >>> from coterie import rate_distortion
    >>> from coterie.plotting import RateDistortionDisplay
    >>> curve = rate_distortion([0.7, 0.3], [[0, 1], [1, 0]])
    >>> RateDistortionDisplay.from_curve(curve).ax_.get_ylabel()
    'rate I(T; X), nats'
    """

    def __init__(self, curve: RateDistortionCurve) -> None:
        self.curve = curve

    @classmethod
    def from_curve(cls, curve: RateDistortionCurve, *, ax: Any = None) -> Self:
        """Draw a curve.

        Parameters
        ----------
        curve : RateDistortionCurve
            What `rate_distortion` returned.
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        return cls(curve).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw the curve, and shade what cannot be reached.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        self.ax_ = axes_for(ax)
        self.figure_ = self.ax_.figure
        hull = self.curve.hull()
        self.ax_.fill_between(hull.distortion, hull.rate, color="0.92", linewidth=0.0)
        (self.line_,) = self.ax_.plot(self.curve.distortion, self.curve.rate, ".-", markersize=4)
        self.ax_.set(xlabel="mean distortion D", ylabel="rate I(T; X), nats")
        self.ax_.set_ylim(bottom=0.0)
        return self
