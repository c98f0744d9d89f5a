"""Reliability of parts, stability, gap, criteria, enumeration, coding, order parameters."""

import numpy as np
import pytest
from sklearn.cluster import KMeans

from coterie import (
    AnnealedKMeans,
    InputError,
    gap_statistic,
    generalization_capacity,
    instability,
    posterior_agreement,
)
from coterie.costs import CorrelationCost
from coterie.problems import PairwiseProblem
from coterie.validation import (
    approximation_set,
    coding_error,
    effective_dimension,
    information_criteria,
    kary_capacity,
    order_parameters,
    reliability,
    spherical_criteria,
)

FOUR = 4.0 * np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])


@pytest.fixture
def four(rng):
    places = FOUR[np.arange(240) % 4]
    return [places + rng.normal(size=places.shape) for _ in range(2)]


def test_bits_of_objects_and_clusters_add_up(four):
    found = generalization_capacity(AnnealedKMeans(4), four, random_state=0)
    parts = reliability(found)
    assert parts.object_bits.mean() == pytest.approx(found.raw, abs=1e-9)
    sizes = np.bincount(parts.labels)
    assert parts.cluster_bits @ sizes / sizes.sum() == pytest.approx(found.raw, abs=1e-9)
    assert (parts.object_agreement == 1.0).mean() == pytest.approx(1.0 - found.delta)


def test_clusters_that_overlap_are_told_from_one_that_stands_alone(rng):
    places = np.repeat([[0.0], [20.0], [22.0]], 100, axis=0)
    data = [places + rng.normal(size=places.shape) for _ in range(2)]
    found = generalization_capacity(AnnealedKMeans(3), data, random_state=0)
    truth = np.repeat([0, 1, 2], 100)
    parts = reliability(found, truth)
    jaccard = parts.cluster_jaccard.mean(axis=1)
    assert jaccard[0] == 1.0
    assert jaccard[1:].max() < 0.9
    assert parts.cluster_bits[0] > parts.cluster_bits[1:].max()
    between = np.abs(data[0][:, 0] - 21.0) < 0.3
    assert parts.object_bits[between].mean() < parts.object_bits[~between].mean()


def test_halves_tell_about_the_objects_that_were_in_them(four):
    found = generalization_capacity(
        AnnealedKMeans(4), four[0], instances="objects", n_splits=2, random_state=0
    )
    parts = reliability(found, KMeans(4, n_init=2, random_state=0).fit_predict(four[0]))
    assert parts.object_bits.shape == (240,)
    assert np.isfinite(parts.object_bits).all()
    assert parts.cluster_jaccard.shape == (4, 2)


def test_instability_is_least_at_the_true_number_and_undefined_for_one(four):
    found = instability(
        KMeans(n_init=3), four[0], n_clusters=range(1, 7), n_splits=5, random_state=0
    )
    assert np.isnan(found.mean[0])
    assert found.best_n_clusters == 4
    assert found.mean[3] == pytest.approx(0.0, abs=0.01)
    assert found.mean[4] > 0.05


def test_gap_finds_blobs_and_one_cluster_in_none(four, rng):
    blobs = gap_statistic(KMeans(n_init=3), four[0], n_clusters=range(1, 7), random_state=0)
    assert blobs.best_n_clusters == 4
    even = rng.uniform(size=(150, 2))
    for reference in ("box", "axes"):
        none = gap_statistic(
            KMeans(n_init=3), even, n_clusters=range(1, 5), reference=reference, random_state=0
        )
        assert none.best_n_clusters == 1


def test_criteria_choose_the_true_number(four):
    labels = {k: KMeans(k, n_init=3, random_state=0).fit_predict(four[0]) for k in range(1, 8)}
    bic = {k: spherical_criteria(four[0], each).bic for k, each in labels.items()}
    assert min(bic, key=bic.get) == 4
    full = spherical_criteria(four[0], labels[4], dimension="full")
    residual = ((four[0] - [four[0][labels[4] == k].mean(axis=0) for k in labels[4]]) ** 2).sum()
    expected = -240 * np.log(2.0 * np.pi * np.e * residual / 480) - 240 * np.log(4.0)
    assert full.aic == pytest.approx(-2.0 * expected + 2.0 * 12, rel=1e-9)
    assert information_criteria(-5.0, 2, 10).mdl == pytest.approx(5.0 + np.log(10.0))
    assert effective_dimension([4.0, 2.0, 1.0, 1.0]) == 2.0


