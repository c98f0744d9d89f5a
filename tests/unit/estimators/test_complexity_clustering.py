"""Clusters that cost something: against K-means, against differences, and in their settings."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from sklearn.datasets import make_blobs

import coterie
from coterie import ComplexityClustering
from coterie._core.errors import InputError
from coterie.costs import ComplexityCost, SquaredDistanceCost
from coterie.engines import Iterative, dirichlet_start
from coterie.engines._iterative import PlainSteps
from coterie.measures import adjusted_rand_score
from coterie.problems import PointProblem


@pytest.fixture(scope="module")
def blobs():
    return make_blobs([60, 60, 180], n_features=2, cluster_std=0.5, random_state=4)


@pytest.fixture(scope="module")
def problem(blobs):
    return PointProblem.from_points(blobs[0])


def settled(cost, start, **settings):
    return Iterative(**{"max_iter": 2000, "tol": 1e-13, **settings}).solve(
        cost, start, rng=np.random.default_rng(0)
    )


@pytest.mark.parametrize(("weight", "prior"), [(0.0, "uniform"), (2.0, "mass")])
def test_without_penalty_and_at_the_temperature_it_is_kmeans(problem, weight, prior):
    """lambda = 0 is unconstrained annealing, lambda = T the mass-constrained one."""
    start = dirichlet_start(300, 4, np.random.default_rng(0))
    ours = settled(ComplexityCost(problem, 4, 2.0, complexity_weight=weight), start)
    theirs = settled(SquaredDistanceCost(problem, 4, 2.0, prior), start)
    np.testing.assert_allclose(ours.memberships, theirs.memberships, atol=1e-9)
    np.testing.assert_allclose(ours.trace, theirs.trace, rtol=1e-11)
    assert ours.cost == pytest.approx(theirs.cost, rel=1e-11)


@pytest.mark.parametrize("exponent", [1.5, 2.0, 3.0])
def test_marginal_penalty_is_the_derivative(problem, exponent):
    """d[p C(p)]/dp, up to the constant that the entropy has."""
    masses = np.array([0.2, 0.5, 0.3])
    load = ComplexityCost(problem, 3, 1.0, penalty="load", load_exponent=exponent)
    slope = approx_fprime(masses, lambda p: (p ** (1.0 - exponent)).sum(), 1e-7)
    np.testing.assert_allclose(load.marginal(masses), slope, rtol=1e-4)
    entropy = ComplexityCost(problem, 3, 1.0)
    slope = approx_fprime(masses, lambda p: -(p * np.log(p)).sum(), 1e-7)
    np.testing.assert_allclose(entropy.marginal(masses) - 1.0, slope, rtol=1e-4)


@pytest.mark.parametrize("penalty", ["entropy", "load"])
def test_settled_memberships_are_stationary(problem, penalty):
    """No small exchange between two clusters lowers the functional."""
    cost = ComplexityCost(problem, 3, 3.0, complexity_weight=1.0, penalty=penalty)
    start = dirichlet_start(300, 3, np.random.default_rng(2))
    found = settled(cost, start, max_iter=20_000, tol=1e-15).memberships
    assert cost.problem.weight @ found == pytest.approx(cost.refit(found).mass)
    rng = np.random.default_rng(0)
    for _ in range(5):
        tilt = 1e-4 * rng.standard_normal(found.shape)
        other = found * np.exp(tilt)
        other /= other.sum(axis=1, keepdims=True)
        assert cost.functional(other) >= cost.functional(found) - 1e-10


def test_damped_load_keeps_clusters_that_undamped_empties(problem):
    """Undamped, all points run to the lightest cluster at once."""
    start = dirichlet_start(300, 3, np.random.default_rng(2))
    cost = ComplexityCost(problem, 3, 3.0, complexity_weight=5.0, penalty="load")
    undamped = PlainSteps(cost, start)
    for _ in range(300):
        undamped.advance()
    assert undamped.memberships.mean(axis=0).min() < 1e-9
    damped = settled(cost, start)
    assert damped.converged
    assert np.ptp(damped.memberships.mean(axis=0)) < 0.15


def test_dearer_names_leave_fewer_clusters(blobs):
    counts = [
        len(
            ComplexityClustering(12, complexity_weight=w, min_temperature=0.05, random_state=0)
            .fit(blobs[0])
            .path_[-1]
            .mass
        )
        for w in (0.05, 5.0, 1000.0)
    ]
    assert counts[0] > counts[1] > counts[2] == 1


def test_three_groups_are_worth_their_names(blobs):
    model = ComplexityClustering(complexity_weight=5.0, random_state=0).fit(blobs[0])
    assert adjusted_rand_score(blobs[1], model.labels_) == 1.0
    assert len(model.cluster_centers_) == 3
    np.testing.assert_array_equal(model.predict(blobs[0]), model.labels_)


def test_load_makes_clusters_more_even(blobs):
    entropy, load = (
        np.ptp(
            ComplexityClustering(3, complexity_weight=20.0, penalty=penalty, random_state=0)
            .fit(blobs[0])
            .cluster_mass_
        )
        for penalty in ("entropy", "load")
    )
    plain = np.ptp(
        ComplexityClustering(3, complexity_weight=0.0, random_state=0).fit(blobs[0]).cluster_mass_
    )
    assert load < plain - 0.1
    assert entropy >= plain - 1e-6


def test_a_saved_model_is_the_same(blobs, tmp_path):
    model = ComplexityClustering(4, random_state=0).fit(blobs[0])
    coterie.save(model, tmp_path / "model")
    loaded = coterie.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.transform(blobs[0]), model.transform(blobs[0]))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"complexity_weight": -1.0}, "complexity_weight=-1.0 must be"),
        ({"load_exponent": 0.5}, "load_exponent=0.5 must be"),
        ({"penalty": "fine"}, "penalty='fine' must be"),
    ],
)
def test_bad_settings_are_refused(blobs, problem, settings, words):
    with pytest.raises(InputError, match=words):
        ComplexityClustering(**settings).fit(blobs[0])
    with pytest.raises(InputError, match=r"must be one of"):
        ComplexityCost(problem, 2, 1.0, **settings)
