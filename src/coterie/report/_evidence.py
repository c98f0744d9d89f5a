"""How much of the groups is real: what was tried, the choice, and which parts of it survive."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie.validation import Capacity, Reliability, TransferCosts


BIT = math.log(2)


class Candidate(Protocol):
    """The part of a candidate of `coterie.CapacitySearch` that the report reads."""

    @property
    def method(self) -> str: ...
    @property
    def similarity(self) -> str | None: ...
    @property
    def n_clusters(self) -> int | None: ...
    @property
    def group(self) -> tuple[Any, ...]: ...


class Tried(Protocol):
    """A candidate and its capacity."""

    @property
    def candidate(self) -> Candidate: ...
    @property
    def capacity(self) -> Capacity: ...


@dataclass(frozen=True, eq=False)
class Evidence:
    """What two noisy instances of the data say about the groups.

    Parameters
    ----------
    capacity : Capacity
        Of the choice; of the best that was tried, if nothing is supported.
    supported : bool
        Whether the bits are more than luck.
    reliability : Reliability or None
        Of each row and of each group; None if there is a single group.
    tried : sequence of Tried
        All candidates, if several were tried.
    chosen : Tried or None
        The choice among them; None if there is none.
    transfer : TransferCosts or None
        Costs on the other instance against the number of groups, for the method that was chosen.
    sampled : int
        Rows on which the candidates were judged, if not all; 0 stands for all.

    Examples
    --------
    >>> from coterie import generalization_capacity
    >>> from coterie.report import Evidence
    >>> evidence = Evidence(generalization_capacity(([0, 0, 1, 1], [0, 0, 1, 1])), supported=True)
    >>> evidence.bits
    1.0
    """

    capacity: Capacity
    supported: bool
    reliability: Reliability | None = None
    tried: Sequence[Tried] = ()
    chosen: Tried | None = None
    transfer: TransferCosts | None = None
    sampled: int = 0

    @property
    def bits(self) -> float:
        """Reliable bits of a row, at least 0."""
        return self.capacity.bits

    @property
    def nats(self) -> float:
        """The same in nats."""
        return self.capacity.nats

    @property
    def error(self) -> float:
        """Standard error, in nats."""
        return self.capacity.standard_error * BIT
