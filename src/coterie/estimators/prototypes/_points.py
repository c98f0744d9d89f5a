"""What all estimators share that cluster points around prototypes."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.special import softmax
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.utils.validation import check_is_fitted

from coterie._core.params import check_params
from coterie.costs import Prototypes
from coterie.estimators._callbacks import CallbackSupportMixin
from coterie.estimators._checks import checked_table
from coterie.problems import PointProblem

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray, IntArray


class PointClustering(
    ClassNamePrefixFeaturesOutMixin,
    TransformerMixin,
    CallbackSupportMixin,
    ClusterMixin,
    BaseEstimator,
):
    """Take points in, and give out memberships in clusters around centres."""

    _rules: ClassVar[Rules]

    cluster_centers_: FloatArray
    cluster_mass_: FloatArray
    temperature_: float
    memberships_: FloatArray
    n_features_in_: int

    @abstractmethod
    def _cost(self, problem: PointProblem, temperature: float) -> Any:
        """Say what is minimised."""

    @property
    def _n_features_out(self) -> int:
        """Columns of what `transform` returns, for their names."""
        return len(self.cluster_centers_)

    def _check(self, X: Any, sample_weight: ArrayLike | None, min_rows: int) -> PointProblem:
        """Check the parameters and the points."""
        check_params(self, self._rules)
        return PointProblem.from_points(
            checked_table(self, X, dtype=np.float64),
            sample_weight=sample_weight,
            min_rows=min_rows,
            owner=type(self).__name__,
        )

    def predict(self, X: Any) -> IntArray:
        """Return the most probable cluster of each point.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points with the coordinates of the fit.
        """
        return np.asarray(self.transform(X).argmax(axis=1))

    def transform(self, X: Any) -> FloatArray:
        """Return how much of each point belongs to each cluster, at the last temperature.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points with the coordinates of the fit.
        """
        points = self._points_of(X)
        centre, size = self.cluster_centers_.mean(axis=0), len(points)
        problem = PointProblem(points - centre, np.full(size, 1.0 / size), centre, float(size))
        prototypes = Prototypes(self.cluster_centers_ - centre, self.cluster_mass_)
        field = self._cost(problem, self.temperature_).field(prototypes)
        return np.asarray(softmax(field, axis=1))

    def _points_of(self, X: Any) -> FloatArray:
        """Check points that come after the fit."""
        check_is_fitted(self)
        return np.asarray(checked_table(self, X, reset=False, dtype=np.float64))
