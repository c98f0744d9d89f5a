"""Laws of entropy, information and divergence: P-00 to P-08 and P-10 of the bottleneck theory."""

import math

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from coterie.measures import (
    conditional_entropy,
    entropy,
    information_contribution,
    js_divergence,
    kl_divergence,
    multi_information,
    mutual_information,
    two_sample_test,
)
from tests.properties.strategies import (
    count_tables,
    distributions,
    joint_arrays,
    joint_tables,
    partitions,
)
from tests.reference import information as slow

# A sum of some 50 terms is off by at most 50 x 1.1e-16 of its size; the rest is slack.
CLOSE = 1e-13


def close(value):
    return pytest.approx(value, rel=CLOSE, abs=CLOSE)


def weights():
    """A weight between 0 and 1, so large that a product with a mass does not vanish."""
    return st.one_of(st.just(0.0), st.floats(1e-12, 1.0))


def merged(table, labels):
    """Add up the rows of one label."""
    return np.stack([table[labels == label].sum(axis=0) for label in range(labels.max() + 1)])


tables_with_partitions = st.integers(2, 6).flatmap(
    lambda n: st.tuples(
        joint_tables(n, 5, min_rows=n),
        st.integers(1, n).flatmap(lambda k: partitions(n, k)),
    )
)


class TestAxioms:  # P-00
    @given(distributions(5), distributions(5), st.floats(1e-9, 1e-3))
    def test_entropy_is_continuous(self, p, q, step):
        nearby = (1 - step) * p + step * q
        # Fannes: |H(p) - H(q)| <= d log(k - 1) + h2(d) with d the total variation distance.
        distance = np.abs(nearby - p).sum() / 2
        allowed = distance * math.log(4) + slow.entropy([distance, 1 - distance])
        assert abs(entropy(nearby) - entropy(p)) <= allowed + CLOSE

    @given(st.integers(1, 500))
    def test_uniform_entropy_and_diagonal_information_grow_with_the_alphabet(self, k):
        assert entropy(np.ones(k)) == pytest.approx(math.log(k), abs=1e-12)  # 500 terms
        assert mutual_information(np.eye(k)) == pytest.approx(math.log(k), abs=1e-12)
        assert entropy(np.ones(k + 1)) > entropy(np.ones(k))
        assert mutual_information(np.eye(k + 1)) > mutual_information(np.eye(k))

    @given(distributions(6), st.permutations(range(6)))
    def test_entropy_does_not_depend_on_the_order(self, p, order):
        assert entropy(p[order]) == close(entropy(p))

    @given(joint_tables())
    def test_chain_rule(self, p):
        assert entropy(p) == close(entropy(p.sum(axis=1)) + conditional_entropy(p, given=0))
        assert entropy(p) == close(entropy(p.sum(axis=0)) + conditional_entropy(p, given=1))

    @given(joint_tables())
    def test_conditional_entropy_is_the_mean_entropy_of_the_rows(self, p):
        assert conditional_entropy(p, given=0) == close(slow.conditional_entropy(p.tolist()))
        assert conditional_entropy(p, given=1) == close(slow.conditional_entropy(p.T.tolist()))


class TestEntropy:
    @given(st.integers(1, 8).flatmap(distributions))
    def test_bounds(self, p):  # P-01
        assert 0.0 <= entropy(p) <= math.log(p.size) + CLOSE
        assert entropy(p) == close(slow.entropy(p.tolist()))

    @given(distributions(4))
    def test_only_a_certain_outcome_has_none_and_only_the_uniform_has_all(self, p):  # P-01
        certain, uniform = np.count_nonzero(p) == 1, np.ptp(p) < 1e-6
        assert (entropy(p) == 0.0) == certain
        # The deficit is about k / 2 sum (p - 1/k)^2, here at least 1e-12.
        assert uniform or entropy(p) < math.log(4) - CLOSE

    @given(distributions(5), distributions(5), st.floats(0, 1))
    def test_concave(self, p, q, share):  # P-01
        mixture = share * p + (1 - share) * q
        assert entropy(mixture) >= share * entropy(p) + (1 - share) * entropy(q) - CLOSE

    @given(tables_with_partitions)
    def test_grouping(self, case):  # P-02
        table, labels = case
        p = table.sum(axis=1)
        groups = [p[labels == label] for label in range(labels.max() + 1)]
        masses = np.array([group.sum() for group in groups])
        inside = sum(m * entropy(g) for m, g in zip(masses, groups, strict=True) if m > 0)
        assert entropy(p) == close(entropy(masses) + inside)


