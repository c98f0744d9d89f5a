"""The Information Bottleneck with side information, for hard clusters."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from coterie.costs._tables import TableCost
from coterie.measures._terms import xlogx
from coterie.problems import CountProblem

if TYPE_CHECKING:
    from coterie._core.types import FloatArray


class SideInformationCost(TableCost):
    """I(T; X) / beta - [I(T; Y) - avoid_weight I(T; Z)] in nats, to be minimised.

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
        Weight of relevance; infinity asks for relevance alone.
    avoid_weight : float
        What a nat about Z costs, in nats about Y.

    Notes
    -----
    The hard form of the functional with relevant and irrelevant variables [IB §5]. Both tables
    stand side by side, each with half of the mass of a row; this makes all their weights twice as
    large and changes nothing else, since h(q / 2) = h(q) / 2 up to what is linear in q.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import SideInformationCost
    >>> from coterie.problems import CountProblem
    >>> topic = CountProblem.from_counts([[4, 0], [4, 0], [0, 4], [0, 4]])
    >>> style = CountProblem.from_counts([[2, 1], [1, 2], [2, 1], [1, 2]])
    >>> cost = SideInformationCost(topic, style, 2, avoid_weight=1.0)
    >>> by_topic, by_style = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    >>> round(cost.total(by_topic), 4), round(cost.total(by_style), 4)
    (-0.6931, 0.0566)
    """

    def __init__(
        self,
        problem: CountProblem,
        avoided: CountProblem,
        n_clusters: int,
        *,
        beta: float = math.inf,
        avoid_weight: float = 1.0,
    ) -> None:
        both = side_by_side(problem, avoided)
        weight = np.full(both.n_columns, -2.0)
        weight[problem.n_columns :] = 2.0 * avoid_weight
        super().__init__(
            both,
            n_clusters,
            feature_weight=weight,
            mass_weight=1.0 - avoid_weight - 1.0 / beta,
            constant=-float(weight @ xlogx(both.column_mass)),
        )
        self.beta = beta
        self.avoid_weight = avoid_weight


def side_by_side(problem: CountProblem, avoided: CountProblem) -> CountProblem:
    """Put the columns of both beside one another; each side has half of the mass of a row.

    Examples
    --------
    >>> topic = CountProblem.from_counts([[4, 0], [0, 4]])
    >>> style = CountProblem.from_counts([[2, 1], [30, 60]])
    >>> side_by_side(topic, style).joint.toarray().round(3)
    array([[0.25 , 0.   , 0.167, 0.083],
           [0.   , 0.25 , 0.083, 0.167]])
    """
    totals = [row_sums(side) for side in (problem, avoided)]
    level = sp.diags_array(totals[0] / totals[1]).tocsr()  # equal totals on both sides of a row
    counts = sp.csr_array(sp.hstack([problem.counts, level @ avoided.counts]))
    return CountProblem(counts, problem.scale / 2.0, problem.kept, problem.n_given)


def row_sums(problem: CountProblem) -> FloatArray:
    """Return the counts in each row, not scaled."""
    return np.asarray(problem.counts.sum(axis=1), dtype=np.float64).ravel()
