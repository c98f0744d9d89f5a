"""Each distance against a loop over pairs, and what no distance may get wrong."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie._core.errors import DataWarning, InputError
from coterie.similarity import DISTANCES, neighbor_graph, pairwise_distances
from tests.reference import relaxation as slow


@pytest.fixture
def points(rng):
    return rng.normal(size=(17, 5))


def by_loops(metric, rows, columns):
    return np.array([[slow.DISTANCES[metric](one, other) for other in columns] for one in rows])


def test_every_distance_has_a_slow_twin():
    assert DISTANCES.keys() == slow.DISTANCES.keys()


@pytest.mark.parametrize("metric", DISTANCES)
def test_distances_are_those_of_the_loop(metric, points):
    """The products lose digits of near pairs; 1e-9 is far above, and far below any distance."""
    found = pairwise_distances(points, metric)
    np.testing.assert_allclose(found, by_loops(metric, points, points), rtol=1e-9, atol=1e-12)
    some = pairwise_distances(points[:3], metric, others=points[5:9])
    np.testing.assert_allclose(some, by_loops(metric, points[:3], points[5:9]), rtol=1e-9)


@pytest.mark.parametrize("metric", DISTANCES)
def test_distances_are_symmetric_and_none_to_oneself(metric, points):
    found = pairwise_distances(points, metric)
    np.testing.assert_allclose(found, found.T, rtol=1e-12)
    assert (np.diag(found) == 0.0).all()
    assert (found >= 0.0).all()


@pytest.mark.parametrize("metric", DISTANCES)
def test_permuting_the_points_permutes_the_distances(metric, points, rng):
    order = rng.permutation(len(points))
    found = pairwise_distances(points, metric)[np.ix_(order, order)]
    np.testing.assert_allclose(pairwise_distances(points[order], metric), found, rtol=1e-9)


@pytest.mark.parametrize("metric", DISTANCES)
def test_sparse_points_have_the_distances_of_dense_ones(metric, rng):
    table = sp.random_array((12, 9), density=0.5, rng=rng).tocsr()
    expected = pairwise_distances(table.toarray(), metric)
    np.testing.assert_allclose(pairwise_distances(table, metric), expected, atol=1e-12)


@pytest.mark.parametrize("metric", DISTANCES)
def test_duplicates_are_at_distance_nought_wherever_they_lie(metric):
    """Far from the origin the square of a difference drowns in that of the lengths."""
    rows = np.array([[1e8, 1.0, 2.0], [1e8, 1.0, 2.0], [1e8, 1.0, 2.5]])
    found = pairwise_distances(rows, metric)
    graph = neighbor_graph(rows, metric, n_neighbors=2)
    assert found[0, 1] == graph[0, 1] == 0.0
    assert graph.nnz == 6
    if metric == "sqeuclidean":
        assert found[0, 2] == graph[0, 2] == 0.25


@pytest.mark.parametrize("metric", DISTANCES)
@pytest.mark.parametrize("size", [1, 4, 16])
def test_graph_holds_the_nearest_of_each_and_those_that_chose_it(metric, size, points):
    full = pairwise_distances(points, metric)
    np.fill_diagonal(full, np.inf)
    near = np.zeros_like(full, dtype=bool)
    np.put_along_axis(near, np.argsort(full, axis=1)[:, :size], values=True, axis=1)
    graph = neighbor_graph(points, metric, n_neighbors=size)
    expected = near | near.T
    assert graph.has_canonical_format
    np.testing.assert_array_equal(graph.toarray() > 0.0, expected)
    np.testing.assert_allclose(graph.toarray()[expected], full[expected], rtol=1e-9)


def test_graph_to_other_points_is_one_way(points):
    graph = neighbor_graph(points[:4], n_neighbors=3, others=points)
    full = pairwise_distances(points[:4], others=points)
    assert graph.shape == (4, 17)
    assert np.diff(graph.indptr).tolist() == [3] * 4
    for i in range(4):
        nearest = np.sort(np.argsort(full[i])[:3])
        np.testing.assert_array_equal(graph.indices[3 * i : 3 * i + 3], nearest)
        assert graph[i, i] == 0.0


def test_pearson_of_opposite_rows_is_infinite():
    found = pairwise_distances([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0], [0.0, 3.0, 6.0]], "pearson")
    assert found[0, 1] == np.inf
    assert found[0, 2] == pytest.approx(0.0, abs=1e-15)


FLAT = np.array([[1.0, 1.0, 1.0], [0.1, 0.1, 0.1], [1.0, 2.0, 3.0], [1.0, 3.0, 2.0]])


def test_pearson_takes_flat_rows_to_be_uncorrelated_and_names_them():
    names = r"2 of 4 rows have all entries equal \(first: 0, 1\)"
    with pytest.warns(DataWarning, match=names) as told:
        found = pairwise_distances(FLAT, "pearson")
    assert len(told) == 1
    expected = np.ones((4, 4))
    np.fill_diagonal(expected, 0.0)
    expected[2, 3] = expected[3, 2] = (1 - 0.5) / (1 + 0.5)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    with pytest.warns(DataWarning, match=r"1 of 1 rows has all entries equal"):
        found = pairwise_distances(FLAT[:1], "pearson", others=FLAT)
    np.testing.assert_allclose(found, [[1.0] * 4], rtol=1e-12)


@pytest.mark.filterwarnings("ignore::coterie._core.errors.DataWarning")
def test_pearson_takes_flat_rows_for_no_neighbours_of_one_another():
    graph = neighbor_graph(FLAT, "pearson", n_neighbors=3)
    expected = pairwise_distances(FLAT, "pearson")
    np.testing.assert_allclose(graph.toarray(), expected, rtol=1e-12)
    alone = neighbor_graph(FLAT[:2], "pearson", n_neighbors=2, others=FLAT)
    np.testing.assert_allclose(alone.data, 1.0, rtol=1e-12)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pairwise_distances([[1.0]], "cosine"), "metric='cosine' must be one of 'sqeuclid"),
        (lambda: pairwise_distances([1.0, 2.0]), "pairwise_distances: the points have 1 dimens"),
        (lambda: pairwise_distances([[np.nan, 1.0]]), "1 coordinates are NaN or infinite"),
        (lambda: pairwise_distances([[1.0]], others=[[1.0, 2.0]]), "rows of 1 columns and others"),
        (lambda: neighbor_graph([[1.0], [2.0]], n_neighbors=2), "must be from 1 to the 1 other"),
        (lambda: neighbor_graph([[1.0], [2.0]], n_neighbors=0), "n_neighbors=0 must be from 1"),
    ],
)
def test_what_has_no_distances_is_refused_in_one_sentence(call, words):
    with pytest.raises(InputError) as refused:
        call()
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
