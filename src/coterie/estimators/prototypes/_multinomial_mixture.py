"""Cluster the rows of a count table by the mixture of distributions that they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import logsumexp, softmax

from coterie.costs import MixtureCost
from coterie.estimators._callbacks import with_callbacks
from coterie.estimators._placement import FARTHEST
from coterie.estimators._soft import SOFT_RULES, SoftClustering

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray
    from coterie.problems import CountProblem


class MultinomialMixture(SoftClustering):
    r"""Fit a mixture of multinomial distributions to rows of counts, by maximum likelihood.

    Each row is thought to have drawn a cluster, then all its counts from the distribution of that
    cluster. A long row is therefore placed with near certainty, where the bottleneck with one
    `beta` for all treats long and short rows alike. Take it where a row really is a sample from
    one of a few sources, and where likelihoods are wanted.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of components.
    n_init : int, default=10
        Restarts; the one of the highest likelihood is kept.
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
    weights_ : ndarray of shape (n_clusters,)
        pi(t), the share of the rows in each cluster.
    conditional_ : ndarray of shape (n_clusters, n_columns)
        theta(y | t), zero for an empty cluster.
    memberships_ : ndarray of shape (n_rows, n_clusters)
        Posterior of the cluster of each row; zero for rows without counts.
    labels_ : ndarray of shape (n_rows,)
        Most probable cluster of each row; -1 for rows without counts.
    log_likelihood_ : float
        log of the probability of the counts, row by row and in the order of their draws, in nats.
    n_counts_ : float
        Number of counts in the table.
    cluster_joint_ : ndarray of shape (n_clusters, n_columns)
        p(t, y): the counts that fall to each cluster, over all counts.
    cluster_mass_ : ndarray of shape (n_clusters,)
        p(t), its margin; unlike `weights_`, long rows weigh more.
    information_ : float
        I(T; Y), the information that the clusters keep about the columns, in nats.
    information_fraction_ : float
        I(T; Y) / I(X; Y), a measure of quality between 0 and 1 that needs no other model beside it.
    compression_ : float
        I(T; X) in nats: what the memberships tell about the rows.
    entropy_ : float
        H(T) in nats.
    cost_ : float
        Log-likelihood of a single cluster less that of the mixture, in nats per count.
    n_clusters_effective_ : int
        Clusters that have mass and differ from one another.
    n_iter_ : int
        Iterations of the restart that was kept.
    converged_ : bool
        Whether that restart settled.
    history_ : ndarray of shape (n_iter_,)
        Its free energy after each iteration: what the log-likelihood lacks, per row, to that of a
        model with a distribution of its own for each row. Never rises.
    restarts_ : list of Restart
        All restarts, in the order of their seeds.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    IterativeIB : The same iteration with one exponent for all rows. With ``prior="uniform"`` and
        the number of counts of each row as its `beta` it is this mixture.
    ml_to_ib, ib_to_ml : Go on from a solution of one with the other.

    Notes
    -----
    Expectation and maximisation [IB §4.3] on the engine of the soft bottleneck: p(t | x) is
    proportional to pi(t) exp(-n(x) KL[p(y|x) || theta(y|t)]). A column that no cluster has counts
    as one of probability 1e-308, so the likelihood of a new row with such a column is very low
    but finite.

    Ctrl-C ends the fit with the best memberships found so far, and a warning.

    Examples
    --------
    >>> from coterie import MultinomialMixture
    >>> X = [[8, 0, 1], [9, 1, 0], [4, 4, 1], [1, 9, 0], [0, 8, 1]]
    >>> model = MultinomialMixture(n_clusters=2, random_state=0).fit(X)
    >>> model.weights_.round(1)
    array([0.4, 0.6])
    >>> bool(model.labels_[0] == model.labels_[1] != model.labels_[4])
    True
    """

    _rules: ClassVar[Rules] = {key: rule for key, rule in SOFT_RULES.items() if key != "prior"}

    prior = "counts"

    def __init__(
        self,
        n_clusters: int = 8,
        *,
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
        self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None
    ) -> MultinomialMixture:
        """Fit the mixture to the rows of a table of counts.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts or other non-negative weights.
        y : ignored
            Present for pipelines.
        sample_weight : array-like of shape (n_rows,), optional
            How many times each row counts; its counts stay as they are.

        Returns
        -------
        MultinomialMixture
            The fitted estimator.
        """
        self._fit(X, sample_weight)
        return self

    def score_samples(self, X: Any) -> FloatArray:
        """Return the log-likelihood of each row, in nats.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        return np.asarray(logsumexp(self._log_weights(self._check_new(X)), axis=1))

    def score(self, X: Any, y: Any = None) -> float:
        """Return the mean log-likelihood of the rows, in nats.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        y : ignored
            Present for pipelines.
        """
        return float(self.score_samples(X).mean())

    def bic(self, X: Any) -> float:
        """Return -2 log L + k log n for n rows and k free parameters; smaller is better.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        likelihoods = self.score_samples(X)
        return float(self._n_parameters * np.log(likelihoods.size) - 2.0 * likelihoods.sum())

    def aic(self, X: Any) -> float:
        """Return -2 log L + 2 k for k free parameters; smaller is better.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_rows, n_columns)
            Counts over the same columns.
        """
        return float(2.0 * (self._n_parameters - self.score_samples(X).sum()))

    @property
    def _n_parameters(self) -> int:
        seen = np.count_nonzero(self.cluster_joint_.sum(axis=0))
        return int(self.n_clusters - 1 + self.n_clusters * (seen - 1))

    def _cost(self, problem: CountProblem) -> MixtureCost:
        return MixtureCost(problem, self.n_clusters)

    def _publish(self, problem: CountProblem, solutions: list[Any]) -> None:
        super()._publish(problem, solutions)
        weight = problem.scale
        best = self._choose(solutions).memberships
        self.weights_ = weight @ best / weight.sum()
        self.log_likelihood_ = float(weight @ logsumexp(self._log_weights(problem.counts), axis=1))
        self.n_counts_ = problem.total

    def _posterior(self, counts: sp.csr_array) -> FloatArray:
        return np.asarray(softmax(self._log_weights(counts), axis=1))

    def _log_weights(self, counts: sp.csr_array) -> FloatArray:
        """Return log pi(t) + sum_y n(x, y) log theta(y | t)."""
        conditional = np.asarray(self.conditional_)
        logs = np.full(conditional.shape, FARTHEST)
        np.log(conditional, out=logs, where=conditional > 0.0)
        with np.errstate(divide="ignore"):
            return np.asarray(counts @ logs.T + np.log(self.weights_))
