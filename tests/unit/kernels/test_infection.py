"""Moves of weights: each is the best on its line, dense and sparse alike."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import kernels
from tests.reference import dominance as slow

NOWHERE = np.empty(0, np.int32)


def similarities(rng, n):
    table = np.triu(rng.random((n, n)) * (rng.random((n, n)) < 0.7), 1)
    return table + table.T


def infect(table, weights, n_steps, tol=0.0):
    weights = np.array(weights)
    payoffs = table @ weights
    if sp.issparse(table):
        rows = (np.empty((0, 0)), table.indptr, table.indices, table.data)
    else:
        rows = (table, NOWHERE, NOWHERE, np.empty(0))
    steps = kernels.infect(*rows, weights, payoffs, n_steps, tol)
    np.testing.assert_allclose(payoffs, table @ weights, rtol=0, atol=1e-12)  # kept along the way
    return weights, steps


@pytest.mark.parametrize("seed", range(20))
def test_moves_are_those_written_out(seed):
    rng = np.random.default_rng(seed)
    table, weights = similarities(rng, 6), rng.dirichlet(np.ones(6))
    for steps, expected in enumerate(slow.infection(table, weights, 5), 1):
        found, _ = infect(table, weights, steps)
        # The line is searched in 20,000 pieces; what is missed there, later moves inherit.
        np.testing.assert_allclose(found, expected, rtol=0, atol=5e-4)


@pytest.mark.parametrize("seed", range(10))
def test_sparse_rows_are_rows(seed):
    rng = np.random.default_rng(seed)
    table, weights = similarities(rng, 30), rng.dirichlet(np.ones(30))
    dense, _ = infect(table, weights, 50)
    sparse, _ = infect(sp.csr_array(table), weights, 50)
    np.testing.assert_allclose(sparse, dense, rtol=0, atol=1e-13)  # products fused differently


def test_every_move_pays_and_rest_is_noticed(rng):
    table, weights = similarities(rng, 40), np.full(40, 1 / 40)
    values = []
    for steps in range(200):
        found, made = infect(table, weights, steps, tol=1e-9)
        values.append(found @ table @ found)
    # Sums of 40 terms of at most 1.
    assert (np.diff(values) >= -1e-14).all()
    assert made < 199
    payoffs = table @ found
    assert payoffs.max() <= values[-1] * (1 + 1.1e-9)
    assert payoffs[found > 0].min() >= values[-1] * (1 - 1.1e-9)
