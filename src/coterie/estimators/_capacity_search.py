"""Choose method, measure, parameters and number of clusters by how many bits are real."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin, MetaEstimatorMixin, clone
from sklearn.model_selection import ParameterGrid
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from coterie._core.errors import InputError
from coterie._core.params import (
    N_JOBS,
    RANDOM_STATE,
    VERBOSE,
    Each,
    Instance,
    Number,
    OneOf,
    check_params,
)
from coterie._core.random import child_seeds
from coterie.estimators._checks import checked_table
from coterie.estimators._search_checkpoint import Checkpoint
from coterie.estimators._search_results import Candidate, Found, Tried, as_table
from coterie.estimators._search_running import SearchRun
from coterie.estimators.prototypes._annealed_kmeans import AnnealedKMeans
from coterie.similarity import SIMILARITIES
from coterie.validation import Generative, Instances, ObjectHalves, make_instances
from coterie.validation._annealed_capacity import Annealed
from coterie.validation._pairing import is_replicated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.validation import Pair

WHOLE = Number(1, whole=True)
KINDS = ("auto", "pair", "features", "interleaved", "objects", "thinning", "bootstrap")


class CapacitySearch(ClusterMixin, MetaEstimatorMixin, BaseEstimator):
    """Find the clustering of which most is real, among methods, measures, parameters and numbers.

    Every candidate is judged by its generalization capacity: the bits about the group of an object
    on which two noisy instances of the data agree. Bits compare across methods and measures, and a
    single cluster has none, so that "no groups" is a possible answer.

    Parameters
    ----------
    estimators : estimator, list or dict of estimators, optional
        What to try, scikit-learn's clusterings included; a dict gives them names of its own.
        `AnnealedKMeans()` by default.
    n_clusters : int or sequence of int, default=range(1, 11)
        Numbers to try, for estimators that have `n_clusters` or `n_components`.
    similarity : str or sequence of str, optional
        Names to try, for estimators that have a `similarity`.
    parameters : dict, optional
        Names and lists of further parameters, for estimators that have them: `shift`, `exponent`.
    instances : str, callable or maker, default="auto"
        How two instances are made, as in `make_instances`; all candidates see the same.
    n_splits : int, default=5
        Pairs of instances.
    match_metric : str, default="sqeuclidean"
        How halves of the objects are paired; the same for all measures.
    entropy : {"final", "final_hard", "current"}, default="final"
        As in `generalization_capacity`.
    n_init : int, default=3
        Runs down the temperatures for each instance.
    max_time : float, optional
        Seconds after which no further candidate is begun. Few clusters are tried first, with all
        methods and measures.
    checkpoint : str or path, optional
        File to write each candidate to, and to go on from.
    n_jobs : int, optional
        Candidates at the same time, in threads unless a joblib context says otherwise. The answer
        does not depend on it.
    verbose : int, default=0
        0 is silent, 1 shows progress and the time that is left.
    random_state : int, Generator, RandomState or None
        Seed of splits and fits.

    Attributes
    ----------
    results_ : DataFrame or dict of ndarray
        A row for each candidate: bits with their standard error, unclipped too, effective number of
        clusters, best temperature. A data frame where pandas is installed.
    ranking_ : DataFrame or dict of ndarray
        The best of each method and measure, its rank among the methods for that measure, and among
        the measures for that method.
    best_estimator_ : estimator
        Fitted to all the data; to the mean of replicates.
    best_n_clusters_ : int
        Its number of clusters: the smallest within one standard error of the best, 0.01 bits, or
        what uneven sizes can feign. 1 if the data support no grouping.
    best_params_ : dict
        Method, similarity and parameters.
    best_capacity_ : Capacity or None
        All that is known of the choice; None if there is none.
    reliable_bits_ : float
        Bits per object that are real, at least 0.
    raw_bits_ : float
        The most that any had, as it is: negative where instances contradict each other.
    curves_ : dict
        The `Capacity` of each candidate, by its name in words.
    verdict_ : str
        What the data support, in words.
    labels_ : ndarray of shape (n_objects,)
        Those of the best estimator.
    n_features_in_ : int
        Number of columns of `X`, the first of them if there are replicates.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when `X` had any.

    See Also
    --------
    generalization_capacity : For one model.
    HeldOutSearch : For counts, by the information that is confirmed.

    Notes
    -----
    Model order, comparison and validation of [VAL §4.3]. Candidates with `annealed_family` are
    judged by weights at all temperatures, others by `predict_proba` or by labels: labels forget how
    sure they are, so that hard methods have a little less.

    Ctrl-C ends the search with the best that was found so far, and a warning.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.cluster import KMeans
    >>> from coterie import AnnealedKMeans, CapacitySearch
    >>> rng = np.random.default_rng(0)
    >>> centres = np.repeat([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]], 40, axis=0)
    >>> replicates = [centres + rng.normal(size=(120, 2)) for _ in range(2)]
    >>> models = [AnnealedKMeans(), KMeans()]
    >>> search = CapacitySearch(models, n_clusters=range(1, 6), random_state=0).fit(replicates)
    >>> search.best_n_clusters_
    3
    >>> print(search.verdict_[:66])
    These data support 3 groups, by AnnealedKMeans, 3 clusters: 1.58 +
    """

    _rules: ClassVar[Rules] = {
        "n_clusters": (WHOLE, Each(WHOLE, "a range or a list of numbers of clusters")),
        "similarity": (
            OneOf((None, *SIMILARITIES)),
            Each(OneOf(tuple(SIMILARITIES)), "a list of names of similarities"),
        ),
        "parameters": (OneOf((None,)), Instance((dict,), "a dict of names and lists")),
        "n_splits": (WHOLE,),
        "match_metric": (Instance((str,), "the name of a metric"),),
        "entropy": (OneOf(("final", "final_hard", "current")),),
        "n_init": (WHOLE,),
        "max_time": (OneOf((None,)), Number(0, open_low=True)),
        "n_jobs": N_JOBS,
        "verbose": VERBOSE,
        "random_state": RANDOM_STATE,
    }

    def __init__(
        self,
        estimators: Any = None,
        *,
        n_clusters: int | Sequence[int] = range(1, 11),
        similarity: str | Sequence[str] | None = None,
        parameters: dict[str, Sequence[Any]] | None = None,
        instances: Any = "auto",
        n_splits: int = 5,
        match_metric: str = "sqeuclidean",
        entropy: str = "final",
        n_init: int = 3,
        max_time: float | None = None,
        checkpoint: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.estimators = estimators
        self.n_clusters = n_clusters
        self.similarity = similarity
        self.parameters = parameters
        self.instances = instances
        self.n_splits = n_splits
        self.match_metric = match_metric
        self.entropy = entropy
        self.n_init = n_init
        self.max_time = max_time
        self.checkpoint = checkpoint
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> CapacitySearch:
        """Try the candidates, then cluster all the data with the best.

        Parameters
        ----------
        X : array-like, sparse matrix, data frame, or list of replicates
            Points, counts, or similarities of all pairs.
        y : ignored
            Present for pipelines.

        Returns
        -------
        CapacitySearch
            The fitted search.
        """
        check_params(self, self._rules)
        named = self._named()
        X = self._checked(X)
        maker = self._maker(X)
        for_splits, for_candidates, for_last = child_seeds(self.random_state, 3)
        pairs = maker.draw(X, for_splits)
        candidates = self._candidates(named, min(pair.objects.size for pair in pairs))
        found = self._run(named, pairs, maker, for_candidates).over(candidates)
        self._publish(found)
        self._fit_best(found.best, named, whole(X, pairs), for_last)
        return self

    def _named(self) -> dict[str, Any]:
        """Return the estimators by name."""
        given = AnnealedKMeans() if self.estimators is None else self.estimators
        if isinstance(given, dict):
            named = dict(given)
        else:
            listed = list(given) if isinstance(given, list | tuple) else [given]
            kinds = [type(each).__name__ for each in listed]
            named = {
                kind if kinds.count(kind) == 1 else f"{kind} {1 + kinds[:place].count(kind)}": each
                for place, (kind, each) in enumerate(zip(kinds, listed, strict=True))
            }
        wrong = [name for name, each in named.items() if not hasattr(each, "get_params")]
        if wrong or not named:
            what = f"{named[wrong[0]]!r} is none" if wrong else "there are none"
            message = (
                f"{type(self).__name__}: estimators must be clusterings; {what}. Give an "
                f"estimator, a list, or a dict of names and estimators."
            )
            raise InputError(message)
        return named

    def _checked(self, X: Any) -> Any:
        """Check a table, or the first of several."""
        own = isinstance(self.instances, Generative) or callable(self.instances)
        if X is None and own:
            self.n_features_in_ = 0
            return X
        rules: dict[str, Any] = {"accept_sparse": "csr", "dtype": "numeric"}
        if not is_replicated(X):
            return checked_table(self, X, ensure_min_samples=2, **rules)
        first = checked_table(self, X[0], ensure_min_samples=2, **rules)
        others = [checked_table(clone(self), each, **rules) for each in X[1:]]
        return [first, *others]

    def _maker(self, X: Any) -> Instances:
        kind = self.instances
        if kind == "objects":
            return ObjectHalves(n_splits=self.n_splits, match_metric=self.match_metric)
        return make_instances(X, kind, n_splits=self.n_splits)

    def _candidates(self, named: dict[str, Any], n_objects: int) -> list[Candidate]:
        """List the models, few clusters first."""
        numbers = sorted({int(k) for k in np.atleast_1d(np.asarray(self.n_clusters))})
        numbers = [k for k in numbers if k <= max(1, n_objects)]
        measures = [self.similarity] if isinstance(self.similarity, str) else self.similarity
        found: list[Candidate] = []
        for name, estimator in named.items():
            own = estimator.get_params(deep=False)
            given = {key: each for key, each in (self.parameters or {}).items() if key in own}
            likeness = measures if measures and "similarity" in own else [None]
            sizes = numbers if number_of(own) else [None]
            for similarity, values, k in product(likeness, ParameterGrid(given), sizes):
                chosen = tuple(sorted(values.items()))
                found.append(Candidate(name, similarity, chosen, k))
        return sorted(found, key=lambda each: each.n_clusters or 0)

    def _prepared(self, named: dict[str, Any], candidate: Candidate) -> Any:
        """Return the estimator of a candidate."""
        estimator = clone(named[candidate.method])
        asked = dict(candidate.parameters)
        if candidate.similarity is not None:
            asked["similarity"] = candidate.similarity
        if candidate.n_clusters is not None:
            asked[number_of(estimator.get_params(deep=False))] = candidate.n_clusters
        return estimator.set_params(**asked)

    def _run(
        self, named: dict[str, Any], pairs: list[Pair], maker: Instances, seed: int
    ) -> SearchRun:
        """Lay out what is the same for all candidates."""
        about = [(pair.first, pair.second) for pair in pairs]
        settings = (self.entropy, self.n_init, sorted((key, repr(e)) for key, e in named.items()))
        if self.checkpoint is not None and self.random_state is None:
            message = (
                f"{type(self).__name__}: checkpoint={str(self.checkpoint)!r} needs a random_state, "
                f"so that going on sees the same instances. Set it to a number."
            )
            raise InputError(message)
        return SearchRun(
            prepare=partial(self._prepared, named),
            pairs=pairs,
            maker=maker,
            how=Annealed(entropy=self.entropy, n_init=self.n_init),
            seed=seed,
            file=Checkpoint(self.checkpoint, (about, settings, seed)),
            max_time=self.max_time,
            n_jobs=self.n_jobs,
            verbose=self.verbose,
            owner=type(self).__name__,
        )

    @property
    def found(self) -> Found:
        """All that was tried, as objects."""
        return self._found

    def _publish(self, found: Found) -> None:
        best, self._found = found.best, found
        self.results_ = as_table(found.table())
        self.ranking_ = as_table(found.ranking())
        self.curves_ = {str(each.candidate): each.capacity for each in found.tried}
        self.raw_bits_ = max(each.capacity.raw for each in found.tried)
        self.reliable_bits_ = 0.0 if best is None else best.capacity.bits
        self.best_capacity_ = None if best is None else best.capacity
        self.verdict_ = found.verdict()
        chosen = found.tried[0].candidate if best is None else best.candidate
        self.best_params_ = {
            "method": chosen.method,
            "similarity": chosen.similarity,
            **dict(chosen.parameters),
        }

    def _fit_best(self, best: Tried | None, named: dict[str, Any], X: Any, seed: int) -> None:
        """Cluster all the data with the best model, or put them in one cluster."""
        if best is None:
            self.best_n_clusters_, name = 1, next(iter(named))
            own = named[name].get_params(deep=False)
            chosen = Candidate(name, None, (), 1 if number_of(own) else None)
        else:
            chosen = best.candidate
            self.best_n_clusters_ = chosen.n_clusters or best.capacity.n_clusters_effective
        model = self._prepared(named, chosen)
        if "random_state" in model.get_params(deep=False):
            model.set_params(random_state=seed)
        self.labels_ = np.asarray(
            model.fit_predict(X) if hasattr(model, "fit_predict") else model.fit(X).labels_
        )
        self.best_estimator_ = model

    def predict(self, X: Any) -> Any:
        """Return the cluster of each object under the best estimator, if it places new ones.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame
            Objects with the columns of the fit.
        """
        check_is_fitted(self)
        return self.best_estimator_.predict(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        own = [get_tags(each).input_tags for each in self._named().values()]
        tags.input_tags.sparse = all(each.sparse for each in own)
        tags.input_tags.pairwise = any(each.pairwise for each in own)
        tags.input_tags.positive_only = any(each.positive_only for each in own)
        return tags


def number_of(own: dict[str, Any]) -> str:
    """Name the parameter that says how many clusters there are; empty if there is none.

    Examples
    --------
    >>> number_of({"n_components": 2, "tol": 0.1}), number_of({"eps": 0.5})
    ('n_components', '')
    """
    return next((name for name in ("n_clusters", "n_components") if name in own), "")


def whole(X: Any, pairs: Sequence[Pair]) -> Any:
    """Return all the data in one: the mean of replicates that have the same columns.

    Examples
    --------
    >>> whole([np.array([[0.0]]), np.array([[2.0]])], [])
    array([[1.]])
    """
    X = [pairs[0].first, pairs[0].second] if X is None else X
    if not is_replicated(X):
        return X
    alike = len({each.shape for each in X}) == 1
    return sum(X[1:], start=X[0]) / len(X) if alike else X[0]
