"""Cluster objects by dominant sets, taken out one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClusterMixin

from coterie._core.errors import ConvergenceNotice, DataWarning, warn
from coterie._core.params import VERBOSE, Number, OneOf, check_params
from coterie._core.progress import monitor_for
from coterie.estimators._callbacks import CallbackSupportMixin, with_callbacks, with_estimator
from coterie.estimators._checks import checked_table
from coterie.estimators.relational._dominance import (
    DYNAMICS,
    DominantSet,
    among,
    likeness,
    members_of,
)
from coterie.estimators.relational._similarities import tell_alone
from coterie.problems._pairwise import square, symmetric
from coterie.similarity import SIMILARITIES, similarity_matrix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie._core.params import Rules
    from coterie._core.progress import Monitor
    from coterie._core.types import FloatArray, IntArray, Matrix

    TakenOut = tuple[IntArray, FloatArray, DominantSet]

SMALLEST_PART = 1e-12
"""Largest similarity, relative to that of all pairs, below which nothing is left to take out."""


class DominantSets(CallbackSupportMixin, ClusterMixin, BaseEstimator):
    """Take out the set of objects that hold together most, then the next among the rest.

    Objects have weights that sum to 1. A set is dominant where the mean similarity of two objects,
    drawn by the weights, is largest among all weights near by: its members are alike, and nobody
    outside is as like to them. Sets need no shape, and their number need not be known.

    Parameters
    ----------
    n_clusters : int, optional
        Most sets to take out. By default sets are taken out until no two objects are left that
        have a similarity.
    cutoff : float, default=1e-4
        Weight from which an object belongs to the set; in a set so large that no weight gets
        there, half the largest weight.
    max_steps : int, default=1000
        Most steps for one set, each of the work of a product of the similarities with the weights.
        For "replicator" it is a resolution: after some 50 to 100 steps a set is a whole group of
        points, after thousands only its core.
    dynamics : {"replicator", "infection"}, default="replicator"
        How a set is found. "replicator": all weights grow in proportion to their payoff, and come
        to rest slowly. "infection": one weight at a time is moved as far as it pays. It comes to
        rest, often within ten steps, so its sets are cores.
    nearest : {"mean", "weighted"} or None, default="mean"
        Where an object goes that no set took: to the set whose members are most like it on
        average, by their weights or without; or nowhere.
    tol : float, default=1e-6
        At rest no object does better than the set by more than this share of its cohesion.
    affinity : {"precomputed"}, optional
        "precomputed" says that `X` holds similarities; by default it holds points.
    similarity : str, default="sqeuclidean"
        Measure for points, a name in `coterie.similarity.SIMILARITIES`.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line at the end in a log. 2 writes a
        line for each set.

    Attributes
    ----------
    labels_ : ndarray of shape (n_objects,)
        Set of each object, or the nearest; -1 where nobody in any set is like it.
    weights_ : csr_array of shape (n_objects, n_clusters_)
        Weights of the members when their set was found.
    cohesion_ : ndarray of shape (n_clusters_,)
        Mean similarity within each set, by the weights.
    unassigned_ : ndarray
        Positions of the objects that no set took.
    n_clusters_ : int
        Sets found.
    cost_ : float
        NaN: sets are judged one at a time.
    n_iter_ : int
        Steps made, for all sets together.
    converged_ : bool
        Whether each set came to rest.
    history_ : ndarray of shape (n_clusters_,)
        By what share the best object does better than its set.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    ConstantShiftEmbedding : Places objects as points, from their dissimilarities.

    Notes
    -----
    Implements [GRA §2.5]: similarities X are non-negative with zeros on the diagonal, so negative
    ones count as 0, and a warning says how many. The first weights w are equal but for a
    thousandth, the same in every run: from equal ones two groups that mirror each other would never
    part.

    When to stop: let m = w'Xw and g the most that a payoff (Xw)_i exceeds it. The mean excess is 0,
    so w_i |(Xw)_i - m| sums to at most 2g. With g <= tol m, a member of weight c falls short of the
    mean by at most 2 tol m / c, and w is as near to the conditions of a local maximum; replicator
    dynamics stop there. Infection also waits until none with weight falls short by more than tol m,
    so its sets do not depend on the cutoff.

    The larger the groups, the earlier the replicator is to be stopped, or the lower the cutoff:
    generalization capacity tells which is best. Adding a constant to all similarities but those of
    objects with themselves makes larger sets, too.

    Examples
    --------
    >>> from coterie import DominantSets
    >>> alike = [
    ...     [0, 9, 8, 1, 0], [9, 0, 9, 0, 1], [8, 9, 0, 2, 0], [1, 0, 2, 0, 7], [0, 1, 0, 7, 0]
    ... ]
    >>> model = DominantSets(dynamics="infection", affinity="precomputed").fit(alike)
    >>> model.labels_, model.cohesion_.round(2)
    (array([0, 0, 0, 1, 1]), array([5.79, 3.5 ]))
    """

    _rules: ClassVar[Rules] = {
        "n_clusters": (OneOf((None,)), Number(1, whole=True)),
        "cutoff": (Number(0, 1, open_low=True),),
        "max_steps": (Number(1, whole=True),),
        "dynamics": (OneOf(tuple(DYNAMICS)),),
        "nearest": (OneOf(("mean", "weighted", None)),),
        "tol": (Number(0),),
        "affinity": (OneOf(("precomputed", None)),),
        "similarity": (OneOf(tuple(SIMILARITIES)),),
        "verbose": VERBOSE,
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        cutoff: float = 1e-4,
        max_steps: int = 1000,
        dynamics: str = "replicator",
        nearest: str | None = "mean",
        tol: float = 1e-6,
        affinity: str | None = None,
        similarity: str = "sqeuclidean",
        verbose: int = 0,
    ) -> None:
        self.n_clusters = n_clusters
        self.cutoff = cutoff
        self.max_steps = max_steps
        self.dynamics = dynamics
        self.nearest = nearest
        self.tol = tol
        self.affinity = affinity
        self.similarity = similarity
        self.verbose = verbose

    @with_callbacks
    def fit(self, X: Any, y: Any = None) -> DominantSets:
        """Find the sets.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_objects, n_columns)
            Points, or symmetric similarities of all pairs with `affinity="precomputed"`; of a
            sparse matrix, pairs that it does not hold have similarity 0.
        y : ignored
            Present for pipelines.

        Returns
        -------
        DominantSets
            The fitted estimator.
        """
        check_params(self, self._rules)
        similarity = self._similarities(X)
        owner = type(self).__name__
        monitor = monitor_for(self.verbose, title=owner, runs=1)
        monitor = with_estimator(monitor, self, 1, passes=None)
        taken: list[TakenOut] = []
        monitor.begin(0)
        try:
            for each in self._sets(similarity, monitor):
                taken.append(each)  # noqa: PERF402 - an interrupt keeps those found
        except KeyboardInterrupt:
            monitor.stop()
        finally:
            monitor.end(0, f"found {len(taken)} sets")
            monitor.close()
        self._publish(similarity, taken)
        self._warn(monitor)
        return self

    def _similarities(self, X: Any) -> Matrix:
        """Return similarities that are not negative, and 0 from an object to itself."""
        owner = type(self).__name__
        rules: dict[str, Any] = {"accept_sparse": "csr", "ensure_min_samples": 2}
        similarity: Any
        if self.affinity == "precomputed":
            X = checked_table(self, X, dtype="numeric", ensure_all_finite=False, **rules)
            similarity = symmetric(square(X, 2, owner), owner).copy()
        else:
            X = checked_table(self, X, dtype=np.float64, **rules)
            similarity = similarity_matrix(X, self.similarity)
        sparse = sp.issparse(similarity)
        if sparse:
            similarity = sp.csr_array(similarity - sp.diags_array(similarity.diagonal()))
        else:
            np.fill_diagonal(similarity, 0.0)
        entries = similarity.data if sparse else similarity
        negative = int(np.count_nonzero(entries < 0.0))
        if negative:
            message = f"{owner}: {negative // 2} pairs have a negative similarity, taken as 0."
            warn(message, DataWarning)
            np.maximum(entries, 0.0, out=entries)
        return similarity

    def _sets(self, similarity: Matrix, monitor: Monitor) -> Iterator[TakenOut]:
        """Yield the members of each set with their weights, and how it was found."""
        settle = DYNAMICS[self.dynamics]
        left = np.arange(similarity.shape[0])
        least = SMALLEST_PART * similarity.max()
        goal = left.size if self.n_clusters is None else self.n_clusters
        for done in range(goal):
            if left.size < 2 or similarity.max() <= least or monitor.stopped:
                return
            found = settle(similarity, self.max_steps, self.tol, monitor)
            members = members_of(found.weights, self.cutoff)
            yield left[members], found.weights[members], found
            stay = np.delete(np.arange(left.size), members)
            left, similarity = left[stay], among(similarity, stay)
            monitor.step(0, done + 1, goal, f"{left.size} objects left")

    def _publish(self, similarity: Matrix, taken: list[TakenOut]) -> None:
        members, weights, found = zip(*taken, strict=True) if taken else ((), (), ())
        n_objects, sizes = similarity.shape[0], [objects.size for objects in members]
        labels = np.repeat(np.arange(len(sizes)), sizes)
        objects = np.concatenate([np.empty(0, dtype=np.int64), *members])
        entries = (np.concatenate([np.empty(0), *weights]), (objects, labels))
        self.labels_ = np.full(n_objects, -1)
        self.labels_[objects] = labels
        self.n_clusters_ = len(sizes)
        self.weights_ = sp.csr_array(entries, shape=(n_objects, len(sizes)))
        self.cohesion_ = np.array([each.cohesion for each in found])
        self.history_ = np.array([each.gap for each in found])
        self.n_iter_ = sum(each.n_steps for each in found)
        self.converged_ = bool((self.history_ <= self.tol).all())
        self.cost_ = np.nan
        self.unassigned_ = np.flatnonzero(self.labels_ < 0)
        if self.nearest and sizes and self.unassigned_.size:
            sets = self.weights_.tocsc()
            if self.nearest == "mean":
                sets.data[:] = 1.0
            alike = likeness(similarity, self.unassigned_, sets)
            nearest = np.where(alike.max(axis=1) > 0.0, alike.argmax(axis=1), -1)
            self.labels_[self.unassigned_] = nearest

    def _warn(self, monitor: Monitor) -> None:
        owner = type(self).__name__
        if monitor.stopped:
            warn(
                f"{owner}: interrupted; kept the {self.n_clusters_} sets found.", ConvergenceNotice
            )
        elif not self.n_clusters_:
            warn(f"{owner}: no two objects are alike, so there is no set.", DataWarning)
        elif self.dynamics == "infection" and not self.converged_:
            restless = int(np.count_nonzero(self.history_ > self.tol))
            message = (
                f"{owner}: {restless} of {self.n_clusters_} sets had not come to rest after "
                f"max_steps={self.max_steps} steps. Raise max_steps, or tol to accept this."
            )
            warn(message, ConvergenceNotice)
        alone = np.flatnonzero(self.labels_ < 0)
        if self.nearest and self.n_clusters_ and alone.size:
            tell_alone(alone, self.labels_.size, "like no member of a set", owner)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = self.affinity == "precomputed"
        return tags
