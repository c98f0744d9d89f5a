"""The walk that distances make: against a loop, at its limits, dense and sparse alike."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.similarity import neighbor_graph, pairwise_distances, transition_matrix
from coterie.similarity._transitions import first_steps
from tests.reference import relaxation as slow

FAR = np.inf


@pytest.fixture
def distances(rng):
    """Neither symmetric nor a metric."""
    table = rng.gamma(1.0, size=(12, 12))
    np.fill_diagonal(table, 0.0)
    return table


def stored(table):
    """The finite distances, zeros and diagonal included, as a sparse matrix."""
    rows, columns = np.nonzero(np.isfinite(table))
    return sp.coo_array((table[rows, columns], (rows, columns)), shape=table.shape).tocsr()


@pytest.mark.parametrize("sharpness", [0.2, 1.0, 15.0])
@pytest.mark.parametrize("n_neighbors", [1, 4, 11])
def test_steps_are_those_of_the_loop(distances, sharpness, n_neighbors):
    expected = slow.transitions(distances.tolist(), sharpness, n_neighbors)
    for given in (distances, stored(distances)):
        found = transition_matrix(given, sharpness=sharpness, n_neighbors=n_neighbors)
        found = found.toarray() if sp.issparse(found) else found
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-300)


def test_asymmetric_distances_are_taken_as_they_are(distances):
    """Row j alone says where j steps to."""
    found = transition_matrix(distances)
    other = distances.copy()
    other[:, 3] += 1.0
    other[3] = distances[3]
    changed = transition_matrix(other)
    np.testing.assert_array_equal(changed[3], found[3])
    assert not np.isclose(changed[[0, 1, 2, 4], 3], found[[0, 1, 2, 4], 3]).any()
    order = np.array([3, 0, 1, 2, *range(4, 12)])
    moved = transition_matrix(distances[np.ix_(order, order)])
    np.testing.assert_allclose(moved, found[np.ix_(order, order)], rtol=1e-12)


def test_the_unit_of_distance_does_not_matter(distances):
    np.testing.assert_allclose(
        transition_matrix(1e6 * distances), transition_matrix(distances), rtol=1e-12
    )


def test_a_graph_of_all_neighbours_makes_the_full_walk(rng):
    points = rng.normal(size=(15, 3))
    graph = transition_matrix(neighbor_graph(points, n_neighbors=14))
    expected = transition_matrix(pairwise_distances(points))
    np.testing.assert_allclose(graph.toarray(), expected, rtol=1e-9, atol=1e-300)


def test_duplicates_share_the_step_where_the_unit_vanishes():
    """Three points in one place and one apart, whose nearest are all three."""
    table = pairwise_distances([[0.0], [0.0], [0.0], [1.0]])
    found = transition_matrix(table, n_neighbors=2)
    np.testing.assert_allclose(found[:3], np.array([[1, 1, 1, 0]] * 3) / 3)
    assert found[3, 3] == pytest.approx(1 / (1 + 3 * np.exp(-1)))
    np.testing.assert_allclose(transition_matrix(stored(table), n_neighbors=2).toarray(), found)


def test_sharp_steps_do_not_underflow():
    """With a distance to oneself the largest exponent is far from 0."""
    table = np.array([[1e5, 1e5 + 1], [1e5 + 1, 1e5]])
    for given in (table, stored(table)):
        found = transition_matrix(given, sharpness=1e4, n_neighbors=1)
        found = found.toarray() if sp.issparse(found) else found
        share = 1 / (1 + np.exp(-1e4 / (1e5 + 1)))
        np.testing.assert_allclose(found, [[share, 1 - share], [1 - share, share]], rtol=1e-9)


def test_infinite_distances_are_never_stepped():
    table = np.array([[0, 1, FAR, FAR], [1, 0, FAR, FAR], [FAR, FAR, 0, FAR], [9, 9, 9, 0]])
    found = transition_matrix(table, n_neighbors=2)
    np.testing.assert_array_equal(found > 0, np.isfinite(table))
    assert found[2].tolist() == [0, 0, 1, 0]
    sparse = transition_matrix(stored(table), n_neighbors=2)
    np.testing.assert_allclose(sparse.toarray(), found, rtol=1e-12)


def test_a_single_point_stays():
    assert transition_matrix([[0.0]]).tolist() == [[1.0]]
    assert transition_matrix(sp.csr_array((1, 1))).toarray().tolist() == [[1.0]]


def test_what_is_given_is_left_as_it_is(distances):
    graph = stored(distances)
    before = distances.copy(), graph.copy()
    transition_matrix(distances)
    transition_matrix(graph)
    first_steps(distances)
    first_steps(graph)
    np.testing.assert_array_equal(distances, before[0])
    np.testing.assert_array_equal(graph.toarray(), before[1].toarray())


@pytest.mark.parametrize("n_neighbors", [1, 3, 11])
def test_a_new_point_on_top_of_an_old_one_steps_as_that_does(rng, n_neighbors):
    points = np.vstack([rng.normal(size=(10, 2)), np.ones((2, 2))])  # two of them in one place
    table = pairwise_distances(points)
    expected = transition_matrix(table, n_neighbors=n_neighbors)
    np.testing.assert_allclose(first_steps(table, n_neighbors=n_neighbors), expected, rtol=1e-12)
    found = first_steps(stored(table), n_neighbors=n_neighbors).toarray()
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("make", [np.array, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize(
    ("table", "settings", "words"),
    [
        ([[0, -1.0], [1, 0]], {}, "1 distances are negative. Negative values in data may be simi"),
        ([[0, np.nan], [1, 0]], {}, "1 distances are NaN. Fill them"),
        ([[0, 1.0, 2.0], [1, 0, 2.0]], {}, "shape (2, 3), but each point needs a row and a col"),
        ([[FAR, FAR], [1, 0]], {}, "1 points are infinitely far from all (first: 0)"),
        ([[0, 1.0], [1, 0]], {"sharpness": 0.0}, "sharpness=0.0 must be a finite number > 0"),
        ([[0, 1.0], [1, 0]], {"sharpness": np.inf}, "sharpness=inf must be a finite number > 0"),
        ([[0, 1.0], [1, 0]], {"n_neighbors": 0}, "n_neighbors=0 must be at least 1"),
    ],
)
def test_what_makes_no_walk_is_refused_in_one_sentence(make, table, settings, words):
    with pytest.raises(InputError) as refused:
        transition_matrix(make(table), owner="me", **settings)
    assert str(refused.value).startswith("me: ")
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
