"""Known answers, the checks of scikit-learn, and the sentences of the relational estimators."""

import warnings

import joblib
import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.utils.estimator_checks import check_estimator

import coterie
from coterie import (
    AdaptiveRatioCut,
    CorrelationClustering,
    MaxCut,
    MinCut,
    MinMaxCut,
    NormalizedCut,
    PairwiseClustering,
    RatioCut,
)
from coterie._core.errors import ConvergenceNotice, DataWarning, InputError
from coterie.datasets import make_correlation_graph
from coterie.engines import Explicit, Geometric
from coterie.measures import adjusted_rand_score

SIGNS = "two columns correlate as 1 or -1, which is no distance of blobs"
ALONE = "without a shift a single cluster is the best answer"
OPPOSITE = "puts together what is far apart"
EXPECTED = {CorrelationClustering: SIGNS, MinCut: ALONE, MaxCut: OPPOSITE}
KINDS = [
    AdaptiveRatioCut, CorrelationClustering, MaxCut, MinCut, MinMaxCut, NormalizedCut,
    PairwiseClustering, RatioCut,
]  # fmt: skip
GRAPH_KINDS = [kind for kind in KINDS if kind is not PairwiseClustering]


@pytest.fixture(scope="module")
def blocks():
    """Three blocks of eight objects, positive similarities, and the truth."""
    rng = np.random.default_rng(0)
    noise = rng.uniform(0.0, 0.3, size=(24, 24))
    truth = np.repeat(np.arange(3), 8)
    return np.equal.outer(truth, truth) + (noise + noise.T) / 2.0, truth


def fit(kind, X, k=3, **settings):
    own = {"shift": -0.6} if kind is MinCut or kind is CorrelationClustering else {}
    settings = {"affinity": "precomputed", "n_init": 3, "random_state": 0} | own | settings
    return kind(k, **settings).fit(X)


@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_scikit_learn_checks(kind):
    expected = {"check_clustering": EXPECTED[kind]} if kind in EXPECTED else {}
    results = check_estimator(
        kind(n_clusters=2, n_init=2), expected_failed_checks=expected, on_fail=None, on_skip=None
    )
    wrong = [each for each in results if each["status"] == "failed"]
    assert not [(each["check_name"], each["exception"]) for each in wrong]
    assert {each["check_name"] for each in results if each["status"] == "xfail"} == expected.keys()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not MaxCut])
@pytest.mark.parametrize("solver", ["annealing", "sequential", "gibbs"])
def test_clear_blocks_are_found(kind, solver, blocks):
    X, truth = blocks
    given = X.max() - X + np.diag(X.diagonal() - X.max()) if kind is PairwiseClustering else X
    model = fit(kind, given, solver=solver)
    assert adjusted_rand_score(truth, model.labels_) == 1.0
    assert model.cost_ == pytest.approx(model.restart_costs_.min(), rel=1e-12, abs=1e-12)
    assert model.memberships_.shape == (24, 3)
    np.testing.assert_allclose(model.memberships_.sum(axis=1), 1.0)


@pytest.mark.parametrize("kind", GRAPH_KINDS)
def test_graphs_may_be_sparse(kind, blocks):
    X = np.where(blocks[0] > 0.2, blocks[0], 0.0)
    dense, sparse = fit(kind, X), fit(kind, sp.coo_array(X))
    assert adjusted_rand_score(dense.labels_, sparse.labels_) == 1.0
    assert dense.cost_ == pytest.approx(sparse.cost_)


def test_points_are_compared_by_name():
    rng = np.random.default_rng(1)
    truth = np.repeat(np.arange(3), 20)
    points = rng.normal(size=(60, 2)) * 0.3 + np.array([[0, 0], [4, 0], [0, 4]])[truth]
    for name in ("sqeuclidean", "distance", "path"):
        model = PairwiseClustering(3, similarity=name, n_init=3, random_state=0).fit(points)
        assert adjusted_rand_score(truth, model.labels_) == 1.0
    centred = points - np.array([points[truth == t].mean(axis=0) for t in truth])
    squares = PairwiseClustering(3, n_init=3, random_state=0).fit(points)
    assert squares.cost_ == pytest.approx((centred**2).sum())  # that of k-means


def test_path_of_the_annealing_tells_of_the_transitions():
    graph = make_correlation_graph(60, 3, noise=0.6, random_state=0).data
    model = fit(CorrelationClustering, graph, shift=0.0)
    first, last = model.path_[0], model.path_[-1]
    assert first.n_clusters == 1
    assert first.entropy == pytest.approx(60 * np.log(3.0), rel=1e-3)
    assert last.n_clusters == model.n_clusters_effective_ == 3
    assert last.temperature == model.temperature_
    for point in model.path_:
        expected = point.energy - point.temperature * point.entropy
        assert point.free_energy == pytest.approx(expected)
    assert model.free_energy_ == last.free_energy
    assert model.free_energy_ <= model.cost_ + 1e-9


def test_annealing_is_never_worse_than_the_search():
    graph = make_correlation_graph(80, 5, noise=0.85, flip=0.3, random_state=2).data
    annealed = fit(CorrelationClustering, graph, 8, shift=0.0)
    searched = fit(CorrelationClustering, graph, 8, shift=0.0, solver="sequential")
    assert annealed.cost_ <= searched.cost_


