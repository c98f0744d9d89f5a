"""What a cost can do, as small protocols. An engine names those that it needs.

A cost never knows an engine, and an engine never knows a concrete cost. Who writes a new cost
writes `local`, and every engine of the sequential kind works at once, in a plain Python loop. A
compiled `sweeper` is a second step that must agree with the loop, move for move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray

TIE = 1e-12
"""Costs closer than TIE max(1, |cost|) are equal: the present cluster wins, else the lowest."""


@runtime_checkable
class HasLocal(Protocol):
    """Knows what each label of one object would cost, the labels of the others held."""

    @property
    def n_objects(self) -> int:
        """Number of objects to label."""

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for object i, up to a constant of the object."""


@runtime_checkable
class HasTotal(Protocol):
    """Knows the exact cost of a labelling."""

    def total(self, labels: IntArray) -> float:
        """Return the cost of a labelling, in nats for information costs."""


@runtime_checkable
class HasReassign(Protocol):
    """Knows where each object would go if all went at once."""

    @property
    def n_objects(self) -> int:
        """Number of objects to label."""

    def reassign(self, labels: IntArray) -> IntArray:
        """Return the best label of each object, the parameters being those of the labels."""


@runtime_checkable
class HasSweep(Protocol):
    """Has a compiled way to draw and place objects one after another."""

    @property
    def work(self) -> IntArray:
        """Operations that a visit to each object takes, to cut sweeps into breaths."""

    def sweeper(self, labels: IntArray) -> Sweeper:
        """Return a state that starts from the labels, and owns them."""


@runtime_checkable
class HasField(Protocol):
    """Knows how strongly each object is drawn to each label, the parameters of the labels held.

    A soft assignment gives each object a distribution over the labels, its memberships. They are
    proportional to the exponentials of the field, and the parameters are re-estimated from them.
    """

    @property
    def n_objects(self) -> int:
        """Number of objects to assign."""

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""

    def refit(self, memberships: FloatArray) -> Any:
        """Return the parameters that suit these memberships best."""

    def field(self, parameters: Any) -> FloatArray:
        """Return the log weight of each label for each object, up to a constant of the object."""

    def free_energy(self, log_normaliser: FloatArray) -> float:
        """Return what no step raises, from the log of the sum of weights of each object."""

    def functional(self, memberships: FloatArray) -> float:
        """Return the exact cost of a soft assignment."""


class Sweeper(Protocol):
    """The state of a sequential optimisation."""

    labels: IntArray

    def sweep(self, order: IntArray, *, keep_all: bool) -> int:
        """Draw and place the objects in this order; return how many changed sides."""
