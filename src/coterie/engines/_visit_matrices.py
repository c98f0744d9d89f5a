"""A sampler of a few objects, written out as matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.engines._chain import LoopSampler

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.engines._proposals import Proposal

MOST = 3000
"""Labellings of which matrices fit into memory."""


def visit_matrices(
    cost: Any,
    temperature: float,
    proposal: Proposal | None = None,
    *,
    allow_empty: bool = True,
) -> FloatArray:
    """Return what a visit to each object does, as a transition matrix over all labellings.

    Parameters
    ----------
    cost : HasLocal
        What labels cost, for a few objects.
    temperature : float
        T > 0.
    proposal : Proposal, optional
        That of `Metropolis`; by default the heat bath of `Gibbs`.
    allow_empty : bool
        Let the last object of a cluster leave it.

    Returns
    -------
    ndarray of shape (n_objects, n_labellings, n_labellings)
        For each object the probability of going from one labelling to another, in the order of
        `GibbsDistribution`. Their product is a sweep, their mean a visit to an object at random.

    See Also
    --------
    coterie.measures.markov_diagnostics : What such a matrix tells.

    Notes
    -----
    For checks [SLC §3.F]: the samplers draw from the rows of these matrices. Who writes a proposal
    sees whether the distribution stays as it is.

    Examples
    --------
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import GibbsDistribution, visit_matrices
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4]]), 2)
    >>> exact, visits = GibbsDistribution(cost, 0.1), visit_matrices(cost, 0.1)
    >>> bool(np.allclose(exact.probabilities @ visits[0], exact.probabilities))
    True
    """
    n_objects, n_clusters = int(cost.n_objects), int(cost.n_clusters)
    if n_clusters ** min(n_objects, 12) > MOST:  # 2^12 is more, and short to write
        message = (
            f"visit_matrices: {n_objects} objects in {n_clusters} clusters have more than {MOST} "
            f"labellings, too many for matrices; take fewer objects."
        )
        raise InputError(message)
    states = n_clusters**n_objects
    matrices = np.zeros((n_objects, states, states))
    shape = (n_clusters,) * n_objects
    for state in range(states):
        labels = np.array(np.unravel_index(state, shape), dtype=np.int64)
        sampler = LoopSampler(cost, labels, proposal, allow_empty=allow_empty)
        for i in range(n_objects):
            step = n_clusters ** (n_objects - 1 - i)
            targets = state + (np.arange(n_clusters) - labels[i]) * step
            matrices[i, state, targets] = sampler.visit(i, temperature)[0]
    return matrices
