"""How much must be told about objects to describe them within a distortion."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.params import VERBOSE, Number, check_values
from coterie.engines import Iterative
from coterie.estimators._checks import falling_values
from coterie.estimators.bottleneck._sources import Source, checked_source, nearest_only
from coterie.estimators.bottleneck._tracer import Tracer
from coterie.measures._hull import concave_hull

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray
    from coterie.plotting import RateDistortionDisplay

OWNER = "rate_distortion"

RULES: Rules = {
    "max_iter": (Number(1, whole=True),),
    "tol": (Number(0),),
    "verbose": VERBOSE,
}


@dataclass(frozen=True, eq=False)
class RateDistortionCurve:
    """Fewest nats that describe objects within a mean distortion.

    Parameters
    ----------
    betas : ndarray of shape (n_points,)
        Price of a unit of distortion at each point, in nats; infinite at the least distortion.
    distortion : ndarray of shape (n_points,)
        Mean distortion D.
    rate : ndarray of shape (n_points,)
        I(T; X) in nats, the least for this distortion but for the gap.
    gap : ndarray of shape (n_points,)
        Nats by which rate + beta distortion exceeds its least value at most.
    priors : ndarray of shape (n_points, n_representatives)
        p(t), how often each representative is used at each point.
    table : ndarray of shape (n_objects, n_representatives)
        d(x, t).

    See Also
    --------
    rate_distortion : Computes it.

    Notes
    -----
    R(D) falls and is convex, with slope -beta [IB 2.2, IB P-11].

    Examples
    --------
    >>> from coterie import rate_distortion
    >>> curve = rate_distortion([0.7, 0.3], [[0, 1], [1, 0]], [4.0, 2.0, 1.0], tol=1e-9)
    >>> curve.distortion.round(4), curve.rate.round(4)
    (array([0.018 , 0.1192, 0.2689]), array([0.5208, 0.2455, 0.0287]))
    >>> lower, upper = curve.bounds(0.2)  # what is certain of the rate at a distortion between
    >>> bool(lower < 0.1102 < upper), bool(upper == curve.at(0.2))
    (True, True)
    """

    betas: FloatArray
    distortion: FloatArray
    rate: FloatArray
    gap: FloatArray
    priors: FloatArray
    table: FloatArray

    def memberships(self, point: int) -> FloatArray:
        """Return p(t | x), how the objects are described at a point [IB 2.5].

        Parameters
        ----------
        point : int
            Which of the points, in their order.

        Returns
        -------
        ndarray of shape (n_objects, n_representatives)
            Rows sum to 1; zero for an object that no representative may describe.
        """
        table, beta = self.table, float(self.betas[point])
        if math.isinf(beta):
            table, beta = nearest_only(table), 1.0
        with np.errstate(divide="ignore"):
            logs = np.log(self.priors[point]) - beta * table
        top = logs.max(axis=1, keepdims=True)
        weights: FloatArray = np.exp(logs - np.where(np.isfinite(top), top, 0.0))
        total = weights.sum(axis=1, keepdims=True)
        weights /= np.where(total > 0.0, total, 1.0)
        return weights

    @property
    def slopes(self) -> FloatArray:
        """-beta, the slope of the curve at each point [IB 2.6]."""
        return -self.betas

    def hull(self) -> RateDistortionCurve:
        """Return the points that no chord between others passes below.

        All of them, but for the gap: the curve is convex.
        """
        kept = concave_hull(self.distortion, -self.rate)
        return replace(
            self, betas=self.betas[kept], distortion=self.distortion[kept], rate=self.rate[kept],
            gap=self.gap[kept], priors=self.priors[kept],
        )  # fmt: skip

    def at(self, distortion: ArrayLike) -> FloatArray:
        """Return the rate that is sure to suffice within so much distortion.

        Parameters
        ----------
        distortion : array-like
            Mean distortion.

        Returns
        -------
        ndarray
            Nats, on the chords between the points; infinite below the least distortion of all.
        """
        hull = self.hull()
        wanted = np.asarray(distortion, dtype=np.float64)
        return np.asarray(np.interp(wanted, hull.distortion, hull.rate, left=np.inf))

    def bounds(self, distortion: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Bound the curve from below, by the tangents of the points, and from above.

        Parameters
        ----------
        distortion : array-like
            Mean distortion.

        Returns
        -------
        lower, upper : ndarray
            Nats. Below the least distortion of all points nothing is known of the upper one.
        """
        wanted = np.asarray(distortion, dtype=np.float64)
        lower = np.zeros(wanted.shape)
        for beta, told, paid, gap in zip(
            self.betas, self.distortion, self.rate, self.gap, strict=True
        ):
            if math.isfinite(beta):
                lower = np.maximum(lower, paid - gap - beta * (wanted - told))
            else:  # less than the least distortion cannot be had
                lower = np.where(wanted < told, np.inf, lower)
        upper = self.at(wanted)
        return np.minimum(lower, upper), upper

    def plot(self, ax: Any = None) -> RateDistortionDisplay:
        """Draw the curve.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a figure of its own.
        """
        from coterie.plotting import RateDistortionDisplay

        return RateDistortionDisplay.from_curve(self, ax=ax)


