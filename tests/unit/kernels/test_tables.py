"""What the tables hold after many moves is what they hold when filled afresh."""

import numpy as np
import pytest

from coterie import kernels
from coterie.kernels._slots import allocate_slots, find_slot, put_in_slot, take_from_slot
from coterie.kernels._tables import count_lanes, mass_of, move_row

TOLERANCE = 1e-11
"""Relative to the largest mass: 1,000 moves, each rounding by at most 2^-53 of it."""


def screened(tables):
    """Masses and logarithms that the screening reads of the frequent features."""
    return tables.screen[:, tables.mass_at], tables.screen[:, tables.log_at]


def zipf_counts(rng, n_rows=60, n_features=80):
    """Frequent and rare features side by side."""
    rates = 6.0 / (1.0 + np.arange(n_features))
    counts = rng.poisson(rates, (n_rows, n_features))
    counts[:, 0] += 1
    return counts


@pytest.mark.parametrize("n_clusters", [2, 5, 20, 45])
@pytest.mark.parametrize("scaled", [False, True])
def test_moved_tables_equal_fresh_ones(make_case, rng, n_clusters, scaled):
    counts = zipf_counts(rng)
    scale = 1.0 / counts.sum(axis=1) if scaled else None
    case, fresh = (make_case(counts, n_clusters, scale=scale) for _ in range(2))
    labels = rng.integers(n_clusters, size=len(counts))
    case.fill(labels)
    for i in rng.integers(len(counts), size=1000):
        target = (labels[i] + 1 + rng.integers(n_clusters - 1)) % n_clusters
        move_row(case.tables, case.rows, case.scratch, i, labels[i], target)
        labels[i] = target
    fresh.fill(labels)
    largest = case.table.sum()
    np.testing.assert_allclose(case.masses(), fresh.masses(), rtol=0, atol=TOLERANCE * largest)
    assert ((case.masses() > 0) == (fresh.masses() > 0)).all(), "zeros come back as zeros"
    np.testing.assert_allclose(
        case.tables.cluster_mass, fresh.tables.cluster_mass, rtol=0, atol=TOLERANCE * largest
    )
    np.testing.assert_array_equal(case.tables.cluster_size, fresh.tables.cluster_size)
    # what is screened is kept in single precision; where the mass is zero the logarithm is free
    masses, logs = screened(case.tables)
    np.testing.assert_allclose(masses, fresh.tables.mass, rtol=1e-6, atol=1e-6)
    occupied = fresh.tables.mass > 0
    expected = np.log(fresh.tables.mass[occupied])
    np.testing.assert_allclose(logs[occupied], expected, rtol=1e-6, atol=1e-5)


def test_filled_tables_hold_the_sums(make_case, rng):
    counts = zipf_counts(rng)
    case = make_case(counts, 7)
    labels = rng.integers(7, size=len(counts))
    case.fill(labels)
    expected = np.stack([case.table[labels == t].sum(axis=0) for t in range(7)], axis=1)
    np.testing.assert_array_equal(case.masses(), expected)  # whole numbers add exactly
    some = [(f, t) for f in range(80) for t in range(7)]
    found = [mass_of(case.tables, case.layout.rank[f], t) for f, t in some]
    assert found == [expected[f, t] for f, t in some]


def test_frequent_features_come_first(make_case, rng):
    counts = zipf_counts(rng)
    case = make_case(counts, 20)
    occurrences = np.count_nonzero(counts, axis=0)
    assert case.layout.frequent == np.count_nonzero(occurrences >= 20)
    assert 0 < case.layout.frequent < 80
    for i in range(len(counts)):
        own = slice(case.rows.start[i], case.rows.start[i + 1])
        ranks, values = case.rows.feature[own], case.rows.value[own]
        n_frequent = case.rows.rare[i] - case.rows.start[i]
        assert (ranks[:n_frequent] < case.layout.frequent).all()
        assert (ranks[n_frequent:] >= case.layout.frequent).all()
        unpacked = np.zeros(80)
        unpacked[np.argsort(case.layout.rank)[ranks]] = values
        np.testing.assert_array_equal(unpacked, counts[i])


