"""Generalization capacity: what theory foretells, and what must not matter."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.spatial.distance import pdist, squareform
from scipy.stats import norm
from sklearn.cluster import DBSCAN, KMeans
from sklearn.mixture import GaussianMixture

from coterie import (
    AdaptiveRatioCut,
    AgglomerativeIB,
    AnnealedEmbedding,
    AnnealedKMeans,
    ComplexityClustering,
    CorrelationClustering,
    DominantSets,
    HistogramClustering,
    InputError,
    IterativeIB,
    MinMaxCut,
    MultinomialMixture,
    NormalizedCut,
    PairwiseClustering,
    ParametricDistributionalClustering,
    RatioCut,
    SequentialIB,
    TemperedGaussianMixture,
    TopologicalClustering,
    generalization_capacity,
)
from coterie.costs import MultinomialCost
from coterie.datasets import make_correlation_graph, make_counts
from coterie.problems import CountProblem
from coterie.validation import GivenPair, Pair, Thinning
from coterie.validation._capacity import families_of

FIVE = np.array([(1.0, 0.0), (0.0, 1.5), (-2.0, 0.0), (0.0, -3.0), (4.25, -4.0)])
FOUR = 4.0 * np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])


def replicates(centres, n, variance, seed=0, count=2):
    rng = np.random.default_rng(seed)
    places = centres[np.arange(n) % len(centres)]
    return [places + np.sqrt(variance) * rng.normal(size=places.shape) for _ in range(count)]


@pytest.fixture(scope="module")
def four():
    return replicates(FOUR, 800, 5.0)


def test_true_posteriors_have_the_mutual_information_of_the_two_measurements():
    """The sharpest test: two Gaussians at -4 and 4, of variance 5."""
    size, variance = 100_000, 5.0
    truth = np.array([[-4.0], [4.0]])
    held = [(points - truth.T) ** 2 for points in replicates(truth, size, variance)]

    def density(x, y=None):
        first = norm.pdf(x, truth.ravel(), np.sqrt(variance))
        second = 1.0 if y is None else norm.pdf(y, truth.ravel(), np.sqrt(variance))
        return float(np.mean(first * second))

    def surprise(x):
        return -density(x) * np.log(density(x))

    entropy = quad(surprise, -25.0, 25.0, limit=200)[0]
    grid = np.linspace(-20.0, 20.0, 401)
    each = norm.pdf(grid[:, None], truth.ravel(), np.sqrt(variance))
    joint = (each[:, None] * each[None]).mean(axis=2)
    together = -(joint * np.log(joint)).sum() * (grid[1] - grid[0]) ** 2
    known = (2.0 * entropy - together) / np.log(2.0)
    found = generalization_capacity(held, inverse_temperatures=np.geomspace(0.02, 0.5, 81))
    # three standard errors of the mean over the objects
    assert found.bits == pytest.approx(known, abs=3.0 * found.standard_error)
    assert 0.0 < found.standard_error < 0.005
    assert found.inverse_temperature == pytest.approx(0.1, rel=0.1)  # two steps of the grid


def test_five_gaussians():
    """1.918 bits with the true centres; some hundredths go to the centres' own errors."""
    data = replicates(FIVE, 2000, 0.5)
    found = {
        k: generalization_capacity(AnnealedKMeans(k), data, n_init=2, random_state=0)
        for k in (3, 4, 5, 10)
    }
    assert found[5].bits == pytest.approx(1.90, abs=0.06)  # 3 s.e. of 0.02
    assert found[5].inverse_temperature == pytest.approx(1.0, rel=0.25)  # two steps
    assert found[3].bits < found[4].bits < found[5].bits
    assert found[10].bits == pytest.approx(found[5].bits, abs=0.05)
    assert found[10].n_clusters_effective <= 6


@pytest.mark.parametrize(("variance", "bits"), [(1.0, 2.0), (5.0, 1.497)])
def test_four_gaussians(variance, bits):
    data = replicates(FOUR, 800, variance)
    found = generalization_capacity(AnnealedKMeans(4), data, random_state=0)
    assert found.bits == pytest.approx(bits, abs=0.08)  # 3 s.e. of 0.027
    assert found.n_clusters_effective == 4
    few = [each[:300] for each in data]
    models = (AnnealedKMeans(4), PairwiseClustering(4))  # the second is the first without points
    with_points, pairs = (
        generalization_capacity(model, few, n_init=1, random_state=0).bits for model in models
    )
    assert pairs == pytest.approx(with_points, abs=0.02)


