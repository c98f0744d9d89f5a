"""Cluster the rows of a count table softly, by self-consistent iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.errors import InputError, warn
from coterie._core.params import Number
from coterie.costs import SoftBottleneckCost, SoftSideInformationCost
from coterie.costs._soft_bottleneck import check_finite_beta
from coterie.estimators._callbacks import with_callbacks
from coterie.estimators._checks import rows_kept
from coterie.estimators._restarts import AVOID_WEIGHT, LIST
from coterie.estimators._soft import SOFT_RULES, SoftClustering

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.problems import CountProblem


class IterativeIB(SoftClustering):
    r"""Cluster rows of counts softly: each row belongs to every cluster to some degree.

    Memberships and clusters are computed from one another in turn, until they agree. At a finite
    `beta` this is what the Information Bottleneck asks for: a row whose columns fit two clusters is
    shared by both. Where hard clusters will do, `SequentialIB` is less sensitive to its start.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters on offer; at a low `beta` fewer are distinct.
    beta : float or array-like of shape (n_rows,), default=20.0
        Weight of relevance, finite, for all rows or for each. At most 1, all clusters are the same.
    avoid_weight : float, default=1.0
        What a nat about the columns to avoid costs, in nats about those of `X`; used where `fit`
        is given `avoid`.
    prior : {"counts", "uniform"} or array-like of shape (n_rows,), default="counts"
        Mass of the rows: their totals; all the same; or as given.
    n_init : int, default=10
        Restarts; the one of least cost is kept.
    max_iter : int, default=1000
        Most iterations of a restart.
    tol : float, default=1e-12
        Stop when no row's memberships change by a Jensen-Shannon divergence above this, in nats.
    init : "dirichlet" or array-like, default="dirichlet"
        Random memberships, every distribution alike; or memberships of shape (n_rows, n_clusters)
        or labels of shape (n_rows,) to start from, in a single run.
    n_jobs : int, optional
        Restarts at the same time, in threads unless a joblib context says otherwise. The result
        does not depend on it.
    device : str, optional
        Where torch iterates, "cuda" or "cpu"; by default numpy does. The answer is the same.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line for each restart in a log. 2
        writes a line for each iteration.
    random_state : int, Generator, RandomState or None
        Seed of the starts.

    Attributes
    ----------
    memberships_ : ndarray of shape (n_rows, n_clusters)
        p(t | x); zero for rows without mass.
    labels_ : ndarray of shape (n_rows,)
        Most probable cluster of each row; -1 for rows without mass.
    cluster_joint_ : ndarray of shape (n_clusters, n_columns)
        p(t, y).
    conditional_ : ndarray of shape (n_clusters, n_columns)
        p(y | t), zero for an empty cluster.
    cluster_mass_ : ndarray of shape (n_clusters,)
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
        I(T; X) / beta - I(T; Y) in nats, which was minimised. Where columns Z were avoided,
        avoid_weight I(T; Z) comes on top.
    n_clusters_effective_ : int
        Clusters that have mass and differ from one another.
    n_iter_ : int
        Iterations of the restart that was kept.
    converged_ : bool
        Whether that restart settled.
    history_ : ndarray of shape (n_iter_,)
        Its free energy after each iteration; never rises.
    restarts_ : list of Restart
        All restarts, in the order of their seeds.
    avoided_information_ : float
        I(T; Z) in nats, what the clusters tell about the avoided columns; only after a fit with
        `avoid`.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    Notes
    -----
    Implements [IB §2.2]: p(t|x) is proportional to p(t) exp(-beta KL[p(y|x) || p(y|t)]) [IB 2.16].
    An iteration takes time in proportion to the non-zeros times the clusters; where most entries
    are filled it is two dense products.

    With columns Z to avoid the functional has the further term avoid_weight I(T; Z) [IB §5], and
    the memberships take shorter steps, none of which raises it [MIB §2.5]. New rows are placed by
    the columns of `X` alone.

    Ctrl-C ends the fit with the best memberships found so far, and a warning.

    Examples
    --------
    >>> from coterie import IterativeIB
    >>> X = [[8, 0, 1], [9, 1, 0], [4, 4, 1], [1, 9, 0], [0, 8, 1]]
    >>> model = IterativeIB(n_clusters=2, beta=5.0, random_state=0).fit(X)
    >>> bool(model.memberships_[2].max() < model.memberships_[0].max())  # the middle is shared
    True
    """

    _rules: ClassVar[Rules] = {
        **SOFT_RULES,
        "beta": (Number(0, open_low=True), LIST),
        "avoid_weight": AVOID_WEIGHT,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        *,
        beta: float | ArrayLike = 20.0,
        avoid_weight: float = 1.0,
        prior: str | ArrayLike = "counts",
        n_init: int = 10,
        max_iter: int = 1000,
        tol: float = 1e-12,
        init: str | ArrayLike = "dirichlet",
        n_jobs: int | None = None,
        device: str | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.beta = beta
        self.avoid_weight = avoid_weight
        self.prior = prior
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.init = init
        self.n_jobs = n_jobs
        self.device = device
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(
        self,
        X: Any,
        y: Any = None,
        sample_weight: ArrayLike | None = None,
        avoid: Any = None,
    ) -> IterativeIB:
        """Cluster the rows of a table of counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts or other non-negative weights.
        y : ignored
            Present for pipelines.
        sample_weight : array-like of shape (n_rows,), optional
            Multiplies the mass of each row; its distribution over the columns stays as it is.
        avoid : array-like, sparse matrix or data frame of shape (n_rows, n_avoided), optional
            Counts of the same rows over other columns, about which the clusters are to tell
            little: what a nat about them costs is `avoid_weight`. Only the distribution of a row
            matters; one without counts here is taken to be like the average of the others.

        Returns
        -------
        IterativeIB
            The fitted estimator.
        """
        self._fit(X, sample_weight, avoid)
        return self

    def _cost(self, problem: CountProblem) -> SoftBottleneckCost | SoftSideInformationCost:
        owner, by_row = type(self).__name__, np.ndim(self.beta) > 0
        beta = rows_kept(self.beta, problem, "beta", owner) if by_row else self.beta
        highest = check_finite_beta(beta, problem, owner).max()
        if highest <= 1.0:
            warn(f"{owner}: at beta={highest:g} <= 1 a single cluster is the best answer.")
        if problem.avoided is None or self.avoid_weight == 0.0:
            return SoftBottleneckCost(problem, self.n_clusters, beta)
        if np.ndim(beta) > 0:
            message = "IterativeIB: a beta for each row does not go with avoid. Give one number."
            raise InputError(message)
        return SoftSideInformationCost(
            problem,
            problem.avoided,
            self.n_clusters,
            beta=float(beta),
            avoid_weight=self.avoid_weight,
        )
