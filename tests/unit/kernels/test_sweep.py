"""The compiled sweep moves as the plain one does, whatever the weights and the frequencies."""

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.reference import sequential as slow

QUIET = settings(
    deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def both(case, labels, order, *, feature_weight, mass_weight, keep_all):
    """Labels and moves of the compiled and of the plain sweep."""
    fast = labels.copy()
    case.fill(fast)
    moves = case.sweep(fast, order, keep_all)
    n_clusters = case.tables.cluster_mass.size
    expected, expected_moves = slow.sweep(
        case.table.tolist(), case.rows.mass.tolist(), labels.tolist(), n_clusters,
        weights=feature_weight.tolist(), mass_weight=mass_weight, order=order,
        keep_all=keep_all, tolerance=case.tolerance,
    )  # fmt: skip
    return (fast.tolist(), moves), (expected, expected_moves)


@QUIET
@given(
    seed=st.integers(0, 2**32 - 1),
    n_rows=st.integers(2, 24),
    n_features=st.integers(1, 20),
    n_clusters=st.integers(1, 40),
    density=st.floats(0.05, 1.0),
    whole=st.booleans(),
    scaled=st.booleans(),
    signed=st.booleans(),
    doubled=st.booleans(),
    keep_all=st.booleans(),
    mass_weight=st.sampled_from([1.0, 0.7, 0.0, -0.3]),
)
@example(2, 18, 16, 18, 0.75, True, True, True, True, False, 0.0)  # a tie but for rounding
def test_compiled_and_plain_sweep_agree_move_for_move(
    make_case, seed, n_rows, n_features, n_clusters, density, whole, scaled, signed, doubled,
    keep_all, mass_weight,
):  # fmt: skip
    random = np.random.default_rng(seed)
    counts = random.geometric(0.4, (n_rows, n_features)) * (
        random.random((n_rows, n_features)) < density
    )
    counts[np.arange(n_rows), random.integers(n_features, size=n_rows)] += 1
    if not whole:
        counts = counts * random.gamma(0.5, size=counts.shape) + 1e-3 * (counts > 0)
    if doubled:
        counts = np.vstack([counts, counts])
    scale = 1.0 / counts.sum(axis=1) if scaled else np.ones(len(counts))
    feature_weight = (
        random.choice([-1.0, 1.0, -1 / 3], n_features) if signed else np.full(n_features, -1.0)
    )
    case = make_case(
        counts, n_clusters, scale=scale, feature_weight=feature_weight, mass_weight=mass_weight
    )
    labels = random.permutation(np.arange(len(counts)) % n_clusters)
    found, expected = both(
        case, labels, random.permutation(len(counts)), feature_weight=feature_weight,
        mass_weight=mass_weight, keep_all=keep_all,
    )  # fmt: skip
    assert found == expected


@pytest.mark.parametrize("n_clusters", [3, 30])
def test_exact_ties_stay_and_else_go_to_the_lowest_index(make_case, n_clusters):
    """Rows without common features: every cluster of one row costs the same for every other."""
    n_rows = 2 * n_clusters
    case = make_case(np.eye(n_rows, dtype=int) * 3, n_clusters)
    labels = np.arange(n_rows) % n_clusters
    found, expected = both(
        case, labels, np.arange(n_rows), feature_weight=np.full(n_rows, -1.0), mass_weight=1.0,
        keep_all=True,
    )  # fmt: skip
    assert found == expected


def test_more_clusters_than_fit_the_stack(make_case, rng):
    """Beyond 256 clusters scores are added up elsewhere."""
    counts = rng.poisson(1.0, (600, 12)) + np.eye(600, 12, dtype=int)
    counts[:, 0] += 1
    case = make_case(counts, 300)
    labels = rng.permutation(np.arange(600) % 300)
    found, expected = both(
        case, labels, rng.permutation(600)[:25], feature_weight=np.full(12, -1.0),
        mass_weight=1.0, keep_all=True,
    )  # fmt: skip
    assert found == expected
    assert found[1] > 0


@pytest.mark.parametrize("largest", [9, 2**16, 2**24 + 1])
def test_features_and_counts_that_two_bytes_cannot_hold(make_case, rng, largest):
    """Numbers are stored in as few bytes as hold them all."""
    n_features = 2**16 + 4
    counts = np.zeros((12, n_features), dtype=np.int64)
    counts[np.arange(12), np.arange(12) % 4] = rng.integers(1, largest, 12, endpoint=True)
    counts[:, -3:] = rng.poisson(2.0, (12, 3))
    counts[3, 3] = largest
    case = make_case(counts, 3)
    labels = rng.permutation(np.arange(12) % 3)
    found, expected = both(
        case, labels, rng.permutation(12), feature_weight=np.full(n_features, -1.0),
        mass_weight=1.0, keep_all=True,
    )  # fmt: skip
    assert case.rows.feature.dtype == np.uint32
    assert found == expected


def test_near_ties_are_settled_in_double_precision(make_case):
    """Two clusters whose scores differ by 1e-9: single precision cannot tell, the answer can."""
    counts = np.array([[5.0, 4.0], [5.0, 4.0 + 1e-8], [5.0, 4.0], [1.0, 9.0], [9.0, 1.0]])
    case = make_case(counts, 3)
    for labels in ([0, 1, 2, 0, 1], [1, 0, 2, 2, 1], [2, 1, 0, 0, 0]):
        found, expected = both(
            case, np.array(labels), np.arange(5), feature_weight=np.full(2, -1.0),
            mass_weight=1.0, keep_all=False,
        )  # fmt: skip
        assert found == expected


@QUIET
@given(seed=st.integers(0, 2**32 - 1), n_clusters=st.integers(2, 12), giant=st.integers(20, 43))
def test_one_giant_count_hides_no_other(make_case, seed, n_clusters, giant):
    """Whole counts are exact whatever their range: the giant leaves, the ones stay."""
    random = np.random.default_rng(seed)
    counts = random.poisson(0.4, (16, 10)) + np.eye(16, 10, dtype=int)
    counts = counts.astype(np.int64)
    counts[random.integers(16), random.integers(10)] = 2**giant
    case = make_case(counts, n_clusters)
    labels = random.permutation(np.arange(16) % n_clusters)
    case.fill(labels)
    for _ in range(4):
        case.sweep(labels, random.permutation(16), keep_all=False)
        sums = np.stack([case.table[labels == t].sum(axis=0) for t in range(n_clusters)], axis=1)
        np.testing.assert_array_equal(case.masses(), sums)


def test_feature_weights_decide_in_double_precision(make_case):
    """Weights that differ by 1e-8 are the same in single precision, and decide all the same."""
    weights = np.array([-1 / 3, -1 / 3 * (1 + 1e-8)])
    case = make_case(np.array([[5, 5], [9, 1], [1, 9]]), 2, feature_weight=weights, mass_weight=0.0)
    found, expected = both(
        case, np.array([0, 0, 1]), np.arange(3), feature_weight=weights, mass_weight=0.0,
        keep_all=False,
    )  # fmt: skip
    assert found == expected