def test_schedules_are_used_as_given(blocks):
    model = fit(RatioCut, blocks[0], schedule=Geometric(0.5, 0.001, 0.7), n_init=1)
    temperatures = [point.temperature for point in model.path_]
    assert temperatures[:2] == [0.5, 0.35]
    for wrong, words in (((1.0, 0.0), "has the temperature 0.0"), ((), "is empty")):
        with pytest.raises(InputError, match=f"the schedule {words}; temperatures must be > 0"):
            fit(RatioCut, blocks[0], schedule=Explicit(wrong))


@pytest.mark.parametrize("kind", [NormalizedCut, MinMaxCut])
def test_objects_without_links_get_no_cluster(kind, blocks):
    X = np.zeros((26, 26))
    X[1:25, 1:25] = blocks[0]
    with pytest.warns(DataWarning, match=r"2 of 26 objects are linked to nothing \(first: 0, 25\)"):
        model = fit(kind, sp.csr_array(X))
    assert model.labels_[[0, 25]].tolist() == [-1, -1]
    assert adjusted_rand_score(blocks[1], model.labels_[1:25]) == 1.0
    assert model.memberships_[0].tolist() == [0.0, 0.0, 0.0]


def test_cuts_refuse_what_they_cannot_weigh():
    X = np.array([[0.0, 1.0, -3.0], [1.0, 0.0, 1.0], [-3.0, 1.0, 0.0]])
    with pytest.raises(InputError, match=r"2 objects sum to less than 0 \(first: 0, 2"):
        fit(NormalizedCut, X, 2)
    with pytest.raises(InputError, match="similarities go down to -3"):
        fit(MinMaxCut, X + 2.0 * np.eye(3), 2)


@pytest.mark.parametrize("kind", [CorrelationClustering, MinCut])
def test_one_sign_is_told_with_a_shift_that_helps(kind, blocks):
    with pytest.warns(DataWarning, match=r"Take a shift between -0\.4\d+ .* and -1\.2") as caught:
        model = fit(kind, blocks[0], shift=0.0)
    assert len(caught) == 1
    assert np.unique(model.labels_).size == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.unique(fit(kind, blocks[0], shift=-0.46).labels_).size > 1


@pytest.mark.parametrize("kind", [NormalizedCut, MinMaxCut, AdaptiveRatioCut])
def test_correlations_are_raised_for_cuts(kind):
    points = np.random.default_rng(0).normal(size=(20, 6))
    model = kind(2, similarity="correlation", n_init=1, random_state=0).fit(points)
    assert np.isfinite(model.cost_)


@pytest.mark.parametrize("kind", KINDS)
def test_more_clusters_than_objects_are_refused(kind):
    with pytest.raises(InputError, match="fewer than the 4 clusters"):
        fit(kind, np.eye(3), 4)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"solver": "magic"}, "RatioCut: solver='magic' must be 'annealing' or 'sequential' or"),
        ({"affinity": "rbf"}, "RatioCut: affinity='rbf' must be None or 'precomputed'."),
        ({"schedule": 3.0}, "RatioCut: schedule=3.0 must be 'auto', or a schedule of coterie.eng"),
        ({"tol": -1.0}, "RatioCut: tol=-1.0 must be a number >= 0."),
        ({"block_size": 0}, "RatioCut: block_size=0 must be an integer >= 1."),
    ],
)
def test_wrong_parameters_are_refused_in_one_sentence(settings, sentence, blocks):
    with pytest.raises(InputError) as refused:
        fit(RatioCut, blocks[0], **settings)
    assert str(refused.value).startswith(sentence)


def test_exponent_below_one_is_refused(blocks):
    with pytest.raises(InputError, match=r"exponent=0\.5 must be a number >= 1"):
        fit(AdaptiveRatioCut, blocks[0], exponent=0.5)


def test_workers_do_not_change_the_answer():
    graph = make_correlation_graph(60, 4, noise=0.8, random_state=1).data
    expected = fit(CorrelationClustering, graph, 6, shift=0.0)
    for found in (
        fit(CorrelationClustering, graph, 6, shift=0.0, n_jobs=2),
        fit(CorrelationClustering, graph, 6, shift=0.0),
    ):
        np.testing.assert_array_equal(found.labels_, expected.labels_)
        np.testing.assert_array_equal(found.restart_costs_, expected.restart_costs_)
    with joblib.parallel_backend("loky", n_jobs=2):
        found = fit(CorrelationClustering, graph, 6, shift=0.0)
    np.testing.assert_array_equal(found.labels_, expected.labels_)


def test_interrupt_keeps_what_was_found(monkeypatch, blocks):
    class Interrupted(coterie._core.progress.Monitor):
        def step(self, run, done, of, note):
            if run == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(
        "coterie.estimators.relational._relational.monitor_for", lambda *_, **__: Interrupted()
    )
    with pytest.warns(ConvergenceNotice, match="interrupted; kept the best of the 2 restarts"):
        model = fit(RatioCut, blocks[0], n_init=5)
    assert model.labels_.min() >= 0


def test_verbose_writes_a_line_for_each_restart(blocks, capfd):
    fit(RatioCut, blocks[0], n_init=2, verbose=1)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("RatioCut: run 1 of 2 converged after ")


def test_too_few_sweeps_are_told():
    graph = make_correlation_graph(60, 4, noise=0.8, random_state=1).data
    with pytest.warns(ConvergenceNotice, match="had not settled"):
        fit(
            CorrelationClustering, graph, shift=0.0, solver="sequential", max_iter=1, n_init=1
        )  # fmt: skip
