"""What is minimised, one cost per file. A cost knows its problem and no engine."""

from __future__ import annotations

from coterie.costs._bottleneck import BottleneckCost
from coterie.costs._protocols import TIE, HasLocal, HasSweep, HasTotal, Sweeper
from coterie.costs._tables import TableCost

COSTS = {"bottleneck": BottleneckCost}
"""The costs by name; the contract suite runs every engine on all that have what it needs."""

__all__ = [
    "COSTS",
    "TIE",
    "BottleneckCost",
    "HasLocal",
    "HasSweep",
    "HasTotal",
    "Sweeper",
    "TableCost",
]
