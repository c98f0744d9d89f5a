"""Costs of histograms beside their definitions."""

import numpy as np
import pytest
from scipy.special import softmax

from coterie.costs import HistogramCost, ParametricCost, gaussian_basis, mixture_shares
from coterie.engines import dirichlet_start
from coterie.problems import CountProblem
from tests.contract.instances import INSTANCES
from tests.reference.histograms import (
    code_length,
    log_likelihoods,
    posterior,
    shares_of,
    soft_histogram,
)

K = 3


@pytest.mark.parametrize("instance", INSTANCES)
def test_histogram_cost_is_its_definition(instance):
    problem = INSTANCES[instance]()
    counts, mass = problem.counts.toarray().tolist(), problem.mass.tolist()
    cost = HistogramCost(problem, K, 0.3)
    rng = np.random.default_rng(0)
    for _ in range(3):
        labels = rng.integers(K, size=problem.n_rows)
        written = soft_histogram(counts, mass, np.eye(K)[labels].tolist(), 0.3)
        assert cost.total(labels) == pytest.approx(written, rel=1e-9, abs=1e-12)
        start = dirichlet_start(problem.n_rows, K, rng)
        written = soft_histogram(counts, mass, start.tolist(), 0.3)
        ours = cost.functional(start) + problem.information  # less what one cluster costs
        assert ours == pytest.approx(written, rel=1e-9, abs=1e-12)


@pytest.fixture(scope="module")
def binned():
    """Counts over eight bins, and Gaussians of which no mixture is their histogram."""
    rng = np.random.default_rng(3)
    counts = (
        rng.poisson(rng.dirichlet(np.full(8, 0.6), size=10) * 12)
        + np.eye(8, dtype=int)[rng.integers(8, size=10)]
    )
    basis = gaussian_basis([0.1, 0.5, 0.8], [0.15, 0.2, 0.1], np.linspace(0.0, 1.0, 9))
    return CountProblem.from_counts(counts), basis


def mixtures_of(problem, basis, memberships):
    """Histograms of all counts of each cluster, and the shares of the Gaussians in them."""
    pooled = memberships.T @ problem.counts.toarray()
    return mixture_shares(pooled / pooled.sum(axis=1, keepdims=True), basis)


def test_parametric_cost_is_the_code_length_of_labels_and_counts(binned):
    problem, basis = binned
    counts, weight = problem.counts.toarray().tolist(), [1.0 / problem.n_rows] * problem.n_rows
    cost = ParametricCost(problem, K, 1.0, basis)
    for seed in range(3):
        labels = np.random.default_rng(seed).permutation(np.arange(problem.n_rows) % K)
        shares = mixtures_of(problem, basis, np.eye(K)[labels])
        written = code_length(counts, weight, labels.tolist(), shares.tolist(), basis.tolist())
        assert cost.total(labels) == pytest.approx(written, rel=1e-9)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 4.0])
def test_parametric_memberships_are_tempered_posteriors(binned, temperature):
    """Masses are tempered with the rest [SLC §8.1]."""
    problem, basis = binned
    cost = ParametricCost(problem, K, temperature, basis)
    start = dirichlet_start(problem.n_rows, K, np.random.default_rng(1))
    shares = mixtures_of(problem, basis, start)
    logs = log_likelihoods(
        problem.counts.toarray().tolist(), start.mean(axis=0), shares.tolist(), basis.tolist()
    )
    ours = softmax(cost.field(cost.refit(start)), axis=1)
    np.testing.assert_allclose(ours, posterior(logs, temperature), rtol=0, atol=1e-9)


def test_no_other_mixture_is_more_likely(binned):
    """The problem is concave: at its maximum no Gaussian gains by taking from the others."""
    problem, basis = binned
    histograms = np.array([shares_of(row) for row in problem.counts.toarray().tolist()])
    shares = mixture_shares(histograms, basis)
    gains = (histograms / (shares @ basis)) @ basis.T
    assert gains.max() <= 1.0 + 1e-4
    np.testing.assert_allclose((shares * gains).sum(axis=1), 1.0, atol=1e-9)
