"""Thinning: the halves add up, are binomial, and know nothing of each other."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from coterie._core.errors import InputError
from coterie.validation import thin_counts
from tests.properties.strategies import count_tables


@given(counts=count_tables(), seed=st.integers(0, 2**31 - 1), share=st.floats(0.05, 0.95))
def test_parts_are_counts_that_add_up(counts, seed, share):
    first, second = thin_counts(counts, np.random.default_rng(seed), share)
    for part in (first, second):
        assert (part.data > 0).all()
        assert (part.data == np.floor(part.data)).all()
    assert np.array_equal((first + second).toarray(), np.asarray(counts, dtype=float))


def test_share_is_the_expected_part(rng):
    counts = sp.csr_array(np.full((50, 40), 100))
    first, _ = thin_counts(counts, rng, 0.3)
    # 200,000 events: standard error 0.001, five of them
    assert first.sum() / counts.sum() == pytest.approx(0.3, abs=0.005)


def test_poisson_halves_are_uncorrelated(rng):
    counts = rng.poisson(8.0, size=(400, 50))
    first, second = (half.toarray().ravel() for half in thin_counts(counts, rng))
    # 20,000 pairs: standard error of a correlation 0.007, four of them
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.03


def test_fractions_are_refused_with_the_way_out():
    with pytest.raises(InputError, match=r"there is 0.5\. Give the counts before"):
        thin_counts(np.array([[1.0, 0.5]]), np.random.default_rng(0))


def test_the_given_matrix_is_left_alone(rng):
    counts = sp.csr_array(np.array([[3, 0, 2], [0, 1, 4]]))
    before = counts.copy()
    thin_counts(counts, rng)
    assert (counts != before).nnz == 0


def test_counts_beyond_all_measure_are_split_too():
    """No integer of the machine holds them."""
    counts = np.array([[2.0**70, 3.0], [1.0, 2.0**62]])
    first, second = thin_counts(counts, np.random.default_rng(0))
    np.testing.assert_array_equal((first + second).toarray(), counts)
    assert first[0, 0] == pytest.approx(2.0**69, rel=1e-8)
