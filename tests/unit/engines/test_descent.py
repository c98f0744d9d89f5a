"""Steps of a parameter that suit the solutions."""

from functools import partial
from itertools import islice, takewhile

import numpy as np

from coterie._core.progress import Monitor
from coterie.costs import SoftBottleneckCost
from coterie.engines import Descent, Iterative
from coterie.problems import CountProblem

PROBLEM = CountProblem.from_counts([[40, 1], [30, 10], [1, 40], [10, 30]])
MAKE = partial(SoftBottleneckCost, PROBLEM, 2)
START = np.eye(2)[[0, 0, 1, 1]]


def first(solution):
    return solution.memberships[:2, 0]


def path(spacing=0.05, place=first, **settings):
    luck = np.random.default_rng(0)
    return Descent(100.0, spacing=spacing).follow(
        MAKE, Iterative(5000), START, place=place, rng=luck, **settings
    )


def test_neighbours_are_never_further_apart_than_asked_for():
    found = list(takewhile(lambda step: step[0] > 0.5, path()))
    places = np.array([first(solution) for _, solution in found])
    apart = np.linalg.norm(np.diff(places, axis=0), axis=1)
    values = np.array([value for value, _ in found])
    assert (apart[values[1:] > 3.2] <= 0.05).all()  # below it is one cluster
    assert (np.diff(values) < 0.0).all()
    steps = -np.diff(np.log(values))
    assert steps.max() > 10 * steps.min()


def test_a_jump_is_met_with_the_smallest_step():
    jump = path(place=lambda solution: [float(solution.memberships[0, 0] > 0.9)])
    found = list(takewhile(lambda step: step[0] > 0.5, jump))
    sides = np.array([solution.memberships[0, 0] > 0.9 for _, solution in found])
    across = int(np.flatnonzero(~sides)[0])
    assert np.log(found[across - 1][0] / found[across][0]) < 2e-3


def test_stop_ends_the_path_with_what_there_is():
    monitor = Monitor()
    monitor.stop()
    assert len(list(islice(path(monitor=monitor), 5))) == 1
