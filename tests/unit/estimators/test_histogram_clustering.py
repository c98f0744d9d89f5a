"""Histogram clustering: by hand, against the bottleneck, and in its settings."""

import sys

import numpy as np
import pytest

import coterie
from coterie import AnnealedIB, HistogramClustering, IterativeIB
from coterie._core.errors import ConvergenceNotice, InputError
from coterie._core.progress import Monitor
from coterie.costs import (
    DivergenceCost,
    HistogramCost,
    SoftBottleneckCost,
    critical_temperature,
)
from coterie.datasets import make_counts
from coterie.engines import Batch, Iterative, Sequential, balanced_start, dirichlet_start
from coterie.estimators import TemperatureSplit
from coterie.measures import adjusted_rand_score, mutual_information
from coterie.problems import CountProblem
from tests.contract.instances import INSTANCES

PAIR = [[9, 1], [1, 9]]


@pytest.fixture(scope="module")
def planted():
    return make_counts(n_rows=80, n_columns=30, n_clusters=4, depth=300, random_state=1)


@pytest.mark.parametrize("prior", ["uniform", "mass"])
def test_two_histograms(prior):
    """a = 0.9: T_c = 0.64; at 0.4 a centroid is (0.887298, 0.112702)."""
    model = HistogramClustering(2, cluster_prior=prior, min_temperature=0.4, tol=1e-16).fit(PAIR)
    assert model.conditional_.max() == pytest.approx(0.887298, abs=1e-6)
    assert model.memberships_.max() == pytest.approx(0.984123, abs=1e-6)
    assert model.temperature_ == pytest.approx(0.4)
    assert [split.temperature <= 0.64 for split in model.splits_] == [True]


@pytest.mark.parametrize("prior", ["uniform", "mass"])
def test_clusters_fall_apart_at_the_critical_temperature_and_not_before(planted, prior):
    problem = CountProblem.from_counts(planted.data)
    (critical,) = critical_temperature(HistogramCost(problem, 1, 1.0))
    joint = problem.joint.toarray()
    scaled = joint / np.sqrt(np.outer(joint.sum(axis=1), joint.sum(axis=0)))
    assert critical == pytest.approx(np.linalg.svd(scaled, compute_uv=False)[1] ** 2, rel=1e-8)
    found = [
        HistogramClustering(2, cluster_prior=prior, min_temperature=share * critical, tol=1e-14)
        .fit(planted.data)
        .n_clusters_effective_
        for share in (1.01, 0.99)
    ]
    assert found == [1, 2]


def test_with_masses_it_is_the_bottleneck(planted):
    """The same fixed point as iterative IB at beta = 1 / T."""
    model = HistogramClustering(4, cluster_prior="mass", min_temperature=0.05, tol=1e-16)
    model.fit(planted.data)
    again = IterativeIB(4, beta=20.0, init=model.memberships_, tol=1e-16, max_iter=5000)
    again.fit(planted.data)
    np.testing.assert_allclose(again.memberships_, model.memberships_, atol=1e-6)
    assert model.cost_ == pytest.approx(again.cost_, abs=1e-10)
    tree = AnnealedIB(4, beta_stop=20.0).fit(planted.data)
    assert tree.information_ == pytest.approx(model.information_, abs=1e-4)


def test_without_masses_it_is_another_model():
    """A small group beside a large one: with masses, the doubtful row goes to the large one."""
    counts = np.vstack([np.tile([8, 2], (9, 1)), [[2, 8]], [[5, 5]]])
    problem = CountProblem.from_counts(counts)
    start = dirichlet_start(11, 2, np.random.default_rng(0))
    uniform, mass = (
        Iterative().solve(cost, start, rng=np.random.default_rng(0)).memberships
        for cost in (HistogramCost(problem, 2, 0.1), SoftBottleneckCost(problem, 2, 10.0))
    )
    assert np.abs(uniform - mass).max() > 0.05


@pytest.mark.parametrize("instance", INSTANCES)
def test_free_energy_never_rises_and_has_no_masses(instance):
    problem = INSTANCES[instance]()
    cost = HistogramCost(problem, 3, 0.2)
    start = dirichlet_start(problem.n_rows, 3, np.random.default_rng(1))
    solution = Iterative(500).solve(cost, start, rng=np.random.default_rng(0))
    assert (np.diff(solution.trace) <= 1e-10 * max(1.0, np.abs(solution.trace).max())).all()
    whole = DivergenceCost(problem, 3, problem.mass, cost.exponent)
    masses = problem.mass @ solution.memberships
    seen = masses[masses > 0.0]
    difference = 0.2 * float(-(seen * np.log(seen)).sum())
    expected = whole.functional(solution.memberships) - difference
    assert solution.cost == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("instance", INSTANCES)
