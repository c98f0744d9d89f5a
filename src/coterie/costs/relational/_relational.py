"""What the costs of a similarity matrix share: sums over clusters, and the loops that use them."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import scipy.sparse.linalg as spl

from coterie import kernels
from coterie.costs.relational._states import (
    RelationalAverager,
    RelationalSampler,
    RelationalSweeper,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import PairwiseProblem

FEW = 64
"""Up to so many objects the response matrix is written out."""

GONE = 1e-10
"""Mass of a cluster that is left to nobody, as in the kernels."""

NUDGE = 1e-3
"""Step of the derivative at equal memberships, as a share of them: its square is the error."""


class RelationalCost:
    """Cost of labels from V_k = sum_i W_i q_ik and the similarities X between clusters.

    The costs differ in what an object brings to its cluster (weights W, linear terms b), and in the
    diagonal of X that they see. Memberships q are zeros and ones for labels. The field of an object
    is the cost of each of its labels, the others held; for labels it is the exact difference of
    costs. One field serves three loops: minimised it is a search by single moves, sampled a heat
    bath, averaged a mean field.

    Parameters
    ----------
    problem : PairwiseProblem
        Similarities of the objects.
    n_clusters : int
        Number of labels on offer.

    Notes
    -----
    Memberships are plugged in for labels everywhere, in the diagonal too [GRA 1.5]; for quadratic
    costs that is exact.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import RatioCutCost, RelationalCost
    >>> from coterie.problems import PairwiseProblem
    >>> X = np.array([[0.0, 2.0, 1.0], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    >>> cost = RatioCutCost(PairwiseProblem.from_similarities(X), 2)
    >>> isinstance(cost, RelationalCost), cost.local(np.array([0, 1, 1]), 1).round(2)
    (True, array([-2.5,  0.5]))
    """

    family: ClassVar[str]
    """Name of the number by which the kernels know the cost; naming it does not load them."""

    factor: ClassVar[float] = 1.0
    keeps_all: ClassVar[bool] = False
    """Whether a cluster that is emptied would take its cost along, so that none may be."""

    scale_free: ClassVar[bool] = False
    """Whether the cost stays as it is when all similarities are multiplied by a number."""

    coupled: ClassVar[bool] = False
    """Whether the cost of a cluster depends on the others."""

    parameter: float = 0.0
    constant: float = 0.0

    def __init__(self, problem: PairwiseProblem, n_clusters: int) -> None:
        self.problem = problem
        self.n_clusters = n_clusters

    @property
    def n_objects(self) -> int:
        """Number of objects."""
        return self.problem.n_objects

    @property
    def work(self) -> IntArray:
        """Operations that a visit to each object takes."""
        n, table = self.n_objects, self.problem.similarity
        touched = np.diff(table.indptr) if self.problem.sparse else np.full(n, n)
        return (touched.astype(np.int64) + self.n_clusters) * self.n_clusters

    @property
    def unit(self) -> float:
        """Scale of the cost, for comparisons: the largest similarity, or 1."""
        return 1.0 if self.scale_free else self.problem.unit

    @cached_property
    def weight(self) -> FloatArray:
        """What each object brings to the mass of its cluster."""
        return np.ones(self.n_objects)

    @cached_property
    def linear(self) -> FloatArray:
        """What each object brings to the inside of its cluster, besides its links."""
        return np.zeros(self.n_objects)

    @cached_property
    def diagonal(self) -> FloatArray:
        """Similarity of each object to itself, as the cost sees it."""
        return self.problem.diagonal

    @cached_property
    def links(self) -> kernels.Links:
        """The similarities as the kernels take them."""
        table, none = self.problem.similarity, np.zeros(0)
        if self.problem.sparse:
            start, index = table.indptr.astype(np.int64), table.indices.astype(np.int32)
            return kernels.Links(np.zeros((0, 0)), start, index, table.data, self.problem.diagonal)
        blank = np.zeros(0, np.int32)
        return kernels.Links(table, none.astype(np.int64), blank, none, self.problem.diagonal)

    @property
    def vacant(self) -> float:
        """Cost of a cluster that every object belongs to a little, the limit of soft ones."""
        return 0.0

    @cached_property
    def form(self) -> kernels.Form:
        """What the kernels need to know of the cost."""
        return kernels.Form(
            getattr(kernels, self.family), self.factor, self.parameter, 0.0, self.weight,
            self.linear, self.diagonal,
        )  # fmt: skip

    @abstractmethod
    def total(self, labels: IntArray) -> float:
        """Return the cost of a labelling."""

    @abstractmethod
    def fields(self, memberships: FloatArray, objects: IntArray | None = None) -> FloatArray:
        """Return the cost of each label for some objects, the memberships of the others held.

        Up to a constant of the object: the cost with the object in the cluster, less without it.
        """

    @abstractmethod
    def energy(self, memberships: FloatArray, sums: kernels.Sums) -> float:
        """Return the cost of memberships in place of labels, from what they sum up to."""

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for object i, up to a constant of the object."""
        memberships = np.eye(self.n_clusters)[labels]
        memberships[i] = 0.0  # drawn out, exactly
        return np.asarray(self.fields(memberships, np.array([i]))[0])

    def near(self, memberships: FloatArray) -> FloatArray:
        """Return sum_j X_ij q_jk, in the order of memory that the kernels like."""
        near: FloatArray = self.problem.similarity @ memberships
        return near if self.problem.sparse else np.asfortranarray(near)

    def inside(self, memberships: FloatArray, near: FloatArray) -> FloatArray:
        """Return T_k of memberships."""
        squares = (self.diagonal - self.problem.diagonal) @ memberships**2
        linked = np.einsum("ik,ik->k", memberships, near)
        return np.asarray(linked + squares + self.linear @ memberships)

    def sums(self, memberships: FloatArray, block: int = 1) -> kernels.Sums:
        """Return what memberships sum up to, as the kernels take it."""
        near = self.near(memberships)
        adaptive = self.family == "ADAPTIVE"
        sums = kernels.allocate_sums(near, self.n_clusters, pairs=adaptive, block=block)
        sums.mass[:] = self.weight @ memberships
        sums.inside[:] = self.inside(memberships, near)
        if adaptive:
            shift = (self.diagonal - self.problem.diagonal)[:, None] * memberships
            sums.between[:] = memberships.T @ (near + shift)
        return sums

    def sweeper(self, labels: IntArray) -> RelationalSweeper:
        """Return the compiled state of a search that starts from the labels."""
        return RelationalSweeper(self, labels)

    def sampler(self, labels: IntArray) -> RelationalSampler:
        """Return the compiled state of a heat bath that starts from the labels."""
        return RelationalSampler(self, labels)

    def mean_field(self, memberships: FloatArray, block_size: int = 1) -> RelationalAverager:
        """Return the compiled state of a mean field that starts from the memberships."""
        return RelationalAverager(self, memberships, block_size)

    def critical_temperature(self) -> float:
        """Return the temperature below which equal memberships fall apart; 0 if they never do.

        At equal memberships a small difference between two clusters changes the fields, and these
        the memberships: the difference grows if the largest eigenvalue of this response exceeds 1
        [GRA 1.6]. The eigenvalue is in proportion to 1 / temperature.
        """
        return self._critical_temperature

    @cached_property
    def _critical_temperature(self) -> float:
        if self.n_clusters == 1:  # nothing falls apart, and no eigenvalue is looked for
            return 0.0
        return max(0.0, leading_eigenvalue(self._response, self.n_objects))

    def _response(self, difference: FloatArray) -> FloatArray:
        """Return minus the change of the fields by a difference of two clusters, over 2 K."""
        size = float(np.abs(difference).max())
        if size == 0.0:
            return np.zeros_like(difference)
        step = NUDGE / self.n_clusters / size
        columns = self.n_clusters if self.coupled else 2
        memberships = np.full((self.n_objects, columns), 1.0 / self.n_clusters)
        memberships[:, 0] += step * difference
        memberships[:, 1] -= step * difference
        fields = self.fields(memberships)
        return np.asarray(fields[:, 1] - fields[:, 0]) / (2.0 * step * self.n_clusters)


def leading_eigenvalue(multiply: Callable[[FloatArray], FloatArray], size: int) -> float:
    """Return the largest eigenvalue, by real part, of a nearly symmetric matrix given as a product.

    Examples
    --------
    >>> matrix = np.array([[0.0, 2.0], [2.0, 0.0]])
    >>> round(leading_eigenvalue(lambda vector: matrix @ vector, 2), 12)
    2.0
    """
    if size <= FEW:
        matrix = np.array([multiply(column) for column in np.eye(size)]).T
        return float(np.linalg.eigvals(matrix).real.max())
    operator = spl.LinearOperator((size, size), matvec=multiply, dtype=np.float64)
    begin = np.random.default_rng(0).standard_normal(size)
    found: Any
    try:
        found = spl.eigs(operator, 1, which="LR", v0=begin, tol=1e-4, return_eigenvectors=False)
    except spl.ArpackNoConvergence as partial:
        found = partial.eigenvalues
    if found.size == 0:  # a spectrum without an edge: its scale will do
        return float(np.linalg.norm(multiply(begin)) / np.linalg.norm(begin))
    return float(found.real.max())
