"""Mixtures of Gaussians whose memberships are tempered."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie.costs._gaussian_shapes import (
    CentralDensities,
    CentralMoments,
    PlainDensities,
    PlainMoments,
    inverse,
)
from coterie.costs._gaussian_steps import GaussianSteps
from coterie.costs._prototype_steps import pieces
from coterie.costs._prototypes import checked_temperature, totals_of_labels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coterie._core.types import FloatArray, IntArray
    from coterie.problems import PointProblem


MATRICES = ("full", "tied")
"""Shapes whose covariances are matrices."""


class Gaussians(NamedTuple):
    """Weights, means seen from the centre of the problem, and covariances.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import GaussianMixtureCost
    >>> from coterie.problems import PointProblem
    >>> cost = GaussianMixtureCost(PointProblem.from_points([[0.0], [2.0], [7.0]]), 1)
    >>> cost.refit(np.ones((3, 1))).covariances.round(4)
    array([[[8.6667]]])
    """

    weights: FloatArray
    means: FloatArray
    covariances: FloatArray  # full (k, d, d), tied (d, d), diag (k, d), spherical (k,)


class GaussianMixtureCost:
    """-T log sum_t [pi_t N(x | mu_t, Sigma_t)]^(1/T), the mean over the points, to be minimised.

    Parameters
    ----------
    problem : PointProblem
        The points.
    n_clusters : int
        Number of components.
    temperature : float
        1 is maximum likelihood; above, memberships are softer and components more alike.
    covariance_type : {"full", "tied", "diag", "spherical"}
        Shape of the components, as in scikit-learn.
    reg_covar : float
        Added to the variances.

    Notes
    -----
    Expectation and maximisation with tempered memberships [SLC §3.B]; the weights are tempered too,
    unlike those of a mass-constrained annealing. With equal weights and covariances sigma^2 I the
    memberships are those of K-means at temperature 2 sigma^2.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import GaussianMixtureCost
    >>> from coterie.engines import Iterative
    >>> from coterie.problems import PointProblem
    >>> problem = PointProblem.from_points([[0.0], [0.5], [7.0], [7.6]])
    >>> cost = GaussianMixtureCost(problem, 2)
    >>> start = np.array([[0.6, 0.4], [0.6, 0.4], [0.4, 0.6], [0.4, 0.6]])
    >>> Iterative().solve(cost, start, rng=np.random.default_rng(0)).labels
    array([0, 0, 1, 1])
    """

    def __init__(
        self,
        problem: PointProblem,
        n_clusters: int,
        temperature: float = 1.0,
        covariance_type: str = "full",
        reg_covar: float = 1e-6,
    ) -> None:
        self.problem = problem
        self.n_clusters = n_clusters
        self.temperature = checked_temperature(temperature)
        self.covariance_type = covariance_type
        self.reg_covar = reg_covar

    @property
    def n_objects(self) -> int:
        """Number of points."""
        return self.problem.n_points

    def moments(self, places: FloatArray) -> CentralMoments | PlainMoments:
        """Return empty sums over points, for what lies near these places."""
        if self.covariance_type == "full":
            return CentralMoments(places)
        n_clusters, n_dimensions = places.shape
        return PlainMoments(n_clusters, n_dimensions, self.covariance_type)

    def densities(self, parameters: Gaussians) -> CentralDensities | PlainDensities:
        """Return the densities of points that moments have seen."""
        if self.covariance_type == "full":
            return CentralDensities(parameters)
        return PlainDensities(parameters, self.covariance_type)

    def pieces(self, moments: CentralMoments | PlainMoments) -> Iterator[tuple[slice, FloatArray]]:
        """Cut the points into pieces that stay in the cache; return what is seen of each."""
        for piece in pieces(self.n_objects, moments.cells):
            yield piece, moments.see(self.problem.points[piece])

    def refit(self, memberships: FloatArray) -> Gaussians:
        """Return weights, means and covariances."""
        share = memberships.T * self.problem.weight
        places = share @ self.problem.points * inverse(share.sum(axis=1))[:, None]
        moments = self.moments(places)
        for piece, seen in self.pieces(moments):
            moments.add(share[:, piece], seen)
        return self.estimate(moments)

    def estimate(self, moments: CentralMoments | PlainMoments) -> Gaussians:
        """Return weights, means and covariances that follow from sums over the points."""
        mass, means, covariances = moments.results()
        if self.covariance_type in MATRICES:
            covariances = covariances + self.reg_covar * np.eye(means.shape[1])
        else:
            covariances = covariances + self.reg_covar
        return Gaussians(mass / mass.sum(), means, covariances)

    def field(self, parameters: Gaussians) -> FloatArray:
        """Return log pi_t N(x | mu_t, Sigma_t) over the temperature."""
        return self.log_densities(parameters) / self.temperature

    def log_densities(self, parameters: Gaussians) -> FloatArray:
        """Return log pi_t N(x | mu_t, Sigma_t)."""
        densities, moments = self.densities(parameters), self.moments(parameters.means)
        found = np.empty((len(parameters.means), self.n_objects))
        for piece, seen in self.pieces(moments):
            found[:, piece] = densities.logs(seen)
        return found.T

    def free_energy(self, log_normaliser: FloatArray) -> float:
        """Return -T times the mean log normaliser: less the log-likelihood of a point, at T = 1."""
        return -self.temperature * float(self.problem.weight @ log_normaliser)

    def functional(self, memberships: FloatArray) -> float:
        """Return the expected cost less temperature times entropy, the Gaussians re-estimated."""
        logs = np.log(np.maximum(memberships, np.finfo(np.float64).tiny))
        rest = self.temperature * logs - self.log_densities(self.refit(memberships))
        return float(self.problem.weight @ np.einsum("xt,xt->x", memberships, rest))

    def total(self, labels: IntArray) -> float:
        """Return less the log-likelihood of a labelled point, the Gaussians those of the labels."""
        return self.functional(np.eye(self.n_clusters)[labels])

    def local(self, labels: IntArray, i: int) -> FloatArray:
        """Return the cost of each label for point i, all parameters re-estimated."""
        return totals_of_labels(self.total, labels, i, self.n_clusters)

    def steps(self, memberships: FloatArray) -> GaussianSteps:
        """Return who makes the iterations, a few points at a time."""
        return GaussianSteps(self, memberships)
