"""K-means by annealing: by hand, against theory, and in its settings."""

import sys

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs

import coterie
from coterie import AnnealedKMeans
from coterie._core.errors import ConvergenceNotice, InputError
from coterie._core.progress import Monitor
from coterie.costs import SquaredDistanceCost, critical_temperature
from coterie.engines import Explicit, Geometric
from coterie.measures import adjusted_rand_score, mutual_information
from coterie.problems import PointProblem

PAIR = [[-1.0], [1.0]]


@pytest.fixture(scope="module")
def blobs():
    return make_blobs(300, centers=6, n_features=3, cluster_std=0.6, random_state=4)


def at(temperature, **settings):
    """Annealing that stays soft, and settles at a temperature."""
    settings = {"harden": False, "max_iter": 500, "tol": 1e-9, **settings}
    return AnnealedKMeans(min_temperature=temperature, random_state=0, **settings)


@pytest.mark.parametrize(
    ("temperature", "place"), [(1.9, 0.379485), (1.5, 0.775516), (1.0, 0.957504), (0.5, 0.999326)]
)
def test_two_points_are_a_ferromagnet(temperature, place):
    """y = tanh(2 y / T), below T_c = 2; near there, iterations gain little long before the end."""
    model = at(temperature, n_clusters=2).fit(PAIR)
    assert np.sort(model.cluster_centers_.ravel()) == pytest.approx([-place, place], abs=2e-5)
    assert model.temperature_ == pytest.approx(temperature)


def test_clusters_fall_apart_at_the_critical_temperature_and_not_before(blobs):
    """T_c = 2 lambda_max of the covariance, of all points and then of each cluster."""
    problem = PointProblem.from_points(blobs[0])
    spread = np.linalg.eigvalsh(np.cov(blobs[0].T, bias=True))[-1]
    (critical,) = critical_temperature(SquaredDistanceCost(problem, 1, 1.0))
    assert critical == pytest.approx(2.0 * spread, rel=1e-12)
    above, below = (
        at(share * critical, n_clusters=2, cluster_prior="uniform").fit(blobs[0])
        for share in (1.01, 0.99)
    )
    assert len(above.cluster_centers_) == 1
    assert len(below.cluster_centers_) == 2
    (split,) = below.splits_
    assert split.temperature <= critical


def test_free_energy_with_masses_is_distortion_and_information(blobs):
    """F = D + T I(T; X) [SLC §3.G]."""
    model = at(5.0, n_clusters=None).fit(blobs[0])
    memberships, centres = model.memberships_, model.cluster_centers_
    assert len(centres) > 1
    apart = ((blobs[0][:, None] - centres) ** 2).sum(axis=2)
    distortion = (memberships * apart).sum() / 300
    told = mutual_information(memberships / 300)
    assert model.cost_ == pytest.approx(distortion + 5.0 * told, rel=1e-8)


def test_curves_along_the_path(blobs):
    """Energy and entropy fall with the temperature; F = E - T S where there are no masses."""
    model = AnnealedKMeans(6, max_iter=300, tol=1e-9, random_state=0).fit(blobs[0])
    points = model.path_
    temperatures = np.array([point.temperature for point in points])
    assert (np.diff(temperatures) < 0.0).all()
    for point in points:
        assert point.free_energy == pytest.approx(
            point.energy - point.temperature * point.entropy, rel=1e-9
        )
        assert len(point.centres) == len(point.mass) == point.n_clusters
        assert point.mass.sum() == pytest.approx(1.0)
    assert points[0].n_clusters == 1
    energies = np.array([point.energy for point in points])
    assert energies[-1] < 0.1 * energies[0]
    assert (np.diff(energies) <= 1e-9 * energies[0]).all()
    assert sum(len(split.mass) == 2 for split in model.splits_) >= 5


