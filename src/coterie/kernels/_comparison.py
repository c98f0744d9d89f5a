"""Draw and place by the distance of a row to the centre of a cluster: cosine, KL or L1.

Sums over the members lie feature by feature, contiguous in clusters, so that one pass over the
non-zeros of a row compares it with all clusters.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.jit import kernel

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Int32Array, IntArray

COSINE, KL, L1 = 0, 1, 2
SMALLEST = float(np.finfo(np.float64).tiny)
"""What a withdrawal leaves at least, while other members are there."""


class Points(NamedTuple):
    """Row i holds `value` at its features, `mass[i]` in all; `constant[i]` is -H[p(y|x_i)]."""

    start: IntArray
    feature: Int32Array
    value: FloatArray
    mass: FloatArray
    constant: FloatArray


class Centres(NamedTuple):
    """Sums over the members of each cluster, their logarithms for KL, mass and size.

    Members are counted, since a sum of real weights need not come back to 0.
    """

    sums: FloatArray  # (features, clusters)
    members: Int32Array  # the same: rows of the cluster that have the feature
    logs: FloatArray  # the same, or blank
    mass: FloatArray  # (clusters,); the squared length of the sums for the cosine
    size: IntArray
    cost: FloatArray  # room for the costs of one row


def allocate_centres(n_features: int, n_clusters: int, metric: int) -> Centres:
    """Make room."""
    return Centres(
        sums=np.zeros((n_features, n_clusters)),
        members=np.zeros((n_features, n_clusters), np.int32),
        logs=np.zeros((n_features if metric == KL else 0, n_clusters)),
        mass=np.zeros(n_clusters),
        size=np.zeros(n_clusters, np.int64),
        cost=np.zeros(n_clusters),
    )


@kernel
def fill_centres(centres: Centres, points: Points, labels: IntArray, metric: int) -> None:
    """sums[f, t] = sum of value over the rows of t. Mutates: centres."""
    centres.sums[:] = 0.0
    centres.members[:] = 0
    centres.mass[:] = 0.0
    centres.size[:] = 0
    for i in range(labels.size):
        t = labels[i]
        change_mass(centres, t, points.mass[i], 1.0)
        for j in range(points.start[i], points.start[i + 1]):
            change_sum(centres, points.feature[j], t, points.value[j], 1.0)
    for f in range(centres.logs.shape[0]):
        for t in range(centres.mass.size):
            q = centres.sums[f, t]
            centres.logs[f, t] = math.log(q) if q > 0.0 else -math.inf
    if metric == COSINE:
        centres.mass[:] = 0.0
        for f in range(centres.sums.shape[0]):
            for t in range(centres.mass.size):
                centres.mass[t] += centres.sums[f, t] ** 2


@kernel
def change_sum(centres: Centres, f: int, t: int, weight: float, sign: float) -> None:
    """Add or withdraw the weight of a row. Mutates: centres (sums, members)."""
    centres.members[f, t] += 1 if sign > 0.0 else -1
    total = centres.sums[f, t] + sign * weight
    centres.sums[f, t] = max(total, SMALLEST) if centres.members[f, t] > 0 else 0.0


@kernel
def change_mass(centres: Centres, t: int, mass: float, sign: float) -> None:
    """Add or withdraw the mass of a row. Mutates: centres (mass, size)."""
    centres.size[t] += 1 if sign > 0.0 else -1
    total = centres.mass[t] + sign * mass
    centres.mass[t] = max(total, SMALLEST) if centres.size[t] > 0 else 0.0


@kernel
def change_centre(
    centres: Centres, points: Points, i: int, t: int, sign: float, metric: int
) -> None:
    """Add or withdraw row i. Mutates: centres."""
    overlap, square = 0.0, centres.mass[t]
    for j in range(points.start[i], points.start[i + 1]):
        f, w = points.feature[j], points.value[j]
        overlap += w * centres.sums[f, t]
        change_sum(centres, f, t, w, sign)
        if metric == KL:
            q = centres.sums[f, t]
            centres.logs[f, t] = math.log(q) if q > 0.0 else -math.inf
    change_mass(centres, t, points.mass[i], sign)
    if metric == COSINE:
        centres.mass[t] = square + 2.0 * sign * overlap + 1.0 if centres.size[t] > 0 else 0.0


@kernel
def left_over(centres: Centres, f: int, t: int, weight: float) -> float:
    """Sum of a feature over the other members of a cluster than a row with this weight."""
    rest: float = max(centres.sums[f, t] - weight, SMALLEST)
    return rest if centres.members[f, t] > 1 else 0.0


@kernel
def cosine_costs(centres: Centres, points: Points, i: int, own: int) -> None:
    """cost[t] = -cos(x, s_t), s_t the sum of the members without row i. Mutates: centres.cost."""
    cost = centres.cost
    cost[:] = 0.0
    for j in range(points.start[i], points.start[i + 1]):
        f, w = points.feature[j], points.value[j]
        for t in range(cost.size):
            cost[t] -= w * centres.sums[f, t]
    for t in range(cost.size):
        square = centres.mass[t]
        if t == own:
            square += 2.0 * cost[t] + 1.0
            cost[t] += 1.0
        cost[t] /= math.sqrt(max(square, 0.0))


@kernel
def kl_costs(centres: Centres, points: Points, i: int, own: int) -> None:
    """cost[t] = (p_x + p_t) KL[p(y|x) || p(y|t)], without row i. Mutates: centres.cost."""
    cost, p = centres.cost, points.mass[i]
    cost[:] = 0.0
    at_own = 0.0
    for j in range(points.start[i], points.start[i + 1]):
        f, w = points.feature[j], points.value[j]
        q = left_over(centres, f, own, w)
        at_own -= w * math.log(q) if q > 0.0 else -math.inf
        for t in range(cost.size):
            cost[t] -= w * centres.logs[f, t]
    cost[own] = at_own
    rest = max(centres.mass[own] - p, SMALLEST)
    for t in range(cost.size):
        mass = rest if t == own else centres.mass[t]
        if cost[t] < math.inf and mass > 0.0:
            cost[t] = (p + mass) * (points.constant[i] + cost[t] / p + math.log(mass))


@kernel
def l1_costs(centres: Centres, points: Points, i: int, own: int) -> None:
    """cost[t] = (p_x + p_t) sum_y |p(y|x) - p(y|t)|, without row i. Mutates: centres.cost."""
    cost, p = centres.cost, points.mass[i]
    cost[:] = 1.0
    at_own = 1.0
    rest = max(centres.mass[own] - p, SMALLEST)
    for j in range(points.start[i], points.start[i + 1]):
        f, w = points.feature[j], points.value[j]
        share = w / p
        other = left_over(centres, f, own, w) / rest
        at_own += abs(share - other) - other
        for t in range(cost.size):
            other = centres.sums[f, t] / centres.mass[t]
            cost[t] += abs(share - other) - other
    cost[own] = at_own
    for t in range(cost.size):
        cost[t] *= p + (rest if t == own else centres.mass[t])


@kernel
def choose_centre(centres: Centres, own: int, first: bool, tolerance: float) -> int:
    """Cluster of least cost: its own within the tolerance, else the lowest index.

    `first` sends a row to cluster 0 that is infinitely far from all. Mutates: centres.cost.
    """
    cost, least = centres.cost, math.inf
    for t in range(cost.size):
        if centres.size[t] - (1 if t == own else 0) == 0:
            cost[t] = math.inf
        least = min(least, cost[t])
    if least == math.inf:
        return 0 if first else own
    if cost[own] <= least + tolerance:
        return own
    for t in range(cost.size):
        if cost[t] <= least + tolerance:
            return t
    return own


@kernel
def sweep_centres(
    points: Points,
    centres: Centres,
    labels: IntArray,
    order: IntArray,
    keep_all: bool,
    first: bool,
    metric: int,
    tolerance: float,
) -> int:
    """Draw and place the rows of `order`; return how many changed sides.

    `keep_all` leaves a row alone that is the last of its cluster. Mutates: centres, labels.
    """  # fmt: skip
    moves = 0
    for i in order:
        own = labels[i]
        if keep_all and centres.size[own] == 1:
            continue
        if metric == COSINE:
            cosine_costs(centres, points, i, own)
        elif metric == KL:
            kl_costs(centres, points, i, own)
        else:
            l1_costs(centres, points, i, own)
        t = choose_centre(centres, own, first, tolerance)
        if t != own:
            change_centre(centres, points, i, own, -1.0, metric)
            change_centre(centres, points, i, t, 1.0, metric)
            labels[i] = t
            moves += 1
    return moves
