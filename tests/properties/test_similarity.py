"""Laws of the similarities: those of all, and those of the path-based distance."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.cluster.hierarchy import cophenet, linkage
from scipy.spatial.distance import squareform

from coterie._core.errors import DataWarning
from coterie.similarity import (
    SIMILARITIES,
    absolute_correlation,
    co_assignment,
    correlation,
    distance_to_similarity,
    path_distances,
    similarity_matrix,
    similarity_to_distance,
)
from tests.reference import similarity as slow

# Numbers that are the same or far apart: constant rows, ties and duplicates come up often.
values = st.one_of(st.integers(-3, 3).map(float), st.floats(-10.0, 10.0).map(lambda x: round(x, 2)))
points = st.tuples(st.integers(1, 7), st.integers(1, 5)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=values)
)
RANGES = {"correlation": (-1.0, 1.0), "absolute_correlation": (0.0, 1.0)}


def symmetric(n, elements):
    """Tables of the distances of n objects."""
    pairs = st.lists(elements, min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2)
    return pairs.map(lambda found: squareform(np.array(found)) if n > 1 else np.zeros((1, 1)))


lengths = st.one_of(st.integers(0, 4).map(float), st.floats(0.0, 10.0), st.just(np.inf))
distances = st.integers(1, 8).flatmap(lambda n: symmetric(n, lengths))
finite = st.integers(2, 8).flatmap(lambda n: symmetric(n, st.floats(0.0, 10.0)))


def quietly(name, table):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return similarity_matrix(table, name)


@pytest.mark.parametrize("name", SIMILARITIES)
@given(points, st.randoms(use_true_random=False))
def test_symmetry_range_and_order_of_rows(name, table, random):
    found = quietly(name, table)
    assert np.array_equal(found, found.T)
    low, high = RANGES.get(name, (0.0, np.inf))
    assert low <= found.min() <= found.max() <= high
    assert (found.diagonal() >= found.max(axis=1)).all()  # nothing is more alike than itself
    order = random.sample(range(len(table)), len(table))
    # The same products in other blocks; squares up to 500 that cancel to 1e-7 of that.
    np.testing.assert_allclose(quietly(name, table[order]), found[np.ix_(order, order)], atol=1e-7)


@given(points)
def test_correlation_is_that_of_pairs(table):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        found, sizes = correlation(table), absolute_correlation(table)
    expected = slow.correlation(table.tolist())
    # Entries to two places: a spread of at least 0.005 beside 10 keeps 12 digits.
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10)
    np.testing.assert_array_equal(sizes, np.abs(found))


@given(distances)
def test_path_distance_is_the_least_longest_step(table):
    np.testing.assert_array_equal(path_distances(table), slow.path_distances(table))


@given(finite)
def test_path_distance_is_the_height_of_single_linkage(table):
    heights = squareform(cophenet(linkage(squareform(table), "single")))
    np.testing.assert_array_equal(path_distances(table), heights)


@given(distances)
def test_path_distance_is_an_ultrametric_below_the_distance(table):
    found = path_distances(table)
    assert (found <= table).all()
    through = np.maximum(found[:, :, None], found.T[None])
    assert (found <= through.min(axis=1)).all()
    np.testing.assert_array_equal(path_distances(found), found)


@given(distances)
def test_growing_functions_and_the_path_distance_commute(table):
    for grow in (np.sqrt, lambda x: 2.0 * x, lambda x: np.minimum(x, 3.0)):
        np.testing.assert_array_equal(path_distances(grow(table)), grow(path_distances(table)))


@given(distances, st.randoms(use_true_random=False))
def test_of_a_sparse_table_the_stored_pairs_are_found(table, random):
    """What is not stored is infinite: the same table, filled, has the same distances there."""
    n = len(table)
    stored = np.array([[random.random() < 0.5 for _ in range(n)] for _ in range(n)])
    rows, columns = np.nonzero(stored | stored.T)
    graph = sp.csr_array((table[rows, columns], (rows, columns)), shape=(n, n))
    found = path_distances(graph)
    np.testing.assert_array_equal(found.indices, graph.indices)
    np.testing.assert_array_equal(found.indptr, graph.indptr)
    filled = path_distances(np.where(stored | stored.T, table, np.inf))
    np.testing.assert_array_equal(found.data, filled[rows, columns])


@given(finite, st.one_of(st.none(), st.floats(-5.0, 20.0)))
def test_transforms_are_inverse(table, offset):
    turned = distance_to_similarity(table, offset=offset)
    back = similarity_to_distance(turned, offset=table.max() if offset is None else offset)
    np.testing.assert_allclose(back, table, rtol=0, atol=1e-14)  # two roundings below 32
    assert turned.max() == (table.max() if offset is None else offset)


@given(st.integers(1, 6).flatmap(lambda n: arrays(np.int64, (3, n), elements=st.integers(-1, 3))))
def test_co_assignment_counts_the_labellings(labellings):
    found = co_assignment(labellings)
    np.testing.assert_array_equal(found, slow.co_assignment(labellings.tolist()))
    pairs = np.argwhere(np.ones_like(found))
    np.testing.assert_array_equal(co_assignment(labellings, pairs=pairs), found.ravel())
    np.testing.assert_array_equal(co_assignment((labellings + 1) * 7 - 1), found)
