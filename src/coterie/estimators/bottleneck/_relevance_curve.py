"""What can be kept about the columns at each price: a curve in the information plane."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.measures._hull import concave_hull

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray
    from coterie.estimators.bottleneck._points import InformationPoint
    from coterie.plotting import RelevanceCurveDisplay

ROUNDING = 1e-9
"""Share of the plane by which points of a straight line may seem to bend."""


@dataclass(frozen=True, eq=False)
class RelevanceCurve:
    """Solutions in the information plane, from a single cluster to the finest.

    Each says how much clusters that tell so much of the rows can tell about the columns: the curve
    of the best clusters passes above all of them.

    Parameters
    ----------
    points : sequence of InformationPoint
        Solutions, in any order.
    row_entropy : float
        H(X), which no I(T; X) exceeds, in nats.
    row_information : float
        I(X; Y), which no I(T; Y) exceeds, in nats.
    kind_entropy : float, optional
        Entropy of the kinds of rows, where rows that are alike are of one kind: a cluster for each
        keeps all of I(X; Y). H(X) by default.

    Attributes
    ----------
    points : tuple of InformationPoint
        The solutions, in the order of rising I(T; X).

    See Also
    --------
    relevance_curve : Traces the curve of a table.

    Notes
    -----
    The relevance-compression function of [IB 2.14] is estimated from below. It is concave as it is
    drawn, I(T; Y) over I(T; X), with slope 1 / beta [IB P-25, IB P-26].

    Examples
    --------
    >>> from coterie import relevance_curve
    >>> curve = relevance_curve([[8, 0, 1], [9, 1, 0], [1, 9, 0], [0, 8, 1], [1, 0, 9]])
    >>> best = curve.elbow()
    >>> best.n_clusters, round(best.information / curve.row_information, 2)
    (3, 0.88)
    """

    points: tuple[InformationPoint, ...]
    row_entropy: float
    row_information: float
    kind_entropy: float | None = None

    def __post_init__(self) -> None:
        rising = sorted(self.points, key=lambda point: (point.compression, point.information))
        object.__setattr__(self, "points", tuple(rising))

    @property
    def betas(self) -> FloatArray:
        """Weight of relevance of each point."""
        return np.array([point.beta for point in self.points])

    @property
    def compression(self) -> FloatArray:
        """I(T; X) of each point, in nats."""
        return np.array([point.compression for point in self.points])

    @property
    def information(self) -> FloatArray:
        """I(T; Y) of each point, in nats."""
        return np.array([point.information for point in self.points])

    @property
    def n_clusters(self) -> IntArray:
        """Number of clusters of each point that are distinct."""
        return np.array([point.n_clusters for point in self.points], dtype=np.int64)

    @property
    def slopes(self) -> FloatArray:
        """1 / beta, the slope of the curve at each point that is on it [IB P-26].

        NaN for hard clusters, which no price has chosen.
        """
        betas = self.betas
        return np.asarray(np.where(np.isfinite(betas), 1.0 / betas, np.nan))

    def normalised(self) -> tuple[FloatArray, FloatArray]:
        """Return I(T; X) / H(X) and I(T; Y) / I(X; Y) of each point, between 0 and 1."""
        return (
            divided(self.compression, self.row_entropy),
            divided(self.information, self.row_information),
        )

    def hull(self) -> RelevanceCurve:
        """Return the points that no chord between others passes above.

        The curve of the best clusters passes through or above them and all chords between them, to
        the origin included: two clusterings can be mixed.
        """
        x, y = self.compression, self.information
        kept = concave_hull(np.append(x, 0.0), np.append(y, 0.0))
        return replace(self, points=tuple(self.points[i] for i in kept if i < x.size))

    def joined(self, other: RelevanceCurve) -> RelevanceCurve:
        """Return the points of two curves of the same table as one.

        Parameters
        ----------
        other : RelevanceCurve
            Found in another way, or from another start.
        """
        return replace(self, points=(*self.points, *other.points))

    def at(self, compression: ArrayLike) -> FloatArray:
        """Return the I(T; Y) that clusters are sure to reach within so much I(T; X).

        On the chords between the points, the origin, and the end that is certain: a cluster for
        each kind of rows keeps all there is [IB P-27].

        Parameters
        ----------
        compression : array-like
            I(T; X) in nats.
        """
        end = self.row_entropy if self.kind_entropy is None else self.kind_entropy
        x = np.concatenate([[0.0], self.compression, [end]])
        y = np.concatenate([[0.0], self.information, [self.row_information]])
        kept = concave_hull(x, y)
        return np.asarray(np.interp(np.asarray(compression, dtype=np.float64), x[kept], y[kept]))

    def bounds(
        self, compression: ArrayLike, *, tangents: bool = False
    ) -> tuple[FloatArray, FloatArray]:
        """Bound the curve of the best clusters from below and from above.

        Parameters
        ----------
        compression : array-like
            I(T; X) in nats.
        tangents : bool, default=False
            Bound it by the tangents of the points too, of those that have a finite beta. That is
            right only if each is the best for its beta, which nobody knows: a guess where the true
            curve lies, no proof.

        Returns
        -------
        lower, upper : ndarray
            I(T; Y) in nats [IB P-27].
        """
        x = np.asarray(compression, dtype=np.float64)
        upper = np.minimum(x, self.row_information)
        if tangents:
            for point in self.points:
                if math.isfinite(point.beta):
                    upper = np.minimum(upper, x / point.beta - point.cost)
        lower = self.at(x)
        return lower, np.maximum(upper, lower)

    def elbow(self) -> InformationPoint:
        """Return the point that is furthest above the chord from the origin to the finest point.

        There the curve turns from keeping much at a small price to keeping little at a large one.
        A curve that is straight ends there.
        """
        x, y = self.compression, self.information
        above = divided(y, float(y.max())) - divided(x, float(x.max()))
        return self.points[int(np.flatnonzero(above >= above.max() - ROUNDING)[-1])]

    def plot(self, ax: Any = None) -> RelevanceCurveDisplay:
        """Draw the curve in the normalised plane.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        from coterie.plotting import RelevanceCurveDisplay

        return RelevanceCurveDisplay.from_curve(self, ax=ax)


def divided(values: FloatArray, whole: float) -> FloatArray:
    """Return shares of the whole; none of nothing."""
    return values / whole if whole > 0.0 else np.zeros_like(values)
