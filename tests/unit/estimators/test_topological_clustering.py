"""Maps of points: against theory, against K-means, and in their settings."""

import numpy as np
import pytest

import coterie
from coterie import AnnealedKMeans, TopologicalClustering
from coterie._core.errors import InputError
from coterie.costs import (
    SquaredDistanceCost,
    TopologicalCost,
    critical_temperature,
    neighbourhood_matrix,
)
from coterie.engines import Annealing, Copies, Explicit, Iterative, dirichlet_start
from coterie.problems import PointProblem


@pytest.fixture(scope="module")
def points():
    return np.random.default_rng(3).standard_normal((200, 2)) * [2.0, 0.5]


@pytest.mark.parametrize("error", [0.05, 0.2])
def test_two_labels_fall_apart_below_the_critical_temperature(points, error):
    """T_c = 2 lambda_max (1 - 2 e)^2 for the channel that errs with probability e."""
    channel = [[1.0 - error, error], [error, 1.0 - error]]
    problem = PointProblem.from_points(points)
    spread = np.linalg.eigvalsh(np.cov(points.T, bias=True))[-1]
    (critical, _) = critical_temperature(TopologicalCost(problem, 2, 1.0, channel))
    assert critical == pytest.approx(2.0 * spread * (1.0 - 2.0 * error) ** 2, rel=1e-9)
    assert [unfolded(problem, channel, share * critical) for share in (1.01, 0.99)] == [0, 1]


def unfolded(problem, channel, temperature):
    """Dimensions in which the centres differ, from memberships that differ a little."""
    cost = TopologicalCost(problem, len(channel), temperature, channel)
    start = 1.0 + 1e-3 * np.random.default_rng(0).standard_normal((200, len(channel)))
    start /= start.sum(axis=1, keepdims=True)
    found = Iterative(20_000, 1e-16).solve(cost, start, rng=np.random.default_rng(0))
    return int((np.ptp(cost.refit(found.memberships).centres, axis=0) > 1e-2).any())


def test_a_map_unfolds_below_the_critical_temperature(points):
    """mu is the largest eigenvalue of the channel, what is the same for all labels aside."""
    problem = PointProblem.from_points(points)
    channel = neighbourhood_matrix((5,), 1.0)
    critical = critical_temperature(TopologicalCost(problem, 5, 1.0, channel))[0]
    arriving = channel.mean(axis=0)
    centred = channel.T @ (np.eye(5) - 0.2) @ channel / (5.0 * arriving)[:, None]
    spread = np.linalg.eigvalsh(np.cov(points.T, bias=True))[-1]
    assert critical == pytest.approx(2.0 * spread * np.linalg.eigvals(centred).real.max())
    assert [unfolded(problem, channel, share * critical) for share in (1.01, 0.99)] == [0, 1]


def test_without_errors_it_is_annealed_kmeans(points):
    """Tm = I: the same field, parameters and path."""
    problem = PointProblem.from_points(points)
    start = dirichlet_start(200, 3, np.random.default_rng(1))
    topological, plain = (
        TopologicalCost(problem, 3, 1.0, np.eye(3)),
        SquaredDistanceCost(problem, 3, 1.0),
    )
    for ours, theirs in zip(topological.refit(start), plain.refit(start), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-14)
    np.testing.assert_allclose(
        topological.field(topological.refit(start)), plain.field(plain.refit(start)), atol=1e-12
    )
    assert topological.functional(start) == pytest.approx(plain.functional(start), rel=1e-12)
    annealing = Annealing(Copies(last=4.0), Iterative(200, 1e-10), 3, start=0.1)
    ends = [
        annealing.grow(make, rng=np.random.default_rng(5)).memberships
        for make in (
            lambda value: TopologicalCost(problem, 3, 1.0 / value, np.eye(3)),
            lambda value: SquaredDistanceCost(problem, 3, 1.0 / value),
        )
    ]
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-9)


def test_neighbours_on_the_grid_are_neighbours_in_space():
    x = np.random.default_rng(0).uniform(size=(600, 2)) * [3.0, 2.0]
    model = TopologicalClustering((6, 4), width=0.7, random_state=1).fit(x)
    centres = model.cluster_centers_.reshape(6, 4, 2)
    along = np.linalg.norm(np.diff(centres, axis=0), axis=2).mean()
    across = np.linalg.norm(np.diff(centres, axis=1), axis=2).mean()
    order = np.random.default_rng(0).permutation(24)
    shuffled = model.cluster_centers_[order].reshape(6, 4, 2)
    assert max(along, across) < 0.6 * np.linalg.norm(np.diff(shuffled, axis=0), axis=2).mean()
    assert (np.diff(model.history_) <= 1e-12).all()
    np.testing.assert_array_equal(model.predict(x), model.labels_)
    np.testing.assert_allclose(model.neighbourhood_.sum(axis=1), 1.0)


def test_names_of_labels_matter():
    """The channel breaks the symmetry of the labels."""
    problem = PointProblem.from_points([[0.0], [1.0], [2.0]])
    cost = TopologicalCost(problem, 3, 1.0, neighbourhood_matrix((3,), 0.8))
    assert cost.total(np.array([0, 1, 2])) < cost.total(np.array([1, 0, 2])) - 0.01


def test_width_zero_confuses_none():
    np.testing.assert_array_equal(neighbourhood_matrix((2, 2), 0.0), np.eye(4))


def test_a_saved_model_is_the_same(points, tmp_path):
    model = TopologicalClustering((4,), random_state=0).fit(points)
    coterie.save(model, tmp_path / "model")
    loaded = coterie.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.transform(points), model.transform(points))


def test_schedules_are_followed(points):
    schedule = Explicit((9.0, 3.0, 1.0))
    model = TopologicalClustering((4,), schedule=schedule, random_state=0).fit(points)
    assert [point.temperature for point in model.path_] == pytest.approx([9.0, 3.0, 1.0])
    kmeans = AnnealedKMeans(4, harden=False, schedule=schedule, random_state=0).fit(points)
    assert model.cost_ > kmeans.cost_  # confusion costs


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"grid": ()}, "grid=.* must be a tuple of integers"),
        ({"grid": (0, 3)}, "grid=.* must be a tuple of integers"),
        ({"grid": 8}, "grid=8 must be a tuple"),
        ({"width": -1.0}, "width=-1.0 must be"),
    ],
)
def test_bad_settings_are_refused(points, settings, words):
    with pytest.raises(InputError, match=words):
        TopologicalClustering(**settings).fit(points)


@pytest.mark.parametrize("channel", [np.eye(3), [[1.0, 1.0], [0.0, 1.0]], [[1.0, 0.0], [1.0, 0.0]]])
def test_a_channel_that_is_none_is_refused(points, channel):
    with pytest.raises(InputError, match="each row a distribution"):
        TopologicalCost(PointProblem.from_points(points), 2, 1.0, channel)
