"""Draw one object after another and put it where the cost is least [IB §2.5].

The cost of putting a row with weights w into cluster t, up to a constant of the row, is

    score(t) = sum_f weight_f G(q_ft, w_f) + weight G(q_t, w),    G(a, b) = h(a+b) - h(a) - h(b),

the row itself being drawn out of its own cluster. All clusters are screened in single precision;
those that the error bound cannot tell apart are compared in double precision, so the answer is the
exact one.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.jit import kernel, prefetch, stage
from coterie._core.lanes import lanes_at, no_lanes, put_lanes
from coterie.kernels._scalars import merge_gain
from coterie.kernels._screen import GAIN_ERROR, NOTHING, ROUNDING, quick_gain, quick_log
from coterie.kernels._tables import BLOCK, REST, Scratch, Tables, mass_of, move_row

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray, RankArray
    from coterie.kernels._rows import Rows, Weights

COMING = 4
"""How many features ahead the tables are asked for."""

LINE = 16
"""Entries of a row in a line of memory."""

AHEAD = 2
"""How many rows ahead memory is asked for."""


@stage
def load_row(rows: Rows, scratch: Scratch, i: int) -> None:
    """Weights of row i in single precision, and their logarithms. Mutates: scratch."""
    first, last = rows.start[i], rows.start[i + 1]
    value, scale = rows.value[first:last], rows.scale[i]
    weight, log_weight = scratch.weight, scratch.log_weight
    for k in range(last - first):
        weight[k] = value[k] * scale
    for k in range(last - first):
        log_weight[k] = quick_log(weight[k])


@stage
def fetch_row(rows: Rows, i: int) -> None:
    """Ask for the memory of a row that is to come."""
    for j in range(rows.start[i], rows.start[i + 1], LINE):
        prefetch(rows.feature, j)
        prefetch(rows.value, j)


@stage
def screen_frequent(
    rows: Rows, weights: Weights, tables: Tables, scratch: Scratch, i: int, own: int
) -> None:
    """gain[t] = sum_f weight_f G(q_ft, w_f) over the frequent features of row i.

    Mutates: scratch (gain, left).
    """
    feature, gain = rows.feature[rows.start[i] : rows.rare[i]], scratch.gain
    whole = gain.size - gain.size % BLOCK
    for first in range(0, whole, BLOCK):
        total = sum_gains(feature, weights, tables, scratch, first, BLOCK, no_lanes(BLOCK))
        put_lanes(gain, first, total)
    if whole < gain.size:
        total = sum_gains(feature, weights, tables, scratch, whole, REST, no_lanes(REST))
        put_lanes(gain, whole, total)
    place = tables.mass_at[own]
    for k in range(feature.size):
        scratch.left[k] = tables.screen[feature[k], place]


@stage
def sum_gains(
    feature: RankArray,
    weights: Weights,
    tables: Tables,
    scratch: Scratch,
    first: int,
    size: int,
    total: Any,
) -> Any:
    """Add up the screened gains of a block of clusters, from the first on."""
    q, width, last = tables.screen.reshape(-1), tables.screen.shape[1], feature.size - 1
    c, w, log_w = weights.quick, scratch.weight, scratch.log_weight
    for k in range(feature.size):
        to_come = np.intp(feature[min(k + COMING, last)]) * width + 2 * first
        prefetch(q, to_come)
        prefetch(q, to_come + size)
        place = np.intp(feature[k]) * width + 2 * first
        mass, log = lanes_at(q, place, total), lanes_at(q, place + size, total)
        total = total + c[feature[k]] * quick_gain(mass, log, w[k], log_w[k])
    return total


@stage
def screen_rare(
    rows: Rows, weights: Weights, tables: Tables, scratch: Scratch, i: int, own: int
) -> None:
    """Add the rare features, each from the few clusters where it occurs.

    Mutates: scratch (gain, left).
    """
    first, slots = rows.start[i], tables.slots
    for j in range(rows.rare[i], rows.start[i + 1]):
        k, f = j - first, rows.feature[j]
        r = f - tables.mass.shape[0]
        scratch.left[k] = NOTHING
        for s in range(slots.slot[r], slots.slot[r] + slots.used[r]):
            a, t = np.float32(slots.mass[s]), slots.cluster[s]
            gain = quick_gain(a, slots.log[s], scratch.weight[k], scratch.log_weight[k])
            scratch.gain[t] += weights.quick[f] * gain
            if t == own:
                scratch.left[k] = a


@stage
def screen_own(rows: Rows, weights: Weights, scratch: Scratch, i: int, own: int) -> None:
    """gain[own] = sum_f weight_f G(q_f - w_f, w_f): the row is drawn out. Mutates: scratch."""
    feature = rows.feature[rows.start[i] : rows.start[i + 1]]
    left, weight, log_weight = scratch.left, scratch.weight, scratch.log_weight
    total = NOTHING
    for k in range(feature.size):
        rest = max(left[k] - weight[k], NOTHING)
        gain = quick_gain(rest, quick_log(rest), weight[k], log_weight[k])
        total += weights.quick[feature[k]] * gain
    scratch.gain[own] = total


@stage
def screen_mass(weights: Weights, tables: Tables, scratch: Scratch, mass: float, own: int) -> None:
    """gain[t] += weight G(q_t, w), w the mass of the row; its own cluster without it.

    Mutates: scratch.gain.
    """
    gain, q = scratch.gain, tables.cluster_screen
    b, c = np.float32(mass), np.float32(weights.mass)
    log_b = quick_log(b)
    a = np.float32(max(tables.cluster_mass[own] - mass, 0.0))
    at_own = gain[own] + c * quick_gain(a, quick_log(a), b, log_b)
    for t in range(gain.size):
        gain[t] += c * quick_gain(q[0, t], q[1, t], b, log_b)
    gain[own] = at_own


@kernel
def bound_errors(rows: Rows, weights: Weights, span: float, error: FloatArray) -> None:
    """error[i] = largest error of a screened score of row i: of each gain, and of adding them up.

    `span` bounds |log q - log w| + p over the data; where that is infinite nothing is settled by
    screening. Mutates: error.
    """
    for i in range(error.size):
        total = abs(weights.mass) * rows.mass[i]
        for j in range(rows.start[i], rows.start[i + 1]):
            total += abs(weights.feature[rows.feature[j]]) * rows.value[j] * rows.scale[i]
        terms = rows.start[i + 1] - rows.start[i] + 9
        error[i] = total * (GAIN_ERROR + ROUNDING * terms * span) if span < math.inf else span


@kernel
def exact_score(rows: Rows, weights: Weights, tables: Tables, i: int, t: int, drawn: bool) -> float:
    """score(t) in double precision; `drawn` withdraws row i from the cluster first."""
    score = 0.0
    for j in range(rows.start[i], rows.start[i + 1]):
        f = rows.feature[j]
        w = rows.value[j] * rows.scale[i]
        q = mass_of(tables, f, t) - (w if drawn else 0.0)
        score += weights.feature[f] * merge_gain(q, w)
    q = tables.cluster_mass[t] - (rows.mass[i] if drawn else 0.0)
    return score + weights.mass * merge_gain(q, rows.mass[i])


@kernel
def settle(
    rows: Rows,
    weights: Weights,
    tables: Tables,
    scratch: Scratch,
    i: int,
    own: int,
    limit: float,
    tolerance: float,
) -> int:
    """Compare the clusters that the screening cannot tell apart, in double precision.

    Mutates: scratch.score.
    """
    score, n_clusters = scratch.score, tables.cluster_mass.size
    least = math.inf
    for t in range(n_clusters):
        score[t] = math.inf
        if scratch.gain[t] <= limit:
            score[t] = exact_score(rows, weights, tables, i, t, t == own)
            least = min(least, score[t])
    if score[own] <= least + tolerance:
        return own
    winner = 0
    while score[winner] > least + tolerance:
        winner += 1
    return winner


@kernel
def best_cluster(
    rows: Rows,
    weights: Weights,
    tables: Tables,
    scratch: Scratch,
    i: int,
    own: int,
    tolerance: float,
    error: float,
) -> int:
    """Cluster of least score for row i; within the tolerance its own, else the lowest index.

    Mutates: scratch.
    """  # fmt: skip
    load_row(rows, scratch, i)
    screen_frequent(rows, weights, tables, scratch, i, own)
    screen_rare(rows, weights, tables, scratch, i, own)
    screen_own(rows, weights, scratch, i, own)
    screen_mass(weights, tables, scratch, rows.mass[i], own)

    gain, n_clusters = scratch.gain, tables.cluster_mass.size
    least = gain[0]
    for t in range(n_clusters):
        least = min(least, gain[t])
    limit = least + 2.0 * error + tolerance
    rivals = 0
    winner = own
    for t in range(n_clusters):
        if gain[t] <= limit:
            rivals += 1
            winner = t
    if rivals == 1:
        return winner
    return settle(rows, weights, tables, scratch, i, own, limit, tolerance)


@kernel
def sweep(
    rows: Rows,
    weights: Weights,
    tables: Tables,
    scratch: Scratch,
    labels: IntArray,
    order: IntArray,
    keep_all: bool,
    tolerance: float,
    error: FloatArray,
) -> int:
    """Draw and place the objects of `order`; return how many changed sides.

    `keep_all` leaves an object alone that is the last of its cluster.
    Mutates: tables, scratch, labels.
    """  # fmt: skip
    moves = 0
    last = order.size - 1
    for place in range(order.size):
        i = order[place]
        fetch_row(rows, order[min(place + AHEAD, last)])
        own = labels[i]
        if keep_all and tables.cluster_size[own] == 1:
            continue
        t = best_cluster(rows, weights, tables, scratch, i, own, tolerance, error[i])
        if t != own:
            move_row(tables, rows, scratch, i, own, t)
            labels[i] = t
            moves += 1
    return moves
