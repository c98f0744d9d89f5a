"""Graphs of similar and dissimilar pairs with planted clusters."""

from __future__ import annotations

import numpy as np

from coterie._core.errors import InputError
from coterie._core.random import RandomState, generator
from coterie.datasets._dataset import Dataset
from coterie.datasets._planted import numbered


def make_correlation_graph(
    n_objects: int = 300,
    n_clusters: int = 5,
    *,
    noise: float = 0.5,
    flip: float = 0.0,
    random_state: RandomState = None,
) -> Dataset:
    """Draw a complete graph of signs with planted clusters, and blur it.

    Pairs inside clusters begin as +1, pairs across as -1. Then pairs across are turned to +1 with
    probability `flip`, and after that every pair is replaced, with probability `noise`, by a number
    drawn evenly from -1 to 1.

    Parameters
    ----------
    n_objects : int, default=300
        Number of objects.
    n_clusters : int, default=5
        Number of clusters, of the same size up to one object, in order.
    noise : float, default=0.5
        Share of the pairs that carry no information.
    flip : float, default=0.0
        Share of the pairs across that look like pairs inside.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from.

    Returns
    -------
    Dataset
        Similarities as a symmetric array with zeros on the diagonal, and the planted labels as
        target.

    Notes
    -----
    The generator of [GRA E6.6]. The mean of a pair is ``1 - noise`` inside, and
    ``-(1 - noise) (1 - 2 flip)`` across. The clusters are beyond the reach of any method where
    ``2 (1 - noise) (1 - flip) n / K < sqrt(n)``.

    Examples
    --------
    >>> from coterie.datasets import make_correlation_graph
    >>> graph = make_correlation_graph(6, 2, noise=0.0, random_state=0)
    >>> graph.data[0].tolist(), graph.target.tolist()
    ([0.0, 1.0, 1.0, -1.0, -1.0, -1.0], [0, 0, 0, 1, 1, 1])
    """
    for name, share in (("noise", noise), ("flip", flip)):
        if not 0.0 <= share <= 1.0:
            message = f"make_correlation_graph: {name}={share} must be a share, from 0 to 1."
            raise InputError(message)
    if not 1 <= n_clusters <= n_objects:
        message = (
            f"make_correlation_graph: n_clusters={n_clusters} must be from 1 to "
            f"n_objects={n_objects}."
        )
        raise InputError(message)
    random = generator(random_state)
    labels = np.arange(n_objects, dtype=np.int64) * n_clusters // n_objects
    above = np.triu_indices(n_objects, 1)
    inside = labels[above[0]] == labels[above[1]]
    signs = np.where(inside | (random.random(inside.size) < flip), 1.0, -1.0)
    blurred = random.random(inside.size) < noise
    signs[blurred] = random.uniform(-1.0, 1.0, size=int(blurred.sum()))
    graph = np.zeros((n_objects, n_objects))
    graph[above] = signs
    graph += graph.T
    return Dataset(
        data=graph,
        row_names=numbered("object", n_objects),
        column_names=numbered("object", n_objects),
        target=labels,
        target_names=numbered("cluster", n_clusters),
        description=(
            f"{n_objects} objects in {n_clusters} planted clusters, compared two by two; "
            f"{noise:.0%} of the pairs are noise, {flip:.0%} of those across are turned."
        ),
    )