@pytest.mark.parametrize(
    ("value", "precision"), [(2**24, np.float32), (2**24 + 1, np.float64), (0.1, np.float64)]
)
def test_values_are_short_only_if_none_is_rounded(make_case, value, precision):
    case = make_case(np.array([[value, 1], [2, 3]]), 2)
    assert case.rows.value.dtype == precision
    assert value in case.rows.value


def test_memory_does_not_grow_with_clusters_times_features():
    """A million features in two rows each, a thousand clusters."""
    n_features = 100_000
    feature = np.repeat(np.arange(n_features, dtype=np.int32), 2)
    layout = kernels.lay_out(feature, n_features, 1000)
    tables = kernels.allocate_tables(layout, 1000)
    arrays = [a for part in tables for a in (part if isinstance(part, tuple) else [part])]
    assert sum(a.nbytes for a in arrays) < 30 * feature.size + 50_000


def test_slots_keep_one_entry_for_each_cluster_with_mass(rng):
    slots, held = allocate_slots(np.array([3, 40])), {}
    for step in range(400):
        cluster = int(rng.integers(9))
        if rng.random() < 0.5 and held.get(cluster):
            take_from_slot(slots, 1, cluster, held[cluster].pop())
        elif sum(map(len, held.values())) < 40:
            weight = float(rng.gamma(0.2) + 1e-6)
            held.setdefault(cluster, []).append(weight)
            put_in_slot(slots, 1, cluster, weight)
        occupied = {t for t, weights in held.items() if weights}
        own = slice(slots.slot[1], slots.slot[1] + slots.used[1])
        assert sorted(slots.cluster[own]) == sorted(occupied), f"after step {step}"
    assert occupied
    for t in occupied:
        s = find_slot(slots, 1, t)
        # 400 additions and withdrawals, each rounding by 2^-53 of masses below 20
        assert slots.mass[s] == pytest.approx(sum(held[t]), rel=1e-9, abs=1e-12)
        assert slots.log[s] == pytest.approx(np.log(slots.mass[s]), rel=1e-6, abs=1e-6)
    assert slots.used[0] == 0
    assert find_slot(slots, 0, 0) == -1


@pytest.mark.parametrize("n_clusters", [1, 2, 4, 5, 16, 17, 20, 21, 200])
def test_lanes_hold_the_clusters_in_whole_vectors(n_clusters):
    lanes = count_lanes(n_clusters)
    assert n_clusters <= lanes < n_clusters + 16
    assert lanes % 4 == 0


def test_a_heavy_member_that_leaves_takes_nobody_along():
    """Members are counted: what is light beside the one that leaves is still there."""
    slots = allocate_slots(np.array([2, 2]))
    put_in_slot(slots, 1, 3, 7.0)
    put_in_slot(slots, 0, 0, 1e10)
    put_in_slot(slots, 0, 0, 1.0)
    take_from_slot(slots, 0, 0, 1e10)
    assert slots.mass[find_slot(slots, 0, 0)] == 1.0
    take_from_slot(slots, 0, 0, 1.0)
    assert slots.used.tolist() == [0, 1]
    assert slots.mass[find_slot(slots, 1, 3)] == 7.0


def test_rounding_leaves_no_phantom_that_would_need_room(rng):
    """Real weights decades apart do not add up to zero again; the last member still ends it."""
    for _ in range(300):
        slots = allocate_slots(np.array([2, 2]))
        put_in_slot(slots, 1, 3, 7.0)
        heavy, light = 1.5e6 * rng.random(), 0.03 * rng.random()
        for weight in (heavy, light):
            put_in_slot(slots, 0, 0, weight)
        for weight in (heavy, light):
            take_from_slot(slots, 0, 0, weight)
        assert slots.used[0] == 0
        put_in_slot(slots, 0, 1, light)
        put_in_slot(slots, 0, 2, heavy)
        assert slots.mass[find_slot(slots, 1, 3)] == 7.0
