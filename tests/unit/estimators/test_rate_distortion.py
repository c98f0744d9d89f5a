"""The rate-distortion function: closed forms, laws, bounds, and bad input."""

import math

import numpy as np
import pytest
from scipy.special import rel_entr

from coterie import rate_distortion
from coterie._core.errors import ConvergenceNotice, InputError
from coterie.costs import DistortionCost
from coterie.engines import Iterative, dirichlet_start
from coterie.measures import mutual_information

HAMMING = 1.0 - np.eye(2)


def binary_entropy(p):
    return -p * np.log(p) - (1.0 - p) * np.log1p(-p)


@pytest.fixture
def problem(rng):
    return rng.dirichlet(np.ones(6)), rng.uniform(0.0, 3.0, size=(6, 4))


def test_binary_source_with_hamming_distortion():
    """[IB P-14]"""
    found = rate_distortion([0.7, 0.3], HAMMING, [4.0, 2.0, 1.0], tol=1e-12)
    expected = [
        (0.0179862100, 0.5207695343),
        (0.1192029220, 0.2455304470),
        (0.2689414214, 0.0286611932),
    ]
    for distortion, rate, (d, r) in zip(found.distortion, found.rate, expected, strict=True):
        assert distortion == pytest.approx(d, abs=1e-9)
        assert rate == pytest.approx(r, abs=1e-9)
    np.testing.assert_allclose(found.distortion, 1.0 / (1.0 + np.exp(found.betas)), atol=1e-9)
    np.testing.assert_allclose(
        found.rate, binary_entropy(0.3) - binary_entropy(found.distortion), atol=1e-9
    )


def test_curve_falls_and_is_convex_with_slope_minus_beta(problem):
    """[IB P-11, P-15]"""
    found = rate_distortion(*problem, np.geomspace(20.0, 0.5, 60), tol=1e-10)
    rising = np.argsort(found.distortion)
    assert (np.diff(found.rate[rising]) <= 1e-9).all()
    moved = np.abs(np.diff(found.distortion)) > 1e-5  # elsewhere it is rounding over rounding
    assert moved.sum() > 30
    slope = np.diff(found.rate)[moved] / np.diff(found.distortion)[moved]
    assert (slope >= found.slopes[:-1][moved]).all()
    assert (slope <= found.slopes[1:][moved]).all()
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
    """The steps from any start, at each of them [IB §2.1]."""
    cost = DistortionCost(*problem, beta=3.0)
    least = Iterative(1000, 1e-14).solve(cost, np.full((6, 4), 0.25), rng=None).cost
    for seed in range(5):
        steps = cost.steps(dirichlet_start(6, 4, np.random.default_rng(seed)))
        for _ in range(5):
            left = steps.advance() - least
            assert -1e-12 <= left <= steps.gap + 1e-12
            assert steps.cost <= least + left + 1e-12


def test_points_settle_at_the_share_asked_for(problem):
    """What nothing can spare, the least distance, does not count: a shift changes nothing."""
    mass, table = problem
    for tol in (1e-2, 1e-4, 1e-8):
        found = rate_distortion(mass, table, [3.0], tol=tol)
        spared = found.rate + 3.0 * (found.distortion - mass @ table.min(axis=1))
        assert found.gap[0] <= tol * spared[0]
        moved = rate_distortion(mass, table + 1000.0, [3.0], tol=tol)
        assert moved.rate == pytest.approx(found.rate, abs=1e-9)


def plain_steps(cost, start, n):
    """Blahut and Arimoto as they are printed."""
    memberships = start
    for _ in range(n):
        weights = cost.refit(memberships) * np.exp(-cost.beta * cost.distortion)
        memberships = weights / weights.sum(axis=1, keepdims=True)
    return memberships


def test_newton_ends_where_the_plain_iteration_does(problem):
    for beta in (0.5, 3.0, 9.0):
        cost = DistortionCost(*problem, beta)
        slow = cost.functional(plain_steps(cost, np.full((6, 4), 0.25), 20_000))
        fast = Iterative(100, 1e-12).solve(cost, np.full((6, 4), 0.25), rng=None)
        assert fast.converged
        assert fast.n_iter < 20
        assert fast.cost <= slow + 1e-12
        assert fast.cost == pytest.approx(slow, abs=1e-4)  # the plain one creeps


def test_free_energy_never_rises_and_the_rate_may(rng):
    """Stopping on the rate, as printed, would stop early [IB §2.1]."""
    rises = 0
    for _ in range(40):
        cost = DistortionCost(rng.dirichlet(np.ones(5)), rng.uniform(0, 3, (5, 4)), beta=4.0)
        start = dirichlet_start(5, 4, rng)
        trace = Iterative(60, 0.0).solve(cost, start, rng=rng).trace
        assert (np.diff(trace) <= 1e-12).all()
        rates = [cost.rate(plain_steps(cost, start, n)) for n in (1, 2, 3, 4)]
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
    coarse = rate_distortion([0.7, 0.3], HAMMING, np.geomspace(6.0, 0.9, 12))
    wanted = np.linspace(0.02, 0.29, 20)
    lower, upper = coarse.bounds(wanted)
    truth = binary_entropy(0.3) - binary_entropy(wanted)
    assert (lower <= truth + 1e-9).all()
    assert (truth <= upper + 1e-9).all()
    assert (upper - lower).max() < 0.02
    np.testing.assert_array_equal(coarse.at(wanted), upper)
    assert (coarse.at(0.0), coarse.bounds(0.5)[0]) == (np.inf, 0.0)