def test_planted_groups_are_found_at_the_cost_of_the_best_of_many_starts(blobs):
    model = AnnealedKMeans(6, random_state=0).fit(blobs[0])
    rival = KMeans(6, n_init=10, random_state=0).fit(blobs[0])
    assert model.inertia_ <= rival.inertia_ * (1.0 + 1e-9)
    assert adjusted_rand_score(blobs[1], model.labels_) == 1.0
    assert model.converged_
    np.testing.assert_array_equal(model.predict(blobs[0]), model.labels_)
    means = [blobs[0][model.labels_ == t].mean(axis=0) for t in range(6)]
    np.testing.assert_allclose(model.cluster_centers_, means, rtol=1e-12)


def test_growing_finds_the_number_of_clusters_that_a_temperature_has(blobs):
    model = AnnealedKMeans(None, min_temperature=3.0, random_state=0).fit(blobs[0])
    assert len(model.cluster_centers_) == 6
    assert len(AnnealedKMeans(None, max_clusters=4).fit(blobs[0]).cluster_centers_) == 4


def test_memberships_are_those_of_gaussians_of_half_the_temperature(blobs):
    model = at(4.0, n_clusters=3).fit(blobs[0])
    apart = ((blobs[0][:, None] - model.cluster_centers_) ** 2).sum(axis=2)
    weights = np.exp(-apart / 4.0)
    np.testing.assert_allclose(
        model.transform(blobs[0]), weights / weights.sum(axis=1, keepdims=True), atol=1e-12
    )


def test_the_answer_hardly_depends_on_luck(blobs):
    costs = {round(AnnealedKMeans(6, random_state=s).fit(blobs[0]).inertia_, 6) for s in range(5)}
    assert len(costs) == 1


def test_shifting_and_scaling_the_points_changes_nothing_else(blobs):
    model = AnnealedKMeans(6, random_state=0).fit(blobs[0])
    other = AnnealedKMeans(6, random_state=0).fit(1e4 + 1e3 * blobs[0])
    assert adjusted_rand_score(model.labels_, other.labels_) == 1.0
    assert other.inertia_ == pytest.approx(1e6 * model.inertia_, rel=1e-6)


@pytest.mark.parametrize("scale", [1e-12, 1e-6, 1e12])
def test_the_unit_of_the_points_does_not_matter(blobs, scale):
    model = AnnealedKMeans(6, random_state=0).fit(blobs[0])
    other = AnnealedKMeans(6, random_state=0).fit(scale * blobs[0])
    np.testing.assert_array_equal(other.labels_, model.labels_)
    assert other.inertia_ == pytest.approx(scale**2 * model.inertia_, rel=1e-9)
    assert other.n_iter_ == model.n_iter_


def test_large_sets_are_annealed_on_a_sample_and_end_with_all_points():
    points, _ = make_blobs(5000, centers=8, cluster_std=0.3, random_state=3)
    model = AnnealedKMeans(8, max_points=400, random_state=0).fit(points)
    rival = KMeans(8, n_init=10, random_state=0).fit(points)
    assert model.inertia_ <= rival.inertia_ * (1.0 + 1e-9)
    means = [points[model.labels_ == t].mean(axis=0) for t in range(8)]
    np.testing.assert_allclose(model.cluster_centers_, means, rtol=1e-12)


def test_points_that_count_twice(blobs):
    weight = np.where(np.arange(300) % 3 == 0, 2.0, 1.0)
    model = AnnealedKMeans(4, random_state=0).fit(blobs[0], sample_weight=weight)
    again = AnnealedKMeans(4, random_state=0).fit(np.repeat(blobs[0], weight.astype(int), axis=0))
    assert model.inertia_ == pytest.approx(again.inertia_, rel=1e-9)


@pytest.mark.parametrize("schedule", [Geometric(40.0, 0.5, 0.9), Explicit((40.0, 10.0, 2.0, 0.5))])
def test_schedules_are_followed(blobs, schedule):
    model = AnnealedKMeans(6, schedule=schedule, harden=False, random_state=0).fit(blobs[0])
    passed = [point.temperature for point in model.path_]
    assert passed == pytest.approx(list(schedule)[: len(passed)])