def test_shared_parameters_need_no_alignment_and_say_nearly_the_same(four):
    own, shared = (
        generalization_capacity(AnnealedKMeans(4), four, parameters=which, random_state=0)
        for which in ("own", "shared")
    )
    assert shared.bits == pytest.approx(own.bits, abs=0.03)


def test_distances_of_both_instances_are_taken_from_one_number(rng):
    points = [scale * rng.normal(size=(12, 2)) for scale in (1.0, 3.0)]
    model = CorrelationClustering(2, similarity="sqeuclidean", shift=-200.0)
    pair = Pair.of_same(*points)
    first, second = families_of(model, pair, (0, 0))
    largest = max(pdist(each, "sqeuclidean").max() for each in points)
    for family, each in zip((first, second), points, strict=True):
        expected = largest - squareform(pdist(each, "sqeuclidean"))
        np.testing.assert_allclose(family.cost.problem.similarity, expected, atol=1e-9)


def test_labels_know_less_than_weights(four):
    soft = generalization_capacity(AnnealedKMeans(4), four, random_state=0)
    hard = generalization_capacity(KMeans(4, n_init=5), four, random_state=0)
    assert hard.method == "labels"
    assert soft.method == "annealed"
    assert hard.bits == pytest.approx(1.207, abs=0.1)  # with true centres; sampling
    assert hard.bits < soft.bits


def test_mixtures_are_judged_by_their_densities(four):
    ours = generalization_capacity(TemperedGaussianMixture(4), four, random_state=0)
    theirs = generalization_capacity(GaussianMixture(4, n_init=3), four, random_state=0)
    assert ours.bits == pytest.approx(1.497, abs=0.08)
    assert theirs.bits == pytest.approx(ours.bits, abs=0.02)
    assert ours.inverse_temperature == pytest.approx(1.0, rel=0.2)  # that of the likelihood


@pytest.mark.parametrize("noise", [0.75, 0.85, 0.95])
def test_planted_graphs_are_found_until_nothing_can_be(noise):
    graphs = [
        make_correlation_graph(300, 3, noise=noise, flip=0.35, random_state=seed).data
        for seed in (0, 1)
    ]
    found = [
        generalization_capacity(
            CorrelationClustering(k, affinity="precomputed"), graphs, n_init=2, random_state=0
        )
        for k in (2, 3, 4)
    ]
    if noise == 0.75:
        assert found[1].bits == pytest.approx(np.log2(3.0), abs=0.01)
        assert found[2].bits == pytest.approx(np.log2(3.0), abs=0.01)  # the fourth stays empty
    elif noise == 0.85:
        assert found[1].bits > max(found[0].bits, 1.0)
        assert found[1].bits > found[2].bits
    else:  # signal 2 (1 - noise) (1 - flip) 100 = 6.5 against a noise of 17
        assert max(each.bits for each in found) < 0.02


def test_mean_field_and_sampling_agree():
    graphs = [
        make_correlation_graph(150, 3, noise=0.7, flip=0.3, random_state=seed).data
        for seed in (0, 1)
    ]
    cooled, sampled, costs = (
        generalization_capacity(
            CorrelationClustering(3, affinity="precomputed", solver=solver),
            graphs, average=average, n_init=1, random_state=0,
        )
        for solver, average in (
            ("annealing", "probability"), ("gibbs", "probability"), ("gibbs", "cost"),
        )
    )  # fmt: skip
    assert cooled.bits > 1.0
    assert sampled.bits == pytest.approx(cooled.bits, abs=0.03)  # 30 sweeps of 150 objects
    assert costs.bits == pytest.approx(cooled.bits, abs=0.03)
    assert not np.array_equal(costs.curve, sampled.curve)  # Jensen


def test_counts_are_thinned_and_never_show_what_is_not_there():
    planted = make_counts(300, 60, n_clusters=4, depth=120, concentration=0.3, random_state=0)
    found = generalization_capacity(
        SequentialIB(4), planted.data, n_splits=2, n_init=2, random_state=0
    )
    assert found.instances == "thinning"
    assert found.bits == pytest.approx(2.0, abs=0.02)
    nothing = make_counts(300, 60, n_clusters=1, depth=120, random_state=0)
    empty = generalization_capacity(SequentialIB(4), nothing.data, n_splits=2, random_state=0)
    assert empty.bits < 0.01


