"""The mass of every feature in every cluster, laid out for the sequential sweep.

A frequent feature owns a contiguous row of `lanes` clusters, so that all clusters are compared by
vector instructions. A rare one, which can occur in few clusters only, owns a short list: memory
stays proportional to the data even for 10^6 features and 1,000 clusters.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.jit import kernel
from coterie.kernels._screen import NOTHING, quick_log
from coterie.kernels._slots import (
    Slots,
    allocate_slots,
    find_slot,
    put_in_slot,
    take_from_slot,
)

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray, SingleArray
    from coterie.kernels._rows import Layout, Rows

LINE = 64
"""Bytes that memory hands over at once; vectors that straddle two lines take twice as long."""

BLOCK, REST = 16, 4
"""Clusters compared at a time, a line of memory; and a few that are left over."""


class Tables(NamedTuple):
    """Masses q_ft of features in clusters, and what the screening reads of them."""

    mass: FloatArray  # (frequent, clusters)
    screen: SingleArray  # (frequent, 2 lanes or more) blocks of masses, then their logarithms or 0
    mass_at: IntArray  # (clusters,) where the mass of a cluster is in a row of `screen`
    log_at: IntArray  # and its logarithm
    slots: Slots  # the same for rare features
    cluster_mass: FloatArray  # (clusters,)
    cluster_screen: SingleArray  # (2, lanes)
    cluster_size: IntArray  # (clusters,)


class Scratch(NamedTuple):
    """Room for the entries of one row, and a score for each cluster."""

    weight: SingleArray
    log_weight: SingleArray
    left: SingleArray  # what its cluster holds without it
    gained: SingleArray
    gain: SingleArray  # (lanes,) screened scores
    score: FloatArray  # (clusters,) exact ones


def count_lanes(n_clusters: int) -> int:
    """Pad the clusters to whole blocks, the last of which may be a small one."""
    whole, rest = divmod(n_clusters, BLOCK)
    return BLOCK * whole + (0 if rest == 0 else REST if rest <= REST else BLOCK)


def allocate_tables(layout: Layout, n_clusters: int) -> Tables:
    """Make room for a layout of features; each row begins with a line of memory."""
    lanes = count_lanes(n_clusters)
    width = 2 * lanes + -2 * lanes % BLOCK
    size = layout.frequent * width
    room = np.zeros(size + BLOCK, np.float32)
    start = -room.ctypes.data % LINE // room.itemsize
    t, whole = np.arange(n_clusters), lanes - lanes % BLOCK
    first = np.minimum(t - t % BLOCK, whole)
    return Tables(
        mass=np.zeros((layout.frequent, n_clusters)),
        screen=room[start : start + size].reshape(layout.frequent, width),
        mass_at=first + t,
        log_at=first + t + np.where(t < whole, BLOCK, REST),
        slots=allocate_slots(layout.occurrences[layout.frequent :]),
        cluster_mass=np.zeros(n_clusters),
        cluster_screen=np.zeros((2, lanes), np.float32),
        cluster_size=np.zeros(n_clusters, np.int64),
    )


def allocate_scratch(rows: Rows, n_clusters: int) -> Scratch:
    """Make room for the longest row."""
    longest = int(np.diff(rows.start).max(initial=0))
    weight, log_weight, left, gained = np.empty((4, longest), np.float32)
    gain = np.empty(count_lanes(n_clusters), np.float32)
    return Scratch(weight, log_weight, left, gained, gain, np.empty(n_clusters))


@kernel
def fill_tables(tables: Tables, rows: Rows, labels: IntArray) -> None:
    """q_ft = sum of the weights of f over the rows of t. Mutates: tables."""
    frequent, n_clusters = tables.mass.shape
    tables.mass[:] = 0.0
    tables.slots.used[:] = 0
    tables.cluster_mass[:] = 0.0
    tables.cluster_size[:] = 0
    for i in range(labels.size):
        t = labels[i]
        scale = rows.scale[i]
        tables.cluster_mass[t] += rows.mass[i]
        tables.cluster_size[t] += 1
        for j in range(rows.start[i], rows.rare[i]):
            tables.mass[rows.feature[j], t] += rows.value[j] * scale
        for j in range(rows.rare[i], rows.start[i + 1]):
            put_in_slot(tables.slots, rows.feature[j] - frequent, t, rows.value[j] * scale)
    for t in range(n_clusters):
        note_cluster(tables, t)
    for f in range(frequent):
        for t in range(n_clusters):
            q = np.float32(tables.mass[f, t])
            tables.screen[f, tables.mass_at[t]] = q
            tables.screen[f, tables.log_at[t]] = quick_log(q) if q > NOTHING else NOTHING


@kernel
def note_cluster(tables: Tables, t: int) -> None:
    """Bring what the screening reads of a cluster up to date. Mutates: tables."""
    q = tables.cluster_mass[t]
    tables.cluster_screen[0, t] = q
    tables.cluster_screen[1, t] = math.log(q) if q > 0.0 else 0.0


@kernel
def mass_of(tables: Tables, f: int, t: int) -> float:
    """q_ft."""
    mass, frequent = 0.0, tables.mass.shape[0]
    if f < frequent:
        mass = tables.mass[f, t]
    else:
        s = find_slot(tables.slots, f - frequent, t)
        if s >= 0:
            mass = tables.slots.mass[s]
    return mass


@kernel
def move_row(
    tables: Tables, rows: Rows, scratch: Scratch, i: int, source: int, target: int
) -> None:
    """q_f,source -= weight, q_f,target += weight for the features of row i.

    Mutates: tables, scratch (left, gained).
    """
    frequent = tables.mass.shape[0]
    first, middle, last = rows.start[i], rows.rare[i], rows.start[i + 1]
    scale, n = rows.scale[i], middle - first
    feature, value = rows.feature[first:last], rows.value[first:last]
    left, gained, screen = scratch.left, scratch.gained, tables.screen
    for k in range(n):
        f, weight = feature[k], value[k] * scale
        rest = tables.mass[f, source] - weight
        rest = rest if rest > rows.dust * weight else 0.0
        more = tables.mass[f, target] + weight
        tables.mass[f, source] = rest
        tables.mass[f, target] = more
        left[k] = rest
        gained[k] = more
    here, there = tables.mass_at[source], tables.mass_at[target]
    for k in range(n):
        f = feature[k]
        screen[f, here] = left[k]
        screen[f, there] = gained[k]
    for k in range(n):
        left[k] = quick_log(left[k])
        gained[k] = quick_log(gained[k])
    here, there = tables.log_at[source], tables.log_at[target]
    for k in range(n):
        f = feature[k]
        screen[f, here] = left[k]
        screen[f, there] = gained[k]
    for k in range(n, last - first):
        r, weight = feature[k] - frequent, value[k] * scale
        take_from_slot(tables.slots, r, source, weight)
        put_in_slot(tables.slots, r, target, weight)
    tables.cluster_size[source] -= 1
    tables.cluster_size[target] += 1
    tables.cluster_mass[source] -= rows.mass[i]
    tables.cluster_mass[target] += rows.mass[i]
    if tables.cluster_size[source] == 0:
        tables.cluster_mass[source] = 0.0
    note_cluster(tables, source)
    note_cluster(tables, target)
