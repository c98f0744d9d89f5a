"""Clusters that tell about some columns and not about others [IB §5], [MIB §2.5]."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from coterie.costs import (
    BottleneckCost,
    SideInformationCost,
    SoftBottleneckCost,
    SoftSideInformationCost,
)
from coterie.engines import Iterative, dirichlet_start
from coterie.engines._iterative import normalise
from coterie.measures import entropy, mutual_information
from coterie.problems import CountProblem
from tests.properties.strategies import count_tables, partitions

K = 3
TINY = np.exp(-708.0)  # where the costs stop to tell how far away a column is that is missing


def problem_of(counts, avoided):
    """The rows that have mass in the first table; rows empty in the second are average there."""
    problem = CountProblem.from_counts(counts)
    return problem.avoiding(avoided, "test")


@st.composite
def both_tables(draw, min_rows=3):
    """Two tables over the same rows, none empty in the first."""
    counts = draw(count_tables(8, 5, min_rows=min_rows, min_columns=2))
    counts[:, 0] += counts.sum(axis=1) == 0
    shape = (counts.shape[0], draw(st.integers(1, 4)))
    avoided = draw(st.lists(st.integers(0, 20), min_size=shape[0] * shape[1],
                            max_size=shape[0] * shape[1]))  # fmt: skip
    avoided = np.reshape(avoided, shape)
    avoided[:, 0] += avoided.sum(axis=1) == 0
    return counts, avoided


weights = st.sampled_from([0.0, 0.2, 1.0, 3.0])


@given(
    tables=both_tables(), weight=weights, beta=st.sampled_from([1.5, 7.0, np.inf]), data=st.data()
)
def test_cost_of_hard_clusters_is_its_definition(tables, weight, beta, data):
    problem = problem_of(*tables)
    labels = data.draw(partitions(problem.n_rows, K))
    members = np.eye(K)[:, labels]
    relevant, avoided = (members @ side.joint.toarray() for side in (problem, problem.avoided))
    np.testing.assert_allclose(relevant.sum(axis=1), avoided.sum(axis=1), rtol=1e-12)
    expected = entropy(relevant.sum(axis=1)) / beta - mutual_information(relevant)
    expected += weight * mutual_information(avoided)
    cost = SideInformationCost(problem, problem.avoided, K, beta=beta, avoid_weight=weight)
    assert cost.total(labels) == pytest.approx(expected, abs=1e-12)  # sums of some dozens
    if weight == 0.0:
        plain = BottleneckCost(problem, K, beta).total(labels)
        assert cost.total(labels) == pytest.approx(plain, abs=1e-12)


def starts_of(problem, seed):
    """A soft start and a hard one."""
    rng = np.random.default_rng(seed)
    hard = np.eye(K)[rng.permutation(np.arange(problem.n_rows) % K)]
    return dirichlet_start(problem.n_rows, K, rng), hard


@example(  # from the hard start, a cluster has none of an avoided column of its former rows
    tables=(np.ones((4, 2), int), np.array([[1, 0], [1, 0], [0, 1], [1, 0]])),
    weight=0.2,
    beta=1.0,
    seed=0,
)
@given(tables=both_tables(), weight=weights, beta=st.floats(0.5, 60.0), seed=st.integers(0, 10_000))
def test_damped_step_never_raises_the_functional(tables, weight, beta, seed):
    """Each bound lies above the functional and touches it where the step begins."""
    problem = problem_of(*tables)
    cost = SoftSideInformationCost(problem, problem.avoided, K, beta=beta, avoid_weight=weight)
    level = beta * (problem.information - weight * problem.avoided.information)
    room = 1e-9 * max(1.0, beta * (1.0 + weight))  # some dozen terms of the size of the exponents
    for start in starts_of(problem, seed):
        memberships = start
        for _ in range(8):
            before = beta * cost.functional(memberships) + level
            memberships, log_normaliser = normalise(cost.field(cost.refit(memberships)))
            after = beta * cost.functional(memberships) + level
            assert after - room <= cost.free_energy(log_normaliser) <= before + room


def plain_step(problem, memberships, beta, weight):
    """The update of [IB §5] as it stands, which looks no further than the present clusters."""
    exponent = np.log(np.maximum(problem.mass @ memberships, TINY))
    for side, factor in ((problem, -beta), (problem.avoided, beta * weight)):
        joint = memberships.T @ side.joint.toarray()
        centroids = np.maximum(joint / joint.sum(axis=1, keepdims=True), TINY)
        rows = side.joint.toarray() / side.mass[:, None]
        logs = np.log(np.maximum(rows, TINY))
        exponent = exponent + factor * (
            (rows * logs).sum(axis=1)[:, None] - rows @ np.log(centroids).T
        )
    return normalise(exponent)[0]


def random_problem(seed):
    rng = np.random.default_rng(seed)
    counts, avoided = rng.poisson(3.0, (12, 6)) + 1, rng.poisson(3.0, (12, 5)) + 1
    return problem_of(counts, avoided), dirichlet_start(12, K, rng)


def test_plain_step_does_raise_it():
    """Why the damping is there: 40 problems, 30 steps each."""
    raised = 0
    for seed in range(40):
        problem, memberships = random_problem(seed)
        cost = SoftSideInformationCost(problem, problem.avoided, K, beta=20.0, avoid_weight=1.0)
        last = cost.functional(memberships)
        for _ in range(30):
            memberships = plain_step(problem, memberships, 20.0, 1.0)
            now = cost.functional(memberships)
            raised += now > last + 1e-9
            last = now
    assert raised > 100


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000), weight=st.sampled_from([0.1, 0.5, 1.0]))
def test_both_steps_rest_at_the_same_memberships(seed, weight):
    problem, start = random_problem(seed)
    cost = SoftSideInformationCost(problem, problem.avoided, K, beta=5.0, avoid_weight=weight)
    engine = Iterative(max_iter=20_000, tol=1e-16)
    found = engine.solve(cost, start, rng=np.random.default_rng(0))
    assert found.converged
    again = plain_step(problem, found.memberships, 5.0, weight)
    # the last step changed no membership by more than 2e-8, and a plain one goes 6 times as far
    np.testing.assert_allclose(again, found.memberships, rtol=0, atol=1e-6)


@given(tables=both_tables(), beta=st.floats(0.5, 60.0), seed=st.integers(0, 10_000))
def test_nothing_avoided_is_the_plain_bottleneck(tables, beta, seed):
    problem = problem_of(*tables)
    none = SoftSideInformationCost(problem, problem.avoided, K, beta=beta, avoid_weight=0.0)
    plain = SoftBottleneckCost(problem, K, beta)
    memberships = starts_of(problem, seed)[0]
    assert none.functional(memberships) == pytest.approx(plain.functional(memberships), abs=1e-12)
    one, other = (normalise(each.field(each.refit(memberships))) for each in (none, plain))
    np.testing.assert_array_equal(one[0], other[0])
    assert none.free_energy(one[1]) == plain.free_energy(other[1])