class TestMutualInformation:
    @given(joint_tables())
    def test_its_forms_agree(self, p):  # P-03
        information = mutual_information(p)
        x, y = p.sum(axis=1), p.sum(axis=0)
        assert information == close(slow.mutual_information(p.tolist()))
        assert information == close(entropy(x) + entropy(y) - entropy(p))
        assert information == close(entropy(x) - conditional_entropy(p, given=1))
        assert information == close(entropy(y) - conditional_entropy(p, given=0))

    @given(joint_tables())
    def test_symmetric_and_bounded(self, p):  # P-03
        information = mutual_information(p)
        assert information == close(mutual_information(p.T))
        assert information >= 0.0
        assert information <= min(entropy(p.sum(axis=1)), entropy(p.sum(axis=0))) + CLOSE

    @given(tables_with_partitions)
    def test_grouping(self, case):  # P-04
        p, labels = case
        groups = [p[labels == label] for label in range(labels.max() + 1)]
        inside = sum(g.sum() * mutual_information(g) for g in groups if g.any())
        assert mutual_information(p) == close(mutual_information(merged(p, labels)) + inside)

    @given(joint_tables())
    def test_equals_the_divergence_of_the_rows(self, p):  # P-08
        assert mutual_information(p) == close(js_divergence(p, weights=p.sum(axis=1)))

    @given(joint_tables(), st.sampled_from([0, 1]))
    def test_is_the_sum_of_the_contributions(self, p, axis):
        shares = information_contribution(p, axis)
        assert shares.shape == (p.shape[axis],)
        assert (shares >= 0).all()
        assert shares.sum() == close(mutual_information(p))

    @given(joint_tables())
    def test_contribution_is_mass_times_divergence(self, p):
        y = p.sum(axis=0)
        expected = [row.sum() * kl_divergence(row, y) if row.any() else 0.0 for row in p]
        assert information_contribution(p, 0) == close(expected)


class TestMultiInformation:
    @given(joint_arrays((2, 3, 2, 2)))
    def test_chain(self, p):  # P-05
        last = mutual_information(p.reshape(-1, p.shape[-1]))
        assert multi_information(p) >= 0.0
        assert multi_information(p) == close(multi_information(p.sum(axis=-1)) + last)

    @given(joint_tables())
    def test_of_two_is_the_mutual_information(self, p):  # P-05
        assert multi_information(p) == close(mutual_information(p))

    @given(distributions(3), distributions(2), distributions(3))
    def test_of_independent_variables_is_zero_and_not_less(self, x, y, z):
        independent = multi_information(np.einsum("i,j,k", x, y, z))
        assert independent == close(0.0)
        assert independent >= 0.0

    @given(arrays(np.int64, (3, 2, 3), elements=st.integers(0, 30)).filter(np.any))
    def test_is_the_divergence_from_the_product_of_the_margins(self, counts):
        p = counts / counts.sum()
        x, y, z = p.sum(axis=(1, 2)), p.sum(axis=(0, 2)), p.sum(axis=(0, 1))
        assert multi_information(p) == close(kl_divergence(p, np.einsum("i,j,k", x, y, z)))


class TestKullbackLeibler:
    @given(distributions(5), distributions(5))
    def test_not_negative_and_zero_only_when_equal(self, p, q):  # P-06
        divergence = kl_divergence(p, q)
        assert divergence == close(slow.kl(p.tolist(), q.tolist()))
        # Pinsker: the divergence is at least half the squared L1 distance.
        assert divergence >= max(0.0, np.abs(p - q).sum() ** 2 / 2 - CLOSE)

    @given(distributions(5))
    def test_zero_from_itself(self, p):  # P-06
        assert kl_divergence(p, p) == 0.0

    @given(distributions(5), distributions(5))
    def test_infinite_exactly_where_only_the_first_has_mass(self, p, q):  # P-06
        assert math.isinf(kl_divergence(p, q)) == bool(((p > 0) & (q == 0)).any())

    def test_neither_symmetric_nor_a_distance(self):  # P-06
        p, q, r = [0.9, 0.1], [0.5, 0.5], [0.1, 0.9]
        assert kl_divergence([0.8, 0.2], q) != pytest.approx(kl_divergence(q, [0.8, 0.2]), rel=0.01)
        assert kl_divergence(p, r) > kl_divergence(p, q) + kl_divergence(q, r)


