"""Tiny problems that every cost can be made from: what is easy, sparse, tied, weighted, odd."""

import numpy as np

from coterie.problems import CountProblem


def planted():
    """Nine rows in three obvious groups, each with noise."""
    rng = np.random.default_rng(5)
    profiles = np.kron(np.eye(3), [8.0, 4.0]) + 0.6
    return CountProblem.from_counts(rng.poisson(np.repeat(profiles, 3, axis=0)))


def sparse():
    """Twenty short rows over twelve columns: most pairs share nothing."""
    rng = np.random.default_rng(6)
    counts = rng.poisson(0.25, size=(20, 12))
    counts[np.arange(20), rng.integers(12, size=20)] += 1
    return CountProblem.from_counts(counts)


def weighted():
    """Rows of very different length under the uniform prior, and weights."""
    rng = np.random.default_rng(7)
    counts = rng.poisson(rng.gamma(1.0, size=(14, 6)) * rng.integers(1, 30, size=(14, 1))) + 1
    weights = rng.uniform(0.1, 4.0, size=14)
    return CountProblem.from_counts(counts, prior="uniform", sample_weight=weights)


def duplicates():
    """Each of four rows three times: exact ties wherever one looks."""
    rows = [[4, 0, 1, 0], [0, 3, 0, 2], [1, 1, 1, 1], [0, 0, 5, 5]]
    return CountProblem.from_counts(np.repeat(rows, 3, axis=0))


def fractions():
    """Real masses that no sum of floats holds exactly."""
    rng = np.random.default_rng(8)
    return CountProblem.from_counts(rng.dirichlet(np.full(5, 0.3), size=12) / 7.0)


def tenths():
    """Sparse rows of 0.1, 0.2 and so on: adding and withdrawing them leaves dust where zero is."""
    rng = np.random.default_rng(9)
    counts = rng.poisson(0.5, size=(24, 5)) * rng.integers(1, 9, size=(24, 5)) * 0.1
    counts[np.arange(24), rng.integers(5, size=24)] += 0.3
    return CountProblem.from_counts(counts)


def avoiding(problem):
    """The rows with a second table beside them, which follows from the first row by row."""
    shares = problem.counts.toarray() / problem.counts.sum(axis=1)[:, None]
    return problem.avoiding(np.sqrt(shares[:, ::-2]) + 0.05, "instance")


MAKERS = (planted, sparse, weighted, duplicates, fractions, tenths)
INSTANCES = {make.__name__: make for make in MAKERS}
