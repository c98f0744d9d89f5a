"""The rate-distortion function: closed forms, laws, bounds, and bad input."""

import math

import numpy as np
import pytest
from scipy.special import rel_entr

from coterie import rate_distortion
from coterie._core.errors import ConvergenceNotice, InputError
from coterie.costs import DistortionCost
from coterie.engines import Iterative, dirichlet_start

HAMMING = 1.0 - np.eye(2)


def binary_entropy(p):
    return -p * np.log(p) - (1.0 - p) * np.log1p(-p)


@pytest.fixture
def problem(rng):
    return rng.dirichlet(np.ones(6)), rng.uniform(0.0, 3.0, size=(6, 4))


def test_binary_source_with_hamming_distortion():
    """[IB P-14]; 1e-7 because the rate is certain to 1e-12 only together with the distortion."""
    found = rate_distortion([0.7, 0.3], HAMMING, [4.0, 2.0, 1.0], tol=1e-12)
    expected = [
        (0.0179862100, 0.5207695343),
        (0.1192029220, 0.2455304470),
        (0.2689414214, 0.0286611932),
    ]
    for distortion, rate, (d, r) in zip(found.distortion, found.rate, expected, strict=True):
        assert distortion == pytest.approx(d, abs=1e-7)
        assert rate == pytest.approx(r, abs=1e-7)
    np.testing.assert_allclose(found.distortion, 1.0 / (1.0 + np.exp(found.betas)), atol=1e-7)
    np.testing.assert_allclose(
        found.rate, binary_entropy(0.3) - binary_entropy(found.distortion), atol=1e-7
    )


def test_curve_falls_and_is_convex_with_slope_minus_beta(problem):
    """[IB P-11, P-15]"""
    found = rate_distortion(*problem, np.geomspace(20.0, 0.5, 60), tol=1e-10)
    rising = np.argsort(found.distortion)
    assert (np.diff(found.rate[rising]) <= 1e-9).all()
    slope = np.diff(found.rate) / np.diff(found.distortion)
    steep, flat = -found.betas[:-1], -found.betas[1:]
    moved = np.abs(np.diff(found.distortion)) > 1e-5  # elsewhere it is rounding over rounding
    assert moved.sum() > 30
    assert (slope[moved] >= steep[moved] * 1.001).all()
    assert (slope[moved] <= flat[moved] * 0.999).all()
    assert found.hull().rate.size >= moved.sum()


def test_every_start_leads_to_the_same_minimum(problem, rng):
    """[IB P-13]"""
    cost = DistortionCost(*problem, beta=3.0)
    ends = [
        Iterative(100_000, 1e-10).solve(cost, dirichlet_start(6, 4, rng), rng=rng).cost
        for _ in range(5)
    ]
    assert np.ptp(ends) < 1e-9


def test_gap_bounds_what_is_left_to_gain(problem):
    cost = DistortionCost(*problem, beta=3.0)
    start = np.full((6, 4), 0.25)
    least = Iterative(100_000, 1e-12).solve(cost, start, rng=np.random.default_rng(0)).cost
    for tol in (1e-1, 1e-2, 1e-3, 1e-5):
        found = rate_distortion(*problem, [3.0], tol=tol)
        left = float((found.rate + 3.0 * found.distortion)[0]) - least
        assert -1e-12 <= left <= found.gap[0] + 1e-12
        assert found.gap[0] <= tol


def test_free_energy_never_rises_and_the_rate_may(rng):
    """Stopping on the rate, as printed, would stop early [IB §2.1]."""
    rises = 0
    for _ in range(40):
        cost = DistortionCost(rng.dirichlet(np.ones(5)), rng.uniform(0, 3, (5, 4)), beta=4.0)
        start = dirichlet_start(5, 4, rng)
        trace = Iterative(60, 1e-12).solve(cost, start, rng=rng).trace
        assert (np.diff(trace) <= 1e-12).all()
        rates = [
            cost.rate(Iterative(n, 0.0).solve(cost, start, rng=rng).memberships)
            for n in (1, 2, 3, 4)
        ]
        rises += (np.diff(rates) > 1e-6).any()
    assert rises > 5


def test_best_prior_is_the_margin(problem, rng):
    """The gap of any other is its divergence from the margin [IB P-12]."""
    mass, _ = problem
    memberships, other = rng.dirichlet(np.ones(4), size=6), rng.dirichlet(np.ones(4))
    cost = DistortionCost(*problem, beta=1.0)
    told = float(mass @ rel_entr(memberships, other).sum(axis=1))
    margin = cost.refit(memberships)
    assert told - cost.rate(memberships) == pytest.approx(rel_entr(margin, other).sum())


def test_bounds_hold_the_curve_between_them():
    coarse = rate_distortion([0.7, 0.3], HAMMING, np.geomspace(6.0, 0.9, 12), tol=1e-10)
    wanted = np.linspace(0.02, 0.29, 20)
    lower, upper = coarse.at(wanted)
    truth = binary_entropy(0.3) - binary_entropy(wanted)
    assert (lower <= truth + 1e-9).all()
    assert (truth <= upper + 1e-9).all()
    assert (coarse.at(0.0)[1], coarse.at(0.5)[0]) == (np.inf, 0.0)


def test_steps_that_are_found_leave_no_gaps():
    found = rate_distortion([0.7, 0.3], HAMMING)
    x, y = found.distortion / 0.3, found.rate / binary_entropy(0.3)
    assert np.hypot(np.diff(x), np.diff(y)).max() < 0.03
    assert found.rate[0] > 0.95 * binary_entropy(0.3)
    assert found.distortion[-1] == pytest.approx(0.3, abs=1e-3)
    assert found.rate[-1] < 1e-8


def test_one_representative_that_suits_all_needs_no_rate():
    found = rate_distortion([0.5, 0.5], [[1.0, 3.0], [1.0, 2.0]])
    assert found.rate[0] == pytest.approx(0.0, abs=1e-4)


def test_objects_that_never_occur_do_not_count():
    with_it = rate_distortion([0.7, 0.0, 0.3], [[0, 1], [9, 9], [1, 0]], [2.0])
    without = rate_distortion([7, 3], HAMMING, [2.0])
    assert with_it.rate == pytest.approx(without.rate)


def test_points_that_have_not_settled_are_told(problem):
    with pytest.warns(ConvergenceNotice, match="1 of 1 points had not settled after max_iter=1"):
        rate_distortion(*problem, [3.0], max_iter=1, tol=1e-12)


@pytest.mark.parametrize(
    ("p", "distortion", "words"),
    [
        ([[0.5], [0.5]], HAMMING, "p must be a list of finite numbers >= 0"),
        ([0.5, -0.5], HAMMING, "p must be a list of finite numbers >= 0"),
        ([0.5, math.nan], HAMMING, "p must be a list of finite numbers >= 0"),
        ([0.0, 0.0], HAMMING, "p has no mass"),
        ([0.2, 0.3, 0.5], HAMMING, r"shape \(2, 2\), but needs a row for each of the 3 objects"),
        ([0.5, 0.5], [1.0, 2.0], "but needs a row for each"),
        ([0.5, 0.5], [[0.0, math.inf], [1.0, 0.0]], "NaN or infinite entries. Give a large number"),
    ],
)
def test_refusals(p, distortion, words):
    with pytest.raises(InputError, match=words):
        rate_distortion(p, distortion)


def test_rising_prices_are_refused():
    with pytest.raises(InputError, match="falling numbers > 0"):
        rate_distortion([0.5, 0.5], HAMMING, [1.0, 2.0])
