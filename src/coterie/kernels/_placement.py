"""What it costs to merge rows into given clusters."""

from __future__ import annotations

import numpy as np

from coterie._core.jit import kernel
from coterie._core.types import FloatArray, Int32Array, IntArray
from coterie.kernels._scalars import merge_gain


@kernel
def joining_costs(
    start: IntArray,
    feature: Int32Array,
    value: FloatArray,
    scale: FloatArray,
    joint: FloatArray,
    cluster_mass: FloatArray,
    mass_weight: float,
) -> FloatArray:
    """cost[i, t] = w G(p_t, p_i) - sum_y G(p_ty, p_iy), p_iy = value scale[i], joint[y, t] = p_ty."""
    costs = np.zeros((start.size - 1, cluster_mass.size))
    for i in range(start.size - 1):
        mass = 0.0
        for j in range(start[i], start[i + 1]):
            weight = value[j] * scale[i]
            mass += weight
            for t in range(cluster_mass.size):
                costs[i, t] -= merge_gain(joint[feature[j], t], weight)
        for t in range(cluster_mass.size):
            costs[i, t] += mass_weight * merge_gain(cluster_mass[t], mass)
    return costs
