"""Points in a space with a weight each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.problems._counts import row_weights

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray

LARGEST = 1e150
"""Distance from the mean whose square is still an ordinary number."""

SMALLEST = 1e-150
"""Spread whose square is still an ordinary number."""

DIRECT = 16
"""Most dimensions in which the products of all pairs of coordinates are laid out."""


@dataclass(frozen=True, eq=False)
class PointProblem:
    """Points with a share each, seen from their mean.

    Parameters
    ----------
    points : ndarray of shape (n_points, n_dimensions)
        Their places less the centre: sums of squares lose fewest digits so.
    weight : ndarray of shape (n_points,)
        Share of each point; the sum is 1. Points of weight zero are placed, and pull at nothing.
    centre : ndarray of shape (n_dimensions,)
        Mean of the points as they were given.
    total : float
        Sum of the weights as they were given: the number of points where none were.

    Notes
    -----
    Distances are squared, in full: this fixes the scale of temperatures [SLC §1].

    Examples
    --------
    >>> from coterie.problems import PointProblem
    >>> problem = PointProblem.from_points([[0.0, 1.0], [2.0, 1.0], [4.0, 1.0]])
    >>> problem.centre, round(problem.variance, 3)
    (array([2., 1.]), 2.667)
    """

    points: FloatArray
    weight: FloatArray
    centre: FloatArray
    total: float

    @classmethod
    def from_points(
        cls,
        X: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        min_rows: int = 1,
        owner: str = "points",
    ) -> PointProblem:
        """Check points and their weights.

        Parameters
        ----------
        X : array-like of shape (n_points, n_dimensions)
            Finite numbers. More than one point must differ where more than one cluster is wanted.
        sample_weight : array-like of shape (n_points,), optional
            How many times each point counts.
        min_rows : int
            Fewest points with weight that make sense, usually the number of clusters.
        owner : str
            Name that messages begin with.
        """
        given = as_points(X, owner)
        weight = row_weights(len(given), sample_weight, owner)
        total = float(weight.sum())
        weight = weight / total
        heavy = np.count_nonzero(weight)
        if heavy < min_rows:
            message = (
                f"{owner}: {heavy} of {len(given)} points have weight (n_samples={heavy}), fewer "
                f"than the {min_rows} clusters asked for. Ask for fewer clusters or give more "
                f"points."
            )
            raise InputError(message)
        centre = weight @ given
        points = np.ascontiguousarray(given - centre)
        spread = float(np.abs(points[weight > 0.0]).max())
        if min_rows > 1 and spread <= np.finfo(np.float64).eps * float(np.abs(centre).max()):
            message = (
                f"{owner}: all {heavy} points are the same, and the variance is zero. Give points "
                f"that differ, or ask for one cluster."
            )
            raise InputError(message)
        if not (spread == 0.0 or spread >= SMALLEST) or np.abs(points).max() > LARGEST:
            message = (
                f"{owner}: distances from the mean of up to {np.abs(points).max():.3g} have no "
                f"square among the floats. Rescale the columns to between 1e-150 and 1e150."
            )
            raise InputError(message)
        return cls(points, weight, centre, total)

    def sample(self, size: int, rng: np.random.Generator) -> PointProblem:
        """Return some of the points, drawn by their weight, as a problem of their own.

        Parameters
        ----------
        size : int
            How many, with repetitions only where weights differ.
        rng : numpy.random.Generator
            Source of luck.
        """
        even = bool((self.weight == self.weight[0]).all())
        chosen = rng.choice(
            self.n_points, size, replace=not even, p=None if even else self.weight, shuffle=False
        )
        weight = np.full(size, 1.0 / size)
        middle = self.points[chosen].mean(axis=0)
        points = np.ascontiguousarray(self.points[chosen] - middle)
        return PointProblem(points, weight, self.centre + middle, self.total)

    @property
    def n_points(self) -> int:
        """Number of points."""
        return len(self.points)

    @property
    def n_dimensions(self) -> int:
        """Number of coordinates."""
        return int(self.points.shape[1])

    @cached_property
    def variance(self) -> float:
        """Mean squared distance from the mean."""
        return float(self.weight @ np.einsum("id,id->i", self.points, self.points))

    @cached_property
    def extended(self) -> FloatArray:
        """The points with a last coordinate of 1, whose products also add up masses."""
        return np.hstack([self.points, np.ones((self.n_points, 1))])

    @cached_property
    def weighted(self) -> FloatArray:
        """The same, times the weight of each point."""
        return self.extended * self.weight[:, None]

    @cached_property
    def weighted_products(self) -> FloatArray:
        """Products of all pairs of coordinates that differ, times the weight of the point."""
        first, second = np.triu_indices(self.n_dimensions)
        return self.points[:, first] * self.weighted[:, second]


def as_points(X: Any, owner: str) -> FloatArray:
    """Return a table of finite numbers, as doubles.

    Examples
    --------
    >>> as_points([[1, 2]], "example")
    array([[1., 2.]])
    """
    try:
        points = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError) as fault:
        message = f"{owner}: points must be numbers ({fault}). Encode what is not, or drop it."
        raise InputError(message) from fault
    if points.ndim != 2 or points.size == 0:
        message = (
            f"{owner}: points of shape {points.shape} must be a table with at least one row and "
            f"one column. Give one row for each point."
        )
        raise InputError(message)
    wrong = np.argwhere(~np.isfinite(points))
    if wrong.size:
        row, column = wrong[0]
        message = (
            f"{owner}: row {row}, column {column} is {points[row, column]}; points must be finite. "
            f"Impute what is missing, or drop the row."
        )
        raise InputError(message)
    return points
