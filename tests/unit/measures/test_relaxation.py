"""What a walk knows of its start: against loops, on plateaus, to the last digit."""

import math

import numpy as np
import pytest
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie._core.progress import Monitor
from coterie.measures import Relaxation, information_relaxation, mutual_information
from coterie.measures._relaxation import walked
from tests.reference import relaxation as slow


@pytest.fixture
def walk(rng):
    return rng.dirichlet(np.full(9, 0.3), size=9)


def test_curve_is_that_of_the_loop(walk):
    curve = information_relaxation(walk)
    steps, expected = walk.tolist(), []
    for n in range(1, 9):
        if n in curve.steps:
            expected.append(slow.known_of_start(steps))
        steps = slow.one_step_more(walk.tolist(), steps)
    np.testing.assert_allclose(curve.information[:4], expected, rtol=1e-12)
    sparse = information_relaxation(sp.csr_array(walk))
    np.testing.assert_array_equal(sparse.information, curve.information)


def test_weights_are_those_of_the_starts(walk, rng):
    weights = rng.integers(1, 9, size=9)
    curve = information_relaxation(walk, weights)
    joint = weights[:, None] / weights.sum() * walk
    assert curve.information[0] == pytest.approx(mutual_information(joint), abs=1e-12)
    alone = information_relaxation(walk, np.eye(9)[4])
    assert alone.information.tolist() == [0.0]


@pytest.mark.parametrize(("sizes", "nats"), [([5, 5, 5], math.log(3)), ([4, 8], 0.6365)])
def test_groups_that_are_never_left_stay_known(sizes, nats):
    """[IB P-57]: H of the weights."""
    blocks = [np.random.default_rng(size).dirichlet(np.ones(size), size) for size in sizes]
    curve = information_relaxation(sp.block_diag(blocks).toarray())
    assert curve.information[-1] == pytest.approx(nats, abs=1e-4)
    assert curve.quasi_stable[-1] == curve.steps[:-1][curve.rate <= 1e-12][0]
    at_rest = walked(sp.block_diag(blocks).toarray(), 2**20)
    np.testing.assert_allclose(at_rest @ at_rest, at_rest, atol=1e-12)  # idempotent


@pytest.mark.parametrize("leak", [1e-3, 1e-9, 1e-15])
def test_the_rarest_steps_keep_their_digits(leak):
    """Two states that are left with probability p: stays with (1 + (1 - 2p)^n) / 2."""
    curve = information_relaxation([[1 - leak, leak], [leak, 1 - leak]])
    half = math.log1p(-2 * leak) * curve.steps.astype(float)
    stay = (1 + np.exp(half)) / 2
    expected = math.log(2) + stay * np.log(stay) + (1 - stay) * np.log1p(-stay)
    np.testing.assert_allclose(curve.information, expected, atol=1e-9)
    assert curve.information[-1] < 1e-9  # and it comes to an end


def curve_of(*information):
    return Relaxation(2 ** np.arange(len(information)), np.array(information))


@pytest.mark.parametrize(
    ("curve", "pauses"),
    [
        (curve_of(2.0, 1.2, 1.0, 0.95, 0.4), [4]),
        (curve_of(2.0, 1.2, 1.0, 1.0, 1.0, 0.4, 0.0), [4]),
        (curve_of(2.0, 1.2, 1.0, 1.0), [4]),
        (curve_of(2.0, 1.9, 1.0, 0.5, 0.2, 0.0), []),
        (curve_of(2.0, 1.9, 1.0, 0.9, 0.4, 0.3, 0.1), [4, 16]),
        (curve_of(1.0, 0.5, 0.0, 0.0), []),
        (curve_of(1.0, 0.5, 0.25, 0.125), []),
        (curve_of(1.0), []),
    ],
    ids=[
        "one", "level", "level to the end", "slow at first", "two", "nothing left",
        "slower and slower", "a single time",
    ],
)  # fmt: skip
def test_pauses_are_minima_of_the_rate(curve, pauses):
    assert curve.quasi_stable.tolist() == pauses


@pytest.mark.parametrize(
    ("n_clusters", "steps"),
    [(2, 16), (3, 2), (4, 2), (6, 1), (60, 1), (1, 128)],
    ids=["last pause", "earlier pause", "pause", "none: last that knows enough", "never", "one"],
)
def test_time_for_so_many_clusters(n_clusters, steps):
    """Pauses at log 4 and log 2; exp I must round to the clusters, which hold half of it."""
    curve = curve_of(2.0, 1.3863, 1.38, 1.0, 0.6931, 0.69, 0.2, 0.0)
    assert curve.quasi_stable.tolist() == [2, 16]
    assert curve.steps_for(n_clusters) == steps


def test_any_number_of_steps(walk):
    for n_steps in (0, 1, 2, 3, 7, 100):
        expected = np.linalg.matrix_power(walk, n_steps)
        np.testing.assert_allclose(walked(walk, n_steps), expected, rtol=1e-10)


def test_steps_of_several_at_once(walk):
    """`first` says how many steps the matrix stands for; none of the numbers overflows."""
    leaky = [[1.0, 1e-300], [1e-300, 1.0]]
    for first in (1, 2**40):
        curve = information_relaxation(leaky, first=first)
        assert curve.steps[0] == first
        assert (np.diff(curve.steps) > 0).all()
    twice = information_relaxation(walk @ walk, first=2)
    whole = information_relaxation(walk)
    shared = min(twice.steps.size, whole.steps.size - 1)
    np.testing.assert_array_equal(twice.steps[:shared], whole.steps[1 : shared + 1])
    np.testing.assert_allclose(
        twice.information[:shared], whole.information[1 : shared + 1], atol=1e-12
    )


def test_a_monitor_hears_of_doublings_and_can_end_them():
    class Twice(Monitor):
        def step(self, run, done, of, note):
            assert note == "0.6931 nats known of the start"
            if done == 2:
                self.stop()

    curve = information_relaxation([[1, 1e-12], [1e-12, 1]], monitor=Twice())
    assert curve.steps.tolist() == [1, 2, 4]
    assert information_relaxation(np.eye(2), max_doublings=0).steps.tolist() == [1]


@pytest.mark.parametrize(
    ("transitions", "weights", "words"),
    [
        ([[0.5, 0.5]], None, "shape (1, 2) must be square"),
        ([[0.5, 0.6], [0.5, 0.5]], None, "each row summing to 1"),
        ([[1.5, -0.5], [0.5, 0.5]], None, "entries >= 0"),
        ([[np.nan, 1.0], [0.5, 0.5]], None, "entries >= 0"),
        (np.eye(2), [1.0], "give 2 finite numbers >= 0"),
        (np.eye(2), [0.0, 0.0], "not all 0"),
        (np.eye(2), [1.0, -1.0], "finite numbers >= 0"),
    ],
)
def test_what_is_no_walk_is_refused(transitions, weights, words):
    with pytest.raises(InputError) as refused:
        information_relaxation(transitions, weights)
    assert words in str(refused.value)
