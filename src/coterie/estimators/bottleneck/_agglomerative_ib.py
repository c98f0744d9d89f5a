"""Cluster the rows of a count table by merging, and keep the tree."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from coterie._core.errors import ConvergenceNotice, InputError, warn
from coterie._core.memory import check_room
from coterie._core.params import N_JOBS, VERBOSE, Number, OneOf
from coterie._core.progress import monitor_for
from coterie._core.random import generator
from coterie._core.tables import sum_over
from coterie.costs import TIE, BottleneckCost
from coterie.engines import Agglomerative, given_start
from coterie.estimators._callbacks import with_callbacks, with_estimator
from coterie.estimators._checks import rows_kept
from coterie.estimators._clustering import CountClustering
from coterie.estimators._placement import PlacesRows
from coterie.estimators._restarts import LIST
from coterie.estimators.bottleneck._cluster_tree import ClusterTree
from coterie.estimators.bottleneck._halting import elbow, fit_tests
from coterie.measures import mutual_information
from coterie.measures._terms import merging_loss

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray, IntArray
    from coterie.engines import MergeTree
    from coterie.problems import CountProblem


class AgglomerativeIB(PlacesRows, CountClustering):
    r"""Merge rows of counts two by two, those first whose difference tells least.

    Every row begins as a cluster of its own. The two clusters whose merger loses the least
    information about the columns become one, again and again, until a single one is left: a tree
    that holds a clustering for every number of clusters. There is no luck in it. A merge is never
    taken back, so for one given number of clusters `SequentialIB` finds a better answer, and needs
    less memory; `merge_and_improve` has both.

    Parameters
    ----------
    n_clusters : int, optional
        Number of clusters in `labels_`. The whole tree is made in any case, and `labels_at` has
        the labels for every other number. By default it is found: by `significance` if that is
        given, and otherwise at the elbow, where the next merge loses most as a multiple of the
        dearest merge before it.
    beta : float, default=inf
        Weight of relevance. At infinity each merge loses as little information as it can; a finite
        value also rewards compression, which makes for one large uninformative cluster and small
        telling ones. At most 1, every merge is worth it.
    significance : float, optional
        With ``n_clusters=None``, merge as long as the rows of each cluster can be samples of one
        source: stop where the information lost in all would be lost with a chance below this. For
        whole counts weighed as they are, and infinite `beta`, only: other numbers are no samples.
    prior : {"counts", "uniform"} or array-like of shape (n_rows,), default="counts"
        Mass of the rows: their totals; all the same; or as given.
    init : array-like of shape (n_rows,), optional
        Labels of clusters to begin with, of any other clustering. By default every row is one.
    n_jobs : int, optional
        Threads that compare clusters at the same time. The result does not depend on it.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line at the end in a log. 2 writes a
        line now and then.

    Attributes
    ----------
    labels_ : ndarray of shape (n_rows,)
        Cluster of each row; -1 for rows without mass.
    tree_ : ClusterTree
        The tree, with the information lost so far as height: for SciPy, Newick and networkx.
    leaves_ : ndarray of shape (n_rows,)
        Leaf of the tree that each row is in: the rows that have mass, in order, or the clusters of
        `init`; -1 for rows without mass.
    n_leaves_ : int
        Number of leaves.
    children_ : ndarray of shape (n_iter_, 2)
        The two nodes that each merge joins: a leaf, or n_leaves_ + m for merge number m.
    linkage_ : ndarray of shape (n_iter_, 4)
        The tree as `scipy.cluster.hierarchy` takes it. The height of a merge is all information
        lost so far, I(leaves; Y) - I(T; Y), which never falls, even where a merge costs less than
        the one before.
    merge_costs_ : ndarray of shape (n_iter_,)
        Rise of I(T; X) / beta - I(T; Y) by each merge, in nats; may be negative at finite `beta`.
    information_path_ : ndarray of shape (n_iter_ + 1,)
        I(T; Y) before the first merge and after each, in nats.
    entropy_path_ : ndarray of shape (n_iter_ + 1,)
        H(T) before the first merge and after each, in nats.
    p_values_ : ndarray of shape (n_iter_,) or None
        Chance to lose as much as by this merge and all before it, were the leaves of each cluster
        samples of one source; None without `significance`.
    n_clusters_ : int
        Number of clusters in `labels_`.
    cluster_joint_ : ndarray or csr_array of shape (n_clusters_, n_columns)
        p(t, y); sparse where a dense table would be larger than the data.
    conditional_ : ndarray or csr_array of shape (n_clusters_, n_columns)
        p(y | t).
    cluster_mass_ : ndarray of shape (n_clusters_,)
        p(t).
    information_ : float
        I(T; Y), the information kept, in nats.
    information_fraction_ : float
        I(T; Y) / I(X; Y).
    entropy_ : float
        H(T) in nats.
    cost_ : float
        I(T; X) / beta - I(T; Y) in nats; I(T; X) is H(T) for hard clusters.
    n_iter_ : int
        Merges made.
    converged_ : bool
        Whether the tree is complete.
    total_ : float
        Mass of all rows in the unit of the counts.
    n_rows_ : int
        Number of rows that have mass.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    SequentialIB : A better answer for one number of clusters.
    merge_and_improve : Merging, with an improvement at some numbers of clusters.

    Notes
    -----
    Implements [IB §2.4]; the cost of a merge is [IB 3.13], ties go to the rows that come first. The
    costs of all pairs are kept: 4 n² bytes for n rows, 100 MB for 5,000.

    `significance` tests whether rows of a contingency table may be collapsed [IB §4.1], all of them
    together: the two clusters of one merge differ by their accidents, which they were sorted by, so
    that a test of these two alone finds a difference where there is none. The chi-square
    distribution holds for large counts. With few counts a row, differences that are real drown in
    the accidents of all cells, and too few clusters remain; `HeldOutSearch` sees more then.

    The elbow is a guess from the costs alone; it is never a single cluster unless nothing tells
    the rows apart.

    Ctrl-C ends the fit with the merges made so far, and a warning.

    Examples
    --------
    >>> from coterie import AgglomerativeIB
    >>> X = [[8, 0, 1], [9, 1, 0], [1, 9, 0], [0, 8, 1], [1, 0, 9]]
    >>> model = AgglomerativeIB(n_clusters=3).fit(X)
    >>> model.labels_, model.labels_at(2)
    (array([0, 0, 1, 1, 2]), array([0, 0, 1, 1, 0]))
    >>> model.tree_.newick(["ann", "bob", "cora", "dan", "eve"]).count("(")
    4
    """

    _rules: ClassVar[Rules] = {
        "n_clusters": (OneOf((None,)), Number(1, whole=True)),
        "beta": (Number(0, open_low=True),),
        "significance": (OneOf((None,)), Number(0, 1, open_low=True)),
        "prior": (OneOf(("counts", "uniform")), LIST),
        "init": (OneOf((None,)), LIST),
        "n_jobs": N_JOBS,
        "verbose": VERBOSE,
    }

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        beta: float = math.inf,
        significance: float | None = None,
        prior: str | ArrayLike = "counts",
        init: ArrayLike | None = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.n_clusters = n_clusters
        self.beta = beta
        self.significance = significance
        self.prior = prior
        self.init = init
        self.n_jobs = n_jobs
        self.verbose = verbose

    @with_callbacks
    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> AgglomerativeIB:
        """Merge the rows of a table of counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts or other non-negative weights.
        y : ignored
            Present for pipelines.
        sample_weight : array-like of shape (n_rows,), optional
            Multiplies the mass of each row; its distribution over the columns stays as it is.

        Returns
        -------
        AgglomerativeIB
            The fitted estimator.
        """
        X, problem = self._check(X, sample_weight, min_rows=self.n_clusters or 1)
        if self.significance is not None:
            self._check_samples(problem, sample_weight)
        start = self._start(problem)
        self._publish(problem, self._merge(problem, start))
        self._label_weightless_rows(X)
        return self

    def labels_at(self, n_clusters: int) -> IntArray:
        """Return the cluster of each row for any number of clusters, -1 for rows without mass.

        Clusters are numbered in the order of their leaves.

        Parameters
        ----------
        n_clusters : int
            A number from 1 to `n_leaves_`.
        """
        check_is_fitted(self)
        of_leaf = self.tree_.labels_at(n_clusters)
        return np.where(self.leaves_ < 0, -1, of_leaf[self.leaves_])

    @property
    def children_(self) -> IntArray:
        """The two nodes that each merge joins."""
        return self.tree_.children

    @property
    def linkage_(self) -> FloatArray:
        """The tree as SciPy takes it."""
        return self.tree_.linkage

    def _engine(self) -> Agglomerative:
        return Agglomerative(n_jobs=self.n_jobs)

    def _start(self, problem: CountProblem) -> IntArray:
        """Return the clusters to begin with, if there is room for them."""
        owner, start = type(self).__name__, np.arange(problem.n_rows)
        if self.init is not None:
            given = rows_kept(self.init, problem, "init", owner)
            most = int(given.max(initial=0)) if given.dtype.kind in "iu" else 0
            given_start(given, problem.n_rows, most + 1, owner)
            start = np.unique(given, return_inverse=True)[1].reshape(-1)
        n_leaves = int(start.max()) + 1
        if (self.n_clusters or 1) > n_leaves:
            message = (
                f"{owner}: n_clusters={self.n_clusters} is more than the {n_leaves} clusters that "
                "init begins with. Merging makes fewer; ask for fewer, or give a finer start."
            )
            raise InputError(message)
        check_room(
            4 * n_leaves * (n_leaves - 1),
            f"the costs of all pairs of {n_leaves} clusters",
            "Use SequentialIB, or give a clustering as init to begin with fewer.",
            owner,
        )
        return start

    def _check_samples(self, problem: CountProblem, sample_weight: ArrayLike | None) -> None:
        """Refuse a test where the rows are not samples."""
        whole = np.array_equal(problem.counts.data, np.floor(problem.counts.data))
        as_counted = isinstance(self.prior, str) and self.prior == "counts"
        for wrong, cause in (
            (self.n_clusters is not None, f"n_clusters={self.n_clusters} says where to stop"),
            (not math.isinf(self.beta), f"beta={self.beta} is finite"),
            (not as_counted, "the rows are not weighed by their counts"),
            (sample_weight is not None, "the rows have weights"),
            (not whole, "the entries are not whole counts"),
        ):
            if wrong:
                message = (
                    f"{type(self).__name__}: significance={self.significance} needs n_clusters="
                    f"None, beta=inf, prior='counts' and whole counts, but {cause}. Change that, "
                    "or leave significance out."
                )
                raise InputError(message)

    def _merge(self, problem: CountProblem, start: IntArray) -> MergeTree:
        owner = type(self).__name__
        if self.beta <= 1.0:
            warn(
                f"{owner}: at beta={self.beta} <= 1 no merge costs anything; a single cluster is "
                "the best answer."
            )
        cost = BottleneckCost(problem, int(start.max()) + 1, self.beta)
        monitor = monitor_for(self.verbose, title=owner, runs=1)
        monitor = with_estimator(monitor, self, 1, passes=None)
        try:
            tree = self._engine().solve(cost, start, rng=generator(None), monitor=monitor)
        finally:
            monitor.close()
        if not tree.converged:
            left = tree.n_leaves - tree.n_iter
            warn(
                f"{owner}: interrupted; kept the {tree.n_iter} merges made, which leave {left} "
                "clusters.",
                ConvergenceNotice,
            )
        return tree

    def _publish(self, problem: CountProblem, tree: MergeTree) -> None:
        leaf_joint = problem.cluster_masses(tree.leaves, tree.n_leaves)
        losses, unnamed = self._losses(tree, sum_over(leaf_joint, 1))
        lost = np.concatenate([[0.0], np.cumsum(losses)])
        whole = float(mutual_information(leaf_joint))
        self.tree_ = ClusterTree(tree.children, lost[1:], tree.n_leaves)
        self.leaves_, self.n_leaves_ = problem.expand(tree.leaves), tree.n_leaves
        self.n_iter_ = tree.n_iter
        self.merge_costs_ = losses if math.isinf(self.beta) else tree.rises
        self.converged_ = tree.converged
        self.information_path_ = np.maximum(whole - lost, 0.0)
        self.entropy_path_ = unnamed
        self.p_values_ = None
        if self.significance is not None:
            self.p_values_ = fit_tests(problem, tree, losses)
        self.n_clusters_ = max(self._n_clusters(losses), tree.n_leaves - tree.n_iter)
        labels = tree.labels_at(self.n_clusters_)
        joint = problem.cluster_masses(labels, self.n_clusters_)
        cost = BottleneckCost(problem, self.n_clusters_, self.beta).total(labels)
        self._publish_clusters(problem, labels, joint, cost)
        self.total_, self.n_rows_ = problem.total, problem.n_rows

    def _losses(self, tree: MergeTree, mass: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Information lost by each merge, and the entropy before the first and after each."""
        mass, saved = mass.copy(), np.empty(tree.n_iter)
        entropy = -float((mass[mass > 0.0] * np.log(mass[mass > 0.0])).sum())
        for step, (kept, gone) in enumerate(tree.merges):
            saved[step] = merging_loss(mass[[kept]], mass[[gone]])[0]
            mass[kept] += mass[gone]
        losses = tree.rises if math.isinf(self.beta) else tree.rises + saved / self.beta
        left = entropy - np.concatenate([[0.0], np.cumsum(saved)])
        return np.maximum(losses, 0.0), np.maximum(left, 0.0)  # never negative but for rounding

    def _n_clusters(self, losses: FloatArray) -> int:
        """Return the number of clusters asked for, or found."""
        if self.n_clusters is not None:
            return int(self.n_clusters)
        if self.n_iter_ == 0:
            return self.n_leaves_
        if self.significance is not None and self.p_values_ is not None:
            apart = np.flatnonzero(self.p_values_ < self.significance)
            return self.n_leaves_ - int(apart[0] if apart.size else self.n_iter_)
        if losses.sum() <= TIE or self.beta <= 1.0:  # only rounding tells rows apart; or all pays
            return 1
        return self.n_leaves_ - elbow(losses)
