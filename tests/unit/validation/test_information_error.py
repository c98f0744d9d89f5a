"""The error bar by thinning agrees with counting anew."""

import numpy as np
import pytest

from coterie import IterativeIB, SequentialIB
from coterie._core.errors import InputError
from coterie.datasets import make_counts
from coterie.measures import mutual_information
from coterie.validation import information_error


@pytest.fixture(scope="module")
def source():
    """Rates of 60 rows in three groups, and the information that the groups really have."""
    planted = make_counts(60, 30, n_clusters=3, depth=150, concentration=2, random_state=3)
    rates = planted.data.sum(axis=1)[:, None] * planted.details["conditional"][planted.target]
    groups = np.zeros((3, 30))
    np.add.at(groups, planted.target, rates)
    return rates, mutual_information(groups)


def test_error_bar_is_the_spread_of_counting_anew(source):
    """Mean square of twenty error bars beside the variance of twenty fits."""
    rates, truth = source
    rng, model = np.random.default_rng(0), SequentialIB(3, n_init=3, random_state=0)
    anew = [model.fit(rng.poisson(rates)).information_ for _ in range(20)]
    bars = np.array(
        [information_error(model, rng.poisson(rates), random_state=i) for i in range(20)]
    )
    error = np.sqrt((bars[:, 1] ** 2).mean())
    # a standard deviation from twenty is known to within a sixth
    assert error == pytest.approx(np.std(anew, ddof=1), rel=0.5)
    # what is too much is found and taken away, to within the luck of twenty tables
    luck = np.std(bars, axis=0) / np.sqrt(20)
    assert bars[:, 2].mean() > 4 * luck[2]
    assert abs(bars[:, 3].mean() - truth) < 4 * luck[3]


def test_the_parts_belong_together(source):
    counts = np.random.default_rng(1).poisson(source[0])
    found = information_error(SequentialIB(3, n_init=2), counts, n_splits=2, random_state=0)
    assert found.corrected == found.information - found.bias
    assert found == information_error(SequentialIB(3, n_init=2), counts, n_splits=2, random_state=0)
    assert 0.0 < found.standard_error < 0.1 * found.information


def test_more_counts_have_a_smaller_error(source):
    rng = np.random.default_rng(2)
    errors = [
        information_error(SequentialIB(3, n_init=2), rng.poisson(depth * source[0]), random_state=0)
        for depth in (1, 100)
    ]
    # ten times smaller in theory; five splits know each error to within a third
    assert errors[1].standard_error < errors[0].standard_error / 3
    assert abs(errors[1].bias) < errors[0].bias / 10


def test_soft_clusters_have_error_bars_too(source):
    counts = np.random.default_rng(1).poisson(source[0])
    model = IterativeIB(3, beta=30.0, n_init=1, tol=1e-6)
    assert information_error(model, counts, n_splits=1, random_state=0).standard_error > 0.0


def test_rows_that_a_half_loses_are_no_matter():
    counts = np.eye(12, 6, dtype=int) + np.repeat(
        [[3, 3, 0, 0, 0, 0], [0, 0, 0, 3, 3, 0]], 6, axis=0
    )
    counts[0] = [1, 0, 0, 0, 0, 0]
    found = information_error(SequentialIB(2, n_init=1), counts, n_splits=3, random_state=0)
    assert np.isfinite(found).all()


@pytest.mark.parametrize("counts", [[[5, 3, 1]], [[5], [3]]])
def test_a_single_row_or_column_has_none(counts):
    found = information_error(SequentialIB(1, n_init=1), np.array(counts), random_state=0)
    assert found == (0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("counts", "settings", "words"),
    [
        ([[0.5, 1.0], [2.0, 1.0]], {}, "only whole counts can be split"),
        ([[1, 2], [2, 1]], {"n_splits": 0}, "must be an integer >= 1"),
        ([[1, -2], [2, 1]], {}, "Negative values"),
    ],
)
def test_nonsense_is_refused(counts, settings, words):
    with pytest.raises(InputError, match=words):
        information_error(SequentialIB(1, n_init=1), np.array(counts), **settings)
