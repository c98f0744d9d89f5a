"""A solution as a point of the information plane."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coterie.measures import effective_clusters, mutual_information

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.engines import SoftSolution
    from coterie.problems import CountProblem


@dataclass(frozen=True)
class InformationPoint:
    """What one solution keeps and what it pays, in nats.

    Parameters
    ----------
    beta : float
        Weight of relevance that it was found for; infinite for hard clusters that were found for
        their number.
    compression : float
        I(T; X), what the clusters tell about the rows.
    information : float
        I(T; Y), what they tell about the columns.
    n_clusters : int
        Clusters that have mass and differ from one another.
    memberships : ndarray of shape (n_rows, n_clusters), optional
        p(t | x) of the rows that have mass, where they were to be kept.

    Notes
    -----
    A point of the relevance-compression plane [IB §1.6].

    Examples
    --------
    >>> from coterie.estimators import InformationPoint
    >>> point = InformationPoint(beta=4.0, compression=0.69, information=0.4, n_clusters=2)
    >>> round(point.cost, 4)
    -0.2275
    """

    beta: float
    compression: float
    information: float
    n_clusters: int
    memberships: FloatArray | None = field(default=None, repr=False, compare=False)

    @property
    def cost(self) -> float:
        """I(T; X) / beta - I(T; Y)."""
        return self.compression / self.beta - self.information

    @classmethod
    def of(cls, problem: CountProblem, beta: float, solution: SoftSolution) -> InformationPoint:
        """Evaluate soft clusters."""
        memberships = solution.memberships
        joint = problem.soft_joint(memberships)
        return cls(
            beta=float(beta),
            compression=float(mutual_information(problem.mass[:, None] * memberships)),
            information=float(mutual_information(joint)),
            n_clusters=effective_clusters(joint),
        )