class TestJensenShannon:
    @given(distributions(4), distributions(4), weights())
    def test_both_forms_agree(self, p, q, share):  # P-07
        shares = [share, 1 - share]
        mixture = share * p + (1 - share) * q
        from_entropies = entropy(mixture) - share * entropy(p) - (1 - share) * entropy(q)
        divergence = js_divergence([p, q], shares)
        assert divergence == close(slow.jensen_shannon([p.tolist(), q.tolist()], shares))
        assert divergence == close(from_entropies)

    @given(distributions(4), distributions(4), weights())
    def test_symmetric_when_rows_and_weights_swap(self, p, q, share):  # P-07
        swapped = js_divergence([q, p], [1 - share, share])
        assert js_divergence([p, q], [share, 1 - share]) == close(swapped)

    @given(distributions(4), distributions(4), st.floats(0.01, 0.99))
    def test_zero_only_when_equal(self, p, q, share):  # P-07
        divergence = js_divergence([p, q], [share, 1 - share])
        # From Pinsker on both terms: at least pi_1 pi_2 |p - q|^2 / 2.
        bound = share * (1 - share) * np.abs(p - q).sum() ** 2 / 2
        assert divergence >= bound - CLOSE
        assert js_divergence([p, p], [share, 1 - share]) == close(0.0)

    @given(joint_tables(5, 5), st.data())
    def test_bounded_by_the_entropy_of_the_weights(self, rows, data):  # P-07
        rows = rows[rows.any(axis=1)]
        shares = data.draw(distributions(len(rows)))
        divergence = js_divergence(rows, shares)
        assert 0.0 <= divergence <= entropy(shares) + CLOSE
        conditional = rows / rows.sum(axis=1, keepdims=True)
        assert divergence == close(slow.jensen_shannon(conditional.tolist(), shares.tolist()))

    @given(distributions(4), distributions(4), weights(), weights(), weights())
    def test_concave_in_the_weights(self, p, q, first, second, share):  # P-07
        def at(weight):
            return js_divergence([p, q], [weight, 1 - weight])

        middle = share * first + (1 - share) * second
        assert at(middle) >= share * at(first) + (1 - share) * at(second) - CLOSE

    @given(distributions(4), distributions(4), st.floats(1e-12, 1e-3))
    def test_vanishes_with_either_weight(self, p, q, small):  # P-07
        bound = slow.entropy([small, 1 - small])
        assert js_divergence([p, q], [small, 1 - small]) <= bound + CLOSE
        assert js_divergence([p, q], [1 - small, small]) <= bound + CLOSE
        assert js_divergence([p, q], [0, 1]) == close(0.0)


class TestTwoSamples:
    @given(count_tables(2, 6, min_rows=2, max_count=1000).filter(lambda n: n.any(axis=1).all()))
    def test_statistic_is_the_likelihood_ratio(self, counts):  # P-10
        test = two_sample_test(*counts)
        expected = slow.likelihood_ratio(*counts.tolist())
        # Both are differences of terms of size n log n, n up to 12,000.
        assert test.statistic == pytest.approx(expected, abs=1e-9)
        assert test.degrees_of_freedom == np.count_nonzero(counts.sum(axis=0)) - 1
        assert 0.0 <= test.p_value <= 1.0

    @given(count_tables(2, 6, min_rows=2).filter(lambda n: n.any(axis=1).all()))
    def test_order_of_the_samples_does_not_matter(self, counts):  # P-10
        first, second = two_sample_test(*counts), two_sample_test(*counts[::-1])
        assert first.statistic == pytest.approx(second.statistic, abs=1e-10)  # up to 360 nats
        assert first.p_value == pytest.approx(second.p_value, abs=1e-5)  # sqrt(G) near G = 0


class TestRepresentation:
    @given(count_tables(), st.sampled_from(["csr", "csc", "coo"]), st.booleans())
    def test_sparse_tables_give_the_same(self, counts, form, array):
        sparse = (sp.coo_array if array else sp.coo_matrix)(counts).asformat(form)
        for measure in (entropy, mutual_information, conditional_entropy, multi_information):
            assert measure(sparse) == close(measure(counts))
        for axis in (0, 1):
            dense = information_contribution(counts, axis)
            assert information_contribution(sparse, axis) == close(dense)
        uniform = np.ones(counts.shape)
        assert kl_divergence(sparse, uniform) == close(kl_divergence(counts, uniform))
        assert kl_divergence(uniform, sparse) == close(kl_divergence(uniform, counts))

    @given(count_tables(), st.floats(1e-6, 1e6))
    def test_only_proportions_matter(self, counts, factor):
        assert mutual_information(counts * factor) == close(mutual_information(counts))
        assert entropy(counts * factor) == close(entropy(counts))

    @given(joint_tables(), st.floats(1.1, 100))
    def test_base_changes_the_unit_only(self, p, base):
        bound = math.log(base)
        assert entropy(p, base=base) * bound == close(entropy(p))
        assert mutual_information(p, base=base) * bound == close(mutual_information(p))
        assert conditional_entropy(p, base=base) * bound == close(conditional_entropy(p))
        assert multi_information(p, base=base) * bound == close(multi_information(p))
        x = p.sum(axis=1)
        assert js_divergence(p, x, base=base) * bound == close(js_divergence(p, x))
        shares = information_contribution(p, 1)
        assert information_contribution(p, 1, base=base) * bound == close(shares)
        y = p.sum(axis=0)
        assert kl_divergence(y, np.ones_like(y), base=base) * bound == close(
            kl_divergence(y, np.ones_like(y))
        )
