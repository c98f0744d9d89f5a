"""The Information Bottleneck for hard clusters."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from coterie.costs._tables import TableCost
from coterie.measures._terms import xlogx

if TYPE_CHECKING:
    from coterie.problems import CountProblem


class BottleneckCost(TableCost):
    """I(T; X) / beta - I(T; Y) in nats, to be minimised.

    Parameters
    ----------
    problem : CountProblem
        The joint distribution of rows X and columns Y.
    n_clusters : int
        Number of values of T.
    beta : float
        Weight of relevance; infinity asks for relevance alone.

    Notes
    -----
    With h(u) = u log u and a hard T the cost is [IB P-19]

        - sum_ty h(p(t, y)) + (1 - 1/beta) sum_t h(p(t)) + sum_y h(p(y)).

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.problems import CountProblem
    >>> problem = CountProblem.from_counts([[4, 0], [4, 0], [0, 4], [0, 4]])
    >>> cost = BottleneckCost(problem, 2)
    >>> round(cost.total(np.array([0, 0, 1, 1])), 4), round(cost.total(np.array([0, 1, 0, 1])), 4)
    (-0.6931, 0.0)
    """

    def __init__(self, problem: CountProblem, n_clusters: int, beta: float = math.inf) -> None:
        super().__init__(
            problem,
            n_clusters,
            feature_weight=np.full(problem.n_columns, -1.0),
            mass_weight=1.0 - 1.0 / beta,
            constant=float(xlogx(problem.column_mass).sum()),
        )
        self.beta = beta