def test_steps_that_are_found_leave_no_gaps_between_exact_ends():
    """At D = 0 the rate is H(p); the other object stands for both at D = min(p, 1 - p)."""
    found = rate_distortion([0.7, 0.3], HAMMING)
    x, y = found.distortion / 0.3, found.rate / binary_entropy(0.3)
    assert np.hypot(np.diff(x), np.diff(y)).max() < 0.03
    assert (found.distortion[0], found.betas[0], found.slopes[0]) == (0.0, np.inf, -np.inf)
    assert found.rate[0] == pytest.approx(binary_entropy(0.3), abs=1e-14)
    assert (found.distortion[-1], found.rate[-1]) == (pytest.approx(0.3, abs=1e-14), 0.0)
    assert found.betas[-1] == pytest.approx(math.log(0.7 / 0.3), abs=1e-9)
    assert found.bounds(-0.01) == (np.inf, np.inf)


def test_slope_of_the_last_point_is_that_of_the_curve():
    """Below its price, one representative is best; above it, two are."""
    rng = np.random.default_rng(3)
    source = rng.dirichlet(np.ones(6)), rng.uniform(0.0, 3.0, (6, 4))
    price = rate_distortion(*source).betas[-1]
    above, below = rate_distortion(*source, [price * 1.001, price * 0.999], tol=1e-13).rate
    assert above > 1e-8
    assert below == 0.0


def test_one_representative_that_suits_all_needs_no_rate():
    for table in ([[1.0, 3.0], [1.0, 2.0]], [[2.0], [5.0]], [[1.0, 1.0], [2.0, 2.0]]):
        found = rate_distortion([0.5, 0.5], table)
        assert found.rate.tolist() == [0.0]
        assert found.distortion.tolist() == [np.min(table, axis=1).mean()]
        assert found.at([0.0, 9.0]).tolist() == [np.inf, 0.0]


def test_what_must_not_be_is_never_done():
    """Two objects of three may share a representative, the third has its own."""
    forbidden = [[0.0, math.inf, 1.0], [math.inf, 0.0, 1.0], [math.inf, math.inf, 0.0]]
    found = rate_distortion([1, 1, 1], forbidden)
    assert found.rate[0] == pytest.approx(math.log(3.0), abs=1e-12)
    assert found.rate[-1] == 0.0  # the third suits all, at a price
    assert found.distortion[-1] == pytest.approx(2.0 / 3.0)
    alone = rate_distortion([1, 1], [[0.0, math.inf], [math.inf, 2.0]])
    assert alone.rate == pytest.approx([math.log(2.0)] * len(alone.rate))
    assert np.isfinite(alone.distortion).all()


def test_pairs_that_are_forbidden_keep_the_rate_up():
    """No representative may stand for all: the curve ends at the rate that this takes."""
    table = np.array([[0.0, 3.0, math.inf], [2.0, 0.0, 1.0], [math.inf, 3.0, 0.0]])
    table[0, 1] = table[2, 1] = math.inf
    found = rate_distortion([0.4, 0.2, 0.4], table)
    assert found.rate[0] == pytest.approx(-0.8 * math.log(0.4) - 0.2 * math.log(0.2), abs=1e-9)
    assert found.rate[-1] == pytest.approx(0.8 * math.log(2.0), abs=1e-3)
    assert (np.diff(found.distortion) >= 0.0).all()


def test_a_huge_distortion_does_not_hide_the_small_ones():
    usual = 1.0 - np.eye(3)
    usual[0, 1] = 1e9
    found = rate_distortion([1, 1, 1], usual)
    assert (found.distortion[0], found.distortion[-1]) == (0.0, pytest.approx(2.0 / 3.0))
    all_huge = np.where(np.eye(3) > 0.0, 1e9, 1.0 - np.eye(3)[::-1])
    small = rate_distortion([1, 2, 3], all_huge)
    assert small.distortion[0] == pytest.approx((all_huge.min(axis=1) @ [1, 2, 3]) / 6.0)
    assert (small.distortion < 2.0).sum() > 10


def test_dense_grids_are_solved_within_the_usual_iterations():
    """A representative for each of many objects side by side: the plain iteration never ends."""
    grid = np.linspace(-3.0, 3.0, 61)
    found = rate_distortion(np.exp(-(grid**2) / 2.0), (grid[:, None] - grid) ** 2)
    assert (found.gap <= 1e-7).all()
    assert 50 < len(found.betas) < 200


