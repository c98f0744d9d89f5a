import numpy as np
import pytest
import scipy.sparse as sp
from scipy.stats import chisquare

from coterie._core.errors import InputError
from coterie.datasets import _planted, make_counts, make_mixture, mixture_parameters
from coterie.measures import mutual_information

# the seeds are fixed, so these tests cannot fail by chance; a wrong distribution is far below
SMALLEST_P_VALUE = 1e-3


def pooled(dataset):
    clusters = range(len(dataset.target_names))
    return np.stack([dataset.data[dataset.target == t].sum(axis=0) for t in clusters])


def test_counts_have_the_asked_shape_and_no_empty_row():
    planted = make_counts(200, 50, n_clusters=7, depth=3, random_state=0)
    assert isinstance(planted.data, sp.csr_array)
    assert planted.data.shape == (200, 50)
    assert planted.data.data.dtype == planted.data.indices.dtype == np.int32
    assert planted.data.has_canonical_format
    assert planted.data.sum(axis=1).min() >= 1
    assert planted.data.sum() / 200 == pytest.approx(3, rel=0.2)  # six standard errors
    assert set(np.bincount(planted.target)) == {28, 29}
    assert planted.row_names[7] == "row 007"


def test_counts_follow_the_planted_distributions():
    planted = make_counts(400, 30, n_clusters=3, depth=200, concentration=3, random_state=1)
    counts = pooled(planted)
    expected = planted.details["conditional"] * counts.sum(axis=1, keepdims=True)
    assert expected.min() > 5  # as the test asks for
    for observed, distribution in zip(counts, expected, strict=True):
        assert chisquare(observed, distribution).pvalue > SMALLEST_P_VALUE


def test_blocks_follow_the_same_distributions(monkeypatch):
    monkeypatch.setattr(_planted, "DRAWS_PER_BLOCK", 64)
    planted = make_counts(400, 10, n_clusters=3, depth=50, concentration=5, random_state=2)
    assert planted.data.has_canonical_format
    counts = pooled(planted)
    expected = planted.details["conditional"] * counts.sum(axis=1, keepdims=True)
    for observed, distribution in zip(counts, expected, strict=True):
        assert chisquare(observed, distribution).pvalue > SMALLEST_P_VALUE


def test_a_row_longer_than_a_block_is_drawn_whole(monkeypatch):
    monkeypatch.setattr(_planted, "DRAWS_PER_BLOCK", 16)
    dataset = make_mixture([1.0], [[0.5, 0.5]], [0.5, 0.5, 0.0], 200, random_state=0)
    assert dataset.data.shape == (3, 2)
    assert dataset.data.sum() == 200
    assert dataset.data.sum(axis=1)[2] == 0


def test_concentration_sets_how_alike_the_clusters_are():
    information = [
        mutual_information(
            make_counts(50, 200, concentration=concentration, random_state=0).details["conditional"]
        )
        for concentration in (0.01, 0.3, 3, 300)
    ]
    assert information == sorted(information, reverse=True)
    assert information[0] > 0.9 * np.log(5)
    assert information[-1] < 0.01


def test_popularity_sets_how_unequal_the_columns_are():
    flat = make_counts(100, 50, popularity=0, concentration=100, random_state=0)
    steep = make_counts(100, 50, popularity=2, concentration=100, random_state=0)
    assert flat.data.sum(axis=0).max() < 3 * flat.data.sum(axis=0).mean()
    assert steep.data.sum(axis=0).max() > 20 * steep.data.sum(axis=0).mean()


def test_a_tiny_concentration_still_gives_distributions():
    planted = make_counts(10, 3, n_clusters=4, concentration=1e-6, random_state=0)
    # a sum of three terms, each correct to half a unit in the last place
    np.testing.assert_allclose(planted.details["conditional"].sum(axis=1), 1, rtol=1e-15)


def test_planted_labels_carry_information_that_shuffled_ones_do_not(rng):
    planted = make_counts(300, 100, depth=40, random_state=3)
    kept = mutual_information(pooled(planted))
    shuffled = rng.permutation(planted.target)
    by_chance = np.stack([planted.data[shuffled == t].sum(axis=0) for t in range(5)])
    assert kept > 5 * mutual_information(by_chance)


