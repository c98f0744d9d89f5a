"""What clusters cost on data that they were not made from, against their number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.plotting._axes import axes_for

if TYPE_CHECKING:
    from coterie.validation import TransferCosts


class TransferCostDisplay:
    """Transfer costs and training costs against the number of clusters.

    Parameters
    ----------
    costs : TransferCosts
        What `minimum_transfer_cost` returned.

    Attributes
    ----------
    ax_ : matplotlib Axes
        Where it was drawn.
    figure_ : matplotlib Figure
        The figure around it.
    lines_ : list of matplotlib Line2D
        The median transfer cost, and the median training cost.

    Notes
    -----
    The costs of [VAL 23]; bars span the quartiles over the pairs of instances.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import AnnealedKMeans, minimum_transfer_cost
    >>> from coterie.plotting import TransferCostDisplay
    >>> rng = np.random.default_rng(0)
    >>> centres = np.repeat([[0.0], [9.0]], 30, axis=0)
    >>> replicates = [centres + rng.normal(size=(60, 1)) for _ in range(2)]
    >>> found = minimum_transfer_cost(
    ...     AnnealedKMeans(), replicates, n_clusters=[1, 2, 3], random_state=0
    ... )
    >>> display = TransferCostDisplay(found).plot()
    >>> display.lines_[0].get_xdata()
    array([1, 2, 3])
    """

    def __init__(self, costs: TransferCosts) -> None:
        self.costs = costs

    def plot(self, ax: Any = None) -> TransferCostDisplay:
        """Draw the two curves, and a line at the number that transfers best.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        self.ax_ = axes_for(ax)
        self.figure_ = self.ax_.figure
        found = self.costs
        low, high = found.quartiles
        bars = self.ax_.errorbar(
            found.n_clusters, found.median, [found.median - low, high - found.median],
            fmt=".-", capsize=2, label="transferred",
        )  # fmt: skip
        training = np.median(found.training_costs, axis=1)
        (below,) = self.ax_.plot(found.n_clusters, training, ".--", label="where they were found")
        self.lines_ = [bars.lines[0], below]
        self.ax_.axvline(found.best_n_clusters, color="0.85", linewidth=1.0, zorder=0)
        self.ax_.set(xlabel="clusters", ylabel="cost per object")
        self.ax_.legend(frameon=False)
        return self
