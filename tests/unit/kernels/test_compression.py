"""A dense table is compressed as scipy does it, whatever its type and order."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import kernels


@pytest.mark.parametrize(
    "dtype", [bool, np.uint8, np.int64, np.float16, np.float32, np.float64, np.longdouble, ">f8"]
)
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(7, 5), (1, 9), (9, 1), (0, 3), (3, 0)])
def test_compressed_rows_are_those_of_scipy(rng, dtype, order, shape):
    table = np.asarray(rng.poisson(0.7, size=shape).astype(dtype), order=order)
    found = sp.csr_array(kernels.compress(table), shape=shape)
    expected = sp.csr_array(table.astype(np.float64))
    assert (found.dtype, found.indices.dtype) == (np.float64, expected.indices.dtype)
    for part in ("data", "indices", "indptr"):
        np.testing.assert_array_equal(getattr(found, part), getattr(expected, part))


def test_what_is_no_number_is_kept_for_those_who_check():
    found = sp.csr_array(kernels.compress(np.array([[0.0, np.nan, -0.0, np.inf]])), shape=(1, 4))
    np.testing.assert_array_equal(found.data, [np.nan, np.inf])


def test_views_that_skip_columns(rng):
    table = rng.poisson(1.0, size=(6, 10))
    found = sp.csr_array(kernels.compress(table[::2, ::3]), shape=(3, 4)).toarray()
    np.testing.assert_array_equal(found, table[::2, ::3])