@pytest.mark.parametrize("seed", [0, np.random.RandomState(0), np.random.default_rng(0)])
def test_the_seed_decides_everything(seed):
    first = make_counts(40, 20, random_state=0)
    again = make_counts(40, 20, random_state=0)
    assert (first.data != again.data).nnz == 0
    np.testing.assert_array_equal(first.target, again.target)
    assert (first.data != make_counts(40, 20, random_state=1).data).nnz > 0
    assert make_counts(40, 20, random_state=seed).data.shape == (40, 20)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_rows": 3}, "n_rows=3, n_columns=500, n_clusters=5: .* more clusters than rows"),
        ({"n_columns": 0}, "n_columns=0.* must be at least 1"),
        ({"n_clusters": 0}, "n_clusters=0: each must be at least 1"),
        ({"depth": 0.5}, "depth=0.5 must be at least 1"),
        ({"concentration": 0}, "concentration=0 must be positive"),
    ],
)
def test_impossible_counts_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        make_counts(**options)


PI = [0.2, 0.3, 0.5]
THETA = [[0.7, 0.2, 0.1, 0.0], [0.1, 0.1, 0.1, 0.7], [0.25, 0.25, 0.25, 0.25]]


def test_mixture_has_the_moments_of_its_parameters():
    gamma = np.arange(1, 401) / np.arange(1, 401).sum()
    mixture = make_mixture(PI, THETA, gamma, 50_000, random_state=0)
    assert mixture.data.sum() == 50_000
    sizes = np.bincount(mixture.target, minlength=3)
    assert chisquare(sizes, np.array(PI) * 400).pvalue > SMALLEST_P_VALUE
    rows = mixture.data.sum(axis=1)
    assert chisquare(rows, gamma * 50_000).pvalue > SMALLEST_P_VALUE
    counts = pooled(mixture)
    for observed, distribution in zip(counts, np.array(THETA), strict=True):
        possible = distribution > 0
        assert observed[~possible].sum() == 0
        expected = distribution[possible] * observed.sum()
        assert chisquare(observed[possible], expected).pvalue > SMALLEST_P_VALUE


def test_mixture_can_give_every_row_a_draw():
    shares = np.full(500, 1 / 500)
    assert make_mixture(PI, THETA, shares, 500, random_state=0).data.sum(axis=1).min() == 0
    mixture = make_mixture(PI, THETA, shares, 5000, draws_per_row=1, random_state=0)
    assert mixture.data.sum() == 5500
    assert mixture.data.sum(axis=1).min() >= 1


def test_parameters_of_a_large_mixture_are_found_again():
    gamma = np.full(200, 1 / 200)
    mixture = make_mixture(PI, THETA, gamma, 1_000_000, random_state=1)
    weights, conditional, row_shares = mixture_parameters(mixture.data, mixture.target)
    np.testing.assert_array_equal(weights, np.bincount(mixture.target) / 200)
    # five standard errors of a share of about 2e5 draws, and of 1e6
    np.testing.assert_allclose(conditional, THETA, rtol=0, atol=5 * 0.5 / np.sqrt(2e5))
    np.testing.assert_allclose(row_shares, gamma, rtol=0, atol=5 * np.sqrt(1 / 200 / 1e6))


@pytest.mark.parametrize("container", [np.array, sp.csr_matrix, sp.coo_array])
def test_parameters_of_any_matrix(container):
    counts = container([[3, 1], [1, 3], [0, 2]])
    weights, conditional, row_shares = mixture_parameters(counts, [1, 0, 0])
    np.testing.assert_array_equal(weights, [2 / 3, 1 / 3])
    np.testing.assert_array_equal(conditional, [[1 / 6, 5 / 6], [3 / 4, 1 / 4]])
    np.testing.assert_array_equal(row_shares, [0.4, 0.4, 0.2])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.5, 0.6], THETA[:2], [1.0]), "weights: must be >= 0 and sum to 1"),
        (([-0.5, 1.5], THETA[:2], [1.0]), "weights: must be >= 0"),
        ((PI, [[0.5, 0.6]] * 3, [1.0]), "conditional: must be >= 0 and sum to 1"),
        ((PI, THETA, [np.nan]), "row_shares: must be >= 0"),
        (([0.5, 0.5], THETA, [1.0]), r"shapes \(2,\), \(3, 4\), \(1,\) do not fit"),
    ],
)
def test_impossible_mixtures_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        make_mixture(*arguments, 10)


def test_a_gap_in_the_labels_is_named():
    with pytest.raises(InputError, match="labels: cluster 1 has no counts"):
        mixture_parameters([[1, 2], [3, 4]], [0, 2])
