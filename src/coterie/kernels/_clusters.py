"""Clusters that grow by merging: the masses of their features, in lists or in full.

Cluster t holds `mass[j]` of `feature[j]` at the `size[t]` places j from `start[t]` on, in the order
of the features. Where most features occur in most clusters, `feature` is empty and every cluster
has a place for each of them.

Where masses are whole numbers as well, h(u) = u log u is looked up: with S_t = sum_f w_f h(q_ft) a
merge costs sum_f w_f h(q_fi + q_fj) - S_i - S_j, a third of the time of the gains. What cancels is
a few units in the last place of h(N), N the mass of all, far below what counts as a tie.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.jit import kernel
from coterie._core.tables import sum_over
from coterie.kernels._scalars import merge_gain
from coterie.kernels._steady_gain import steady_gain
from coterie.measures._terms import xlogx

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import NDArray

    from coterie._core.types import BoolArray, FloatArray, IntArray, SingleArray

ROOM = 2
"""Places for lists, over the places that they need: merged lists go to the end until it is full."""

WHOLE = 2**24
"""Whole numbers up to here are exact in single precision, which takes half the way to memory."""

TABLED = 2**20
"""Longest table of h(u): as much as a cache holds."""


class Clusters(NamedTuple):
    """Masses of features in clusters; `total[t]` is the mass of all, `end` the first free place."""

    start: IntArray
    size: IntArray
    feature: NDArray[np.uint32]
    mass: SingleArray | FloatArray
    total: FloatArray
    alive: BoolArray
    end: IntArray  # (1,)
    looked_up: FloatArray  # (largest mass + 1,) h(u), empty where it is not looked up
    own: FloatArray  # (n,) S_t, where it is


class Drawn(NamedTuple):
    """One cluster laid out by feature, to be compared with many; 0 where it has no mass."""

    mass: FloatArray  # (features,)
    log: FloatArray
    single: SingleArray  # the mass again, where h is looked up
    own: FloatArray  # (1,) its S


class MergeWeights(NamedTuple):
    """A merge costs sum_f feature[f] G(q_fi, q_fj) + mass G(q_i, q_j)."""

    feature: FloatArray
    mass: float


def full_clusters(table: FloatArray) -> Clusters:
    """Give each cluster, a row of the table, a place for each feature."""
    n_clusters, n_features = table.shape
    sums = sum_over(table, 0)
    mass = table.astype(short_type(table, sums), copy=False).ravel()
    largest = sums.max(initial=0.0)
    looked_up = mass.dtype == np.float32 and largest < TABLED
    return Clusters(
        start=np.arange(n_clusters, dtype=np.int64) * n_features,
        size=np.full(n_clusters, n_features, dtype=np.int64),
        feature=np.empty(0, np.uint32),
        mass=mass,
        total=sum_over(table, 1),
        alive=np.ones(n_clusters, dtype=np.bool_),
        end=np.zeros(1, np.int64),
        looked_up=xlogx(np.arange(largest + 1.0)) if looked_up else np.empty(0),
        own=np.zeros(n_clusters),
    )


def listed_clusters(table: sp.csr_array) -> Clusters:
    """Give each cluster, a row of the table with sorted indices, a list of what it has."""
    n_clusters, used = table.shape[0], table.nnz
    feature = np.empty(ROOM * used, np.uint32)
    mass = np.empty(ROOM * used, short_type(table.data, sum_over(table, 0)))
    feature[:used], mass[:used] = table.indices, table.data
    return Clusters(
        start=table.indptr[:-1].astype(np.int64),
        size=np.diff(table.indptr).astype(np.int64),
        feature=feature,
        mass=mass,
        total=sum_over(table, 1),
        alive=np.ones(n_clusters, dtype=np.bool_),
        end=np.array([used], np.int64),
        looked_up=np.empty(0),
        own=np.empty(0),
    )


def allocate_drawn(n_features: int) -> Drawn:
    """Make room for one cluster."""
    single = np.zeros(n_features, np.float32)
    return Drawn(np.zeros(n_features), np.zeros(n_features), single, np.zeros(1))


def short_type(values: FloatArray, sums: FloatArray) -> type[np.floating]:
    """Choose single precision where neither a value nor a sum of values is rounded."""
    whole = sums.max(initial=0.0) < WHOLE and np.array_equal(values, np.floor(values))
    return np.float32 if whole else np.float64


def tidy_lists(clusters: Clusters) -> None:
    """Move the lists of the living clusters to the front. Mutates: clusters."""
    living = np.flatnonzero(clusters.alive)
    sizes = clusters.size[living]
    ends = np.cumsum(sizes)
    used = int(ends[-1])
    places = np.arange(used) + np.repeat(clusters.start[living] - ends + sizes, sizes)
    clusters.feature[:used] = clusters.feature[places]
    clusters.mass[:used] = clusters.mass[places]
    clusters.start[living] = ends - sizes
    clusters.end[0] = used


@kernel
def draw_cluster(clusters: Clusters, drawn: Drawn, t: int) -> None:
    """Lay cluster t out. Mutates: drawn."""
    first, listed = clusters.start[t], clusters.feature.size > 0
    if clusters.looked_up.size > 0:
        for j in range(clusters.size[t]):
            drawn.single[j] = clusters.mass[first + j]
        drawn.own[0] = clusters.own[t]
        return
    for j in range(first, first + clusters.size[t]):
        f = clusters.feature[j] if listed else np.uint32(j - first)
        q = np.float64(clusters.mass[j])
        drawn.mass[f] = q
        drawn.log[f] = math.log(q) if q > 0.0 else 0.0


@kernel
def note_own(clusters: Clusters, weights: MergeWeights, t: int) -> None:
    """S_t, where h is looked up. Mutates: clusters."""
    if clusters.looked_up.size == 0:
        return
    first, own = clusters.start[t], 0.0
    for f in range(clusters.size[t]):
        own += weights.feature[f] * clusters.looked_up[np.uint32(clusters.mass[first + f])]
    clusters.own[t] = own


@kernel
def note_all(clusters: Clusters, weights: MergeWeights) -> None:
    """S_t of all clusters. Mutates: clusters."""
    for t in range(clusters.total.size):
        note_own(clusters, weights, t)


@kernel
def put_back(clusters: Clusters, drawn: Drawn, t: int) -> None:
    """Clear what `draw_cluster` wrote, where it is not overwritten. Mutates: drawn."""
    if clusters.looked_up.size > 0:
        return
    first, listed = clusters.start[t], clusters.feature.size > 0
    for j in range(first, first + clusters.size[t]):
        f = clusters.feature[j] if listed else np.uint32(j - first)
        drawn.mass[f] = 0.0
        drawn.log[f] = 0.0


@kernel
def drawn_merge_cost(
    clusters: Clusters, weights: MergeWeights, drawn: Drawn, total: float, t: int
) -> float:
    """Return the cost of merging cluster t with the one that is drawn, which has mass `total`."""
    first, n = clusters.start[t], clusters.size[t]
    mass = clusters.mass[first : first + n]
    cost = 0.0
    if clusters.looked_up.size > 0:
        for f in range(n):
            both = np.uint32(mass[f] + drawn.single[f])
            cost += weights.feature[f] * clusters.looked_up[both]
        cost -= clusters.own[t] + drawn.own[0]
    elif clusters.feature.size == 0:
        for f in range(n):
            gain = steady_gain(np.float64(mass[f]), drawn.mass[f], drawn.log[f])
            cost += weights.feature[f] * gain
    else:
        feature = clusters.feature[first : first + n]
        for j in range(np.uintp(n)):  # unsigned: no check for negative indices
            f = feature[j]
            gain = steady_gain(np.float64(mass[j]), drawn.mass[f], drawn.log[f])
            cost += weights.feature[f] * gain
    return cost + weights.mass * merge_gain(total, clusters.total[t])


@kernel
def has_room(clusters: Clusters, a: int, b: int) -> bool:
    """Tell whether the merged list of two clusters fits behind the others."""
    needed = clusters.end[0] + clusters.size[a] + clusters.size[b]
    return clusters.feature.size == 0 or needed <= clusters.feature.size


@kernel
def join_clusters(clusters: Clusters, a: int, b: int) -> None:
    """q_a += q_b; b is no more. Mutates: clusters."""
    clusters.total[a] += clusters.total[b]
    clusters.alive[b] = False
    if clusters.feature.size > 0:
        join_lists(clusters, a, b)
        return
    first, second = clusters.start[a], clusters.start[b]
    for f in range(clusters.size[a]):
        clusters.mass[first + f] += clusters.mass[second + f]


@kernel
def join_lists(clusters: Clusters, a: int, b: int) -> None:
    """Write the merged list of a and b behind the others, for a. Mutates: clusters."""
    feature, mass, place = clusters.feature, clusters.mass, clusters.end[0]
    i, j = clusters.start[a], clusters.start[b]
    last_i, last_j = i + clusters.size[a], j + clusters.size[b]
    clusters.start[a] = place
    while i < last_i or j < last_j:
        from_i = j == last_j or (i < last_i and feature[i] <= feature[j])
        from_j = i == last_i or (j < last_j and feature[j] <= feature[i])
        feature[place] = feature[i] if from_i else feature[j]
        mass[place] = (mass[i] if from_i else 0.0) + (mass[j] if from_j else 0.0)
        i += from_i
        j += from_j
        place += 1
    clusters.size[a] = place - clusters.start[a]
    clusters.end[0] = place