def rate_distortion(
    p: ArrayLike,
    distortion: ArrayLike,
    betas: str | ArrayLike = "auto",
    *,
    max_iter: int = 1000,
    tol: float = 1e-8,
    verbose: int = 0,
) -> RateDistortionCurve:
    """Compute the rate-distortion function of a source and any distortion.

    Parameters
    ----------
    p : array-like of shape (n_objects,)
        Probability of each object, or weights of any total.
    distortion : array-like of shape (n_objects, n_representatives)
        What it costs to describe an object by a representative, of any sign; infinite where that
        must not be.
    betas : "auto" or array-like, default="auto"
        Price of a unit of distortion in nats, falling; at infinity the distortion is the least of
        all. "auto" goes from the least distortion to the
        one that needs no rate, both exact, in steps that leave no gaps in the curve.
    max_iter : int, default=1000
        Most iterations at a price.
    tol : float, default=1e-8
        An iteration is the last if rate + beta distortion, without the distortion that nothing can
        spare, is at most by this share above its least value, which a bound tells.
    verbose : int, default=0
        0 is silent. 1 shows progress in a terminal, 2 writes a line for each price.

    Returns
    -------
    RateDistortionCurve
        A point for each price.

    Notes
    -----
    The minimum of Blahut and Arimoto [IB §2.1], which is the same from any start [IB P-13]. Their
    iteration creeps where a representative is nearly needed; a Newton step goes before each round
    of it, so that ten do. It stops on the free energy and not on the rate, which may rise on the
    way.

    At and below a certain price the best single representative describes all objects: there the
    curve ends, at rate 0. Where each representative must not describe some object, it ends where
    the price is next to nothing.

    Ctrl-C ends the curve with the points found so far, and a warning.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import rate_distortion
    >>> grid = np.linspace(-3.0, 3.0, 61)
    >>> gauss = np.exp(-(grid**2) / 2.0)
    >>> curve = rate_distortion(gauss, (grid[:, None] - grid) ** 2, betas=[8.0, 2.0])
    >>> (np.log(1.0 / curve.distortion) / 2.0 - curve.rate).round(2)  # near that of a Gaussian
    array([0.01, 0.01])
    """
    check_values(OWNER, {"max_iter": max_iter, "tol": tol, "verbose": verbose}, RULES)
    mass, table = checked_source(p, distortion, OWNER)
    values = falling_values(betas, "betas", OWNER, infinite=True)
    tracer = Tracer(OWNER, verbose, None if values is None else values.size)
    source = Source(mass, table, Iterative(max_iter, tol), tracer)
    found = source.falling() if values is None else source.at_prices(values.tolist())
    points = tracer.kept(found, max_iter, "gap says how far each may be off")
    betas, told, rate, gap, priors = (np.array(values) for values in zip(*points, strict=True))
    return RateDistortionCurve(
        betas, told, rate, gap, priors, np.asarray(distortion, dtype=np.float64)
    )
