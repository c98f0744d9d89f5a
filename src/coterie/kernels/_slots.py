"""The masses of rare features: short lists of (cluster, mass, logarithm) in common arrays.

Rare feature r owns the slots from `slot[r]` on, of which `used[r]` hold something.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from coterie._core.jit import kernel

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Int32Array, IntArray, SingleArray

SMALLEST = float(np.finfo(np.float64).tiny)


class Slots(NamedTuple):
    """Room for as many clusters as the feature has occurrences: memory stays that of the data."""

    slot: IntArray  # (rare features,) first slot
    used: Int32Array  # (rare features,) slots in use
    cluster: Int32Array
    members: Int32Array  # rows of the cluster that have the feature
    mass: FloatArray
    log: SingleArray


def allocate_slots(occurrences: IntArray) -> Slots:
    """Make room for features that occur so often."""
    total = int(occurrences.sum())
    return Slots(
        slot=np.cumsum(occurrences) - occurrences,
        used=np.zeros(occurrences.size, np.int32),
        cluster=np.empty(total, np.int32),
        members=np.empty(total, np.int32),
        mass=np.empty(total),
        log=np.empty(total, np.float32),
    )


@kernel
def find_slot(slots: Slots, r: int, t: int) -> int:
    """Position of cluster t in the list of a rare feature, or -1."""
    first = slots.slot[r]
    for s in range(first, first + slots.used[r]):
        if slots.cluster[s] == t:
            return s
    return -1


@kernel
def put_in_slot(slots: Slots, r: int, t: int, weight: float) -> None:
    """Add mass to a rare feature. Mutates: slots."""
    s = find_slot(slots, r, t)
    if s < 0:
        s = slots.slot[r] + slots.used[r]
        slots.used[r] += 1
        slots.cluster[s] = t
        slots.members[s] = 0
        slots.mass[s] = 0.0
    slots.members[s] += 1
    slots.mass[s] += weight
    slots.log[s] = math.log(slots.mass[s])


@kernel
def take_from_slot(slots: Slots, r: int, t: int, weight: float) -> None:
    """Withdraw mass from a rare feature; an entry without members is dropped. Mutates: slots.

    Members are counted, since a sum of real weights need not come back to 0. What rounding would
    leave below it is nothing.
    """
    s = find_slot(slots, r, t)
    slots.members[s] -= 1
    if slots.members[s] > 0:
        left = max(slots.mass[s] - weight, SMALLEST)
        slots.mass[s] = left
        slots.log[s] = math.log(left)
        return
    slots.used[r] -= 1
    last = slots.slot[r] + slots.used[r]
    slots.cluster[s] = slots.cluster[last]
    slots.members[s] = slots.members[last]
    slots.mass[s] = slots.mass[last]
    slots.log[s] = slots.log[last]
