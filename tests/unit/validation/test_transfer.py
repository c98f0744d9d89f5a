"""Transfer costs: identities, the mappings, and the orders that they choose."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.cluster import DBSCAN, KMeans
from sklearn.mixture import GaussianMixture

from coterie import (
    AnnealedKMeans,
    CorrelationClustering,
    InputError,
    PairwiseClustering,
    SequentialIB,
    TemperedGaussianMixture,
    generalization_capacity,
    minimum_transfer_cost,
)
from coterie.datasets import make_correlation_graph, make_counts
from coterie.validation import Generative, Pair, transfer_path, transfer_rank
from coterie.validation._scores import mapped, of_centres
from coterie.validation._transfer_rank import errors

CORNERS = np.array([(0.0, 0.0), (4.0, 0.0), (2.0, 12.0**0.5)])
PLACES = CORNERS[np.arange(200) % 3]


def noisy(rng, spread=1.0):
    return PLACES + spread * rng.normal(size=PLACES.shape)


SOURCE = Generative(sampler=noisy, n_splits=6)


@pytest.mark.parametrize(
    ("mapping", "chosen"),
    [
        ("identity", 3),
        ("soft", 3),
        ("nearest_centroid", 8),
        ("nearest", 8),
        ("hungarian", 8),
    ],
)
def test_mappings_of_kmeans(mapping, chosen):
    """Objects that are mapped by nearness follow the training cost to the largest order."""
    found = minimum_transfer_cost(
        KMeans(n_init=2), None, instances=SOURCE, mapping=mapping, n_clusters=range(1, 9),
        random_state=0,
    )  # fmt: skip
    assert found.best_n_clusters == chosen
    assert (np.diff(found.training_costs.mean(axis=1)) < 0.0).all()
    low, high = found.quartiles
    assert (low <= found.median).all()
    assert (found.median <= high).all()


def test_costs_of_the_same_data_are_those_of_training(rng):
    points = noisy(rng)
    for model in (
        AnnealedKMeans(),
        KMeans(n_init=2),
        GaussianMixture(),
        PairwiseClustering(n_init=1),
    ):
        found = minimum_transfer_cost(
            model, [points[:40], points[:40]], n_clusters=[1, 3], random_state=0
        )
        np.testing.assert_allclose(found.costs, found.training_costs, rtol=1e-9)


def test_mappings_are_ordered(rng):
    points = [noisy(rng) for _ in range(2)]
    model = KMeans(4, n_init=2, random_state=0).fit(points[0])
    scores = of_centres(model.cluster_centers_, model.labels_, Pair.of_same(*points))
    pair = Pair.of_same(*points)
    generative = scores.transfer(pair, "identity", "auto")
    nearest = scores.transfer(pair, "nearest_centroid", "auto")
    soft = [scores.transfer(pair, "soft", temperature) for temperature in (1e9, 10.0, 1.0, 1e-6)]
    assert nearest <= generative
    assert (np.diff(soft) <= 1e-12).all()
    assert soft[0] == pytest.approx(scores.costs.mean(), rel=1e-6)
    assert soft[-1] == pytest.approx(nearest, rel=1e-9)
    distances = cdist(points[1], points[0], "sqeuclidean")
    rows = np.arange(len(PLACES))
    paired, near = mapped(pair, "hungarian"), mapped(pair, "nearest")
    assert np.unique(paired).size == rows.size
    assert (distances[rows, near] <= distances[rows, paired]).all()
    for _ in range(20):
        other = rng.permutation(rows)
        assert distances[rows, paired].sum() <= distances[rows, other].sum()


def test_mixtures_need_no_mapping():
    for model in (GaussianMixture, TemperedGaussianMixture):
        found = minimum_transfer_cost(
            model(covariance_type="spherical"), None, instances=SOURCE, n_clusters=range(1, 6),
            random_state=0,
        )  # fmt: skip
        assert found.best_n_clusters == 3


@pytest.mark.parametrize(("noise", "expected"), [(0.7, {3}), (0.98, {1, 2, 4, 5, 3})])
def test_correlation_clustering_copies_labels(noise, expected):
    graph = make_correlation_graph(240, 3, noise=noise, flip=0.3, random_state=0).data
    found = minimum_transfer_cost(
        CorrelationClustering(affinity="precomputed", n_init=2), graph, instances="objects",
        n_splits=2, n_clusters=range(1, 6), random_state=0,
    )  # fmt: skip
    assert found.best_n_clusters in expected
    if noise == 0.7:  # the fourth and fifth cluster stay empty
        np.testing.assert_allclose(found.costs[3:], found.costs[2:3].repeat(2, axis=0), rtol=0.02)


def test_counts_pay_their_likelihood():
    planted = make_counts(120, 40, n_clusters=3, depth=80, random_state=0)
    found = minimum_transfer_cost(
        SequentialIB(n_init=2), planted.data, n_clusters=range(1, 6), n_splits=2, random_state=0
    )
    assert found.best_n_clusters == 3


def test_temperature_of_least_transfer_cost_is_that_of_most_information():
    centres = np.array([(1.0, 0.0), (0.0, 1.5), (-2.0, 0.0), (0.0, -3.0), (4.25, -4.0)])
    rng = np.random.default_rng(0)
    places = centres[np.arange(2000) % 5]
    data = [places + np.sqrt(0.5) * rng.normal(size=places.shape) for _ in range(2)]
    path = transfer_path(AnnealedKMeans(10), data, n_init=1, random_state=0)
    capacity = generalization_capacity(AnnealedKMeans(10), data, n_init=1, random_state=0)
    assert path.inverse_temperature == pytest.approx(capacity.inverse_temperature, rel=0.16)
    assert (np.diff(path.training_costs[0]) < 1e-3).all()


def test_rank_of_a_noisy_table_is_found(rng):
    signal = (3.0 * rng.normal(size=(40, 4))).repeat(10, axis=0) @ rng.normal(size=(4, 20))
    found = transfer_rank(signal + rng.normal(size=signal.shape), n_splits=3, random_state=0)
    assert found.best_rank == 4


@pytest.mark.parametrize("mapping", ["nearest", "hungarian"])
def test_errors_of_all_ranks_come_from_one_decomposition(rng, mapping):
    first, second = rng.normal(size=(2, 15, 6))
    left, values, right = np.linalg.svd(first, full_matrices=False)
    who = mapped(Pair.of_same(first, second), mapping)
    expected = [
        ((second - ((left[:, :k] * values[:k]) @ right[:k])[who]) ** 2).sum() / 15
        for k in range(1, 7)
    ]
    np.testing.assert_allclose(errors(first, second, mapping), expected, rtol=1e-10)


@pytest.mark.parametrize(
    ("model", "settings", "message"),
    [
        (DBSCAN(), {}, "neither n_clusters nor n_components"),
        (KMeans(), {"mapping": "guess"}, "mapping='guess' must be"),
        (KMeans(), {"mapping": "density"}, "has no score_samples"),
        (PairwiseClustering(n_init=1), {"mapping": "soft"}, "no cost of a single object"),
    ],
)
def test_what_cannot_be_transferred_is_refused(rng, model, settings, message):
    data = [noisy(rng)[:30] for _ in range(2)]
    with pytest.raises(InputError, match=message):
        minimum_transfer_cost(model, data, n_clusters=[2], random_state=0, **settings)


@pytest.mark.parametrize("model", [KMeans(2), PairwiseClustering(2)])
def test_path_needs_a_cost_with_parameters(rng, model):
    with pytest.raises(InputError, match="transfer_path: "):
        transfer_path(model, [noisy(rng)[:20] for _ in range(2)])
