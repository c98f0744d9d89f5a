"""Similarities by name: golden values, constant rows, what is refused."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie._core.errors import DataWarning, InputError
from coterie.similarity import (
    SIMILARITIES,
    FromDistance,
    Pearson,
    co_assignment,
    correlation,
    distance_to_similarity,
    exponential_similarity,
    neighbor_graph,
    pairwise_distances,
    path_distances,
    similarity_matrix,
    similarity_to_distance,
)

OPPOSITE = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])
CHAIN = np.array([[0.0], [1.0], [2.0], [5.0]])


def test_each_name_on_a_chain_of_points():
    np.testing.assert_array_equal(similarity_matrix(CHAIN)[0], [25, 24, 21, 0])
    np.testing.assert_array_equal(similarity_matrix(CHAIN, "euclidean")[0], [25, 24, 21, 0])
    np.testing.assert_array_equal(similarity_matrix(CHAIN, "distance")[0], [5, 4, 3, 0])
    np.testing.assert_array_equal(similarity_matrix(CHAIN, "path")[0], [9, 8, 8, 0])


def test_one_offset_makes_tables_comparable():
    some, more = CHAIN[:3], CHAIN
    here, there = (similarity_matrix(each, offset=30.0) for each in (some, more))
    np.testing.assert_array_equal(here, there[:3, :3])
    with pytest.raises(InputError, match=r"offset=1\.0 is for distances, not for 'correlation'"):
        similarity_matrix(CHAIN, "correlation", offset=1.0)


@pytest.mark.parametrize("name", SIMILARITIES)
def test_sparse_points_are_points(rng, name):
    points = rng.poisson(1.0, size=(12, 6)) + np.eye(12, 6)
    found = similarity_matrix(sp.csr_array(points), name)
    # The same sums in another order, of squares up to about 100.
    np.testing.assert_allclose(found, similarity_matrix(points, name), rtol=0, atol=1e-12)


def test_a_constant_row_has_correlation_0_and_one_warning_names_it():
    rows = [[1, 2, 3], [0.1, 0.1, 0.1], [3, 1, 0], [0, 0, 0]]
    with pytest.warns(DataWarning, match=r"2 of 4 rows .* \(first: 1, 3\)") as told:
        found = correlation(rows)
    assert len(told) == 1
    np.testing.assert_array_equal(found[1], [0, 1, 0, 0])
    np.testing.assert_array_equal(found[3], [0, 0, 0, 1])


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_correlation_of_numbers_of_any_size(scale):
    rows = np.array([[1.0, 2.0, 4.0], [2.0, 2.0, 0.0]])
    np.testing.assert_allclose(correlation(scale * rows), correlation(rows), rtol=0, atol=1e-15)


def test_the_offset_of_a_sparse_table_is_that_of_what_is_stored():
    graph = neighbor_graph(CHAIN, "euclidean", n_neighbors=1)
    similar = distance_to_similarity(graph)
    np.testing.assert_array_equal(similar.toarray()[1], [2, 0, 2, 0])
    np.testing.assert_array_equal(similarity_to_distance(similar, offset=3.0).data, graph.data)


def test_exponential_similarity_takes_infinite_distances():
    found = exponential_similarity([[0.0, np.inf], [np.inf, 0.0]], 3.0)
    np.testing.assert_array_equal(found, np.eye(2))
    graph = exponential_similarity(sp.csr_array([[0.0, 2.0], [2.0, 0.0]]), 2.0)
    np.testing.assert_array_equal(graph.data, np.exp([-1.0, -1.0]))


def test_paths_along_nearest_neighbours_are_those_along_all(rng):
    points = rng.normal(size=(300, 2))
    graph = neighbor_graph(points, n_neighbors=30)
    along = path_distances(graph)
    everywhere = path_distances(pairwise_distances(points))
    rows, columns = graph.nonzero()
    # Squares of at most 50 that cancel in a product, and do not in differences.
    np.testing.assert_allclose(along[rows, columns], everywhere[rows, columns], rtol=0, atol=1e-12)


def test_rounding_is_no_asymmetry(rng):
    table = pairwise_distances(rng.normal(size=(20, 3)))
    rounded = table * (1.0 + 1e-15 * rng.normal(size=table.shape))
    found = path_distances(rounded)
    assert np.array_equal(found, found.T)
    np.testing.assert_allclose(found, path_distances(table), rtol=1e-14)


def test_parts_without_a_path_are_infinitely_far():
    apart = np.array([[0, 1, np.inf], [1, 0, np.inf], [np.inf, np.inf, 0]])
    np.testing.assert_array_equal(path_distances(apart), apart)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (np.ones((2, 3)), r"shape \(2, 3\)"),
        ([[0.0, np.nan], [np.nan, 0.0]], "2 distances are NaN"),
        ([[0.0, 1.0], [2.0, 0.0]], "not symmetric"),
        (sp.csr_array([[0.0, 1.0], [2.0, 0.0]]), "not symmetric"),
        (sp.csr_array([[0.0, 1.0], [0.0, 0.0]]), "not symmetric"),
        (sp.csr_array(np.ones((2, 3))), r"shape \(2, 3\)"),
    ],
)
def test_tables_without_paths(table, words):
    with pytest.raises(InputError, match=f"^path_distances: .*{words}.*\\.$"):
        path_distances(table)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: similarity_matrix(CHAIN, "cosines"), "'cosines' must be one of 'sqeuclidean'"),
        (lambda: similarity_matrix([[1.0, np.nan]]), "1 coordinates are NaN"),
        (lambda: similarity_matrix([1.0, 2.0]), "1 dimensions"),
        (lambda: FromDistance(Pearson().between)(OPPOSITE), "v - D is no number"),
        (lambda: distance_to_similarity([[0.0, np.inf]]), "1 entries are NaN or infinite"),
        (lambda: exponential_similarity([[1.0]], 0.0), "scale=0.0 must be a number > 0"),
        (lambda: exponential_similarity([[np.nan]], 1.0), "1 distances are NaN"),
        (lambda: co_assignment([[0.5, 1.0]]), "type float64"),
        (lambda: co_assignment(np.zeros((0, 3), int)), r"shape \(0, 3\)"),
        (lambda: co_assignment([0, 1], pairs=[0, 1]), "Give two positions"),
        (lambda: co_assignment([0, 1], pairs=[[0, 2]]), "objects 0 to 1"),
    ],
)
def test_refusals(call, words):
    with pytest.raises(InputError, match=words) as refused:
        call()
    assert str(refused.value).endswith(".")
