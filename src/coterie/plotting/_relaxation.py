"""How a walk forgets where it began."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from coterie.plotting._axes import axes_for

if TYPE_CHECKING:
    from coterie.measures import Relaxation


class RelaxationDisplay:
    """What a walk knows of its start, and how fast it forgets, over the doublings of its steps.

    Parameters
    ----------
    relaxation : Relaxation
        What to draw.
    n_steps : int, optional
        Number of steps that was chosen, to be marked.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it was drawn.
    figure_ : matplotlib Figure
        The figure around it.
    known_, rate_ : matplotlib Line2D
        The information, and what each doubling loses.
    marks_ : list of matplotlib Line2D
        The pauses, which are the minima of the rate.

    Notes
    -----
    The curves of [IB 5.4]. A level stretch at log k is a structure of k equal groups [IB P-57].

    Examples
    --------
    >>> from coterie import MarkovRelaxation
    >>> from coterie.plotting import RelaxationDisplay
    >>> points = [[0.0], [0.1], [0.2], [1.0], [1.1], [1.2]]
    >>> model = MarkovRelaxation(2, n_neighbors=2, random_state=0).fit(points)
    >>> RelaxationDisplay.from_estimator(model).ax_.get_xlabel()
    'doublings of the steps'
    """

    def __init__(self, relaxation: Relaxation, n_steps: int | None = None) -> None:
        self.relaxation = relaxation
        self.n_steps = n_steps

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Any = None) -> Self:
        """Draw the relaxation of a fitted `MarkovRelaxation`.

        Parameters
        ----------
        estimator : MarkovRelaxation
            Fitted.
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        return cls(estimator.relaxation_, estimator.n_steps_).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw both curves, the pauses, and the number of steps that was chosen.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        self.ax_ = axes_for(ax)
        self.figure_ = self.ax_.figure
        relaxation = self.relaxation
        doublings = np.log2(relaxation.steps.astype(np.float64))
        (self.known_,) = self.ax_.plot(
            doublings, relaxation.information, ".-", label="known of the start"
        )
        (self.rate_,) = self.ax_.plot(
            doublings[:-1], relaxation.rate, ".-", label="lost by the next doubling"
        )
        self.marks_ = [
            self.ax_.axvline(pause, color="0.8", linewidth=1.0, zorder=0)
            for pause in np.log2(relaxation.quasi_stable.astype(np.float64))
        ]
        if self.n_steps is not None:
            chosen = float(np.log2(self.n_steps))
            self.ax_.axvline(chosen, color="C3", linewidth=1.0, linestyle="--", label="chosen")
        self.ax_.set(xlabel="doublings of the steps", ylabel="nats")
        self.ax_.set_ylim(bottom=0.0)
        self.ax_.legend()
        return self
