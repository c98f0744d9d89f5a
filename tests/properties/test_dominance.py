"""Laws of the two dynamics, on similarities of all kinds [GRA §8, T19 and T20]."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import squareform

from coterie._core.progress import Monitor
from coterie.estimators.relational._dominance import DYNAMICS, infection, replicator, start_weights
from tests.reference import dominance as slow

# Sixteenths, so that ties come up and the places of rest can be told apart.
entries = st.integers(0, 16).map(lambda number: number / 16.0)
tables = st.integers(2, 6).flatmap(
    lambda n: st.lists(entries, min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2).map(
        lambda pairs: squareform(np.array(pairs))
    )
)
alike = tables.filter(np.any)
each = pytest.mark.parametrize("dynamics", DYNAMICS)


@given(alike)
def test_replicator_is_what_is_written_out(table):
    for steps, expected in enumerate(slow.replicator(table.tolist(), start_weights(len(table)), 9)):
        found = replicator(table, steps + 1, -1.0, Monitor()).weights
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13)  # sums of six terms


@each
@given(alike)
def test_mean_similarity_never_falls_and_weights_stay_on_the_simplex(dynamics, table):
    found = [DYNAMICS[dynamics](table, steps, -1.0, Monitor()) for steps in range(12)]
    assert (np.diff([each.cohesion for each in found]) >= -1e-15).all()
    for each in found:
        assert each.weights.min() >= 0.0
        assert each.weights.sum() == pytest.approx(1.0, abs=1e-14)
        assert each.cohesion == pytest.approx(each.weights @ table @ each.weights, abs=1e-15)


@given(alike)
@settings(max_examples=40)
def test_infection_rests_where_nobody_does_better(table):
    found = infection(table, 10_000, 1e-9, Monitor())
    payoffs = table @ found.weights
    assert payoffs.max() <= found.cohesion * (1 + 2e-9)
    assert payoffs[found.weights > 0].min() >= found.cohesion * (1 - 2e-9)
    values = [rest @ table @ rest for rest in slow.rests(table)]
    assert np.abs(np.array(values) - found.cohesion).min() < 1e-8


@each
@given(alike, st.sampled_from([1e-6, 3.0, 1e6]))
def test_scale_does_not_matter(dynamics, table, scale):
    here = DYNAMICS[dynamics](table, 7, 1e-12, Monitor())
    there = DYNAMICS[dynamics](scale * table, 7, 1e-12, Monitor())
    # A tie that rounding breaks sends single moves elsewhere, to the same mean similarity.
    assert there.cohesion == pytest.approx(scale * here.cohesion, rel=1e-6)
    if dynamics == "replicator":
        np.testing.assert_allclose(there.weights, here.weights, rtol=0, atol=1e-12)


@given(alike, st.sampled_from([0.5, 2.0]))
@settings(max_examples=40)
def test_a_constant_added_to_all_entries_keeps_the_places_of_rest(table, constant):
    assume(len(table) > 2)
    moved = slow.rests(table + constant)
    assert {tuple(np.flatnonzero(rest > 1e-7)) for rest in moved} == {
        tuple(np.flatnonzero(rest > 1e-7)) for rest in slow.rests(table)
    }


@each
@pytest.mark.parametrize("n", [2, 3, 7, 50])
def test_a_clique_has_equal_weights(dynamics, n):
    clique = 3.0 * (1.0 - np.eye(n))
    found = DYNAMICS[dynamics](clique, 10_000, 1e-12, Monitor())
    assert found.cohesion == pytest.approx(3.0 * (n - 1) / n, rel=1e-11)
    np.testing.assert_allclose(found.weights, 1 / n, rtol=0, atol=1e-5)  # the mean is flat there


@each
@given(alike)
def test_sparse_tables_are_tables(dynamics, table):
    here = DYNAMICS[dynamics](table, 20, 1e-9, Monitor())
    there = DYNAMICS[dynamics](sp.csr_array(table), 20, 1e-9, Monitor())
    assert there.cohesion == pytest.approx(here.cohesion, abs=1e-12)


@each
def test_groups_that_mirror_each_other_part(dynamics):
    table = np.kron(np.eye(2), np.ones((5, 5))) - np.eye(10)
    found = DYNAMICS[dynamics](table, 10_000, 1e-9, Monitor())
    assert found.cohesion == pytest.approx(0.8, abs=1e-8)
    assert {found.weights[:5].sum() > 0.99, found.weights[5:].sum() > 0.99} == {True, False}


def test_an_aborted_run_returns_where_it_is(rng):
    table = squareform(rng.random(45))
    monitor = Monitor()
    monitor.stop()
    for dynamics in DYNAMICS.values():
        found = dynamics(table, 100, 1e-9, monitor)
        assert found.n_steps == 0
        assert found.gap > 0
