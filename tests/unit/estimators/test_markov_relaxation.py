"""Clusters where a walk pauses: known answers, odd distances, new points, and many points."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_iris

from coterie import MarkovRelaxation
from coterie._core.errors import DataWarning, InputError
from coterie.measures import adjusted_rand_score, information_relaxation
from coterie.similarity import neighbor_graph, pairwise_distances, transition_matrix
from tests.reference import relaxation as slow


def arcs(n, rng, noise=0.05):
    """Two half circles that reach into one another: no centre tells them apart."""
    angle = np.pi * rng.random(n)
    upper = np.arange(n) % 2 == 0
    x = np.where(upper, np.cos(angle), 1.0 - np.cos(angle))
    y = np.where(upper, np.sin(angle), 0.5 - np.sin(angle))
    return np.column_stack([x, y]) + noise * rng.standard_normal((n, 2)), upper.astype(int)


@pytest.fixture
def moons(rng):
    return arcs(200, rng)


def fit(points, n_clusters=2, **settings):
    return MarkovRelaxation(n_clusters, random_state=0, **settings).fit(points)


def test_groups_of_any_shape(moons):
    points, target = moons
    model = fit(points)
    assert adjusted_rand_score(target, model.labels_) == 1.0
    assert model.information_ == pytest.approx(np.log(2.0), abs=0.02)  # two equal groups
    assert model.n_steps_ in model.relaxation_.quasi_stable
    assert model.landmark_error_ == 0.0


def test_one_step_blurs_and_misses_the_shape(moons):
    """[IB E-17]"""
    points, target = moons
    blurred = fit(points, n_steps=1)
    assert blurred.n_steps_ == 1
    assert adjusted_rand_score(target, blurred.labels_) < 0.7


def test_iris_as_measured():
    """[IB §8.2]: after 16 steps at sharpness 3.5 the walk knows 1.651 nats."""
    points = load_iris().data
    model = fit(points, 3, sharpness=3.5, n_neighbors=10, n_steps=16)
    assert model.relaxation_.information[4] == pytest.approx(1.651, abs=1e-3)
    assert model.information_fraction_ == pytest.approx(0.59, abs=0.01)
    assert model.relaxation_.steps[model.relaxation_.information < 0.01][0] == 2**36


@pytest.mark.parametrize("n_clusters", [2, 3])
@pytest.mark.parametrize("n_steps", [1, 6, 32])
@pytest.mark.parametrize("metric", ["sqeuclidean", "pearson"])
def test_clusters_are_the_best_of_all_for_the_walk_written_out(metric, n_steps, n_clusters, rng):
    """Distances, steps, their products and all labellings as loops [IB 5.1, 5.2, 5.3, 5.4]."""
    points = rng.standard_normal((7, 4))
    model = fit(points, n_clusters, metric=metric, n_neighbors=2, n_steps=n_steps, n_init=20)
    far = [[slow.DISTANCES[metric](a, b) for b in points.tolist()] for a in points.tolist()]
    first = walk = slow.transitions(far, 1.0, 2)
    for _ in range(n_steps - 1):
        walk = slow.one_step_more(first, walk)
    kept = slow.known_by_clusters(walk, model.labels_.tolist())
    assert model.information_ == pytest.approx(kept, abs=1e-12)
    assert kept == pytest.approx(slow.best_clusters(walk, n_clusters), abs=1e-12)
    known = slow.known_of_start(walk)
    assert model.information_fraction_ == pytest.approx(kept / known, rel=1e-9)


def test_what_is_kept_is_the_information_of_the_walk(moons):
    points, _ = moons
    model = fit(points)
    walk = transition_matrix(pairwise_distances(points), n_neighbors=5)
    expected = information_relaxation(walk)
    at = list(expected.steps).index(model.n_steps_)
    np.testing.assert_allclose(model.relaxation_.information, expected.information, atol=1e-12)
    whole = model.information_ / model.information_fraction_
    assert whole == pytest.approx(expected.information[at], rel=1e-9)


def test_distances_are_as_good_as_points(moons):
    points, _ = moons
    given = fit(pairwise_distances(points), metric="precomputed")
    np.testing.assert_array_equal(given.labels_, fit(points).labels_)
    assert given.points_ is None


def test_asymmetric_distances_are_taken_as_they_are(rng):
    """The way there need not be as long as the way back."""
    points = np.repeat([0.0, 1.0], 10)[:, None] + 0.05 * rng.standard_normal((20, 1))
    distances = pairwise_distances(points) * rng.uniform(0.8, 1.2, size=(20, 20))
    assert (distances != distances.T).any()
    model = fit(distances, metric="precomputed")
    assert adjusted_rand_score(np.repeat([0, 1], 10), model.labels_) == 1.0


def test_a_graph_of_neighbours_is_walked_along_its_edges(moons):
    points, target = moons
    model = fit(neighbor_graph(points, n_neighbors=12), metric="precomputed")
    assert adjusted_rand_score(target, model.labels_) == 1.0


def test_parts_without_a_path_between_them_stay_apart(rng):
    points = np.repeat([0.0, 9.0, 90.0], 15)[:, None] + 0.1 * rng.standard_normal((45, 1))
    graph = neighbor_graph(points, n_neighbors=6)
    model = fit(graph, 3, metric="precomputed")
    assert adjusted_rand_score(np.repeat([0, 1, 2], 15), model.labels_) == 1.0
    assert model.information_ == pytest.approx(np.log(3.0))


def test_new_points_join_the_cluster_that_their_steps_lead_to(moons, rng):
    points, _ = moons
    model = fit(points)
    new, target = arcs(100, rng)
    own = adjusted_rand_score(model.predict(points), model.labels_)
    assert own == 1.0
    assert adjusted_rand_score(target, model.predict(new)) == 1.0
    given = fit(pairwise_distances(points), metric="precomputed")
    measured = pairwise_distances(new, others=points)
    np.testing.assert_array_equal(given.predict(measured), model.predict(new))


def test_landmarks_find_what_the_exact_walk_finds(rng):
    points, target = arcs(1200, rng, noise=0.04)
    model = fit(points, n_landmarks=100, n_links=25, n_init=4)
    assert adjusted_rand_score(target, model.labels_) > 0.99
    assert 0.0 < model.landmark_error_ < 0.5
    assert adjusted_rand_score(model.predict(points), model.labels_) > 0.99
    again = fit(points, n_landmarks=100, n_links=25, n_init=4, n_jobs=2)
    np.testing.assert_array_equal(again.labels_, model.labels_)


def test_correlation_as_distance(rng):
    """Rows of two patterns, of any level and scale."""
    patterns = rng.standard_normal((2, 40))
    rows = patterns[np.arange(30) % 2] + 0.3 * rng.standard_normal((30, 40))
    rows = rows * rng.uniform(1.0, 9.0, (30, 1)) + rng.uniform(-5.0, 5.0, (30, 1))
    model = fit(rows, metric="pearson")
    assert adjusted_rand_score(np.arange(30) % 2, model.labels_) == 1.0


def test_constant_rows_have_no_correlation_and_are_named(rng):
    rows = rng.standard_normal((12, 6))
    rows[[3, 7]] = 2.0
    with pytest.warns(DataWarning, match="3, 7"):
        fit(rows, metric="pearson")


def test_duplicates_stay_together(rng):
    points = np.repeat(rng.standard_normal((5, 2)) * 10.0, 6, axis=0)
    model = fit(points, 5, n_neighbors=3)
    assert all(np.unique(model.labels_[at : at + 6]).size == 1 for at in range(0, 30, 6))


def test_sparse_points_are_taken_too(moons):
    points, _ = moons
    np.testing.assert_array_equal(fit(sp.csr_array(points)).labels_, fit(points).labels_)


@pytest.mark.parametrize(
    ("points", "settings", "words"),
    [
        (np.array([[0.0, -1.0], [1.0, 0.0]]), {"metric": "precomputed"}, "negative"),
        (np.array([[0.0, np.nan], [1.0, 0.0]]), {"metric": "precomputed"}, "NaN"),
        (np.ones((2, 3)), {"metric": "precomputed"}, "square"),
        (np.ones((1, 3)), {}, "n_samples=1"),
        (np.ones((3, 2)), {"n_clusters": 5}, "n_samples=3 points are fewer than n_clusters=5"),
        (np.ones((3, 2)), {"metric": "cosine"}, "metric='cosine' must be"),
        (np.ones((3, 2)), {"sharpness": 0.0}, "sharpness=0.0 must be"),
        (np.ones((3, 2)), {"n_steps": 0}, "n_steps=0 must be"),
        (np.array([[1.0, np.inf], [0.0, 1.0], [2.0, 2.0]]), {}, "row 0, column 1: inf"),
        (np.array([[0.0, 1.0], [np.inf, np.inf]]), {"metric": "precomputed"}, "infinitely far"),
    ],
)
def test_refusals(points, settings, words):
    with pytest.raises(InputError, match=words):
        MarkovRelaxation(**{"n_clusters": 2, "random_state": 0, **settings}).fit(points)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_points_that_are_alike_are_told_of(form, rng):
    points = form(np.repeat(rng.standard_normal((3, 2)), 4, axis=0))
    with pytest.warns(DataWarning, match="n_clusters=5, but only 3 points differ, so points that"):
        fit(points, 5)
    with pytest.warns(DataWarning, match="only 1 point differs"):
        fit(points[:4])
    fit(points, 3)  # without a warning


def test_a_walk_that_has_forgotten_everything_is_told_of(moons):
    points, _ = moons
    with pytest.warns(DataWarning, match=r"after n_steps=\d+ the walk has forgotten where"):
        fit(points, n_steps=2**60)


def test_parts_that_nothing_joins():
    """Each point alone: the walk knows its start for good, and any clusters are as good."""
    alone = np.where(np.eye(4) == 1.0, 0.0, np.inf)
    model = fit(alone, metric="precomputed")
    assert model.relaxation_.information[-1] == pytest.approx(np.log(4.0))
    assert model.information_ == pytest.approx(np.log(2.0))
