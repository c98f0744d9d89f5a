"""Where a picture is drawn."""

from __future__ import annotations

from typing import Any

from coterie._core.extras import require


def axes_for(ax: Any) -> Any:
    """Return the axes given, or those of a new figure."""
    if ax is not None:
        return ax
    pyplot = require("matplotlib.pyplot", extra="plot", purpose="Drawing")
    return pyplot.subplots(layout="constrained")[1]
