"""The log-likelihood of a mixture of multinomial distributions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from coterie.costs._divergence import DivergenceCost

if TYPE_CHECKING:
    from coterie.problems import CountProblem


class MixtureCost(DivergenceCost):
    """What the log-likelihood of a mixture lacks, to be minimised over memberships.

    Each row draws its cluster t with probability pi(t), then all its counts from the distribution
    theta(y | t) of that cluster.

    Parameters
    ----------
    problem : CountProblem
        The rows of counts. Only the weight of each row matters, not the mass that its length
        gives it.
    n_clusters : int
        Number of components.

    Notes
    -----
    The iteration is expectation and maximisation [IB §4.3]. It is that of the bottleneck with two
    differences: rows weigh the same in the prior, and the exponent of each row is its number of
    counts. The free energy is, per row, the log-likelihood of a model with a distribution of its
    own for each row, less that of the mixture; the functional is the log-likelihood of a single
    cluster less that of the mixture, per count.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import MixtureCost
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [4, 0], [0, 4], [0, 4]])
    >>> cost = MixtureCost(problem, 2)
    >>> round(cost.functional(np.repeat(np.eye(2), 2, axis=0)), 4)  # log(2) / 4 - log(2)
    -0.5199
    """

    faintest: ClassVar[float] = 1e-150  # products with less would leave the floats

    def __init__(self, problem: CountProblem, n_clusters: int) -> None:
        totals = np.asarray(problem.counts.sum(axis=1), dtype=np.float64).ravel()
        super().__init__(problem, n_clusters, problem.scale / problem.scale.sum(), totals)
