"""Distributions of maximum entropy: printed numbers, grids, and moments that nothing has."""

import numpy as np
import pytest

from coterie import InputError, MaximumEntropy
from coterie._core.errors import ConvergenceNotice
from coterie.measures import entropy


def test_die_of_the_source():
    """Mean 4.5 [SLC 9.6]; all digits as printed."""
    die = MaximumEntropy(np.arange(1, 7), 4.5)
    printed = [0.054353, 0.078772, 0.114160, 0.165447, 0.239774, 0.347494]
    np.testing.assert_allclose(die.probabilities, printed, rtol=0, atol=5e-7)
    assert die.multipliers == pytest.approx([-0.371049], abs=5e-7)
    assert die.entropy == pytest.approx(1.613581, abs=5e-7)
    assert die.entropy == pytest.approx(entropy(die.probabilities), abs=1e-12)


def test_fair_die_needs_no_multiplier():
    die = MaximumEntropy(np.arange(1, 7), 3.5)
    np.testing.assert_allclose(die.probabilities, 1 / 6, atol=1e-10)
    assert die.n_iter == 0


def grid(low, high, count):
    edges = np.linspace(low, high, count + 1)
    return (edges[1:] + edges[:-1]) / 2, np.diff(edges)


def test_mean_and_variance_on_the_line_give_the_gaussian():
    """The midpoint rule is exact to all digits for a density that vanishes at both ends."""
    x, step = grid(-12.0, 14.0, 4000)
    found = MaximumEntropy([x, x**2], [1.0, 1.0 + 1.5**2], weights=step)
    gauss = np.exp(-((x - 1.0) ** 2) / (2 * 1.5**2)) / (1.5 * np.sqrt(2 * np.pi))
    np.testing.assert_allclose(found.density, gauss, rtol=0, atol=1e-9)
    assert found.entropy == pytest.approx(0.5 * np.log(2 * np.pi * np.e * 1.5**2), abs=1e-9)
    assert found.multipliers[1] == pytest.approx(1 / (2 * 1.5**2), abs=1e-8)


def test_mean_on_the_half_line_gives_the_exponential():
    """The midpoint rule misses by step^2 / 24 of a second derivative: 4e-8 here."""
    x, step = grid(0.0, 60.0, 60_000)
    found = MaximumEntropy(x, 2.0, weights=step)
    assert found.multipliers[0] == pytest.approx(0.5, abs=1e-6)
    assert found.entropy == pytest.approx(1.0 + np.log(2.0), abs=1e-6)


def test_laplace_has_less_entropy_than_the_gaussian_of_its_variance():
    """[SLC §3.E]: log(2 e b) with b = 1 / sqrt 2, against log(2 pi e) / 2."""
    x, step = grid(-30.0, 30.0, 60_000)
    gauss = MaximumEntropy([x, x**2], [0.0, 1.0], weights=step)
    laplace = MaximumEntropy(np.abs(x), np.sqrt(0.5), weights=step)
    assert laplace.probabilities @ x**2 == pytest.approx(1.0, abs=1e-5)
    assert laplace.entropy == pytest.approx(np.log(2 * np.e * np.sqrt(0.5)), abs=1e-5)
    assert laplace.entropy < gauss.entropy


def test_functions_that_follow_from_others_change_nothing():
    x = np.arange(1.0, 7.0)
    one = MaximumEntropy(x, 4.5)
    more = MaximumEntropy([x, np.ones(6), 2 * x - 3], [4.5, 1.0, 6.0])
    np.testing.assert_allclose(more.probabilities, one.probabilities, atol=1e-10)


def test_units_of_the_functions_do_not_matter():
    x = np.arange(1.0, 7.0)
    one, other = MaximumEntropy(x, 4.5), MaximumEntropy(1e9 * x + 1e6, 4.5e9 + 1e6)
    np.testing.assert_allclose(other.probabilities, one.probabilities, atol=1e-9)
    assert other.multipliers[0] == pytest.approx(one.multipliers[0] / 1e9, rel=1e-6)


@pytest.mark.parametrize("mean", [1.0 + 1e-5, 6.0 - 1e-5])
def test_means_close_to_the_edge_are_reached(mean):
    die = MaximumEntropy(np.arange(1, 7), mean)
    assert die.probabilities @ np.arange(1, 7) == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("mean", [0.0, 1.0, 6.0, 7.0])
def test_mean_outside_or_on_the_edge_is_refused(mean):
    with pytest.raises(InputError, match=rf"moments\[0\]={mean:g} does not lie strictly between 1"):
        MaximumEntropy(np.arange(1, 7), mean)


@pytest.mark.parametrize(
    ("moments", "message"),
    [
        ([0.0, -0.1], r"moments\[1\]=-0.1 does not lie strictly between 0 and 1"),
        ([0.5, 0.2], "no distribution over all states has these moments together"),
        ([0.5, 0.25], "no distribution over all states has these moments together"),
    ],
    ids=["a square below 0", "a variance below 0", "a variance of 0"],
)
def test_means_that_cannot_be_together_are_refused(moments, message):
    x = np.linspace(-1.0, 1.0, 21)
    with pytest.raises(InputError, match=message):
        MaximumEntropy([x, x**2], moments)


def test_contradiction_is_refused():
    x = np.arange(1.0, 7.0)
    with pytest.raises(InputError, match="no distribution over all states has these moments"):
        MaximumEntropy([x, 2 * x], [4.5, 8.0])


def test_the_function_to_blame_is_named():
    x = np.arange(1.0, 7.0)
    with pytest.raises(InputError, match=r"moments\[1\]=7 does not lie strictly between 1 and 6"):
        MaximumEntropy([np.ones(6), x], [1.0, 7.0])
    with pytest.raises(InputError, match=r"moments\[0\]=2 does not lie strictly between 1 and 1"):
        MaximumEntropy([np.ones(6), x], [2.0, 3.0])


def test_too_few_steps_are_told():
    with pytest.warns(ConvergenceNotice, match="after 1 Newton steps a mean is off by"):
        MaximumEntropy(np.arange(1, 7), 5.5, max_iter=1)


@pytest.mark.parametrize(
    ("functions", "moments", "weights", "message"),
    [
        (
            [1, 2, 3],
            [1.5, 2.0],
            None,
            r"moments: shape \(2,\) must hold one mean for each of the 1",
        ),
        ([1, 2, np.inf], 1.5, None, "functions: 1 entries are not finite"),
        ([1, 2, 3], np.nan, None, "moments: 1 entries are not finite"),
        ([1, 2, 3], 1.5, [1, 1], "weights: give one number > 0 for each of the 3 states"),
        ([1, 2, 3], 1.5, [1, 1, 0], "weights: give one number > 0 for each of the 3 states"),
    ],
)
def test_bad_input_is_refused(functions, moments, weights, message):
    with pytest.raises(InputError, match=message):
        MaximumEntropy(functions, moments, weights=weights)
