"""A merge costs exactly the information that it loses."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from coterie.measures import (
    entropy,
    js_divergence,
    merge_cost,
    mutual_information,
    two_sample_test,
)
from tests.properties.strategies import count_tables, distributions, joint_tables

betas = st.one_of(st.just(math.inf), st.floats(0.1, 1e3))
# Differences of sums of size log 36; divided by beta >= 0.1.
CLOSE = 1e-12


def value(cluster_joint, member_joint, beta):
    """I(T;Y) - I(T;X) / beta, the quantity whose drop a merge costs."""
    return mutual_information(cluster_joint) - mutual_information(member_joint) / beta


def merge_first_two(table):
    return np.vstack([table[0] + table[1], table[2:]])


@given(joint_tables(6, 6, min_rows=2), betas)
def test_hard_merge_costs_the_drop(cluster_joint, beta):
    members = np.diag(cluster_joint.sum(axis=1))  # every cluster is one object of its own
    merged = value(merge_first_two(cluster_joint), merge_first_two(members), beta)
    drop = value(cluster_joint, members, beta) - merged
    assert merge_cost(*cluster_joint[:2], beta) == pytest.approx(drop, abs=CLOSE)


@given(joint_tables(5, 5), arrays(np.float64, (3, 5), elements=st.floats(0.01, 1.0)), betas)
def test_soft_merge_costs_the_drop(joint, memberships, beta):
    given_x = (memberships / memberships.sum(axis=0))[:, : len(joint)]  # p(t|x), one row a cluster
    members = given_x * joint.sum(axis=1)
    cluster_joint = given_x @ joint
    merged = value(merge_first_two(cluster_joint), merge_first_two(members), beta)
    drop = value(cluster_joint, members, beta) - merged
    cost = merge_cost(*cluster_joint[:2], beta, members=tuple(members[:2]))
    assert cost == pytest.approx(drop, abs=CLOSE)


@given(joint_tables(2, 6, min_rows=2).filter(lambda q: q.any(axis=1).all()), betas)
def test_is_mass_times_the_difference_of_two_divergences(pair, beta):
    masses = pair.sum(axis=1)
    expected = js_divergence(pair, masses) - entropy(masses) / beta
    assert merge_cost(*pair, beta) == pytest.approx(masses.sum() * expected, abs=CLOSE)


@given(joint_tables(2, 6, min_rows=2), betas)
def test_order_does_not_matter(pair, beta):
    assert merge_cost(*pair, beta) == merge_cost(*pair[::-1], beta)


@given(distributions(6), st.floats(1e-3, 1e3))
def test_of_two_with_the_same_profile_is_zero_and_not_less(profile, factor):
    cost = merge_cost(profile, factor * profile)
    assert cost == pytest.approx(0.0, abs=CLOSE * (1 + factor))
    assert cost >= 0.0


@given(joint_tables(2, 6, min_rows=2), st.floats(1e-3, 1.0))
def test_is_not_positive_where_compression_outweighs_relevance(pair, beta):
    assert merge_cost(*pair, beta) <= CLOSE


@given(count_tables(2, 6, min_rows=2).filter(lambda n: n.any(axis=1).all()))
def test_of_counts_is_half_the_two_sample_statistic(counts):
    # Both are differences of terms of size n log n, n up to 360.
    assert 2 * merge_cost(*counts) == pytest.approx(two_sample_test(*counts).statistic, abs=1e-10)
