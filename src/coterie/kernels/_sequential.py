"""Draw one object after another and put it where the cost is least [IB §2.5].

The cost of putting a row with weights w into cluster t, up to a constant of the row, is

    score(t) = sum_f weight_f G(q_ft, w_f) + weight G(q_t, w),    G(a, b) = h(a+b) - h(a) - h(b),

the row itself being drawn out of its own cluster. All clusters are screened in single precision;
those that the error bound cannot tell apart are compared in double precision, so the answer is the
exact one.
"""

from __future__ import annotations

import math

import numpy as np

from coterie._core.jit import kernel, stage
from coterie._core.types import FloatArray, IntArray, SingleArray
from coterie.kernels._scalars import merge_gain
from coterie.kernels._screen import GAIN_ERROR, ROUNDING, quick_gain, quick_logs
from coterie.kernels._tables import (
    STRIDE,
    Rows,
    Scratch,
    Tables,
    Weights,
    change_cluster,
    mass_of,
)


@stage
def load_row(rows: Rows, weights: Weights, tables: Tables, scratch: Scratch, i: int) -> int:
    """Bring row i into the scratch, padded to whole strides; rare features point at the blank row.

    Mutates: scratch.
    """
    first = rows.start[i]
    n = rows.start[i + 1] - first
    blank = tables.quick.shape[0] - 1
    for k in range(n):
        f = rows.feature[first + k]
        d = tables.place[f]
        scratch.weight[k] = rows.value[first + k] * rows.scale[i]
        scratch.coefficient[k] = weights.feature[f]
        scratch.row[k] = d if d >= 0 else blank
    quick_logs(scratch.weight_bits, scratch.mantissa_bits, scratch.mantissa, scratch.log_weight, n)
    for k in range(n, n + (-n) % STRIDE):
        scratch.weight[k] = np.float32(0.0)
        scratch.log_weight[k] = np.float32(0.0)
        scratch.coefficient[k] = np.float32(0.0)
        scratch.row[k] = blank
    return n


@stage
def screen_frequent(tables: Tables, scratch: Scratch, n: int, own: int) -> None:
    """gain[t] = sum_f weight_f G(q_ft, w_f) over frequent features, four at a time.

    What is left of each in the row's own cluster without the row goes to the column.
    Mutates: scratch (gain, column).
    """
    quick, log = tables.quick, tables.log
    gain, column, row = scratch.gain, scratch.column, scratch.row
    w, lw, c = scratch.weight, scratch.log_weight, scratch.coefficient
    gain[:] = np.float32(0.0)
    for k in range(n):
        column[k] = max(quick[row[k], own] - w[k], np.float32(0.0))
    for k in range(0, n, STRIDE):
        r0, r1, r2, r3 = row[k], row[k + 1], row[k + 2], row[k + 3]
        w0, w1, w2, w3 = w[k], w[k + 1], w[k + 2], w[k + 3]
        l0, l1, l2, l3 = lw[k], lw[k + 1], lw[k + 2], lw[k + 3]
        c0, c1, c2, c3 = c[k], c[k + 1], c[k + 2], c[k + 3]
        for t in range(gain.size):
            gain[t] += (
                c0 * quick_gain(quick[r0, t], log[r0, t], w0, l0)
                + c1 * quick_gain(quick[r1, t], log[r1, t], w1, l1)
                + c2 * quick_gain(quick[r2, t], log[r2, t], w2, l2)
                + c3 * quick_gain(quick[r3, t], log[r3, t], w3, l3)
            )


@stage
def screen_rare(rows: Rows, tables: Tables, scratch: Scratch, i: int, n: int, own: int) -> None:
    """Add the rare features, each from the few clusters where it occurs.

    Mutates: scratch (gain, column).
    """
    blank = tables.quick.shape[0] - 1
    for k in range(n):
        if scratch.row[k] == blank:
            f = rows.feature[rows.start[i] + k]
            w, log_w = scratch.weight[k], scratch.log_weight[k]
            for s in range(tables.slot[f], tables.slot[f] + tables.used[f]):
                a, t = np.float32(tables.slot_mass[s]), tables.slot_cluster[s]
                gain = quick_gain(a, tables.slot_log[s], w, log_w)
                scratch.gain[t] += scratch.coefficient[k] * gain
                if t == own:
                    scratch.column[k] = max(a - w, np.float32(0.0))


