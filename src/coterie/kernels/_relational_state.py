"""What the loops over a similarity matrix work on: its entries, a cost, and what is summed up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, Int32Array, IntArray


class Links(NamedTuple):
    """Similarities of all pairs, or of those that a graph has; the other form is empty."""

    dense: FloatArray  # (n, n)
    start: IntArray  # (n + 1,)
    neighbor: Int32Array
    value: FloatArray
    stored: FloatArray  # (n,) the diagonal that these hold


class Form(NamedTuple):
    """Which cost: its family, two numbers, and what each object brings to a cluster."""

    family: int
    factor: float
    parameter: float  # the shift, or 1 / (exponent - 1)
    vacant: float  # cost of a cluster that nobody is in
    weight: FloatArray  # (n,) to the mass
    linear: FloatArray  # (n,) to the inside, besides its links
    diagonal: FloatArray  # (n,) to the inside, by the square of its membership


class Sums(NamedTuple):
    """What the memberships q sum up to, and room for one object."""

    near: FloatArray  # (n, clusters) sum_j X_ij q_jk
    mass: FloatArray  # (clusters,) sum_i W_i q_ik
    inside: FloatArray  # (clusters,) sum_ij X_ij q_ik q_jk + sum_i b_i q_ik
    between: FloatArray  # (clusters, clusters) sum_ij X_ij q_iu q_jv, for the adaptive family
    own: FloatArray  # (clusters,) memberships of the object
    pull: FloatArray  # (clusters,) its similarity to the others of each cluster
    field: FloatArray  # (clusters,) cost of each label
    new: FloatArray  # (block, clusters) memberships that are to come
    waiting: IntArray  # (4,) objects that have changed, but are not yet in `near`
    steps: FloatArray  # (4, clusters) by how much
    held: IntArray  # (1,) how many they are


def allocate_sums(near: FloatArray, n_clusters: int, *, pairs: bool, block: int) -> Sums:
    """Make room around similarities to clusters that are there already."""
    return Sums(
        near=near,
        mass=np.zeros(n_clusters),
        inside=np.zeros(n_clusters),
        between=np.zeros((n_clusters, n_clusters) if pairs else (0, 0)),
        own=np.zeros(n_clusters),
        pull=np.zeros(n_clusters),
        field=np.zeros(n_clusters),
        new=np.zeros((block, n_clusters)),
        waiting=np.zeros(4, np.int64),
        steps=np.zeros((4, n_clusters)),
        held=np.zeros(1, np.int64),
    )
