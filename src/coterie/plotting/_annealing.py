"""Energy and free energy on the way down the temperatures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie.plotting._axes import axes_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie.estimators import TemperaturePoint


class AnnealingDisplay:
    """Energy and free energy against the temperature, with the transitions.

    Parameters
    ----------
    path : sequence of TemperaturePoint
        What was found at each temperature, the highest first.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it was drawn.
    figure_ : matplotlib Figure
        The figure around it.
    lines_ : list of matplotlib Line2D
        The energy and the free energy.
    transitions_ : list of float
        Temperatures at which the number of clusters had risen.

    Notes
    -----
    The curves of [SLC §3.E]. The energy bends where a cluster falls apart.

    Examples
    --------
    >>> from coterie import AnnealedKMeans
    >>> from coterie.plotting import AnnealingDisplay
    >>> model = AnnealedKMeans(2, random_state=0).fit([[0.0], [0.2], [1.8], [2.0]])
    >>> display = AnnealingDisplay.from_estimator(model).plot()
    >>> [round(temperature, 2) for temperature in display.transitions_]
    [1.31]
    """

    def __init__(self, path: Sequence[TemperaturePoint]) -> None:
        self.path = path

    @classmethod
    def from_estimator(cls, estimator: Any) -> AnnealingDisplay:
        """Take the path of a fitted estimator that was annealed.

        Parameters
        ----------
        estimator : estimator
            With a `path_` of `TemperaturePoint`.
        """
        return cls(estimator.path_)

    def plot(self, ax: Any = None) -> AnnealingDisplay:
        """Draw the two curves, and a line at each transition.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        self.ax_ = axes_for(ax)
        self.figure_ = self.ax_.figure
        at = [point.temperature for point in self.path]
        self.lines_ = [
            *self.ax_.plot(at, [point.energy for point in self.path], ".-", label="energy"),
            *self.ax_.plot(
                at, [point.free_energy for point in self.path], ".--", label="free energy"
            ),
        ]
        before, self.transitions_ = self.path[0].n_clusters, []
        for point in self.path[1:]:
            if point.n_clusters > before:
                self.transitions_.append(point.temperature)
                self.ax_.axvline(point.temperature, color="0.85", linewidth=1.0, zorder=0)
            before = point.n_clusters
        self.ax_.set(xscale="log", xlabel="temperature", ylabel="cost")
        self.ax_.legend(frameon=False)
        return self
