"""More clusters than rows that differ: hard clusters then set rows apart that are alike."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import AgglomerativeIB, CosineKMeans, IterativeIB, SequentialIB, SequentialKMeans
from coterie._core.errors import DataWarning
from coterie.problems._distinct import distinct_rows

THREE_KINDS = np.array([[4, 1, 0], [0, 3, 2], [1, 1, 8]])
COPIES = np.repeat(THREE_KINDS, [3, 2, 4], axis=0) * np.arange(1, 10)[:, None]  # of any length
HARD = [SequentialIB, AgglomerativeIB, SequentialKMeans, CosineKMeans]


@pytest.mark.parametrize("kind", HARD)
def test_clusters_that_cannot_differ_are_said(kind):
    words = f"{kind.__name__}: n_clusters=5, but the table has only 3 kinds of rows, so rows that"
    with pytest.warns(DataWarning, match=words):
        kind(5).fit(COPIES)


@pytest.mark.parametrize("kind", HARD)
def test_as_many_clusters_as_rows_that_differ_are_no_cause_for_words(kind):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kind(3).fit(COPIES)
        kind(9).fit(np.column_stack([np.arange(9), np.ones((9, 2))]))


def test_soft_clusters_share_rows_that_are_alike():
    model = IterativeIB(5, beta=8.0, n_init=1, random_state=0).fit(COPIES)
    np.testing.assert_allclose(model.memberships_[0], model.memberships_[1], atol=1e-12)


@pytest.mark.parametrize("enough", [1, 2, 3, 4, 500])
def test_distinct_rows_are_counted_as_far_as_anybody_asks(rng, enough):
    kinds = np.eye(4, 30, dtype=int)[:3] + rng.poisson(0.5, (3, 30)) * [[1], [2], [3]]
    table = np.vstack([kinds[np.repeat([0, 1, 2], 400)] * rng.integers(1, 900, (1200, 1))])
    exact = len({tuple((row / row.sum()).tolist()) for row in table})
    assert exact == 3
    assert distinct_rows(sp.csr_array(table), enough) == min(enough, exact)


def test_rows_that_hardly_differ_do_differ():
    near = sp.csr_array([[1e6, 1e6], [1e6, 1e6 + 1], [0.1, 0.2], [0.1, 0.2]])
    assert distinct_rows(near, 9) == 3
