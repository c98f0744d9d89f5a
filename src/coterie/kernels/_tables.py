"""The mass of every feature in every cluster, laid out for the sequential sweep.

A *frequent* feature owns a contiguous row of `lanes` clusters, so that all clusters are compared by
vector instructions. A *rare* one, which can occur in few clusters only, owns a short list of
(cluster, mass): memory stays proportional to the data even for 10^6 features and 1,000 clusters.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from coterie._core.jit import kernel
from coterie._core.types import FloatArray, Int32Array, IntArray, SingleArray
from coterie.kernels._screen import quick_logs

STRIDE = 4
VANISHED = 1e-9
"""Mass left after a withdrawal, relative to what was withdrawn, that can only be rounding."""


class Rows(NamedTuple):
    """Weighted rows: row i holds `value * scale[i]` at each of its features, and `mass[i]`."""

    start: IntArray
    feature: Int32Array
    value: FloatArray
    scale: FloatArray
    mass: FloatArray


class Weights(NamedTuple):
    """The cost sum_f feature[f] sum_t h(q_ft) + mass sum_t h(q_t)."""

    feature: SingleArray
    mass: float


class Tables(NamedTuple):
    """Masses q_ft of features in clusters, their single-precision copies and logarithms."""

    place: Int32Array  # (features,) row of a frequent feature, -1 for a rare one
    mass: FloatArray  # (frequent + 1, lanes); the last row stays blank
    quick: SingleArray  # the same in single precision
    log: SingleArray  # its logarithm, 0 where there is no mass
    slot: IntArray  # (features,) first slot of a rare feature
    used: Int32Array  # (features,) slots in use
    slot_cluster: Int32Array
    slot_mass: FloatArray
    slot_log: SingleArray
    cluster_mass: FloatArray  # (clusters,)
    cluster_quick: SingleArray  # (lanes,)
    cluster_log: SingleArray  # (lanes,)
    cluster_size: IntArray  # (clusters,)


class Scratch(NamedTuple):
    """Room for the entries of one row; the *_bits arrays are views of the same memory."""

    weight: SingleArray
    weight_bits: Int32Array
    log_weight: SingleArray
    column: SingleArray
    column_bits: Int32Array
    log_column: SingleArray
    mantissa: SingleArray
    mantissa_bits: Int32Array
    coefficient: SingleArray
    row: Int32Array
    gain: SingleArray  # (lanes,)


def count_lanes(n_clusters: int) -> int:
    """Pad the clusters to whole vectors: blocks of 16, or one last quarter of a block."""
    whole, rest = divmod(n_clusters, 16)
    return 16 * whole + (0 if rest == 0 else 4 if rest <= 4 else 16)


def allocate_tables(rows: Rows, n_features: int, n_clusters: int) -> Tables:
    """Decide which features are frequent, and make room."""
    lanes = count_lanes(n_clusters)
    occurrences = np.bincount(rows.feature, minlength=n_features)
    frequent = occurrences >= n_clusters
    place = np.full(n_features, -1, np.int32)
    by_frequency = np.argsort(-occurrences, kind="stable")[: np.count_nonzero(frequent)]
    place[by_frequency] = np.arange(by_frequency.size)
    room = np.where(frequent, 0, occurrences)
    slots = int(room.sum())
    shape = (by_frequency.size + 1, lanes)
    return Tables(
        place=place,
        mass=np.zeros(shape),
        quick=np.zeros(shape, np.float32),
        log=np.zeros(shape, np.float32),
        slot=np.cumsum(room) - room,
        used=np.zeros(n_features, np.int32),
        slot_cluster=np.empty(slots, np.int32),
        slot_mass=np.empty(slots),
        slot_log=np.empty(slots, np.float32),
        cluster_mass=np.zeros(n_clusters),
        cluster_quick=np.zeros(lanes, np.float32),
        cluster_log=np.zeros(lanes, np.float32),
        cluster_size=np.zeros(n_clusters, np.int64),
    )


def allocate_scratch(longest_row: int, n_clusters: int) -> Scratch:
    """Make room for the longest row."""
    lanes = count_lanes(n_clusters)
    room = longest_row + STRIDE
    weight, column, mantissa, log_weight, log_column, coefficient = np.empty((6, room), np.float32)
    bits = np.int32
    return Scratch(
        weight, weight.view(bits), log_weight, column, column.view(bits), log_column,
        mantissa, mantissa.view(bits), coefficient, np.empty(room, bits), np.empty(lanes, np.float32),
    )  # fmt: skip


@kernel
def fill_tables(tables: Tables, rows: Rows, labels: IntArray) -> None:
    """q_ft = sum of the weights of f over the rows of t. Mutates: tables."""
    tables.mass[:] = 0.0
    tables.used[:] = 0
    tables.cluster_mass[:] = 0.0
    tables.cluster_size[:] = 0
    for i in range(labels.size):
        t = labels[i]
        tables.cluster_mass[t] += rows.mass[i]
        tables.cluster_size[t] += 1
        for j in range(rows.start[i], rows.start[i + 1]):
            f = rows.feature[j]
            weight = rows.value[j] * rows.scale[i]
            d = tables.place[f]
            if d >= 0:
                tables.mass[d, t] += weight
            else:
                put_in_slot(tables, f, t, weight)
    for t in range(tables.cluster_mass.size):
        keep_cluster_log(tables, t)
    for d in range(tables.mass.shape[0]):
        for t in range(tables.mass.shape[1]):
            q = tables.mass[d, t]
            tables.quick[d, t] = q
            tables.log[d, t] = math.log(q) if q > 0.0 else 0.0


@kernel
def keep_cluster_log(tables: Tables, t: int) -> None:
    """Bring the single-precision mass of a cluster and its logarithm up to date. Mutates: tables."""
    q = tables.cluster_mass[t]
    tables.cluster_quick[t] = q
    tables.cluster_log[t] = math.log(q) if q > 0.0 else 0.0


@kernel
def find_slot(tables: Tables, f: int, t: int) -> int:
    """Position of cluster t in the list of a rare feature, or -1."""
    first = tables.slot[f]
    for s in range(first, first + tables.used[f]):
        if tables.slot_cluster[s] == t:
            return s
    return -1


@kernel
def put_in_slot(tables: Tables, f: int, t: int, weight: float) -> None:
    """Add mass to a rare feature. Mutates: tables."""
    s = find_slot(tables, f, t)
    if s < 0:
        s = tables.slot[f] + tables.used[f]
        tables.used[f] += 1
        tables.slot_cluster[s] = t
        tables.slot_mass[s] = 0.0
    tables.slot_mass[s] += weight
    tables.slot_log[s] = math.log(tables.slot_mass[s])


@kernel
def take_from_slot(tables: Tables, f: int, t: int, weight: float) -> None:
    """Withdraw mass from a rare feature; a list entry without mass is dropped. Mutates: tables."""
    s = find_slot(tables, f, t)
    left = tables.slot_mass[s] - weight
    if left > VANISHED * weight:
        tables.slot_mass[s] = left
        tables.slot_log[s] = math.log(left)
        return
    tables.used[f] -= 1
    last = tables.slot[f] + tables.used[f]
    tables.slot_cluster[s] = tables.slot_cluster[last]
    tables.slot_mass[s] = tables.slot_mass[last]
    tables.slot_log[s] = tables.slot_log[last]


@kernel
def mass_of(tables: Tables, f: int, t: int) -> float:
    """q_ft."""
    d = tables.place[f]
    if d >= 0:
        return tables.mass[d, t]
    s = find_slot(tables, f, t)
    return tables.slot_mass[s] if s >= 0 else 0.0


@kernel
def change_cluster(
    tables: Tables, rows: Rows, scratch: Scratch, i: int, t: int, sign: float
) -> None:
    """q_ft += sign * weight for the features of row i. Mutates: tables, scratch."""
    first = rows.start[i]
    n = rows.start[i + 1] - first
    for k in range(n):
        f = rows.feature[first + k]
        weight = rows.value[first + k] * rows.scale[i]
        d = tables.place[f]
        if d < 0:
            if sign > 0.0:
                put_in_slot(tables, f, t, weight)
            else:
                take_from_slot(tables, f, t, weight)
            continue
        q = tables.mass[d, t] + sign * weight
        if q <= VANISHED * weight:
            q = 0.0
        tables.mass[d, t] = q
        tables.quick[d, t] = q
        scratch.column[k] = q
    quick_logs(scratch.column_bits, scratch.mantissa_bits, scratch.mantissa, scratch.log_column, n)
    for k in range(n):
        d = tables.place[rows.feature[first + k]]
        if d >= 0:
            tables.log[d, t] = scratch.log_column[k]
    tables.cluster_size[t] += 1 if sign > 0.0 else -1
    tables.cluster_mass[t] += sign * rows.mass[i]
    if tables.cluster_size[t] == 0:
        tables.cluster_mass[t] = 0.0
    keep_cluster_log(tables, t)
