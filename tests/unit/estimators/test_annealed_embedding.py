"""Points that are placed while they are clustered: planted groups, the equation at rest, limits."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import check_estimator

import coterie
from coterie import AnnealedEmbedding, PairwiseClustering
from coterie._core.errors import ConvergenceNotice, InputError
from coterie._core.progress import Monitor
from coterie.costs import PairwiseCost
from coterie.engines import Explicit
from coterie.estimators.relational._moving_points import RIDGE, MovingPoints, relaxed, stationarity
from coterie.estimators.relational._spectrum import leading_spectrum
from coterie.measures import adjusted_rand_score
from coterie.problems import PairwiseProblem
from coterie.similarity import pairwise_distances


def planted(seed, noise, n=120):
    """Squared distances around four corners of a cube, with noise that no points explain."""
    luck = np.random.default_rng(seed)
    target = luck.integers(4, size=n)
    corners = 2.5 * np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])
    points = corners[target] + 0.7 * luck.normal(size=(n, 3))
    errors = np.triu(luck.normal(scale=noise, size=(n, n)), 1)
    return pairwise_distances(points) + errors + errors.T, target


def fit(distances, n_clusters=4, **how):
    how = {"random_state": 0, **how}
    return AnnealedEmbedding(n_clusters, affinity="precomputed", **how).fit(distances)


@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_checks():
    results = check_estimator(AnnealedEmbedding(2), on_fail=None, on_skip=None)
    wrong = [each for each in results if each["status"] not in {"passed", "skipped"}]
    assert not [(each["check_name"], each["exception"]) for each in wrong]


@pytest.mark.parametrize("noise", [0.0, 3.0, 8.0])
def test_planted_groups_are_found_at_the_cost_of_annealed_pairs(noise):
    for seed in range(2):
        distances, target = planted(seed, noise)
        model = fit(distances)
        assert adjusted_rand_score(target, model.labels_) == 1.0
        pairs = PairwiseClustering(4, affinity="precomputed", n_init=1, random_state=0)
        assert model.cost_ == pytest.approx(pairs.fit(distances).cost_, rel=1e-12)


def test_points_lie_around_their_own_centre_and_do_not_run_away():
    distances, _ = planted(0, 3.0)
    model = fit(distances)
    assert model.embedding_.shape == (120, 3)
    nearest = pairwise_distances(model.embedding_, others=model.cluster_centers_).argmin(axis=1)
    np.testing.assert_array_equal(nearest, model.labels_)
    assert np.abs(model.embedding_).max() < 10.0  # corners at 2.5; the naive loop has 1e3
    np.testing.assert_allclose(model.embedding_.mean(axis=0), 0.0, rtol=0, atol=1e-12)


@given(st.integers(1, 4), st.integers(2, 5), st.integers(0, 10**6))
def test_points_whose_distances_are_the_fields_are_at_rest(dimensions, n_clusters, seed):
    """Fields count up to a constant of each object."""
    luck = np.random.default_rng(seed)
    points = luck.normal(size=(6, dimensions))
    centers = luck.normal(size=(n_clusters, dimensions))
    shares = luck.dirichlet(np.ones(n_clusters), size=6)
    fields = pairwise_distances(points, others=centers) + luck.normal(size=(6, 1))
    pull, spread = stationarity(shares, centers, fields)
    # Sums of at most five products of numbers below 30, over a ridge of 1e-2.
    np.testing.assert_allclose(relaxed(points, pull, spread, RIDGE), 0.0, rtol=0, atol=1e-10)
    elsewhere = relaxed(points + 1.0, pull, spread, RIDGE)
    assert not np.allclose(elsewhere, 0.0, rtol=0, atol=1e-6)


def without_rigid_motion(moves, points):
    """Take off what shifts and turns all points alike."""
    n, d = points.shape
    motions = [np.eye(d)[np.full(n, a)] for a in range(d)]
    for a, b in combinations(range(d), 2):
        turn = np.zeros((d, d))
        turn[a, b], turn[b, a] = 1.0, -1.0
        motions.append(points @ turn)
    table = np.array([motion.ravel() for motion in motions]).T
    return moves.ravel() - table @ np.linalg.lstsq(table, moves.ravel(), rcond=None)[0]


def test_a_converged_state_solves_the_equation_at_its_temperature():
    """Centres are means of points, so all together may drift, which no membership notices."""
    distances, _ = planted(1, 3.0)
    cost = PairwiseCost(PairwiseProblem.from_dissimilarities(distances), 4)
    _, values, vectors = leading_spectrum(distances, 3)
    path = Explicit(tuple(cost.critical_temperature() * np.array([1.1, 0.8, 0.5])))
    engine = MovingPoints(path, max_iter=5000, tol=1e-9)
    found = engine.solve(cost, vectors * np.sqrt(values), rng=np.random.default_rng(0))
    assert found.converged
    sides = stationarity(found.memberships, found.centers, cost.fields(found.memberships))
    moves = relaxed(found.points, *sides, RIDGE * values[0] / 120)
    size = np.abs(found.points).max()
    assert size > 3.0
    assert np.abs(moves).max() < 0.01 * size
    # What is left is of second order in the drift.
    assert np.abs(without_rigid_motion(moves, found.points)).max() < 2e-4 * size


def test_above_the_critical_temperature_there_is_one_cluster():
    distances, _ = planted(0, 0.0)
    cost = PairwiseCost(PairwiseProblem.from_dissimilarities(distances), 4)
    critical = cost.critical_temperature()
    hot = fit(distances, schedule=Explicit((1.2 * critical,)))
    assert hot.n_clusters_effective_ == 1
    assert (
        fit(distances, schedule=Explicit((1.2 * critical, 0.5 * critical))).n_clusters_effective_
        > 1
    )
    assert hot.path_[0].temperature == pytest.approx(1.2 * critical)
    assert hot.path_[0].entropy == pytest.approx(120 * np.log(4), rel=1e-4)


def test_points_are_compared_by_name_and_in_as_many_dimensions_as_asked_for():
    luck = np.random.default_rng(3)
    target = np.repeat(np.arange(3), 20)
    points = np.array([[0, 0], [6, 0], [0, 6]])[target] + luck.normal(size=(60, 2))
    model = AnnealedEmbedding(3, n_components=1, random_state=0).fit(points)
    assert model.embedding_.shape == (60, 1)
    path = AnnealedEmbedding(3, similarity="path", random_state=0).fit(points)
    assert adjusted_rand_score(target, path.labels_) > 0.9


def test_workers_do_not_change_the_answer():
    distances, _ = planted(2, 8.0, n=60)
    one = fit(distances, n_init=3)
    two = fit(distances, n_init=3, n_jobs=2)
    np.testing.assert_array_equal(one.embedding_, two.embedding_)
    np.testing.assert_array_equal(one.restart_costs_, two.restart_costs_)


def test_a_model_comes_back(tmp_path):
    distances, _ = planted(2, 1.0, n=40)
    model = fit(distances)
    coterie.save(model, tmp_path / "model")
    again = coterie.load(tmp_path / "model")
    np.testing.assert_array_equal(again.embedding_, model.embedding_)
    assert again.path_ == model.path_


@pytest.mark.parametrize(("owner", "name"), [(Monitor, "step"), (PairwiseCost, "fields")])
def test_an_interrupt_keeps_the_points_found(monkeypatch, owner, name):
    """After the first temperature, or before anything."""
    monkeypatch.setattr(PairwiseCost, "critical_temperature", lambda self: 1.0)

    def stumble(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, name, stumble)
    with pytest.warns(ConvergenceNotice, match="interrupted"):
        model = fit(planted(0, 0.0, n=40)[0])
    assert model.embedding_.shape == (40, 3)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"n_clusters": 200}, "fewer than the 200 clusters"),
        ({"n_components": 0}, "n_components=0 must be"),
        ({"schedule": Explicit((1.0, 0.0))}, "temperatures must be > 0"),
    ],
)
def test_refusals(how, words):
    with pytest.raises(InputError, match=words) as refused:
        fit(planted(0, 0.0, n=30)[0], **how)
    assert str(refused.value).startswith("AnnealedEmbedding: ")