@stage
def screen_own(scratch: Scratch, n: int) -> float:
    """sum_f weight_f G(q_f - w_f, w_f) for the cluster that the row is drawn out of.

    Mutates: scratch.
    """
    quick_logs(scratch.column_bits, scratch.mantissa_bits, scratch.mantissa, scratch.log_column, n)
    column, log_column = scratch.column, scratch.log_column
    weight, log_weight, coefficient = scratch.weight, scratch.log_weight, scratch.coefficient
    total = np.float32(0.0)
    for k in range(n):
        total += coefficient[k] * quick_gain(column[k], log_column[k], weight[k], log_weight[k])
    return total


@stage
def error_bound(weights: Weights, scratch: Scratch, n: int, mass: float, span: float) -> float:
    """Largest error of a screened score: of each gain, and of adding them up.

    `span` bounds |log q - log w| + p over the data.
    """
    coefficient, weight = scratch.coefficient, scratch.weight
    total = abs(weights.mass) * mass
    for k in range(n):
        total += abs(coefficient[k]) * weight[k]
    return total * (GAIN_ERROR + ROUNDING * (n + 8) * span)


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


@stage
def screen_mass(weights: Weights, tables: Tables, scratch: Scratch, mass: float, own: int) -> None:
    """gain[t] += weight G(q_t, w), w the mass of the row; its own cluster without it.

    Mutates: scratch.gain.
    """
    gain, quick, log = scratch.gain, tables.cluster_quick, tables.cluster_log
    b, log_b, c = np.float32(mass), np.float32(math.log(mass)), np.float32(weights.mass)
    a = np.float32(max(tables.cluster_mass[own] - mass, 0.0))
    log_a = np.float32(math.log(a)) if a > 0.0 else np.float32(0.0)
    at_own = gain[own] + c * quick_gain(a, log_a, b, log_b)
    for t in range(gain.size):
        gain[t] += c * quick_gain(quick[t], log[t], b, log_b)
    gain[own] = at_own


@kernel
def best_cluster(
    rows: Rows,
    weights: Weights,
    tables: Tables,
    scratch: Scratch,
    i: int,
    own: int,
    tolerance: float,
    span: float,
) -> int:
    """Cluster of least score for row i; its own wins within the tolerance, else the lowest index.

    Mutates: scratch.
    """  # fmt: skip
    n = load_row(rows, weights, tables, scratch, i)
    screen_frequent(tables, scratch, n, own)
    screen_rare(rows, tables, scratch, i, n, own)
    scratch.gain[own] = screen_own(scratch, n)
    screen_mass(weights, tables, scratch, rows.mass[i], own)

    gain, n_clusters = scratch.gain, tables.cluster_mass.size
    least = gain[0]
    for t in range(n_clusters):
        least = min(least, gain[t])
    limit = least + 2.0 * error_bound(weights, scratch, n, rows.mass[i], span) + tolerance
    rivals = 0
    winner = own
    for t in range(n_clusters):
        if gain[t] <= limit:
            rivals += 1
            winner = t
    if rivals == 1:
        return winner
    return settle(rows, weights, tables, gain, i, own, limit, tolerance)


@kernel
def settle(
    rows: Rows,
    weights: Weights,
    tables: Tables,
    gain: SingleArray,
    i: int,
    own: int,
    limit: float,
    tolerance: float,
) -> int:
    """Compare the clusters that the screening cannot tell apart, in double precision."""  # fmt: skip
    least = at_own = math.inf
    winner = own
    for t in range(tables.cluster_mass.size):
        if gain[t] <= limit:
            score = exact_score(rows, weights, tables, i, t, t == own)
            if t == own:
                at_own = score
            if score < least:
                least, winner = score, t
    return own if at_own <= least + tolerance else winner


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
    span: float,
) -> int:
    """Draw and place the objects of `order`; return how many changed sides.

    `keep_all` leaves an object alone that is the last of its cluster.
    Mutates: tables, scratch, labels.
    """  # fmt: skip
    moves = 0
    for i in order:
        own = labels[i]
        if keep_all and tables.cluster_size[own] == 1:
            continue
        t = best_cluster(rows, weights, tables, scratch, i, own, tolerance, span)
        if t != own:
            change_cluster(tables, rows, scratch, i, own, -1.0)
            change_cluster(tables, rows, scratch, i, t, 1.0)
            labels[i] = t
            moves += 1
    return moves


@kernel
def score_rows(rows: Rows, weights: Weights, tables: Tables, scores: FloatArray) -> None:
    """scores[i, t] = score(t) of new rows, in double precision. Mutates: scores."""
    for i in range(scores.shape[0]):
        for t in range(scores.shape[1]):
            scores[i, t] = exact_score(rows, weights, tables, i, t, False)
