"""Walks that are followed through landmarks: whole, close to the exact one, and no bridges."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_moons

from coterie.measures import information_relaxation
from coterie.similarity import neighbor_graph, transition_matrix
from coterie.similarity._landmarks import LandmarkWalk


def along(steps, n_landmarks, seed=0):
    n_points = steps.shape[0]
    start = np.full(n_points, 1 / n_points)
    return LandmarkWalk.along(steps, start, n_landmarks, np.random.default_rng(seed))


@pytest.fixture(scope="module")
def steps():
    """Two moons of 500 points each, hardly touching."""
    points, _ = make_moons(1000, noise=0.07, random_state=0)
    return transition_matrix(neighbor_graph(points))


@pytest.fixture(scope="module")
def walk(steps):
    return along(steps, 150)


def test_all_is_whole(walk):
    np.testing.assert_allclose(walk.transitions.sum(axis=1), 1.0, rtol=1e-12)
    np.testing.assert_allclose(walk.from_points(np.ones((150, 1))), 1.0, rtol=1e-12)
    assert walk.weights.sum() == pytest.approx(1.0)
    assert walk.transitions.shape == (150, 150)
    assert walk.from_points(np.eye(150)).shape == (1000, 150)
    np.testing.assert_allclose(np.bincount(walk.group) / 1000, walk.weights, rtol=1e-12)


def test_what_is_known_of_the_start_is_close_to_the_exact(steps, walk):
    """Landmarks cannot tell where in a group a walk began, and hasten its spreading a little."""
    exact = information_relaxation(steps)
    told = information_relaxation(walk.transitions, walk.weights, first=walk.lag)
    after = np.searchsorted(exact.steps, told.steps)
    lost = exact.information[after[after < exact.steps.size]] - told.information[: after.size]
    assert walk.lag > 1
    assert lost.max() < 0.1
    assert lost.min() > -0.02  # rare steps between the moons may come a little too seldom


def test_ends_are_close_to_the_exact(steps, walk):
    sides = np.linalg.matrix_power(steps.toarray(), 16 * walk.lag)
    groups = np.eye(150)[walk.group]
    told = walk.from_points(walk.onwards(16 * walk.lag))
    distance = 0.5 * np.abs(told - sides @ groups).sum(axis=1).mean()
    assert distance < 0.05
    measured = walk.error(steps, 16 * walk.lag, np.random.default_rng(0), n_starts=40)
    assert measured < 0.05


def test_as_many_landmarks_as_points_are_the_walk_itself(steps):
    start = np.full(1000, 1e-3)
    whole = LandmarkWalk.of_all(steps, start)
    assert whole.exact
    np.testing.assert_array_equal(whole.transitions, steps.toarray())
    assert whole.error(steps, 64, np.random.default_rng(0)) == 0.0
    np.testing.assert_array_equal(whole.onwards(1), np.eye(1000))


def circle(n_points):
    """Stay, or step to either side."""
    side = np.roll(np.eye(n_points), 1, axis=0)
    return 0.5 * np.eye(n_points) + 0.25 * (side + side.T)


@pytest.mark.parametrize("leak", [1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-12])
def test_the_rarest_steps_keep_their_rate(leak):
    """Two circles with one way across: a walk crosses every 200 / p steps."""
    steps = np.kron(np.eye(2), circle(200))
    for here, there in ((0, 200), (200, 0)):
        steps[here, here] -= leak
        steps[here, there] = leak
    walk = along(sp.csr_array(steps), 40)
    side = np.zeros(walk.weights.size, dtype=int)
    side[walk.group] = np.arange(400) // 200
    assert (side[walk.group] == np.arange(400) // 200).all()  # no group bridges the gap
    crossing = walk.transitions[side == 0][:, side == 1].sum(axis=1)
    rate = walk.weights[side == 0] @ crossing / walk.weights[side == 0].sum() / walk.lag
    # start by start the time near the gap differs, and pruned ways across count once
    assert rate == pytest.approx(leak / 200, rel=0.3)


def test_few_landmarks_in_each_part_do_not_wait_until_the_parts_are_lost():
    """Twenty cliques of twenty points, ten landmarks each: a walk reaches no more for long."""
    n_parts, size, leak = 20, 20, 1e-3
    steps = np.kron(np.eye(n_parts), np.full((size, size), (1.0 - leak) / size))
    steps += leak / (n_parts * size)
    walk = along(sp.csr_array(steps), 200)
    told = information_relaxation(walk.transitions, walk.weights, first=walk.lag)
    exact = information_relaxation(steps)
    after = np.searchsorted(exact.steps, told.steps[0])
    assert exact.information[after] > 0.9 * np.log(n_parts)
    next_ = exact.information[after : after + 4]
    np.testing.assert_allclose(told.information[:4], next_, rtol=1e-9)


def test_an_error_that_takes_too_long_to_measure_is_not_known(steps):
    slow = replace(along(steps, 150), lag=2**30)
    assert np.isnan(slow.error(steps, 2**40, np.random.default_rng(0)))


def test_every_component_has_a_landmark():
    steps = sp.block_diag([circle(n) for n in (3, 5, 50, 4)], format="csr")
    walk = along(sp.csr_array(steps), 2)
    parts = np.repeat([0, 1, 2, 3], [3, 5, 50, 4])
    assert all(np.unique(parts[walk.group == g]).size == 1 for g in range(walk.group.max() + 1))
    kept = information_relaxation(walk.transitions, walk.weights).information[-1]
    expected = -sum(n / 62 * np.log(n / 62) for n in (3, 5, 50, 4))
    assert kept == pytest.approx(expected, rel=1e-6)


def test_points_that_nobody_comes_to_are_grouped_all_the_same():
    """A point that leaves at once and is never reached again has no mass after a step."""
    steps = np.vstack([np.zeros((30, 62)), np.hstack([np.zeros((32, 30)), circle(32)])])
    steps[np.arange(30), 30 + np.arange(30)] = 1.0
    walk = along(sp.csr_array(steps), 8)
    assert np.isfinite(walk.transitions).all()
    assert np.isfinite(walk.from_points(walk.onwards(walk.lag))).all()


def test_the_same_luck_makes_the_same_walk(steps, walk):
    again = along(steps, 150)
    np.testing.assert_array_equal(again.transitions, walk.transitions)
    np.testing.assert_array_equal(again.group, walk.group)
    assert not np.array_equal(along(steps, 150, seed=1).group, walk.group)
