"""Grow soft clusters one from another, by annealing."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.errors import DataWarning, InputError, warn
from coterie._core.params import Number, OneOf
from coterie._core.progress import monitor_for
from coterie._core.random import generator
from coterie.costs import SoftBottleneckCost
from coterie.engines import Annealing, Duplicates, Iterative, Spectral
from coterie.estimators._callbacks import with_callbacks, with_estimator
from coterie.estimators._soft import SOFT_RULES, SoftClustering
from coterie.estimators.bottleneck._points import InformationPoint
from coterie.estimators.bottleneck._splits import numbered, tree_of
from coterie.measures._modes import NOTHING

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.engines import Growth
    from coterie.estimators.bottleneck._cluster_tree import ClusterTree
    from coterie.problems import CountProblem

BELOW = 0.9
"""Share of the first critical beta at which annealing starts, where there is one cluster still."""


class AnnealedIB(SoftClustering):
    r"""Grow soft clusters one from another, as the weight of relevance rises.

    At a low `beta` all rows are one cluster. As it rises, clusters fall apart one after another, at
    values that an eigenvalue foretells; what they fall into is the start at the next value. There
    are no restarts, the splits are a tree, and the values passed on the way draw the
    relevance-compression curve. Where the number of clusters and `beta` are known, `IterativeIB`
    is quicker.

    Parameters
    ----------
    n_clusters : int, default=8
        Most clusters. When they are all in use, `beta` goes on rising as far as they last
        (``detect="spectral"``), or the fit ends there (``detect="duplicate"``).
    beta_start : "auto" or float, default="auto"
        First value of `beta`. "auto" is 0.9 times the critical value of the cluster of all rows.
    beta_stop : float, optional
        Value of `beta` that is not passed. By default only `n_clusters` ends the fit, or rows that
        nothing tells apart any more.
    growth : float, default=1e-3
        With "spectral", how far beyond a transition the split is made; with "duplicate", the step
        of `beta`; as a share of `beta`.
    detect : {"spectral", "duplicate"}, default="spectral"
        "spectral" goes from transition to transition and splits along the direction in which a
        cluster falls apart. "duplicate" is the published schedule: every cluster is doubled at
        every step, with noise, and the copies that drift apart are kept; it takes many small steps.
    perturbation : float, default=5e-3
        With "duplicate", the noise on the copies, as a share of the memberships.
    split_threshold : "1/beta" or float, default="1/beta"
        With "duplicate", the Jensen-Shannon divergence, in nats, from which two copies are two
        clusters. The published choice, 1/beta, declares splits late.
    prior : {"counts", "uniform"} or array-like of shape (n_rows,), default="counts"
        Mass of the rows: their totals; all the same; or as given.
    max_iter : int, default=1000
        Most iterations at one value of `beta`.
    tol : float, default=1e-12
        An iteration is the last at its value of `beta` if no row's memberships change by a
        Jensen-Shannon divergence above this, in nats.
    device : str, optional
        Where torch iterates, "cuda" or "cpu"; by default numpy does. The answer is the same. The
        search for splits, about a third of the products, stays with numpy.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line at the end in a log. 2 writes a
        line for each value of `beta`.
    random_state : int, Generator, RandomState or None
        Seed of the noise of "duplicate"; "spectral" needs no luck.

    Attributes
    ----------
    memberships_ : ndarray of shape (n_rows, n_found)
        p(t | x) of the clusters found; zero for rows without mass.
    labels_ : ndarray of shape (n_rows,)
        Most probable cluster of each row; -1 for rows without mass.
    beta_ : float
        Value of `beta` where the fit ended.
    splits_ : list of ClusterSplit
        The clusters that fell apart, in that order: a tree.
    tree_ : ClusterTree
        The same tree from the leaves up, for SciPy, Newick and networkx: leaves are the columns of
        `memberships_`, and the height of a split is 1 / beta.
    path_ : tuple of InformationPoint
        The solution at each value of `beta` on the way.
    critical_betas_ : ndarray of shape (n_found,)
        Value of `beta` up to which each cluster would last, were it to stay as it is.
    cluster_joint_ : ndarray of shape (n_found, n_columns)
        p(t, y).
    conditional_ : ndarray of shape (n_found, n_columns)
        p(y | t), zero for an empty cluster.
    cluster_mass_ : ndarray of shape (n_found,)
        p(t).
    information_ : float
        I(T; Y), the information kept, in nats.
    information_fraction_ : float
        I(T; Y) / I(X; Y).
    compression_ : float
        I(T; X) in nats: what the memberships tell about the rows.
    entropy_ : float
        H(T) in nats.
    cost_ : float
        I(T; X) / beta - I(T; Y) in nats, at the last `beta`.
    n_clusters_effective_ : int
        Clusters that have mass and differ from one another.
    n_iter_ : int
        Iterations, at all values of `beta` together.
    converged_ : bool
        Whether the last solution settled.
    history_ : ndarray
        Free energy after each iteration at the last `beta`; never rises.
    restarts_ : list of Restart
        The one run, as other estimators list theirs.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    IterativeIB : A given number of clusters at a given beta.
    coterie.measures.critical_beta : Where the first split is to be expected.

    Notes
    -----
    Implements [IB §2.3]. Cluster t falls apart when beta exceeds 1 / lambda_2 of its matrix C_t.
    All these eigenvalues are found together, in products with the table like those of an iteration.

    Ctrl-C ends the fit with what was found so far, and a warning.

    Examples
    --------
    >>> from coterie import AnnealedIB
    >>> X = [[8, 0, 1], [9, 1, 0], [1, 9, 0], [0, 8, 1], [1, 0, 9]]
    >>> model = AnnealedIB(n_clusters=3).fit(X)
    >>> [round(split.beta, 2) for split in model.splits_]
    [1.31, 1.36]
    >>> model.labels_
    array([0, 0, 1, 1, 2])
    """

    _rules: ClassVar[Rules] = {
        **{
            name: SOFT_RULES[name]
            for name in SOFT_RULES
            if name not in {"n_init", "init", "n_jobs"}
        },
        "beta_start": (OneOf(("auto",)), Number(0, open_low=True)),
        "beta_stop": (OneOf((None,)), Number(0, open_low=True)),
        "growth": (Number(0, open_low=True),),
        "detect": (OneOf(("spectral", "duplicate")),),
        "perturbation": (Number(0, 1, open_low=True),),
        "split_threshold": (OneOf(("1/beta",)), Number(0, open_low=True)),
    }
    _runs = 1

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        beta_start: str | float = "auto",
        beta_stop: float | None = None,
        growth: float = 1e-3,
        detect: str = "spectral",
        perturbation: float = 5e-3,
        split_threshold: str | float = "1/beta",
        prior: str | ArrayLike = "counts",
        max_iter: int = 1000,
        tol: float = 1e-12,
        device: str | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.beta_start = beta_start
        self.beta_stop = beta_stop
        self.growth = growth
        self.detect = detect
        self.perturbation = perturbation
        self.split_threshold = split_threshold
        self.prior = prior
        self.max_iter = max_iter
        self.tol = tol
        self.device = device
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None) -> AnnealedIB:
        """Cluster the rows of a table of counts.

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
        AnnealedIB
            The fitted estimator.
        """
        self._fit(X, sample_weight)
        return self

    @property
    def tree_(self) -> ClusterTree:
        """The splits as a tree from the leaves up."""
        return tree_of(self.splits_)

    @property
    def _sharpness(self) -> float:
        return self.beta_

    def _search(self, problem: CountProblem) -> list[Growth]:
        monitor = monitor_for(self.verbose, title=type(self).__name__, runs=1)
        monitor = with_estimator(monitor, self, 1, passes=None)
        annealing = Annealing(
            self._splitter(), self._engine(), self.n_clusters, *self._ends(problem)
        )
        try:
            grown = annealing.grow(
                partial(SoftBottleneckCost, problem, self.n_clusters),
                rng=generator(self.random_state),
                visit=partial(InformationPoint.of, problem),
                monitor=monitor,
            )
        finally:
            monitor.close()
        return [grown]

    def _engine(self) -> Iterative:
        """Make no leaps: they carry rounding on, and each beta follows from the last solution."""
        return Iterative(self.max_iter, self.tol, self.device, leaps=False)

    def _splitter(self) -> Spectral | Duplicates:
        if self.detect == "spectral":
            return Spectral(self.growth)
        threshold = None if isinstance(self.split_threshold, str) else self.split_threshold
        return Duplicates(self.growth, self.perturbation, threshold)

    def _ends(self, problem: CountProblem) -> tuple[float, float]:
        """First and last beta."""
        owner = type(self).__name__
        stop = math.inf if self.beta_stop is None else float(self.beta_stop)
        if stop <= 1.0:
            warn(f"{owner}: at beta_stop={stop} <= 1 a single cluster is the best answer.")
        if not isinstance(self.beta_start, str):
            start = float(self.beta_start)
            if not start <= stop or math.isinf(start):
                message = (
                    f"{owner}: beta_start={start} must be finite and at most beta_stop={stop}. "
                    f"Lower it, or let 'auto' find it."
                )
                raise InputError(message)
            return start, stop
        one = SoftBottleneckCost(problem, 1, 1.0).instability(np.ones((problem.n_rows, 1)))
        first = 1.0 / one.gain[0] if one.gain[0] > NOTHING else 1.0
        return min(BELOW * max(first, 1.0), stop), stop

    def _publish(self, problem: CountProblem, solutions: list[Growth]) -> None:
        super()._publish(problem, solutions)
        (grown,) = solutions
        self.beta_, self.path_ = grown.value, grown.path
        self.splits_ = numbered(grown.splits, problem.mass)
        cost = SoftBottleneckCost(problem, self.n_clusters, grown.value)
        gain = cost.instability(grown.memberships).gain / grown.value
        self.critical_betas_ = np.full(gain.size, np.inf)
        np.divide(1.0, gain, out=self.critical_betas_, where=gain > NOTHING)
        if grown.converged and gain.size > 1 and not np.ptp(grown.labels):
            warn(
                f"{type(self).__name__}: at beta={self.beta_:.6g}, where it ended, the {gain.size} "
                "clusters have hardly come apart, and every row belongs most to the same one. Take "
                "IterativeIB at a higher beta.",
                DataWarning,
            )

    def _unsettled(self) -> str:
        return (
            f"the last solution, at beta={self.beta_:.6g}, had not settled after "
            f"max_iter={self.max_iter} iterations. Raise max_iter, or tol to accept this."
        )