def test_approximation_sets_are_nested(rng):
    table = rng.normal(size=(6, 6))
    cost = CorrelationCost(PairwiseProblem.from_similarities((table + table.T) / 2.0), 2)
    before: set = set()
    for gamma in (0.0, 0.5, 1.0, 2.0, 4.0, 50.0):
        inside = {tuple(labels) for labels in approximation_set(cost, gamma).tolist()}
        assert before <= inside
        before = inside
    assert len(before) == 2**6
    with pytest.raises(InputError, match=r"gamma=-1\.0 must be"):
        approximation_set(cost, -1.0)


def test_codes_below_capacity_get_better_with_length_and_above_do_not():
    capacity = kary_capacity(0.05, 2) / np.log(2.0)
    below = [coding_error(0.05, 0.4 * capacity, n, random_state=0) for n in (12, 36)]
    above = [coding_error(0.05, 1.3 * capacity, n, random_state=0) for n in (8, 14)]
    assert below[1] < 0.02 < below[0] + 0.05
    assert min(above) > 0.4
    with pytest.raises(InputError, match="code book"):
        coding_error(0.1, 0.9, 100)


def test_random_code_of_one_bit_is_as_good_as_the_formula():
    """Two messages over one letter: wrong if the noise is, and half of the time if they agree."""
    delta, trials = 0.2, 4000
    expected = 0.5 * delta + 0.5 * 0.5  # other word differs: lost if wrong; same: a tie
    found = coding_error(delta, 1.0, 1, n_trials=trials, random_state=0)
    assert found == pytest.approx(expected, abs=4.0 * 0.5 / trials**0.5)


def test_phases_of_learning_two_centres(rng):
    true = np.array([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
    ordered = order_parameters(true, true + 0.01 * rng.normal(size=true.shape), 0.5, 30)
    unsplit = order_parameters(true, np.zeros((2, 3)), 0.5, 30)
    random = order_parameters(true, [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]], 0.5, 30)
    assert ordered.cosine > 0.99
    assert (unsplit.separation, unsplit.overlap, unsplit.cosine) == (0.0, 0.0, 0.0)
    assert random.separation == pytest.approx(2.0)
    assert random.cosine == 0.0
    assert ordered.signal == pytest.approx(8.0**0.5)
    assert ordered.critical_ratio == pytest.approx(4.0 / 64.0)
    assert order_parameters(true, true[::-1], 0.5, 30).cosine == pytest.approx(1.0)


def test_agreement_of_few_hypotheses_has_a_best_temperature():
    costs = np.array([[0.0, 1.0, 5.0]])
    same = posterior_agreement(costs, costs)
    assert same.best == pytest.approx(0.0, abs=1e-6)  # one sure minimum
    apart = posterior_agreement(costs, [[1.0, 0.0, 5.0]])
    assert -np.log(3.0) < apart.best < 0.0
    assert 0.1 < apart.inverse_temperature < 3.0
    with pytest.raises(InputError, match="same hypotheses"):
        posterior_agreement(costs, [[0.0, 1.0]])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: information_criteria(0.0, -1, 5), "n_parameters=-1"),
        (lambda: spherical_criteria([[0.0], [1.0]], [0]), "not one for each"),
        (lambda: order_parameters([[0.0]], [[0.0]], 1.0, 3), "must be two each"),
        (lambda: gap_statistic(KMeans(), [[0.0], [1.0]], reference="ball"), "reference='ball'"),
        (lambda: instability(KMeans(), [[0.0], [1.0]], n_splits=0), "n_splits=0"),
    ],
)
def test_nonsense_is_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()
