"""How many bits are real, against the temperature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.plotting._axes import axes_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coterie.validation import Capacity

BIT = float(np.log(2.0))

FLOOR = -0.25
"""Bits below which nothing is drawn, as a share of the largest: contradiction has no bottom."""


class CapacityDisplay:
    """Bits per object on which two instances agree, against the inverse temperature.

    Parameters
    ----------
    capacities : dict of Capacity
        By the name that the legend shows.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it was drawn.
    figure_ : matplotlib Figure
        The figure around it.
    lines_ : list of matplotlib Line2D
        The mean curves, in the order of the capacities.
    optima_ : dict of tuple
        Best inverse temperature and bits of each.

    Notes
    -----
    The rate of [VAL 65]; the band is one standard deviation over the pairs of instances.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import AnnealedKMeans, generalization_capacity
    >>> from coterie.plotting import CapacityDisplay
    >>> rng = np.random.default_rng(0)
    >>> centres = np.repeat([[0.0], [9.0]], 30, axis=0)
    >>> replicates = [centres + rng.normal(size=(60, 1)) for _ in range(2)]
    >>> found = generalization_capacity(AnnealedKMeans(2), replicates, random_state=0)
    >>> display = CapacityDisplay({"two clusters": found}).plot()
    >>> round(display.optima_["two clusters"][1], 2)
    1.0
    """

    def __init__(self, capacities: Mapping[str, Capacity]) -> None:
        self.capacities = dict(capacities)

    @classmethod
    def from_estimator(cls, estimator: Any) -> CapacityDisplay:
        """Take the curves of a fitted search.

        Parameters
        ----------
        estimator : CapacitySearch
            Of which all candidates with a temperature are drawn.
        """
        curves = {
            name: each for name, each in estimator.curves_.items() if each.method == "annealed"
        }
        if not curves:
            message = (
                "CapacityDisplay: none of the models that were tried has weights at temperatures, "
                "only labels. Draw estimator.results_ instead."
            )
            raise InputError(message)
        return cls(curves)

    def plot(self, ax: Any = None) -> CapacityDisplay:
        """Draw the curves with their bands, and a dot at each optimum.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        self.ax_ = axes_for(ax)
        self.figure_ = self.ax_.figure
        self.lines_, self.optima_ = [], {}
        for name, found in self.capacities.items():
            at, mean = found.inverse_temperatures, found.mean / BIT
            (line,) = self.ax_.plot(at, mean, label=name)
            spread = found.curve.std(axis=0) / BIT
            self.ax_.fill_between(at, mean - spread, mean + spread, alpha=0.2, linewidth=0)
            self.ax_.plot(found.inverse_temperature, found.raw, "o", color=line.get_color())
            self.lines_.append(line)
            self.optima_[name] = (found.inverse_temperature, found.raw)
        self.ax_.axhline(0.0, color="0.85", linewidth=1.0, zorder=0)
        top = max((found.raw for found in self.capacities.values()), default=1.0)
        top = max(top, 0.1)
        self.ax_.set(
            xscale="log", xlabel="inverse temperature", ylabel="bits per object",
            ylim=(FLOOR * top, 1.1 * top),
        )  # fmt: skip
        if len(self.capacities) > 1:
            self.ax_.legend(frameon=False)
        return self
