"""What it costs to merge rows into given clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.jit import kernel
from coterie.kernels._scalars import merge_gain

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Int32Array, IntArray


def joining_costs(
    start: IntArray,
    feature: Int32Array,
    value: FloatArray,
    scale: FloatArray,
    joint: FloatArray,
    cluster_mass: FloatArray,
    mass_weight: float,
) -> FloatArray:
    """Return w G(p_t, p_i) - sum_y G(p_ty, p_iy), p_iy = value scale[i], joint[y, t] = p_ty."""
    costs = np.zeros((start.size - 1, cluster_mass.size))
    add_joining_costs(start, feature, value, scale, joint, cluster_mass, mass_weight, costs)
    return costs


@kernel
def add_joining_costs(
    start: IntArray,
    feature: Int32Array,
    value: FloatArray,
    scale: FloatArray,
    joint: FloatArray,
    cluster_mass: FloatArray,
    mass_weight: float,
    costs: FloatArray,
) -> None:
    """Add them up. Mutates: costs."""
    for i in range(costs.shape[0]):
        mass = 0.0
        for j in range(start[i], start[i + 1]):
            weight = value[j] * scale[i]
            mass += weight
            for t in range(cluster_mass.size):
                costs[i, t] -= merge_gain(joint[feature[j], t], weight)
        for t in range(cluster_mass.size):
            costs[i, t] += mass_weight * merge_gain(cluster_mass[t], mass)