def test_fewer_points_that_differ_than_clusters():
    model = AnnealedKMeans(5, random_state=0).fit([[0.0], [0.0], [1.0], [1.0], [1.0], [7.0]])
    assert len(model.cluster_centers_) == 3
    assert model.inertia_ == 0.0


@pytest.mark.parametrize("frame", ["pandas", "polars"])
def test_frames_and_names(blobs, frame):
    library = pytest.importorskip(frame)
    table = library.DataFrame({name: blobs[0][:, j] for j, name in enumerate("abc")})
    model = AnnealedKMeans(3, random_state=0).set_output(transform="pandas").fit(table)
    assert model.feature_names_in_.tolist() == ["a", "b", "c"]
    assert model.transform(table).columns.tolist() == [f"annealedkmeans{t}" for t in range(3)]


def test_a_saved_model_is_the_same(blobs, tmp_path):
    model = AnnealedKMeans(4, schedule=Geometric(40.0, 0.5, 0.9), random_state=0).fit(blobs[0])
    coterie.save(model, tmp_path / "model")
    loaded = coterie.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.transform(blobs[0]), model.transform(blobs[0]))
    assert loaded.schedule == model.schedule
    assert loaded.splits_ == model.splits_
    np.testing.assert_array_equal(loaded.path_[-1].centres, model.path_[-1].centres)


class Interrupted(Monitor):
    """Presses Ctrl-C at the tenth temperature."""

    def step(self, run, done, of, note):
        self.steps = getattr(self, "steps", 0) + 1
        if self.steps == 10:
            raise KeyboardInterrupt


@pytest.mark.parametrize("harden", [True, False])
def test_interrupt_keeps_what_was_found(blobs, monkeypatch, harden):
    module = sys.modules[AnnealedKMeans._anneal.__module__]
    monkeypatch.setattr(module, "monitor_for", lambda *given, **named: Interrupted())
    with pytest.warns(ConvergenceNotice, match="interrupted at temperature .* kept the"):
        model = AnnealedKMeans(6, harden=harden).fit(blobs[0])
    assert len(model.path_) == 10
    assert model.memberships_.shape == (300, len(model.cluster_centers_))
    assert not model.converged_


def test_progress_is_shown_where_it_is_wanted(blobs, capfd):
    AnnealedKMeans(3, random_state=0, verbose=1).fit(blobs[0])
    assert "AnnealedKMeans: run 1 of 1 ended at" in capfd.readouterr().err
    AnnealedKMeans(3, random_state=0).fit(blobs[0])
    assert capfd.readouterr() == ("", "")


BAD = {
    "not a number": ([[0.0], [np.nan], [1.0]], {}, "NaN"),
    "infinite": ([[0.0], [np.inf], [1.0]], {}, "row 1, column 0: inf"),
    "too few points": ([[0.0], [1.0]], {"n_clusters": 3}, "2 of 2 points .* fewer than the 3"),
    "no variance": ([[3.0], [3.0], [3.0]], {"n_clusters": 2}, "the variance is zero"),
    "temperature zero": (PAIR, {"min_temperature": 0.0}, "min_temperature=0.0 must be"),
    "temperature below": (PAIR, {"min_temperature": -1.0}, "min_temperature=-1.0 must be"),
    "no clusters": (PAIR, {"n_clusters": 0}, "n_clusters=0 must be"),
    "rising": (PAIR, {"n_clusters": 2, "schedule": Geometric(1.0, 2.0, 1.5)}, "falling"),
    "too large": ([[1e200], [0.0], [1.0]], {"n_clusters": 2}, "no square among the floats"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_in_one_sentence(name):
    points, settings, words = BAD[name]
    with pytest.raises(InputError, match=words) as refused:
        AnnealedKMeans(**settings).fit(points)
    assert str(refused.value).startswith("AnnealedKMeans: ")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("points", "words"),
    [([1.0, 2.0], "shape"), ([["a"]], "must be numbers"), ([[0.0], [np.nan]], "row 1, column 0")],
)
def test_a_problem_refuses_what_are_no_points(points, words):
    with pytest.raises(InputError, match=words):
        PointProblem.from_points(points)
