"""What a cost can do, as small protocols. An engine names those that it needs.

A cost never knows an engine, and an engine never knows a concrete cost. Who writes a new cost
writes `local`, and every engine of the sequential kind works at once, in a plain Python loop. A
compiled `sweeper` is a second step that must agree with the loop, move for move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie._core.types import BoolArray, FloatArray, IntArray, Matrix
    from coterie.costs._divergence import FieldParts

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
class HasSampler(Protocol):
    """Has a compiled way to draw the labels of objects at random, one after another."""

    def sampler(self, labels: IntArray) -> Sampler:
        """Return a state that starts from the labels, and owns them."""


@runtime_checkable
class HasMerge(Protocol):
    """Knows what it costs to make one cluster of two."""

    def merge_costs(self, labels: IntArray) -> FloatArray:
        """Return the rise of the cost for each pair of clusters; infinite on the diagonal.

        The labels are those of the clusters, 0 to the largest, none empty.
        """


@runtime_checkable
class HasMerger(Protocol):
    """Has a compiled way to merge clusters two by two."""

    def merger(self, labels: IntArray, n_jobs: int = 1) -> Merger:
        """Return a state that starts from the clusters of the labels."""


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


@runtime_checkable
class HasMeanField(Protocol):
    """Knows what each label of an object costs on average, the others being soft."""

    @property
    def n_objects(self) -> int:
        """Number of objects to assign."""

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""

    @property
    def work(self) -> IntArray:
        """Operations that a visit to each object takes, to cut sweeps into breaths."""

    def mean_field(self, memberships: FloatArray, block_size: int = 1) -> Averager:
        """Return a state that starts from the memberships, and owns them."""

    def critical_temperature(self) -> float:
        """Return the temperature below which equal memberships fall apart; 0 if they never do."""


@runtime_checkable
class HasGraph(Protocol):
    """Is about a graph whose links are not negative."""

    @property
    def n_objects(self) -> int:
        """Number of objects to label."""

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""

    @property
    def graph(self) -> Matrix:
        """Weights of the links, symmetric, dense or sparse."""


@runtime_checkable
class HasAllLocal(Protocol):
    """Knows what each label of all objects costs, the others being soft."""

    @property
    def n_objects(self) -> int:
        """Number of objects to assign."""

    @property
    def n_clusters(self) -> int:
        """Number of labels on offer."""

    def fields(self, memberships: FloatArray) -> FloatArray:
        """Return the cost of each label for each object, up to a constant of the object.

        For memberships that are zeros and ones it is `local` for all objects at once.
        """


@runtime_checkable
class HasFieldParts(Protocol):
    """Lays out what its field is made of, so that a twin can compute it on another device."""

    @property
    def parts(self) -> FieldParts:
        """Arrays and constants: the field is that of centroids under a divergence."""


@runtime_checkable
class HasSteps(Protocol):
    """Has a way of its own to iterate: assign and re-estimate in one pass over the objects."""

    def steps(self, memberships: FloatArray) -> OwnSteps:
        """Return a state that starts from the memberships, and leaves them as they are."""


@runtime_checkable
class HasHalves(Protocol):
    """Knows how it would cut a cluster in two."""

    def halve(self, labels: IntArray) -> Halves:
        """Return the gain of cutting each cluster, and who would be in the second part."""


class Instability(NamedTuple):
    """How readily each cluster would fall apart, and how.

    Two copies of a cluster that differ a little drift apart where the gain is above 1, and back
    together below: it is the factor by which one update multiplies their difference.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SoftBottleneckCost
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]])
    >>> one = SoftBottleneckCost(problem, 1, beta=2.0).instability(np.ones((4, 1)))
    >>> one.gain.round(2)
    array([1.25])
    """

    gain: FloatArray  # (n_clusters,)
    tilt: FloatArray  # (n_objects, n_clusters): half the log ratio of the two memberships
    modes: FloatArray  # whatever the search for the next solution may start from


@runtime_checkable
class HasInstability(Protocol):
    """Knows which of its clusters are one only because nothing has told two of them apart.

    The gains are in proportion to a parameter that is annealed: beta, or one over the temperature.
    """

    @property
    def n_objects(self) -> int:
        """Number of objects to assign."""

    def instability(self, memberships: FloatArray, modes: Any = None) -> Instability:
        """Return how a converged solution could split; each tilt has a mean square of 1."""

    def separation(self, memberships: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
        """Return how far apart two clusters are, for each of several pairs; 0 where they agree."""


class Steps(Protocol):
    """Memberships on their way, wherever they are kept."""

    @property
    def memberships(self) -> FloatArray:
        """What the last whole step came to."""

    def advance(self) -> float:
        """Make one iteration, and return the free energy."""

    def settled(self, tol: float) -> bool:
        """Tell whether the last step changed too little to go on: at most `tol`, in nats."""


class OwnSteps(Steps, Protocol):
    """Steps that know what they have come to."""

    @property
    def cost(self) -> float:
        """The functional of the memberships."""


class Halves(NamedTuple):
    """What two parts in place of one would save, and which part each object would go to.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SquaredDistanceCost
    >>> from coterie.problems import PointProblem
    >>> cost = SquaredDistanceCost(PointProblem.from_points([[0.0], [1.0], [9.0]]), 1, 1.0)
    >>> cut = cost.halve(np.zeros(3, dtype=int))
    >>> bool(cut.second[0] == cut.second[1] != cut.second[2])
    True
    """

    gain: FloatArray  # (n_clusters,), expected, in the unit of the cost
    second: BoolArray  # (n_objects,)


class Sweeper(Protocol):
    """The state of a sequential optimisation."""

    labels: IntArray

    def sweep(self, order: IntArray, *, keep_all: bool) -> int:
        """Draw and place the objects in this order; return how many changed sides."""


class Averager(Protocol):
    """The state of a mean field."""

    memberships: FloatArray

    def sweep(self, order: IntArray, temperature: float) -> float:
        """Renew the memberships of the objects in this order; return the largest change."""

    def energy(self) -> float:
        """Return the expected cost, or the cost of the memberships in place of labels."""


class Sampler(Protocol):
    """The state of a random walk through labellings."""

    labels: IntArray

    def sweep(self, order: IntArray, temperature: float, uniforms: FloatArray) -> int:
        """Give new labels to the objects in this order; return how many changed.

        An object takes the label whose cumulative probability, in proportion to
        exp(-local / temperature), first exceeds its uniform number: ``uniforms[n]`` is for
        ``order[n]``.
        """


class Merger(Protocol):
    """The state of an agglomeration."""

    def prepare(self) -> Iterator[float]:
        """Do what comes before the first merge; yield the share that is done, now and then."""

    def merge(self) -> tuple[int, int, float]:
        """Merge the pair that costs least; return who stays, who goes, and the rise of the cost."""
