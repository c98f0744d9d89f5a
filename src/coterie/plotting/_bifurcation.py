"""Where the centres are, on the way down the temperatures."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.plotting._axes import axes_for
from coterie.plotting._paths import path_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.types import FloatArray
    from coterie.estimators import PrototypePoint

LARGEST = 60.0
"""Area of the dot of a cluster that has all points, in square points."""


class BifurcationDisplay:
    """The tree that centres draw along one direction as the temperature falls.

    Parameters
    ----------
    path : sequence of PrototypePoint
        What was found at each temperature, the highest first.
    axis : ndarray of shape (n_dimensions,), optional
        Direction to look along; by default that in which the last centres differ most.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it was drawn.
    figure_ : matplotlib Figure
        The figure around it.
    positions_ : list of ndarray
        Places of the centres along the direction, for each temperature.

    Notes
    -----
    The forks of annealing [SLC §3.G]. A centre is joined to the nearest one at the temperature
    before; the area of a dot is the mass of its cluster.

    Examples
    --------
    >>> from coterie import AnnealedKMeans
    >>> from coterie.plotting import BifurcationDisplay
    >>> model = AnnealedKMeans(2, random_state=0).fit([[0.0], [0.2], [1.8], [2.0]])
    >>> display = BifurcationDisplay.from_estimator(model).plot()
    >>> len(display.positions_[0]), len(display.positions_[-1])
    (1, 2)
    """

    def __init__(self, path: Sequence[PrototypePoint], axis: FloatArray | None = None) -> None:
        self.path = path
        self.axis = axis

    @classmethod
    def from_estimator(cls, estimator: Any, axis: FloatArray | None = None) -> BifurcationDisplay:
        """Take the path of a fitted estimator that was annealed.

        Parameters
        ----------
        estimator : estimator
            With a `path_` of `PrototypePoint`.
        axis : ndarray of shape (n_dimensions,), optional
            Direction to look along.
        """
        return cls(path_of(estimator, "centres", cls.__name__), axis)

    def plot(self, ax: Any = None) -> BifurcationDisplay:
        """Draw a dot for each centre, joined to where it came from.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        self.ax_ = axes_for(ax)
        self.figure_ = self.ax_.figure
        axis = self._direction() if self.axis is None else np.asarray(self.axis)
        self.positions_ = [point.centres @ axis for point in self.path]
        steps = zip(pairwise(self.path), pairwise(self.positions_), strict=True)
        for (before, after), (old, new) in steps:
            apart = ((after.centres[:, None] - before.centres) ** 2).sum(axis=2)
            temperatures = [before.temperature, after.temperature]
            for place, parent in zip(new, old[apart.argmin(axis=1)], strict=True):
                self.ax_.plot(temperatures, [parent, place], color="0.7", linewidth=0.8, zorder=1)
        for point, places in zip(self.path, self.positions_, strict=True):
            at = np.full(len(places), point.temperature)
            self.ax_.scatter(at, places, s=LARGEST * point.mass, color="C0", zorder=2)
        self.ax_.set(xscale="log", xlabel="temperature", ylabel="place of the centres")
        self.ax_.invert_xaxis()
        return self

    def _direction(self) -> FloatArray:
        """Return the direction in which the last centres differ most."""
        last = self.path[-1].centres
        return np.asarray(np.linalg.svd(last - last.mean(axis=0))[2][0])
