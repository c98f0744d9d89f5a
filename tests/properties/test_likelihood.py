"""The maximum-likelihood mixture and the soft bottleneck are one iteration [IB §4.3]."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coterie.costs import MixtureCost, SoftBottleneckCost
from coterie.engines import Iterative, dirichlet_start
from coterie.measures import entropy
from coterie.problems import CountProblem

K = 3


def trajectory(cost, start, steps=40):
    """Memberships after each single iteration."""
    path, rng = [start], np.random.default_rng(0)
    for _ in range(steps):
        path.append(Iterative(max_iter=1).solve(cost, path[-1], rng=rng).memberships)
    return path


def equal_rows(seed, depth=20):
    """Rows of the same number of counts, from three sources, and a random start."""
    rng = np.random.default_rng(seed)
    sources = rng.dirichlet(np.full(6, 0.7), size=K)
    counts = np.array([rng.multinomial(depth, sources[x % K]) for x in range(10)])
    return CountProblem.from_counts(counts), dirichlet_start(10, K, rng)


def free_energy(problem, memberships, weights, conditional):
    """F of a mixture, term by term."""
    total = 0.0
    for x, row in enumerate(problem.counts.toarray()):
        for t in range(K):
            p = memberships[x, t]
            if p > 1e-150:
                seen = row > 0
                logs = np.log(weights[t]) + row[seen] @ np.log(conditional[t, seen])
                total += p * (np.log(p) - logs)
    return total


def log_likelihood(problem, weights, conditional):
    """Log of the sum over the clusters of each row, in logs throughout."""
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.log(weights)[None, :] + np.stack(
            [np.where(row > 0, row * np.log(conditional), 0.0).sum(axis=1)
             for row in problem.counts.toarray()]
        )  # fmt: skip
    top = terms.max(axis=1)
    return float((top + np.log(np.exp(terms - top[:, None]).sum(axis=1))).sum())


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000), depth=st.integers(5, 60))
def test_rows_of_equal_length_move_alike(seed, depth):
    """P-58: r = |X|, so beta is the number of counts of a row."""
    problem, start = equal_rows(seed, depth)
    mixture = trajectory(MixtureCost(problem, K), start)
    bottleneck = trajectory(SoftBottleneckCost(problem, K, float(depth)), start)
    # rounding of 1e-16 in the exponents, which a saddle on the way may stretch a millionfold
    np.testing.assert_allclose(mixture, bottleneck, rtol=0, atol=1e-9)


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000), depth=st.integers(5, 60))
def test_both_functionals_are_one_along_the_way(seed, depth):
    """P-59: F / r - beta H(Y) = I(T;X) - beta I(T;Y), whatever the memberships."""
    problem, start = equal_rows(seed, depth)
    mixture, bottleneck = MixtureCost(problem, K), SoftBottleneckCost(problem, K, float(depth))
    for memberships in trajectory(mixture, start, 12):
        energy = free_energy(problem, memberships, *mixture.refit(memberships))
        expected = energy / problem.n_rows - depth * entropy(problem.column_mass)
        found = depth * bottleneck.functional(memberships)
        assert found == pytest.approx(expected, abs=1e-10 * depth)


@given(seed=st.integers(0, 10_000))
def test_free_energy_falls_to_the_log_likelihood(seed):
    """P-60, with rows of very different length."""
    rng = np.random.default_rng(seed)
    counts = rng.poisson(rng.gamma(1.0, size=(9, 5)) * rng.integers(1, 30, size=(9, 1))) + 1
    problem = CountProblem.from_counts(counts)
    cost, start = MixtureCost(problem, K), dirichlet_start(9, K, rng)
    last = np.inf
    for before, after in zip(*[iter(trajectory(cost, start, 9))] * 2, strict=True):
        parameters = cost.refit(before)
        energy = free_energy(problem, after, *parameters)
        room = 1e-11 * abs(energy)  # some hundred terms of its size
        assert energy <= last + room
        assert energy == pytest.approx(-log_likelihood(problem, *parameters), abs=room)
        last = energy


def test_deep_counts_have_the_same_fixed_points():
    """Theorem A.3.4: with many counts both assign each row to the nearest centroid alone."""
    rng = np.random.default_rng(3)
    base = rng.poisson(rng.gamma(1.0, size=(12, 6)) * rng.integers(1, 9, size=(12, 1))) + 1
    apart, gap = [], []
    for scale in (1, 10, 100, 1000, 10_000):
        problem = CountProblem.from_counts(base * scale)
        beta = problem.total / 12
        mixture, bottleneck = MixtureCost(problem, K), SoftBottleneckCost(problem, K, beta)
        start = dirichlet_start(12, K, np.random.default_rng(0))
        found = Iterative(5000, 1e-14).solve(mixture, start, rng=rng).memberships
        apart.append(np.abs(trajectory(bottleneck, found, 1)[1] - found).max())
        energy = free_energy(problem, found, *mixture.refit(found))
        limit = 12 * beta * (bottleneck.functional(found) + entropy(problem.column_mass))
        gap.append(abs(energy / limit - 1))
    assert apart[0] > 0.01
    assert max(apart[3:]) < 1e-12
    assert gap[1:] == sorted(gap[1:], reverse=True)  # the first two have other partitions
    assert gap[-1] < 1e-6


def test_beta_for_each_row_is_the_mixture():
    """The length of each row as its beta, and the uniform prior."""
    rng = np.random.default_rng(5)
    counts = rng.poisson(rng.gamma(1.0, size=(14, 6)) * rng.integers(1, 9, size=(14, 1))) + 1
    plain, uniform = (CountProblem.from_counts(counts, prior=p) for p in ("counts", "uniform"))
    start = dirichlet_start(14, K, rng)
    mixture = trajectory(MixtureCost(plain, K), start)
    bottleneck = trajectory(SoftBottleneckCost(uniform, K, counts.sum(axis=1)), start)
    np.testing.assert_allclose(mixture, bottleneck, rtol=0, atol=1e-9)
