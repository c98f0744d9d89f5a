"""Merged clusters where the solutions of a curve leave a hole."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from coterie.estimators.bottleneck._agglomerative_ib import AgglomerativeIB
from coterie.measures._hull import concave_hull

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coterie._core.types import FloatArray
    from coterie.estimators.bottleneck._points import InformationPoint
    from coterie.problems import CountProblem

HOLE = 0.1
"""Distance of neighbours in the normalised plane from which there is a hole between them."""

NEAR = 0.05
"""Distance at which merged clusters are put into it."""


def merged_in_holes(
    problem: CountProblem, start: FloatArray, points: Sequence[InformationPoint]
) -> Iterator[tuple[float, FloatArray]]:
    """Merge the clusters of the start to as many as lie in each hole between the points.

    Yields
    ------
    beta, memberships : float, ndarray of shape (n_rows, n_clusters)
        Where a further merge would just pay, and the merged clusters.

    Notes
    -----
    Hard clusters of several sizes are the starts of reverse annealing, too [IB §2.8].
    """
    whole = np.array([problem.row_entropy, problem.information])
    if not whole.all():
        return
    found = [np.array([point.compression, point.information]) / whole for point in points]
    found.sort(key=tuple)
    holes = [(a, b) for a, b in pairwise(found) if np.linalg.norm(b - a) > HOLE]
    if not holes:
        return
    start = start[:, start.any(axis=0)]
    tree = AgglomerativeIB(1).fit(problem.soft_joint(start))
    plane = np.column_stack([tree.entropy_path_, tree.information_path_])[::-1]
    betas = merging_betas(plane)
    for left, right in holes:
        reached = left
        for done, at in enumerate(plane / whole):
            if left[0] < at[0] < right[0] and np.linalg.norm(at - reached) >= NEAR:
                reached = at
                yield float(betas[done]), start @ np.eye(done + 1)[tree.labels_at(done + 1)]


def merging_betas(plane: FloatArray) -> FloatArray:
    """Return for each merged solution one over the slope of the hull of all of them.

    Examples
    --------
    >>> merging_betas(np.array([[0.0, 0.0], [0.5, 0.2], [1.0, 0.5], [2.0, 0.6]]))
    array([ 2.,  2.,  2., 10.])
    """
    hull = plane[concave_hull(*plane.T)]
    steps = np.diff(hull, axis=0)
    segment = np.searchsorted(hull[1:, 0], plane[:, 0])
    price: FloatArray = (steps[:, 0] / steps[:, 1])[np.minimum(segment, len(steps) - 1)]
    return price
