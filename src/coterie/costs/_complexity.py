"""Squared distance, and what the clusters themselves cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from coterie._core.errors import InputError
from coterie.costs._prototypes import PrototypeCost, Prototypes, distance_slope

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.problems import PointProblem

LIGHTEST = 1e-9
"""Mass up to which a cluster counts as empty."""


class ComplexityCost(PrototypeCost):
    """Mean squared distance plus lambda sum_t p(t) C(p(t)), a penalty on the masses of clusters.

    Parameters
    ----------
    problem : PointProblem
        The points to be assigned.
    n_clusters : int
        Most clusters.
    temperature : float
        Of soft assignments.
    complexity_weight : float
        lambda, in the unit of the squared distance per nat.
    penalty : {"entropy", "load"}
        C = -log p: naming a cluster takes so many nats, and small clusters die out. C = p^-s: small
        clusters are dear, and all become equally large.
    load_exponent : float
        s, at least 1; at 1 the penalty is a constant.
    damping : float
        With "load", share of the new masses in those that the next assignment uses: undamped, all
        points run to the lightest cluster at once, and back.

    Notes
    -----
    Complexity-constrained clustering [SLC §3.G]. Masses depend on the assignment, so a point pays
    the marginal penalty d[p C(p)]/dp: -log p, or (1 - s) p^-s. With lambda = T the entropy penalty
    is the mass-constrained annealing of K-means, with lambda = 0 the plain one.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import ComplexityCost
    >>> from coterie.problems import PointProblem
    >>> problem = PointProblem.from_points([[0.0], [1.0], [9.0], [9.0]])
    >>> cost = ComplexityCost(problem, 2, 1.0, complexity_weight=0.5)
    >>> round(cost.total(np.array([0, 0, 1, 1])), 4)  # 1 / 8 + log(2) / 2
    0.4716
    """

    penalties: ClassVar[tuple[str, ...]] = ("entropy", "load")

    def __init__(
        self,
        problem: PointProblem,
        n_clusters: int,
        temperature: float,
        *,
        complexity_weight: float = 1.0,
        penalty: str = "entropy",
        load_exponent: float = 2.0,
        damping: float = 0.3,
    ) -> None:
        super().__init__(problem, n_clusters, temperature)
        if penalty not in self.penalties or not complexity_weight >= 0.0 <= load_exponent - 1.0:
            message = (
                f"penalty={penalty!r}, complexity_weight={complexity_weight!r}, "
                f"load_exponent={load_exponent!r} must be one of {self.penalties}, >= 0 and >= 1."
            )
            raise InputError(message)
        self.complexity_weight = complexity_weight
        self.penalty = penalty
        self.load_exponent = load_exponent
        self.damping = damping

    def slope(self, parameters: Prototypes) -> FloatArray:
        """Return the slopes of the distances, less the marginal penalty, over the temperature."""
        centres, mass = parameters
        slope = distance_slope(centres)
        slope[-1] -= self.complexity_weight * self.marginal(mass)
        slope[-1, mass <= 0.0] = -(np.finfo(np.float64).max ** 0.5)
        return slope / self.temperature

    def marginal(self, mass: FloatArray) -> FloatArray:
        """Return d[p C(p)]/dp of each mass, a constant left out."""
        mass = np.maximum(mass, LIGHTEST)
        if self.penalty == "entropy":
            return -np.log(mass)
        return np.asarray((1.0 - self.load_exponent) * mass**-self.load_exponent)

    def renew(self, parameters: Prototypes, moments: FloatArray, caution: float) -> Prototypes:
        """Return the prototypes that follow those of the iteration before, masses damped."""
        renewed = self.estimate(moments)
        if self.penalty == "entropy":
            return renewed
        share = self.damping * caution
        mass = (1.0 - share) * parameters.mass + share * renewed.mass
        return renewed._replace(mass=mass)

    def energy(self, moments: FloatArray) -> float:
        """Return the expected cost of labels drawn from memberships with these sums."""
        mass = np.maximum(moments[:, -1], np.finfo(np.float64).tiny)
        mass = mass[moments[:, -1] > 0.0]
        if self.penalty == "entropy":
            complexity = -float(mass @ np.log(mass))
        else:
            complexity = float((mass ** (1.0 - self.load_exponent)).sum())
        return super().energy(moments) + self.complexity_weight * complexity

    def evaluate(self, moments: FloatArray, entropy: float) -> float:
        """Return the functional of memberships with these sums and this mean entropy."""
        return self.energy(moments) - self.temperature * entropy

    def step_energy(self, log_normaliser: float, moments: FloatArray, entropy: float) -> float:
        """Return the free energy after a step; with "load", that of the masses after it."""
        if self.penalty == "entropy":
            return super().step_energy(log_normaliser, moments, entropy)
        return self.evaluate(moments, entropy)
