"""Torch twins of the few dense loops that are worth a GPU. Nothing here needs compiled kernels.

A twin is made from the arrays that a cost lays out (`coterie.costs.HasFieldParts` for soft
assignments), keeps its state on the device, and makes one step at a time; the engine that asks for
it keeps the count, listens to the monitor and evaluates the answer with the cost itself.
"""

from __future__ import annotations

from coterie.accelerated._soft import SoftTwin
from coterie.accelerated._table import DeviceTable

__all__ = ["DeviceTable", "SoftTwin"]
