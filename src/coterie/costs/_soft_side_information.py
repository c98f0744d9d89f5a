"""The Information Bottleneck with side information, for soft clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie.costs._divergence import Centroids, DivergenceCost
from coterie.costs._soft_bottleneck import SoftBottleneckCost
from coterie.measures import mutual_information

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.problems import CountProblem


FAINTEST = 1e-150
"""Membership from which a row returns to a cluster that it has left: the damping needs its log."""


class BothSides(NamedTuple):
    """The clusters over the relevant columns and over the avoided ones, and who was in them."""

    relevant: Centroids
    avoided: Centroids
    memberships: FloatArray


class SoftSideInformationCost:
    """I(T; X) / beta - [I(T; Y) - avoid_weight I(T; Z)] over soft assignments p(t | x).

    Parameters
    ----------
    problem : CountProblem
        The joint distribution of rows X and relevant columns Y.
    avoided : CountProblem
        The same rows over the columns Z that the clusters are to know little about; only their
        distributions p(z | x) matter.
    n_clusters : int
        Number of values of T.
    beta : float
        Weight of relevance, finite.
    avoid_weight : float
        What a nat about Z costs, in nats about Y.

    Notes
    -----
    What is avoided enters the functional with the wrong curvature, and the plain update of [IB §5]
    can raise it. With rho = beta avoid_weight, the update of [MIB §2.5]

        (1 + rho) log p'(t|x) = log p(t) - beta KL[p(y|x) || p(y|t)] + rho KL[p(z|x) || p(z|t)]
                                + rho log p(t|x) - log Z(x)

    stays as near to the present memberships as the curvature asks for, and never does. It minimises
    a bound that touches the functional at the present memberships: the free energy. Where the
    updates rest, the plain one rests too.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SoftSideInformationCost
    >>> from coterie.problems import CountProblem
    >>> topic = CountProblem.from_counts([[4, 0], [4, 0], [0, 4], [0, 4]])
    >>> style = CountProblem.from_counts([[2, 1], [1, 2], [2, 1], [1, 2]])
    >>> cost = SoftSideInformationCost(topic, style, 2, beta=4.0, avoid_weight=1.0)
    >>> round(cost.functional(np.repeat(np.eye(2), 2, axis=0)), 4)  # log(2) / 4 - log(2)
    -0.5199
    """

    def __init__(
        self,
        problem: CountProblem,
        avoided: CountProblem,
        n_clusters: int,
        *,
        beta: float,
        avoid_weight: float = 1.0,
    ) -> None:
        self.problem = problem
        self.n_clusters = n_clusters
        self.damping = beta * avoid_weight
        self.relevant = SoftBottleneckCost(problem, n_clusters, beta)
        self.avoided = DivergenceCost(avoided, n_clusters, problem.mass, np.ones(problem.n_rows))
        self.beta = beta
        self.avoid_weight = avoid_weight

    @property
    def n_objects(self) -> int:
        """Number of rows."""
        return self.problem.n_rows

    def refit(self, memberships: FloatArray) -> BothSides:
        """Return p(t), p(y | t) and p(z | t), with the memberships that the next ones stay near."""
        present = np.maximum(memberships, FAINTEST)
        avoided = self.avoided.refit(present)._replace(
            prior=np.ones(self.n_clusters)  # log p(t) counts once
        )
        return BothSides(self.relevant.refit(memberships), avoided, present)

    def field(self, parameters: BothSides) -> FloatArray:
        """Return the logarithm of the damped update, up to a constant of the row."""
        apart = np.log(parameters.memberships) - self.avoided.field(parameters.avoided)
        field = self.relevant.field(parameters.relevant)
        field += self.damping * apart
        field /= 1.0 + self.damping
        return field

    def free_energy(self, log_normaliser: FloatArray) -> float:
        """Return the bound at its least: - (1 + rho) sum_x p(x) log Z(x), up to a constant."""
        bound = self.relevant.free_energy((1.0 + self.damping) * log_normaliser)
        apart = self.avoided.free_energy(np.zeros(self.n_objects))
        return bound - self.damping * apart

    def functional(self, memberships: FloatArray) -> float:
        """Return I(T;X) / beta - [I(T;Y) - avoid_weight I(T;Z)]."""
        mass, conditional = self.avoided.refit(memberships)
        known = float(mutual_information(mass[:, None] * conditional))
        return self.relevant.functional(memberships) + self.avoid_weight * known
