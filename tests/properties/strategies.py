"""Hypothesis strategies for the inputs that the theory speaks about."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays


def count_tables(max_rows=6, max_columns=6, *, min_rows=1, min_columns=1, max_count=30):
    """Tables of int64 counts with at least one event; rows and columns may be empty."""
    return _shapes(max_rows, max_columns, min_rows, min_columns).flatmap(
        lambda shape: arrays(np.int64, shape, elements=st.integers(0, max_count)).filter(np.any)
    )


def joint_tables(max_rows=6, max_columns=6, *, min_rows=1, min_columns=1):
    """Joint distributions p(x, y): zeros, near-zeros, empty rows and empty columns included."""
    return _shapes(max_rows, max_columns, min_rows, min_columns).flatmap(joint_arrays)


def joint_arrays(shape):
    """Joint distributions of a given shape, of any rank."""
    masses = arrays(np.float64, shape, elements=_masses())
    return masses.filter(np.any).map(lambda table: table / table.sum())


def distributions(n_outcomes):
    """Probability vectors of a given length."""
    return joint_arrays((n_outcomes,))


def partitions(n, k):
    """Labels 0..k-1 of n objects, each label used at least once."""
    spare = st.lists(st.integers(0, k - 1), min_size=n - k, max_size=n - k)
    return spare.flatmap(lambda labels: st.permutations([*range(k), *labels])).map(np.array)


def _shapes(max_rows, max_columns, min_rows, min_columns):
    return st.tuples(st.integers(min_rows, max_rows), st.integers(min_columns, max_columns))


def _masses():
    """Masses between 0 and 1, of which zero and the very small come up often."""
    return st.one_of(
        st.just(0.0), st.floats(0.0, 1.0, allow_subnormal=False), st.sampled_from([1e-12, 0.5, 1.0])
    )
