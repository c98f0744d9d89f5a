"""What merge_and_improve takes, and what it says."""

import warnings

import numpy as np
import pandas as pd
import pytest

from coterie import SequentialIB, merge_and_improve
from coterie._core.errors import CoterieWarning, InputError
from coterie.datasets import make_counts


@pytest.fixture(scope="module")
def counts():
    return make_counts(40, 30, n_clusters=4, depth=40, random_state=1).data.toarray()


@pytest.mark.parametrize("sizes", [[2.7], [3, 3], [2, 5], [0], [], 4, "auto", [True]])
def test_numbers_that_do_not_fall_are_refused(counts, sizes):
    with pytest.raises(InputError, match="each an integer >= 1, since merging makes fewer"):
        merge_and_improve(counts, sizes)


@pytest.mark.parametrize("beta", [0.0, -1.0, np.nan, "high"])
def test_beta_must_be_positive(counts, beta):
    with pytest.raises(InputError, match=f"^merge_and_improve: beta={beta!r} must be a number > 0"):
        merge_and_improve(counts, [3], beta=beta)


def test_a_row_without_counts_is_told_of_once_and_has_no_cluster(counts):
    table = np.vstack([np.zeros(30), counts])
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        levels = merge_and_improve(table, [8, 4], prior=np.ones(41), random_state=0)
    expected = "merge_and_improve: 1 of 41 rows has no mass (first: 0) and stays without a cluster"
    assert [str(each.message) for each in said] == [f"{expected}, label -1."]
    without = merge_and_improve(counts, [8, 4], prior="uniform", random_state=0)
    for level, expected in zip(levels, without, strict=True):
        assert level.labels.tolist() == [-1, *expected.labels]
        assert level.moved.tolist() == (expected.moved + 1).tolist()


def test_weights_multiply_the_mass_of_rows(counts):
    """A row of weight three is a row that is there three times."""
    weight = np.where(np.arange(40) % 5 == 0, 3, 1)
    (weighted,) = merge_and_improve(counts, [4], sample_weight=weight, random_state=0)
    repeated = np.repeat(counts, weight, axis=0)
    again = SequentialIB(4, init=np.repeat(weighted.labels, weight), n_init=1, shuffle=False)
    assert again.fit(repeated).cost_ == pytest.approx(weighted.cost, abs=1e-12)
    plain = merge_and_improve(counts, [4], random_state=0)[0]
    assert plain.cost != pytest.approx(weighted.cost, abs=1e-6)


def test_data_frames_are_taken(counts):
    (level,) = merge_and_improve(pd.DataFrame(counts), [3], random_state=0)
    assert level.labels.shape == (40,)


def test_more_clusters_than_rows_are_refused(counts):
    with pytest.raises(InputError, match="fewer than the 41 clusters"):
        merge_and_improve(np.vstack([np.zeros(30), counts]), [41])


def test_a_low_beta_is_told_of_once():
    with pytest.warns(CoterieWarning) as told:
        merge_and_improve(np.random.default_rng(0).poisson(3.0, (9, 4)) + 1, [4, 2], beta=0.8)
    words = [str(each.message) for each in told]
    assert words == ["merge_and_improve: at beta=0.8 <= 1 a single cluster is the best answer."]