def test_labels_cost_what_they_lose(instance):
    problem = INSTANCES[instance]()
    cost = HistogramCost(problem, 3, 1.0)
    for seed in range(3):
        labels = balanced_start(problem.n_rows, 3, np.random.default_rng(seed))
        lost = problem.information - mutual_information(problem.cluster_masses(labels, 3))
        assert cost.total(labels) == pytest.approx(lost, abs=1e-12)
        batch = Batch(100).solve(cost, labels, rng=np.random.default_rng(0))
        np.testing.assert_array_equal(cost.reassign(batch.labels), batch.labels)
        assert batch.cost <= cost.total(labels) + 1e-12
        single = Sequential().solve(cost, batch.labels, rng=np.random.default_rng(0))
        assert single.cost <= batch.cost + 1e-12


@pytest.mark.parametrize("solver", ["annealing", "map"])
def test_planted_groups_are_found(planted, solver):
    model = HistogramClustering(4, solver=solver, random_state=0).fit(planted.data)
    assert adjusted_rand_score(planted.target, model.labels_) > 0.95
    np.testing.assert_array_equal(model.predict(planted.data), model.labels_)
    assert model.converged_
    if solver == "annealing":
        np.testing.assert_allclose(model.transform(planted.data), model.memberships_, atol=1e-6)
        energies = [point.energy for point in model.path_]
        assert energies[-1] < energies[0]
        for point in model.path_:
            bound = point.energy - point.temperature * point.entropy
            assert point.free_energy == pytest.approx(bound, abs=1e-6)


def test_smoothing_sees_which_bins_are_neighbours():
    shifted = np.array([[9, 0, 0, 0], [0, 9, 0, 0], [0, 0, 9, 0], [0, 0, 0, 9]])
    order = [0, 2, 1, 3]
    plain, other = (
        HistogramClustering(2, random_state=0).fit(table).cost_
        for table in (shifted, shifted[:, order])
    )
    assert plain == pytest.approx(other, abs=1e-9)  # the divergence sees no order
    smooth = HistogramClustering(2, smoothing=0.25, random_state=0).fit(shifted)
    assert smooth.labels_[0] == smooth.labels_[1] != smooth.labels_[2] == smooth.labels_[3]
    np.testing.assert_array_equal(smooth.predict(shifted), smooth.labels_)
    assert smooth.cluster_joint_.sum() == pytest.approx(1.0)


def test_workers_do_not_change_the_answer(planted):
    one, two = (
        HistogramClustering(4, solver="map", n_init=3, n_jobs=n, random_state=0).fit(planted.data)
        for n in (1, 2)
    )
    np.testing.assert_array_equal(one.labels_, two.labels_)


def test_a_saved_model_is_the_same(planted, tmp_path):
    model = HistogramClustering(3, random_state=0).fit(planted.data)
    coterie.save(model, tmp_path / "model")
    loaded = coterie.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.transform(planted.data), model.transform(planted.data))
    assert loaded.path_ == model.path_


class Interrupted(Monitor):
    """Presses Ctrl-C at the fifth temperature."""

    def step(self, run, done, of, note):
        self.steps = getattr(self, "steps", 0) + 1
        if self.steps == 5:
            raise KeyboardInterrupt


def test_interrupt_keeps_what_was_found(planted, monkeypatch):
    module = sys.modules[TemperatureSplit.__module__]
    monkeypatch.setattr(module, "monitor_for", lambda *given, **named: Interrupted())
    with pytest.warns(ConvergenceNotice, match="interrupted"):
        model = HistogramClustering(4).fit(planted.data)
    assert len(model.path_) == 5
    assert model.labels_.min() >= 0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"min_temperature": 0.0}, "min_temperature=0.0 must be"),
        ({"n_clusters": 3}, "fewer than the 3 clusters"),
        ({"smoothing": 0.6}, "smoothing=0.6 must be"),
        ({"solver": "hope"}, "solver='hope' must be"),
    ],
)
def test_bad_settings_are_refused(settings, words):
    with pytest.raises(InputError, match=words):
        HistogramClustering(**{"n_clusters": 2, **settings}).fit(PAIR)
