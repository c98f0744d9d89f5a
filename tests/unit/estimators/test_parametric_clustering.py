"""Histograms around mixtures of Gaussians: the identities of the theory, and settings."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax

import coterie
from coterie import ParametricDistributionalClustering
from coterie._core.errors import InputError
from coterie.costs import (
    MixtureCost,
    ParametricCost,
    SoftBottleneckCost,
    gaussian_basis,
    mixture_shares,
)
from coterie.costs._parametric import bisected_means
from coterie.engines import Iterative, balanced_start, dirichlet_start
from coterie.measures import adjusted_rand_score, entropy, kl_divergence, mutual_information
from coterie.problems import CountProblem

EDGES = np.linspace(0.0, 1.0, 13)
BASIS = gaussian_basis([0.1, 0.5, 0.9], [0.15, 0.2, 0.15], EDGES)


@pytest.fixture(scope="module")
def equal():
    """Twenty-four objects with 30 counts each, of three kinds."""
    rng = np.random.default_rng(0)
    shares = np.repeat([[0.8, 0.2, 0.0], [0.1, 0.8, 0.1], [0.0, 0.3, 0.7]], 8, axis=0)
    return CountProblem.from_counts([rng.multinomial(30, row @ BASIS) for row in shares])


def starts(problem, count=3):
    return [dirichlet_start(problem.n_rows, 3, np.random.default_rng(s)) for s in range(count)]


def test_any_distribution_at_temperature_one_is_the_mixture_of_multinomials(equal):
    """And, with N counts in each row, the bottleneck at beta = N: mass prior at T = 1 / N."""
    cost, mixture = ParametricCost(equal, 3), MixtureCost(equal, 3)
    bottleneck = SoftBottleneckCost(equal, 3, 30.0)
    for start in starts(equal):
        ours, theirs, soft = (
            Iterative(300).solve(each, start, rng=np.random.default_rng(0)).memberships
            for each in (cost, mixture, bottleneck)
        )
        np.testing.assert_allclose(ours, theirs, atol=1e-9)
        np.testing.assert_allclose(ours, soft, atol=1e-9)


def test_code_length_of_labels_is_a_bottleneck_with_a_cross_entropy(equal):
    """n L = R for equal counts: H(Y|C) + sum p KL(centroid, mixture) is what counts cost."""
    cost = ParametricCost(equal, 3, 1.0, BASIS)
    labels = balanced_start(equal.n_rows, 3, np.random.default_rng(1))
    joint = equal.cluster_masses(labels, 3)
    joint = joint.toarray() if hasattr(joint, "toarray") else np.asarray(joint)
    masses = joint.sum(axis=1)
    conditional = joint / masses[:, None]
    mixed = mixture_shares(conditional, BASIS) @ BASIS
    excess = masses @ [kl_divergence(p, q) for p, q in zip(conditional, mixed, strict=True)]
    left = entropy(joint.sum(axis=0)) - mutual_information(joint)
    assert cost.total(labels) == pytest.approx(entropy(masses) + 30.0 * (left + excess), rel=1e-9)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 20.0])
def test_free_energy_never_rises_and_is_the_likelihood_at_one(equal, temperature):
    cost = ParametricCost(equal, 3, temperature, BASIS)
    for start in starts(equal):
        solution = Iterative(200).solve(cost, start, rng=np.random.default_rng(0))
        assert (np.diff(solution.trace) <= 1e-6 * np.abs(solution.trace).max()).all()
        assert solution.cost <= solution.trace[-1] + 1e-5
    masses, mixed = cost.refit(start)
    logs = equal.counts.toarray() @ np.log(mixed).T + temperature * np.log(masses)
    written = -temperature * logsumexp(logs / temperature, axis=1).mean()
    found = cost.free_energy(logsumexp(cost.field(cost.refit(start)), axis=1))
    assert found == pytest.approx(written, rel=1e-12)


def test_shares_are_the_optimum_of_a_concave_problem():
    rng = np.random.default_rng(3)
    histogram = rng.dirichlet(np.ones(12))

    def loss(free):
        return -histogram @ np.log(softmax(np.append(free, 0.0)) @ BASIS)

    best = minimize(loss, np.zeros(2), method="BFGS", options={"gtol": 1e-10})
    shares = mixture_shares(histogram[None], BASIS)[0]
    assert -histogram @ np.log(shares @ BASIS) <= best.fun + 1e-6  # steps of 1e-9 are the last


def test_bisection_finds_the_means_of_what_was_cut_off():
    means, widths = np.array([0.05, 0.4, 0.97]), np.array([0.1, 0.1, 0.2])
    middles = (EDGES[1:] + EDGES[:-1]) / 2.0
    seen = gaussian_basis(means, widths, EDGES) @ middles
    np.testing.assert_allclose(bisected_means(seen, widths, EDGES), means, atol=1e-9)


@pytest.fixture(scope="module")
def planted():
    """Objects with 25 counts over 32 bins each: too few for histograms, enough for mixtures."""
    rng = np.random.default_rng(5)
    basis = gaussian_basis([0.2, 0.5, 0.8], [0.08] * 3, np.linspace(0.0, 1.0, 33))
    shares = np.array([[0.9, 0.1, 0.0], [0.1, 0.8, 0.1], [0.45, 0.05, 0.5]])
    target = rng.integers(3, size=150)
    return np.array([rng.multinomial(25, shares[t] @ basis) for t in target]), target


@pytest.mark.parametrize("learn", [False, True])
def test_planted_groups_are_found(planted, learn):
    counts, target = planted
    model = ParametricDistributionalClustering(
        3, n_components=6, learn_means=learn, random_state=0
    ).fit(counts)
    assert adjusted_rand_score(target, model.labels_) > 0.9
    np.testing.assert_array_equal(model.predict(counts), model.labels_)
    np.testing.assert_allclose(model.densities_.sum(axis=1), 1.0)
    assert model.temperature_ == pytest.approx(1.0)
    assert model.weights_.sum() == pytest.approx(1.0)
    assert len(model.splits_) >= 2
    if learn:
        fixed = ParametricDistributionalClustering(3, n_components=6, random_state=0).fit(counts)
        assert model.cost_ < fixed.cost_


def test_a_saved_model_is_the_same(planted, tmp_path):
    model = ParametricDistributionalClustering(3, random_state=0).fit(planted[0])
    coterie.save(model, tmp_path / "model")
    loaded = coterie.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.transform(planted[0]), model.transform(planted[0]))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"min_temperature": 0.0}, "min_temperature=0.0 must be"),
        ({"n_clusters": 200}, "fewer than the 200 clusters"),
        ({"n_components": 0}, "n_components=0 must be"),
    ],
)
def test_bad_settings_are_refused(planted, settings, words):
    with pytest.raises(InputError, match=words):
        ParametricDistributionalClustering(**settings).fit(planted[0])


@pytest.mark.parametrize("basis", [np.eye(3), np.ones((2, 12)), np.eye(12)[:4]])
def test_a_basis_that_is_none_is_refused(equal, basis):
    with pytest.raises(InputError, match="basis must have a distribution"):
        ParametricCost(equal, 3, 1.0, basis)