def test_objects_that_never_occur_do_not_count():
    with_it = rate_distortion([0.7, 0.0, 0.3], [[0, 1], [9, 9], [1, 0]], [2.0])
    without = rate_distortion([7, 3], HAMMING, [2.0])
    assert with_it.rate == pytest.approx(without.rate)


def test_points_that_have_not_settled_are_told(problem):
    with pytest.warns(ConvergenceNotice, match="2 of 2 points had not settled after max_iter=1"):
        rate_distortion(*problem, [3.0, 2.0], max_iter=1, tol=1e-15)


def test_progress_invents_no_end(capsys):
    rate_distortion([0.7, 0.3], HAMMING, verbose=2)
    rate_distortion([0.7, 0.3], HAMMING, [3.0, 2.0], verbose=2)
    lines = capsys.readouterr().err.splitlines()
    assert "pass 1, beta" in lines[0]
    assert "pass 1 of at most 2, beta 3" in lines[-3]


def test_interrupt_keeps_the_points_found(problem, monkeypatch):
    solve, calls = Iterative.solve, []

    def interrupted(self, *given, **settings):
        calls.append(given)
        if len(calls) == 3:
            settings["monitor"].stop()
        return solve(self, *given, **settings)

    monkeypatch.setattr(Iterative, "solve", interrupted)
    with pytest.warns(ConvergenceNotice, match="interrupted; kept the 3 points found"):
        found = rate_distortion(*problem, [9.0, 8.0, 7.0, 6.0])
    assert found.betas.tolist() == [9.0, 8.0, 7.0]


@pytest.mark.parametrize(
    ("p", "distortion", "words"),
    [
        ([[0.5], [0.5]], HAMMING, "p must be a list of finite numbers >= 0"),
        ([0.5, -0.5], HAMMING, "p must be a list of finite numbers >= 0"),
        ([0.5, math.nan], HAMMING, "p must be a list of finite numbers >= 0"),
        ([0.0, 0.0], HAMMING, "p has no mass"),
        ([0.2, 0.3, 0.5], HAMMING, r"shape \(2, 2\), but needs a row for each of the 3 objects"),
        ([0.5, 0.5], [1.0, 2.0], "but needs a row for each"),
        ([0.5, 0.5], [[0.0, math.nan], [1.0, 0.0]], "NaN or -inf entries. Give inf for what must"),
        ([0.5, 0.5], [[0.0, -math.inf], [1.0, 0.0]], "NaN or -inf entries"),
        ([0.5, 0.5], [[0, 1], [math.inf] * 2], "infinite for object 1 and all representatives"),
        ("half", HAMMING, "p must hold numbers in a regular shape, but could not convert"),
        ([0.5, 0.5], [[0.0, 1.0], [1.0]], "distortion must hold numbers in a regular shape"),
    ],
)
def test_refusals(p, distortion, words):
    with pytest.raises(InputError, match=words):
        rate_distortion(p, distortion)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"betas": [1.0, 2.0]}, "falling numbers > 0"),
        ({"betas": "many"}, "must be 'auto', or falling numbers"),
        ({"betas": ["a", "b"]}, "must be 'auto', or falling numbers"),
        ({"betas": [[2.0], [1.0, 0.5]]}, "must be 'auto', or falling numbers"),
        ({"max_iter": 0}, "max_iter=0 must be an integer >= 1"),
        ({"tol": -1.0}, "tol=-1.0 must be a number >= 0"),
        ({"verbose": "yes"}, "verbose='yes' must be"),
    ],
)
def test_settings_are_refused(settings, words):
    with pytest.raises(InputError, match=words):
        rate_distortion([0.5, 0.5], HAMMING, **settings)


def test_memberships_of_a_point_have_its_rate_and_distortion():
    rng = np.random.default_rng(3)
    p, table = rng.dirichlet(np.ones(6)), rng.random((6, 4))
    curve = rate_distortion(p, table, [np.inf, 20.0, 5.0], tol=1e-12)
    assert np.isinf(curve.betas[0])
    assert curve.distortion[0] == pytest.approx(p @ table.min(axis=1))
    for i in range(3):
        members = curve.memberships(i)
        np.testing.assert_allclose(members.sum(axis=1), 1.0)
        joint = p[:, None] * members
        assert mutual_information(joint) == pytest.approx(curve.rate[i], abs=1e-6)
        assert (joint * table).sum() == pytest.approx(curve.distortion[i], abs=1e-6)
        np.testing.assert_allclose(joint.sum(axis=0), curve.priors[i], atol=1e-6)


def test_an_infinite_price_takes_nothing_from_those_after_it():
    p, table = [0.5, 0.3, 0.2], np.array([[0.0, 1.0, 0.4], [1.0, 0.0, 0.4], [0.9, 0.8, 0.41]])
    after = rate_distortion(p, table, [np.inf, 3.0], tol=1e-12)
    alone = rate_distortion(p, table, [3.0], tol=1e-12)
    assert after.rate[1] == pytest.approx(alone.rate[0], abs=1e-9)
