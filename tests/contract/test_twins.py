"""Each soft cost on each instance, on a torch device: the answer is that of numpy."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie._core.progress import Monitor
from coterie.costs import MixtureCost, SoftBottleneckCost
from coterie.engines import Iterative, Status, dirichlet_start
from coterie.problems import CountProblem
from tests.contract.instances import INSTANCES
from tests.contract.test_fields import K, cost_of, every, starts

CLOSE = {"rtol": 0.0, "atol": 1e-9}
"""Sums are added in another order; a saddle on the way may stretch 1e-16 a millionfold."""


def solve(cost, start, device=None, **settings):
    engine = Iterative(**settings, device=device)
    return engine.solve(cost, start, rng=np.random.default_rng(0))


def both(cost, start, **settings):
    return solve(cost, start, **settings), solve(cost, start, "cpu", **settings)


@every
def test_as_many_iterations_come_to_the_same(name, instance):
    cost = cost_of(name, instance)
    for start in starts(cost, 2):
        here, there = both(cost, start, max_iter=40, tol=0.0)
        np.testing.assert_allclose(there.memberships, here.memberships, **CLOSE)
        common = min(here.n_iter, there.n_iter)  # one of the two may repeat itself to the last bit
        scale = max(1.0, np.abs(here.trace).max())
        np.testing.assert_allclose(
            there.trace[:common], here.trace[:common], rtol=0, atol=1e-10 * scale
        )


@every
def test_settled_answers_cost_the_same(name, instance):
    """The cost is evaluated in numpy for both; the one promised to users is 1e-5."""
    cost = cost_of(name, instance)
    here, there = both(cost, starts(cost, 1)[0], max_iter=3000, tol=1e-14)
    assert there.status is here.status
    assert there.cost == cost.functional(there.memberships)
    assert there.cost == pytest.approx(here.cost, rel=1e-9, abs=1e-10)
    np.testing.assert_allclose(there.memberships, here.memberships, rtol=0, atol=1e-5)


def sparse_problem():
    rng = np.random.default_rng(4)
    counts = rng.poisson(0.05, (60, 200))
    counts[:, 0] = 1
    return CountProblem.from_counts(sp.csr_array(counts))


@pytest.mark.parametrize(
    "make", [MixtureCost, lambda problem, k: SoftBottleneckCost(problem, k, 12.0)]
)
def test_sparse_tables(make):
    problem = sparse_problem()
    assert sp.issparse(problem.table)
    cost, start = make(problem, K), dirichlet_start(60, K, np.random.default_rng(1))
    here, there = both(cost, start, max_iter=30, tol=0.0)
    np.testing.assert_allclose(there.memberships, here.memberships, **CLOSE)


def test_clusters_that_begin_empty_stay_empty():
    cost = cost_of("bottleneck, beta 4", "planted")
    start = np.eye(K)[np.repeat([0, 1, 0], 3)]
    here, there = both(cost, start, max_iter=10, tol=0.0)
    assert not there.memberships[:, 2].any()
    np.testing.assert_allclose(there.memberships, here.memberships, **CLOSE)


def test_beta_for_each_row_is_the_mixture():
    """beta(x) = n(x) under the uniform prior is expectation and maximisation [IB §4.3]."""
    rng = np.random.default_rng(5)
    counts = rng.poisson(rng.gamma(1.0, size=(14, 6)) * rng.integers(1, 9, size=(14, 1))) + 1
    plain, uniform = (CountProblem.from_counts(counts, prior=p) for p in ("counts", "uniform"))
    start = dirichlet_start(14, K, rng)
    mixture = solve(MixtureCost(plain, K), start, "cpu", max_iter=40, tol=0.0)
    beta = counts.sum(axis=1).astype(float)
    bottleneck = solve(SoftBottleneckCost(uniform, K, beta), start, "cpu", max_iter=40, tol=0.0)
    np.testing.assert_allclose(mixture.memberships, bottleneck.memberships, **CLOSE)


def test_the_monitor_is_heard():
    class Impatient(Monitor):
        def step(self, run, done, of, note):
            self.stop()

    cost = cost_of("bottleneck, beta 4", "sparse")
    start = starts(cost, 1)[0]
    solution = Iterative(device="cpu").solve(
        cost, start, rng=np.random.default_rng(0), monitor=Impatient()
    )
    assert (solution.status, solution.n_iter) == (Status.INTERRUPTED, 1)
    once = solve(cost, start, max_iter=1)
    np.testing.assert_allclose(solution.memberships, once.memberships, **CLOSE)


def test_a_cost_without_a_twin_is_refused():
    class Unheard:
        """Has a field, and no arrays to show for it."""

        n_objects, n_clusters = 9, K

        def refit(self, memberships):
            return memberships

        def field(self, parameters):
            return parameters

        def free_energy(self, log_normaliser):
            return 0.0

        def functional(self, memberships):
            return 0.0

    with pytest.raises(InputError, match="device='cpu': Unheard has no twin there"):
        solve(Unheard(), np.full((9, K), 1.0 / K), "cpu")


@pytest.mark.parametrize("instance", INSTANCES)
def test_the_start_stays_as_it_was(instance):
    cost = cost_of("mixture", instance)
    start = starts(cost, 1)[0]
    kept = start.copy()
    solve(cost, start, "cpu", max_iter=3)
    np.testing.assert_array_equal(start, kept)
