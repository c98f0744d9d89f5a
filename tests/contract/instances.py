"""Tiny problems that every cost can be made from: what is easy, sparse, tied, weighted, odd."""

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.problems import CountProblem, PairwiseProblem


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


def blocks():
    """Nine objects in three blocks, similarities of which none is negative."""
    rng = np.random.default_rng(15)
    noise = rng.uniform(0.0, 0.4, size=(9, 9))
    return PairwiseProblem.from_similarities(
        np.kron(np.eye(3), np.full((3, 3), 0.5)) + (noise + noise.T) / 2.0
    )


def signed():
    """Similarities of both signs, without any structure."""
    noise = np.random.default_rng(16).uniform(-1.0, 1.0, size=(12, 12))
    return PairwiseProblem.from_similarities((noise + noise.T) / 2.0)


def distances():
    """Squared distances of points on a plane."""
    points = np.random.default_rng(17).uniform(0.0, 0.6, size=(14, 2))
    return PairwiseProblem.from_dissimilarities(((points[:, None] - points[None]) ** 2).sum(axis=2))


def graph():
    """A sparse graph of weighted edges and loops, in two pieces, with two objects on their own."""
    rng = np.random.default_rng(18)
    near = np.abs(np.subtract.outer(np.arange(20), np.arange(20))) <= 2
    weights = np.where(near & (rng.random((20, 20)) < 0.8), rng.uniform(0.1, 1.0, (20, 20)), 0.0)
    weights = np.triu(weights)
    weights[:9, 9:] = 0.0
    np.fill_diagonal(weights, 0.5)
    weights[[4, 13]] = weights[:, [4, 13]] = 0.0
    return PairwiseProblem.from_similarities(sp.csr_array(weights + weights.T))


def equals():
    """Ones inside four blocks and halves between them: exact ties wherever one looks."""
    return PairwiseProblem.from_similarities(0.5 + np.kron(np.eye(4), np.full((3, 3), 0.5)))


PAIR_MAKERS = (blocks, signed, distances, graph, equals)
PAIRS = {make.__name__: make for make in PAIR_MAKERS}


def made_for(make):
    """Name the instances that a cost can be made from."""
    for instances in (INSTANCES, PAIRS):
        taken = [name for name in instances if accepts(make, instances[name])]
        if taken:
            return taken
    return []


def accepts(make, instance):
    try:
        return make(instance(), 2).n_objects > 0
    except (AttributeError, InputError):
        return False


def problem_of(instance):
    return (INSTANCES | PAIRS)[instance]()


def in_order(problem, order):
    """The same problem, its objects in another order."""
    if isinstance(problem, PairwiseProblem):
        return PairwiseProblem(problem.similarity[order][:, order], problem.offset)
    return CountProblem(
        problem.counts[order], problem.scale[order], np.arange(order.size), order.size
    )
