"""Rows as the sequential sweep reads them: features numbered by frequency, values short.

The number of a feature is its place in the tables, so that no index has to be looked up. In each
row the *frequent* features come first: those in as many rows as there are clusters, or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from coterie._core.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from coterie._core.types import CountArray, FloatArray, IntArray, RankArray, SingleArray

DUST = 1e-9
"""Share of a withdrawn weight below which what is left can only be rounding."""

SHORT = 2**16
"""Features that two bytes can number."""

FEWEST = 8
"""Features that occur less often are rare even with few clusters: a row must repay its padding."""


class Layout(NamedTuple):
    """Where features go: number 0 for the most frequent; the first `frequent` of them have rows."""

    rank: RankArray  # (features,)
    occurrences: IntArray  # (features,) entries of each, by rank
    frequent: int


class Rows(NamedTuple):
    """Weighted rows: row i holds `value * scale[i]` at each of its features, and `mass[i]`."""

    start: IntArray  # (rows + 1,) first entry
    rare: IntArray  # (rows,) first entry of a rare feature
    feature: RankArray
    value: CountArray
    scale: FloatArray
    mass: FloatArray
    dust: float  # share of what is withdrawn that can only be rounding; 0 where sums are exact


class Weights(NamedTuple):
    """The cost sum_f feature[f] sum_t h(q_ft) + mass sum_t h(q_t), features by rank."""

    feature: FloatArray
    quick: SingleArray  # the same, for the screening
    mass: float


def lay_out(feature: NDArray[np.integer[Any]], n_features: int, n_clusters: int) -> Layout:
    """Decide where features go, by how often they occur."""
    occurrences = np.zeros(n_features, np.int64)
    count_features(feature, occurrences)
    order = np.argsort(-occurrences, kind="stable")
    rank = np.empty(n_features, np.uint32)
    rank[order] = np.arange(n_features, dtype=np.uint32)
    frequent = int(np.count_nonzero(occurrences >= max(n_clusters, FEWEST)))
    return Layout(rank, occurrences[order], frequent)


def pack_rows(
    layout: Layout,
    start: NDArray[np.integer[Any]],
    feature: NDArray[np.integer[Any]],
    value: NDArray[Any],
    scale: FloatArray,
    mass: FloatArray,
) -> Rows:
    """Bring rows into this form; the values stay exact."""
    short = shortest(value)
    whole = short.dtype == np.uint16 or np.array_equal(value, np.floor(value))
    exact = np.ptp(scale) == 0.0 and whole
    short_rank = layout.rank.size <= SHORT
    packed: RankArray = (
        np.empty(feature.size, np.uint16) if short_rank else np.empty(feature.size, np.uint32)
    )
    first = start.astype(np.int64, copy=False)
    rare = np.empty(scale.size, np.int64)
    pack_entries(layout.rank, layout.frequent, first, feature, packed, short, rare)
    return Rows(first, rare, packed, short, scale, mass, 0.0 if exact else DUST)


def shortest(value: NDArray[Any]) -> CountArray:
    """Copy values to the shortest type that rounds none of them."""
    kinds: tuple[Any, ...] = (np.uint16, np.float32)
    for kind in kinds:
        with np.errstate(all="ignore"):  # what does not fit differs from what it becomes
            short: CountArray = value.astype(kind)
        if np.array_equal(short, value):
            return short
    return np.array(value, np.float64)


def pack_weights(layout: Layout, feature_weight: FloatArray, mass_weight: float) -> Weights:
    """Bring the weights of the features into the same order."""
    by_rank = np.empty(layout.rank.size)
    by_rank[layout.rank] = feature_weight
    return Weights(by_rank, by_rank.astype(np.float32), float(mass_weight))


@kernel
def count_features(feature: NDArray[np.integer[Any]], occurrences: IntArray) -> None:
    """occurrences[f] += number of entries of f. Mutates: occurrences."""
    for f in feature:
        occurrences[f] += 1


@kernel
def add_rows(
    start: NDArray[np.integer[Any]],
    feature: NDArray[np.integer[Any]],
    value: NDArray[Any],
    scale: FloatArray,
    labels: IntArray,
    sums: FloatArray,
) -> None:
    """sums[t, f] += value * scale[i] over the entries of the rows i of t. Mutates: sums."""
    for i in range(labels.size):
        t = labels[i]
        for j in range(start[i], start[i + 1]):
            sums[t, feature[j]] += value[j] * scale[i]


@kernel
def pack_entries(
    rank: RankArray,
    frequent: int,
    start: IntArray,
    feature: NDArray[np.integer[Any]],
    packed: RankArray,
    value: CountArray,
    rare: IntArray,
) -> None:
    """Give the features their rank, and swap the rare ones of each row to its end.

    Mutates: packed, value, rare.
    """
    for i in range(rare.size):
        head, tail = start[i], start[i + 1]
        for j in range(head, tail):
            packed[j] = rank[feature[j]]
        while head < tail:
            if packed[head] < frequent:
                head += 1
            else:
                tail -= 1
                packed[head], packed[tail] = packed[tail], packed[head]
                value[head], value[tail] = value[tail], value[head]
        rare[i] = head
