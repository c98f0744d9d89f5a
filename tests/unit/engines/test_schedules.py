"""Schedules are values; a path warm-starts each solution from the one before."""

from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coterie._core.errors import InputError
from coterie._core.progress import Monitor
from coterie.costs import BottleneckCost
from coterie.engines import (
    Explicit,
    Geometric,
    Inverse,
    Linear,
    Logarithmic,
    Quadratic,
    Sequential,
    balanced_start,
    follow,
)
from coterie.problems import CountProblem


@given(start=st.floats(1e-3, 1e3), stop=st.floats(1e-3, 1e3), step=st.floats(1.01, 4.0))
def test_geometric_goes_from_start_to_stop_and_not_beyond(start, stop, step):
    values = list(Geometric(start, stop, step if stop > start else 1 / step))
    assert values[-1] == stop
    assert values[0] == pytest.approx(start, rel=1e-8)  # a last step of rounding is no step
    assert values == sorted(values, reverse=stop < start)
    ratios = np.array(values[1:]) / np.array(values[:-1])
    assert np.all(np.abs(np.log(ratios)) <= np.log(step) * (1 + 1e-6))  # rounding of a power


@given(start=st.floats(-5, 5), stop=st.floats(-5, 5), n_steps=st.integers(1, 50))
def test_linear_has_equal_steps_and_exact_ends(start, stop, n_steps):
    values = list(Linear(start, stop, n_steps))
    assert (values[0], values[-1], len(values)) == (start, stop, n_steps + 1)
    np.testing.assert_allclose(np.diff(values), (stop - start) / n_steps, atol=1e-14)


@given(start=st.floats(-5, 5), stop=st.floats(-5, 5), n_steps=st.integers(2, 50))
def test_quadratic_and_logarithmic_steps_grow_and_shrink(start, stop, n_steps):
    for make, sign in ((Quadratic, 1.0), (Logarithmic, -1.0)):
        values = list(make(start, stop, n_steps))
        assert (values[0], values[-1], len(values)) == (start, stop, n_steps + 1)
        grown = sign * np.diff(np.abs(np.diff(values)))
        assert (grown >= -1e-12).all()


def test_a_path_of_the_inverse_temperature_cools_a_mean_field():
    """Simulated annealing of the source: one over the temperature grows in linear steps."""
    temperatures = list(Inverse(Linear(0.5, 2.0, 3)))
    assert temperatures == pytest.approx([2.0, 1.0, 2.0 / 3.0, 0.5])


def test_schedules_compare_and_print_as_values():
    assert Geometric(1.0, 2.0, 1.1) == Geometric(1.0, 2.0, 1.1)
    assert Explicit((1.0, 2.0)) != Explicit((2.0, 1.0))
    assert "n_steps=3" in repr(Linear(0.0, 1.0, 3))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (partial(Geometric, 1.0, 2.0, 0.5), "factor leads away from stop. Use a factor > 1"),
        (partial(Geometric, 2.0, 1.0, 1.5), "Use a factor < 1"),
        (partial(Geometric, 0.0, 1.0, 1.5), "must be > 0"),
        (partial(Geometric, 8.0, 1.0, 1.0), "leads away from stop. Use a factor < 1"),
        (partial(Geometric, 1.0, 8.0, 1.0), "leads away from stop. Use a factor > 1"),
        (partial(Geometric, 2.0, np.inf, 2.0), "must be > 0 and finite"),
        (partial(Geometric, 2.0, 4.0, np.nan), "must be > 0 and finite"),
        (partial(Linear, 1.0, np.inf, 2), "start and stop must be finite"),
        (partial(Linear, np.nan, 1.0, 2), "start and stop must be finite"),
        (partial(Linear, 0.0, 1.0, 0), "n_steps must be >= 1"),
        (partial(Quadratic, 0.0, np.inf, 2), "start and stop must be finite"),
        (partial(Logarithmic, 0.0, 1.0, 0), "n_steps must be >= 1"),
        (lambda: list(Inverse(Linear(0.0, 1.0, 2))), "holds 0, which has no inverse"),
    ],
)
def test_schedules_that_lead_nowhere_are_refused(make, words):
    with pytest.raises(InputError, match=words):
        make()


def test_path_starts_each_solution_from_the_one_before(rng):
    problem = CountProblem.from_counts(rng.poisson(2.0, size=(30, 12)) + 1)
    make = partial(BottleneckCost, problem, 3)
    start = balanced_start(30, 3, rng)
    engine = Sequential()
    path = list(follow(Explicit((2.0, 5.0, 50.0)), make, engine, start, rng=rng))
    assert [value for value, _ in path] == [2.0, 5.0, 50.0]
    for (_, before), (beta, after) in pairwise(path):
        assert after.cost <= make(beta).total(before.labels) + 1e-12  # descent from there
    settled = path[-1][1]
    again = list(follow(Explicit((50.0,)), make, engine, settled.labels, rng=rng))
    assert np.array_equal(again[0][1].labels, settled.labels)


def test_path_ends_with_what_it_has_when_stopped(rng):
    problem = CountProblem.from_counts(rng.poisson(2.0, size=(12, 6)) + 1)
    monitor = Monitor()
    monitor.stop()
    make = partial(BottleneckCost, problem, 2)
    path = follow(
        Linear(2.0, 9.0, 7), make, Sequential(), balanced_start(12, 2, rng), rng=rng,
        monitor=monitor,
    )  # fmt: skip
    assert len(list(path)) == 1
