"""Mixtures of Gaussians at a temperature: beside scikit-learn, against theory, and settings."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.mixture import GaussianMixture

import coterie
from coterie import TemperedGaussianMixture
from coterie._core.errors import ConvergenceNotice, InputError
from coterie.costs import GaussianMixtureCost, Gaussians, SquaredDistanceCost
from coterie.costs._prototypes import Prototypes
from coterie.measures import adjusted_rand_score
from coterie.problems import PointProblem

SHAPES = ["full", "tied", "diag", "spherical"]


@pytest.fixture(scope="module")
def points():
    rng = np.random.default_rng(2)
    centres = rng.standard_normal((4, 3)) * 2.0
    mixed = np.eye(3) + 0.3 * rng.standard_normal((3, 3))
    return 5.0 + centres[rng.integers(4, size=500)] + rng.standard_normal((500, 3)) @ mixed


def precisions(shape, k, d):
    """Unit precisions in the form of a covariance type."""
    return {
        "full": np.stack([np.eye(d)] * k),
        "tied": np.eye(d),
        "diag": np.ones((k, d)),
        "spherical": np.ones(k),
    }[shape]


@pytest.mark.parametrize("shape", SHAPES)
def test_at_temperature_one_it_is_the_mixture_of_scikit_learn(points, shape):
    start = {
        "weights_init": np.array([0.1, 0.2, 0.3, 0.4]),
        "means_init": points[[3, 50, 200, 400]],
        "precisions_init": precisions(shape, 4, 3),
    }
    settings = {"covariance_type": shape, "tol": 1e-9, "max_iter": 5000, **start}
    ours = TemperedGaussianMixture(4, **settings).fit(points)
    theirs = GaussianMixture(4, **settings).fit(points)
    for name in ("weights_", "means_", "covariances_"):
        # where the last step falls differs by rounding, and steps are near 1e-5 there
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=0, atol=1e-8)
    assert ours.lower_bound_ == pytest.approx(theirs.lower_bound_, abs=1e-10)
    assert ours.score(points) == pytest.approx(theirs.score(points), abs=1e-8)
    assert ours.bic(points) == pytest.approx(theirs.bic(points), rel=1e-8)
    assert ours.aic(points) == pytest.approx(theirs.aic(points), rel=1e-8)
    np.testing.assert_array_equal(ours.labels_, theirs.predict(points))
    np.testing.assert_allclose(ours.transform(points), theirs.predict_proba(points), atol=1e-7)


def test_with_one_variance_it_is_annealed_kmeans(points):
    """Equal weights and sigma^2 I: memberships of K-means at temperature 2 sigma^2."""
    problem = PointProblem.from_points(points)
    means, variance = problem.points[:3], 1.7
    gaussian = GaussianMixtureCost(problem, 3, 1.0, "spherical")
    fitted = Gaussians(np.full(3, 1.0 / 3.0), means, np.full(3, variance))
    distance = SquaredDistanceCost(problem, 3, 2.0 * variance)
    logs = distance.field(Prototypes(means, np.full(3, 1.0 / 3.0)))
    apart = gaussian.field(fitted) - logs
    np.testing.assert_allclose(apart - apart[:, :1], 0.0, atol=1e-10)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_free_energy_never_rises(points, shape, temperature):
    model = TemperedGaussianMixture(
        3, covariance_type=shape, temperature=temperature, tol=1e-9, max_iter=300, random_state=1
    )
    with np.errstate(all="raise", under="ignore"):
        model.fit(points)
    assert (np.diff(model.history_) <= 1e-6).all()  # reg_covar is no part of what is minimised
    assert model.cost_ <= -model.lower_bound_ + 1e-6


def test_planted_components_are_found():
    points, target = make_blobs(300, centers=4, cluster_std=0.7, random_state=3)
    model = TemperedGaussianMixture(4, n_init=3, random_state=0).fit(points)
    assert adjusted_rand_score(target, model.labels_) == 1.0
    again = TemperedGaussianMixture(4, n_init=3, n_jobs=2, random_state=0).fit(points)
    np.testing.assert_array_equal(model.means_, again.means_)
    np.testing.assert_array_equal(model.predict(points), model.labels_)


def test_heat_makes_one_of_all_components(points):
    model = TemperedGaussianMixture(3, temperature=100.0, tol=1e-12, max_iter=5000, random_state=0)
    assert np.ptp(model.fit(points).means_, axis=0).max() < 1e-3


def test_weights_are_repetitions(points):
    weight = 1 + np.arange(500) % 3
    start = {"weights_init": [0.5, 0.5], "means_init": points[:2], "max_iter": 20, "tol": 0.0}
    start["precisions_init"] = precisions("full", 2, 3)
    model = TemperedGaussianMixture(2, **start)
    with pytest.warns(ConvergenceNotice, match="had not settled after max_iter=20"):
        one = clone(model).fit(points, sample_weight=weight)
    with pytest.warns(ConvergenceNotice, match="had not settled after max_iter=20"):
        two = clone(model).fit(np.repeat(points, weight, axis=0))
    np.testing.assert_allclose(one.covariances_, two.covariances_, rtol=1e-9)


def test_a_saved_model_is_the_same(points, tmp_path):
    model = TemperedGaussianMixture(2, random_state=0).fit(points)
    coterie.save(model, tmp_path / "model")
    loaded = coterie.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.transform(points), model.transform(points))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"temperature": 0.0}, "temperature=0.0 must be"),
        ({"temperature": -2}, "temperature=-2 must be"),
        ({"n_clusters": 501}, "fewer than the 501 clusters"),
        ({"n_clusters": 2, "means_init": [[0.0]]}, "means_init must hold .* shape \\(2, 3\\)"),
        ({"covariance_type": "round"}, "covariance_type='round' must be"),
    ],
)
def test_bad_settings_are_refused(points, settings, words):
    with pytest.raises(InputError, match=words):
        TemperedGaussianMixture(**settings).fit(points)


@pytest.mark.parametrize("shape", ["full", "diag", "spherical"])
def test_components_of_too_few_points_are_refused_without_regularisation(shape):
    with pytest.raises(InputError, match="Raise reg_covar"):
        TemperedGaussianMixture(2, covariance_type=shape, reg_covar=0.0, random_state=0).fit(
            [[0.0, 0.0], [0.0, 0.0], [9.0, 9.0], [9.0, 8.0]]
        )


@pytest.mark.parametrize("shape", SHAPES)
def test_components_far_apart_keep_their_widths(shape):
    """Ten thousand widths apart: eight digits of sixteen are lost where squares are not centred."""
    noise = np.random.default_rng(0).standard_normal((200, 2))
    far = np.repeat([[0.0, 0.0], [1e4, -1e4]], 100, axis=0)
    model = TemperedGaussianMixture(2, covariance_type=shape, tol=0.0, max_iter=3, random_state=0)
    with pytest.warns(ConvergenceNotice):
        model.fit(far + noise)
    parts = np.array([np.cov(noise[model.labels_ == t].T, bias=True) for t in range(2)])
    axes = np.einsum("tdd->td", parts)
    expected = {
        "full": parts, "tied": parts.mean(axis=0), "diag": axes, "spherical": axes.mean(axis=1)
    }[shape]  # fmt: skip
    np.testing.assert_allclose(model.covariances_, expected, atol=3e-6)  # reg_covar is 1e-6