def test_thinning_costs_bits_where_counts_are_few():
    planted = make_counts(200, 40, n_clusters=4, depth=40, concentration=2.0, random_state=1)
    half, eighth = (
        generalization_capacity(
            SequentialIB(4), planted.data, instances=Thinning(n_splits=2, share=share),
            n_init=1, random_state=0,
        ).bits
        for share in (0.5, 0.125)
    )  # fmt: skip
    assert half > eighth + 0.1


def test_rows_that_a_half_lost_know_nothing():
    counts = np.array([[30, 0], [28, 1], [0, 31], [1, 29], [0, 0]])
    pair = [counts, counts.copy()]
    model = SequentialIB(2, random_state=0)
    whole = generalization_capacity(model, [each[:4] for each in pair], random_state=0)
    part = generalization_capacity(model, pair, random_state=0)
    assert whole.bits == pytest.approx(1.0, abs=1e-6)
    lost = part.agreements[0][4]
    assert lost == pytest.approx(-np.log(2.0), abs=1e-9)  # sum of 1/2 times 1/2


def test_multinomial_cost_is_the_likelihood_of_the_counts():
    counts = np.array([[7, 2, 0], [5, 5, 1], [0, 3, 9]])
    problem = CountProblem.from_counts(counts)
    cost = MultinomialCost(problem, 2, 1.0, pseudo_count=0.5)
    field = cost.field(cost.refit(np.eye(2)[[0, 0, 1]]))
    shares = np.array([counts[:2].sum(axis=0), counts[2]]) + 0.5 / 3
    expected = counts @ np.log(shares / shares.sum(axis=1, keepdims=True)).T
    apart = field - expected
    np.testing.assert_allclose(apart, apart.mean(axis=1, keepdims=True).repeat(2, 1), atol=1e-9)
    own = counts * np.log(np.maximum(counts, 1) / counts.sum(axis=1, keepdims=True))
    told = own.sum(axis=1) - expected[np.arange(3), [0, 0, 1]]
    assert cost.total(np.array([0, 0, 1])) == pytest.approx(told.mean(), abs=1e-9)
    assert cost.functional(np.eye(2)[[0, 0, 1]]) == pytest.approx(told.mean(), abs=1e-9)


def test_the_same_data_twice_have_all_that_labels_can_tell(four):
    found = generalization_capacity(AnnealedKMeans(4), [four[0], four[0]], random_state=0)
    assert found.stability == pytest.approx(0.0, abs=0.02)
    assert found.delta == 0.0


@pytest.mark.parametrize("model", [AnnealedKMeans(3), KMeans(3, n_init=2), PairwiseClustering(3)])
def test_objects_that_are_shuffled_have_nothing(model, four, rng):
    mixed = [four[0][:200], rng.permutation(four[1])[:200]]
    found = generalization_capacity(model, mixed, n_init=1, random_state=0)
    assert found.raw < 0.03  # log(3!) / 200, which the choice of names can feign, is 0.013


def test_one_cluster_has_nothing_and_that_for_sure(four):
    found = generalization_capacity(AnnealedKMeans(1), four)
    assert (found.bits, found.standard_error, found.n_clusters_effective) == (0.0, 0.0, 1)


def test_entropy_of_the_sizes_can_be_that_of_each_temperature(four):
    kinds = {
        kind: generalization_capacity(AnnealedKMeans(4), four, entropy=kind, random_state=0)
        for kind in ("final", "final_hard", "current")
    }
    assert kinds["current"].curve[0, 0] == pytest.approx(0.0, abs=1e-4)  # but for the noise
    values = [each.bits for each in kinds.values()]
    assert np.ptp(values) < 0.01
    exact = generalization_capacity(AnnealedKMeans(4), four, exact=True, random_state=0)
    # (K - 1) / 2 log(2 pi N) / N less, in bits, of clusters alike
    gap = (3 / 2 * np.log(2 * np.pi * 800) - 2 * np.log(4)) / 800 / np.log(2)
    assert values[0] - exact.bits == pytest.approx(gap, rel=0.05)


