"""Split a graph in two along an eigenvector, and the parts again [SLC I7]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spl

from coterie._core.progress import Monitor
from coterie._core.tables import dense, sum_over
from coterie.costs import HasGraph, HasTotal
from coterie.engines._require import require
from coterie.engines._solution import Solution, Status

if TYPE_CHECKING:
    from coterie._core.types import BoolArray, FloatArray, IntArray, Matrix

FEW = 200
"""Up to so many objects all eigenvectors are computed."""


class Split(NamedTuple):
    """A way to cut a part in two."""

    cost: float  # sum of the two shares that are cut, within the part
    objects: IntArray
    side: BoolArray


@dataclass(frozen=True)
class Bipartition:
    """Cut one part after another in two, where the normalised cut of the two halves is least.

    The objects of a part are put in the order of the second eigenvector of its random walk, and cut
    at the best of all places.

    Notes
    -----
    The recursion of [SLC I7], which goes on until there are as many clusters as are on offer; the
    part that is cut next is the one whose halves have the least normalised cut. No luck is needed,
    and the start is not looked at.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import NormalizedCutCost
    >>> from coterie.engines import Bipartition
    >>> from coterie.problems import PairwiseProblem
    >>> X = np.kron(np.eye(2), np.ones((3, 3))) - np.eye(6)
    >>> X[2, 3] = X[3, 2] = 1.0
    >>> cost, luck = NormalizedCutCost(PairwiseProblem.from_similarities(X), 2), None
    >>> found = Bipartition().solve(cost, np.zeros(6, int), rng=np.random.default_rng(0))
    >>> round(found.cost, 4)  # 2 / 7
    0.2857
    """

    needs: ClassVar[tuple[type, ...]] = (HasGraph, HasTotal)

    def solve(
        self,
        cost: Any,
        start: IntArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> Solution:
        """Cut until there are enough parts; a stop of the monitor ends with those there are."""
        require(cost, self)
        monitor = monitor or Monitor()
        monitor.begin(run)
        labels = np.zeros(cost.n_objects, dtype=np.int64)
        splits = [best_split(cost.graph, np.arange(cost.n_objects))]
        made: list[int] = []
        for label in range(1, cost.n_clusters):
            if monitor.stopped or not any(split is not None for split in splits):
                break
            place, chosen = min(
                ((place, split) for place, split in enumerate(splits) if split is not None),
                key=lambda found: found[1].cost,
            )
            del splits[place]
            labels[chosen.objects[chosen.side]] = label
            made.append(int(chosen.side.sum()))
            halves = (chosen.objects[half] for half in (chosen.side, ~chosen.side))
            splits.extend(best_split(cost.graph, half) for half in halves)
            monitor.step(run, label, cost.n_clusters - 1, f"{label + 1} parts")
        status = Status.INTERRUPTED if monitor.stopped else Status.CONVERGED
        total = cost.total(labels)
        monitor.end(run, f"{status.name.lower()} with {len(made) + 1} parts, cost {total:.6g}")
        return Solution(labels, total, np.array(made, dtype=np.int64), status)


def best_split(graph: Matrix, objects: IntArray) -> Split | None:
    """Return the best cut along the second eigenvector; None for a single object.

    Examples
    --------
    >>> chain = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.1], [0.0, 0.1, 1.0]])
    >>> best_split(chain, np.arange(3)).side.tolist() in ([True, True, False], [False, False, True])
    True
    """
    if objects.size < 2:
        return None
    part = graph[objects][:, objects]
    degrees = sum_over(part, 1)
    order = np.argsort(second_eigenvector(part, degrees), kind="stable")
    ordered = part[order][:, order]
    below = sp.tril(ordered, -1) if sp.issparse(part) else np.tril(ordered, -1)
    # what is linked to earlier objects joins them, what is linked to later ones is cut
    joined = sum_over(below, 1)
    apart = sum_over(below, 0)
    cut = np.cumsum(apart - joined)[:-1]
    mass = np.cumsum(degrees[order])
    first, second = mass[:-1], mass[-1] - mass[:-1]
    costs = np.divide(cut, first, out=np.ones_like(cut), where=first > 0.0)
    costs += np.divide(cut, second, out=np.ones_like(cut), where=second > 0.0)
    place = int(costs.argmin())
    side = np.zeros(objects.size, dtype=bool)
    side[order[: place + 1]] = True
    return Split(float(costs[place]), objects, side)


def second_eigenvector(part: Matrix, degrees: FloatArray) -> FloatArray:
    """Return the second eigenvector of the random walk on a graph.

    Examples
    --------
    >>> pair = np.array([[1.0, 0.5], [0.5, 1.0]])
    >>> bool(np.diff(np.sign(second_eigenvector(pair, pair.sum(axis=1))))[0] != 0.0)
    True
    """
    root = np.sqrt(np.where(degrees > 0.0, degrees, 1.0))
    n = root.size
    if n <= FEW:
        walk = dense(part) / root / root[:, None]
        vectors = np.linalg.eigh(walk)[1]
        return np.asarray(vectors[:, -2] / root)

    def step(vector: FloatArray) -> FloatArray:
        """Walk with a half chance to stay, which leaves no eigenvalue negative; less the first."""
        vector = vector.ravel()
        walked = (part @ (vector / root)) / root
        return np.asarray((vector + walked) / 2.0 - first * (first @ vector))

    first = root / np.linalg.norm(root)
    operator = spl.LinearOperator((n, n), matvec=step, dtype=np.float64)
    begin = np.random.default_rng(0).standard_normal(n)
    try:
        vectors = spl.eigsh(operator, 1, which="LA", v0=begin, tol=1e-6)[1]
    except spl.ArpackNoConvergence as partial:
        vectors = partial.eigenvectors if partial.eigenvectors.size else step(begin)[:, None]
    return np.asarray(vectors[:, 0] / root)
