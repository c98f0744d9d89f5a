"""What all estimators share that cluster the rows of a table of counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from sklearn.base import BaseEstimator, ClusterMixin

from coterie._core.errors import DataWarning, warn
from coterie._core.params import check_params
from coterie._core.tables import sum_over
from coterie.costs import TIE
from coterie.estimators._callbacks import CallbackSupportMixin
from coterie.estimators._checks import checked_counts
from coterie.estimators._placement import DescribesClusters
from coterie.measures import entropy, mutual_information
from coterie.problems import CountProblem
from coterie.problems._distinct import distinct_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.types import IntArray, Matrix


class CountClustering(DescribesClusters, CallbackSupportMixin, ClusterMixin, BaseEstimator):
    """Take a table of counts in, and give out labels with what they tell about the columns."""

    _rules: ClassVar[Rules]
    _hard: ClassVar[bool] = True
    """Whether a row has one cluster, so that rows which are alike may be set apart."""

    prior: str | ArrayLike
    verbose: int

    def _check(
        self, X: Any, sample_weight: ArrayLike | None, min_rows: int
    ) -> tuple[Any, CountProblem]:
        """Check the parameters and the table; return the table, and its rows that have mass."""
        check_params(self, self._rules)
        X = checked_counts(self, X)
        problem = CountProblem.from_counts(
            X,
            prior=self.prior,
            sample_weight=sample_weight,
            min_rows=min_rows,
            owner=type(self).__name__,
        )
        if self._hard and not getattr(self, "allow_empty", False):
            self._tell_of_rows_alike(problem, min_rows)
        return X, problem

    def _tell_of_rows_alike(self, problem: CountProblem, n_clusters: int) -> None:
        """Warn where clusters cannot differ, because not so many rows do."""
        differ = distinct_rows(problem.counts, n_clusters)
        if differ < n_clusters:
            rows = "kind of row" if differ == 1 else "kinds of rows"
            warn(
                f"{type(self).__name__}: n_clusters={n_clusters}, but the table has only {differ} "
                f"{rows}, so rows that are alike are set apart. Ask for fewer clusters.",
                DataWarning,
            )

    def _publish_clusters(
        self, problem: CountProblem, labels: IntArray, joint: Matrix, cost: float
    ) -> None:
        """Set what all clusterings have: labels, the joint distribution of clusters and columns."""
        self.labels_ = problem.expand(labels)
        self.cluster_joint_ = joint
        self.cluster_mass_ = sum_over(joint, 1)
        self.information_ = float(mutual_information(joint))
        self.entropy_ = float(entropy(self.cluster_mass_))
        self.cost_ = cost
        self.information_fraction_ = share_kept(self.information_, problem.information)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags


def share_kept(information: float, whole: float) -> float:
    """Return I(T; Y) / I(X; Y); 1 where the table says nothing, so that nothing is lost.

    Examples
    --------
    >>> share_kept(0.3, 0.6), share_kept(0.0, 1e-16)  # the latter is rounding
    (0.5, 1.0)
    """
    return information / whole if whole > TIE else 1.0
