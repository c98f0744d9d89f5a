"""Spins: the energy, its conditionals and the mean field, against loops and listing."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.costs import IsingCost
from coterie.engines import GibbsDistribution
from coterie.measures._terms import xlogx
from tests.reference import ising

N = 6
# Sums of some twenty numbers of order one.
EXACT = {"rtol": 0.0, "atol": 1e-12}


@pytest.fixture(params=[np.array, sp.csr_array], ids=["dense", "sparse"])
def glass(request, rng):
    """Couplings of both signs, a diagonal that does not matter, and a field."""
    couplings = np.triu(rng.normal(size=(N, N)))
    field = rng.normal(size=N)
    cost = IsingCost(request.param(couplings + couplings.T), field)
    return cost, couplings + couplings.T, field


def test_total_is_the_energy_with_each_pair_once(glass, rng):
    cost, couplings, field = glass
    for labels in rng.integers(2, size=(20, N)):
        written = ising.energy(couplings, field, 2 * labels - 1)
        assert cost.total(labels) == pytest.approx(written, abs=1e-12)


def test_local_and_fields_are_differences_of_totals(glass, rng):
    cost, _, _ = glass
    for labels in rng.integers(2, size=(10, N)):
        fields = cost.fields(np.eye(2)[labels])
        for i in range(N):
            down, up = (cost.total(np.where(np.arange(N) == i, k, labels)) for k in (0, 1))
            local = cost.local(labels, i)
            assert local[1] - local[0] == pytest.approx(up - down, abs=1e-12)
            np.testing.assert_allclose(fields[i], local, **EXACT)


def test_fields_are_expected_costs(glass, rng):
    """Exact, because the energy is linear in each spin: listed over all labels of the others."""
    cost, _, _ = glass
    up = rng.random(N)
    fields = cost.fields(np.column_stack([1 - up, up]))
    for i in range(N):
        expected = np.zeros(2)
        for state in range(2**N):
            labels = np.array([state >> j & 1 for j in range(N)])
            chance = np.delete(np.where(labels == 1, up, 1 - up), i).prod()
            expected[labels[i]] += chance * cost.total(labels)
        assert fields[i, 1] - fields[i, 0] == pytest.approx(expected[1] - expected[0], abs=1e-12)


@pytest.mark.parametrize("temperature", [0.3, 1.0, 4.0])
def test_mean_field_lowers_a_bound_of_the_free_energy(glass, rng, temperature):
    cost, couplings, field = glass
    exact = GibbsDistribution(cost, temperature)
    written = ising.free_energy(couplings, field, temperature)
    assert exact.free_energy == pytest.approx(written, abs=1e-10)
    up = rng.random(N)
    state, last = cost.mean_field(np.column_stack([1 - up, up])), np.inf
    change = 1.0
    while change > 1e-12:
        change = state.sweep(rng.permutation(N), temperature)
        now = ising.bound(couplings, field, state.magnetisation, temperature)
        entropy = -xlogx(state.memberships).sum()
        assert state.energy() - temperature * entropy == pytest.approx(now, abs=1e-10)
        assert exact.free_energy - 1e-10 <= now <= last + 1e-10
        last = now
    for i in np.flatnonzero(np.abs(state.magnetisation) < 0.99):
        low, high = (state.magnetisation + sign * 1e-5 * np.eye(N)[i] for sign in (-1, 1))
        rise = [ising.bound(couplings, field, m, temperature) for m in (low, high)]
        # third derivatives up to 2 T / 0.02^2, times the step's square: 4e-6
        assert (rise[1] - rise[0]) / 2e-5 == pytest.approx(0.0, abs=1e-5)


def test_two_spins_that_avoid_each_other_flip_for_ever_if_renewed_together():
    pair = IsingCost([[0, -1], [-1, 0]])
    both = pair.mean_field(np.array([[0.2, 0.8], [0.2, 0.8]]), block_size=2)
    single = pair.mean_field(np.array([[0.2, 0.8], [0.2, 0.8]]))
    for _ in range(100):
        changes = [state.sweep(np.arange(2), 0.2) for state in (both, single)]
    assert changes[0] > 0.9
    assert changes[1] < 1e-12
    assert single.magnetisation.prod() < -0.99


@pytest.mark.parametrize("size", [8, 600])
def test_spins_align_below_the_critical_temperature_and_not_above(size):
    """A ring: each spin has two neighbours, and the largest eigenvalue is 2."""
    ring = np.roll(np.eye(size), 1, axis=1)
    cost = IsingCost(sp.csr_array(ring + ring.T))
    critical = cost.critical_temperature()
    assert critical == pytest.approx(2.0, abs=1e-3)  # a ring of 600 comes as near as 1e-4
    start = np.tile([0.49, 0.51], (size, 1))
    for share, expected in ((0.95, 0.379485), (1.05, 0.0)):
        state = cost.mean_field(start)
        for _ in range(400):
            state.sweep(np.arange(size), share * critical)
        # m = tanh(2 m / T), by the fixture of the source
        np.testing.assert_allclose(state.magnetisation, expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize(
    ("couplings", "field", "message"),
    [
        ([[0, 1]], None, r"couplings, of shape \(1, 2\), must be square"),
        ([[0, 1], [0, 0]], None, "couplings must be symmetric; pass"),
        ([[0, np.nan], [np.nan, 0]], None, "couplings must be finite"),
        ([[0, 1], [1, 0]], [1.0], r"field, of shape \(1,\), must hold one finite number"),
        ([[0, 1], [1, 0]], [1.0, np.inf], "field, .* one finite number for each of 2"),
    ],
)
def test_bad_input_is_refused(couplings, field, message):
    with pytest.raises(InputError, match=f"IsingCost: {message}"):
        IsingCost(couplings, field)