def test_uneven_clusters_seem_to_say_more_by_at_most_the_slack():
    """Two Gaussians of weights 0.8 and 0.2: bits, what the two measurements share, and between."""
    rng = np.random.default_rng(0)
    size = 40_000
    truth = np.where(np.arange(size) < 0.8 * size, -2.0, 2.0)[:, None]
    pair = [truth + rng.normal(size=truth.shape) for _ in range(2)]
    centres = np.array([[-2.0, 2.0]])
    chances = np.log([0.8, 0.2])
    held = [(points - centres) ** 2 - 2.0 * chances for points in pair]
    found = generalization_capacity(held, inverse_temperatures=np.geomspace(0.2, 1.0, 33))
    grid = np.linspace(-8.0, 8.0, 801)
    step = grid[1] - grid[0]
    each = norm.pdf(grid[:, None], centres) * [0.8, 0.2]
    joint = np.einsum("xk,yk->xy", each, norm.pdf(grid[:, None], centres))
    one = each.sum(axis=1)
    shared = (joint * np.log2(joint / np.outer(one, one))).sum() * step**2
    assert found.raw - found.slack <= shared + 3.0 * found.standard_error
    assert found.slack == pytest.approx(0.722 + np.log2(0.68), abs=0.02)  # of the exact sizes


def test_curves_are_averaged_before_they_are_maximised():
    data = replicates(FOUR, 120, 8.0, count=4)
    found = generalization_capacity(
        AnnealedKMeans(4), data, instances=GivenPair(n_splits=3), random_state=0
    )
    assert len(found.curve) == 3
    assert found.raw <= found.curve.max(axis=1).mean() / np.log(2.0) + 1e-12
    assert found.standard_error == pytest.approx(found.spread / np.sqrt(3.0))


def test_anything_with_labels_is_judged(four):
    points = [each[:150] for each in four]
    for model in (DBSCAN(eps=1.5), DominantSets(4), NormalizedCut(4, n_init=2)):
        assert generalization_capacity(model, points, n_init=1, random_state=0).raw > -1.0


@pytest.mark.parametrize(
    "model",
    [
        AdaptiveRatioCut(2, n_init=1),
        AnnealedEmbedding(2),
        ComplexityClustering(3, complexity_weight=2.0),
        MinMaxCut(2, n_init=1),
        RatioCut(2, n_init=1, solver="gibbs"),
        TopologicalClustering((2,)),
    ],
    ids=lambda model: type(model).__name__,
)
def test_whatever_anneals_is_judged_by_its_weights(model, rng):
    places = np.repeat([[0.0, 0.0], [6.0, 1.0]], 15, axis=0)
    data = [places + rng.normal(size=places.shape) for _ in range(2)]
    found = generalization_capacity(model, data, n_init=1, random_state=0)
    assert found.method == "annealed"
    assert found.bits > 0.7
    assert found.bits <= found.entropy + 1e-9


@pytest.mark.parametrize(
    "model",
    [
        HistogramClustering(2),
        IterativeIB(2, n_init=1),
        MultinomialMixture(2, n_init=1),
        ParametricDistributionalClustering(2),
        SequentialIB(2, prior="uniform", n_init=1),
    ],
    ids=lambda model: type(model).__name__,
)
def test_clusterings_of_counts_share_their_weights(model, rng):
    profiles = np.repeat([[8.0, 4.0, 1.0, 1.0], [1.0, 1.0, 4.0, 8.0]], 12, axis=0)
    found = generalization_capacity(
        model, rng.poisson(profiles), n_splits=2, n_init=1, random_state=0
    )
    assert found.bits == pytest.approx(1.0, abs=0.15)


def test_a_seed_decides_and_workers_do_not(four):
    points = [each[:200] for each in four]
    runs = [
        generalization_capacity(AnnealedKMeans(4), points, n_jobs=jobs, random_state=5).curve
        for jobs in (None, 2)
    ]
    np.testing.assert_array_equal(*runs)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((np.zeros((3, 2)), np.zeros((4, 2))), None), "not of the same objects and labels"),
        ((AnnealedKMeans(2), None), "X is missing"),
        ((([0, 1], [0, 1, 1]), None), "cannot be of the same objects"),
        ((AgglomerativeIB(), np.full((4, 3), 7)), "n_clusters=None"),
    ],
)
def test_what_cannot_be_judged_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        generalization_capacity(*arguments)


def test_options_are_checked(four):
    with pytest.raises(InputError, match="entropy='loud' must be"):
        generalization_capacity(AnnealedKMeans(2), four, entropy="loud")
    with pytest.raises(InputError, match="numbers > 0, all finite"):
        generalization_capacity(AnnealedKMeans(2), four, inverse_temperatures=[0.0, 1.0])
    with pytest.raises(InputError, match="needs a cost with parameters"):
        generalization_capacity(
            PairwiseClustering(2), [each[:20] for each in four], parameters="shared", n_init=1
        )
