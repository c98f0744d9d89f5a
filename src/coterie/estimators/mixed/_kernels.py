"""How alike two values of a column are: one kernel for each kind of column.

A kernel is a distribution over the values x of a column around the value y of a reference row. All
are of the form

    log k(x | y) = a(x) . b(y) + c(y) + d(x),

so that for many rows, many reference rows and all columns together it is one matrix product.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar

if TYPE_CHECKING:
    from coterie._core.types import FloatArray

LARGEST_DROP = 5.0
"""Another level is never further than this in log k: tables of few levels would fall to pieces."""

NARROWEST = 1e-3
"""Least bandwidth that a likelihood can choose, over the spread of the column."""


class RowFactors(NamedTuple):
    """What log k takes of the rows."""

    features: FloatArray  # a(x), of shape (n_rows, n_features)
    offset: FloatArray  # d(x)


class ReferenceFactors(NamedTuple):
    """What log k takes of the reference rows."""

    features: FloatArray  # b(y), of shape (n_references, n_features)
    offset: FloatArray  # c(y)


class Kernel(ABC):
    """A kernel for one kind of column; the values are numbers, or positions of levels."""

    @abstractmethod
    def spread(self, values: FloatArray, n_levels: int) -> float:
        """Mean distance of two values, in the unit that `bandwidth` divides by."""

    @abstractmethod
    def bandwidth(self, drop: float, spread: float, n_levels: int) -> float:
        """Bandwidth at which log k falls by `drop` from a value to a random other, on average."""

    @abstractmethod
    def widest(self, n_levels: int) -> float:
        """Largest bandwidth that makes sense."""

    @abstractmethod
    def of_rows(self, values: FloatArray, bandwidth: float, n_levels: int) -> RowFactors:
        """Return a(x) and d(x)."""

    @abstractmethod
    def of_references(
        self, values: FloatArray, bandwidth: float, n_levels: int
    ) -> ReferenceFactors:
        """Return b(y) and c(y)."""

    @abstractmethod
    def most_likely(self, values: FloatArray, shares: FloatArray, n_levels: int) -> float:
        """Bandwidth of the largest sum_xy shares(x, y) log k(x | y); a row of shares sums to 1."""


class Gaussian(Kernel):
    """exp(-(x - y)^2 / 2 h^2) / h sqrt(2 pi), for measurements.

    Examples
    --------
    >>> Gaussian().bandwidth(drop=4.0, spread=1.0, n_levels=0)
    0.5
    """

    def spread(self, values: FloatArray, n_levels: int) -> float:
        return float(np.var(values))  # half the mean square of a difference

    def bandwidth(self, drop: float, spread: float, n_levels: int) -> float:
        return float(np.sqrt(spread / drop)) if spread > 0.0 else 1.0

    def widest(self, n_levels: int) -> float:
        return float("inf")

    def of_rows(self, values: FloatArray, bandwidth: float, n_levels: int) -> RowFactors:
        scaled = values / bandwidth
        height = np.log(bandwidth * np.sqrt(2.0 * np.pi))
        return RowFactors(scaled[:, None], -(scaled**2) / 2.0 - height)

    def of_references(
        self, values: FloatArray, bandwidth: float, n_levels: int
    ) -> ReferenceFactors:
        scaled = values / bandwidth
        return ReferenceFactors(scaled[:, None], -(scaled**2) / 2.0)

    def most_likely(self, values: FloatArray, shares: FloatArray, n_levels: int) -> float:
        centred = values - values.mean()
        square = centred**2
        together = square.sum() + shares.sum(axis=0) @ square - 2.0 * centred @ (shares @ centred)
        least = NARROWEST * np.sqrt(square.mean()) or 1.0  # 1 for a constant column
        return float(max(np.sqrt(max(together, 0.0) / values.size), least))


class LevelKernel(Kernel):
    """A kernel on levels: a table of log k(x | y)."""

    @abstractmethod
    def log_table(self, bandwidth: float, n_levels: int) -> FloatArray:
        """Return log k(x | y), x down and y across."""

    @abstractmethod
    def distances(self, n_levels: int) -> FloatArray:
        """How far apart levels are, in steps."""

    def spread(self, values: FloatArray, n_levels: int) -> float:
        frequency = np.bincount(values.astype(np.int64), minlength=n_levels) / values.size
        return float(frequency @ self.distances(n_levels) @ frequency)

    def of_rows(self, values: FloatArray, bandwidth: float, n_levels: int) -> RowFactors:
        indicator = (values[:, None] == np.arange(n_levels)).astype(np.float64)
        return RowFactors(indicator, np.zeros(values.size))

    def of_references(
        self, values: FloatArray, bandwidth: float, n_levels: int
    ) -> ReferenceFactors:
        table = self.log_table(bandwidth, n_levels)
        return ReferenceFactors(table.T[values.astype(np.int64)], np.zeros(values.size))

    def met(self, values: FloatArray, shares: FloatArray, n_levels: int) -> FloatArray:
        """How often level x is explained by a reference row of level y."""
        indicator = (values[:, None] == np.arange(n_levels)).astype(np.float64)
        return np.asarray(indicator.T @ (shares @ indicator))


class AitchisonAitken(LevelKernel):
    """1 - lambda for the same name, lambda / (c - 1) for each of the c - 1 others.

    Examples
    --------
    >>> np.exp(AitchisonAitken().log_table(0.2, 3)).round(3).tolist()
    [[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]]
    """

    def distances(self, n_levels: int) -> FloatArray:
        return 1.0 - np.eye(n_levels)

    def widest(self, n_levels: int) -> float:
        return (n_levels - 1) / n_levels

    def bandwidth(self, drop: float, spread: float, n_levels: int) -> float:
        if spread <= 0.0:
            return self.widest(n_levels)
        others = (n_levels - 1) * np.exp(-min(drop / spread, LARGEST_DROP))
        return float(others / (1.0 + others))

    def log_table(self, bandwidth: float, n_levels: int) -> FloatArray:
        if n_levels == 1:
            return np.zeros((1, 1))
        same, other = np.log1p(-bandwidth), np.log(bandwidth / (n_levels - 1))
        return np.asarray(np.where(np.eye(n_levels) == 1.0, same, other))

    def most_likely(self, values: FloatArray, shares: FloatArray, n_levels: int) -> float:
        met = self.met(values, shares, n_levels)
        differ = 1.0 - np.trace(met) / met.sum()
        return float(np.clip(differ, NARROWEST, self.widest(n_levels)))


class LiRacine(LevelKernel):
    """lambda^|x - y|, scaled to sum to 1 over the grades x.

    Examples
    --------
    >>> np.exp(LiRacine().log_table(0.5, 3)).round(3).tolist()
    [[0.571, 0.25, 0.143], [0.286, 0.5, 0.286], [0.143, 0.25, 0.571]]
    """

    def distances(self, n_levels: int) -> FloatArray:
        grades = np.arange(n_levels, dtype=np.float64)
        return np.abs(grades[:, None] - grades)

    def widest(self, n_levels: int) -> float:
        return 1.0

    def bandwidth(self, drop: float, spread: float, n_levels: int) -> float:
        return float(np.exp(-min(drop / spread, LARGEST_DROP))) if spread > 0.0 else 1.0

    def log_table(self, bandwidth: float, n_levels: int) -> FloatArray:
        logs = self.distances(n_levels) * np.log(bandwidth)
        return np.asarray(logs - np.log(np.exp(logs).sum(axis=0)))

    def most_likely(self, values: FloatArray, shares: FloatArray, n_levels: int) -> float:
        met = self.met(values, shares, n_levels)
        found = minimize_scalar(
            lambda bandwidth: -(met * self.log_table(bandwidth, n_levels)).sum(),
            bounds=(NARROWEST, 1.0),
            method="bounded",
        )
        return float(found.x)


KERNELS: dict[str, Kernel] = {
    "continuous": Gaussian(),
    "nominal": AitchisonAitken(),
    "ordinal": LiRacine(),
}
"""The kernel of each kind of column."""
