"""Any method by its name, on any kind of data that it takes."""

import json
import signal
import threading

import numpy as np
import pytest
import scipy.sparse as sp

import coterie
from coterie import analyse, estimators
from coterie._core.errors import InputError
from coterie.analysis import (
    METHODS,
    CountAnalysis,
    Settings,
    choose,
    forecast,
    obtain,
    prepare,
    run,
)
from coterie.datasets import make_counts
from coterie.measures import adjusted_rand_score

TRUTH = np.repeat(np.arange(3), 10)


@pytest.fixture(scope="module")
def data():
    """The same three groups as counts, points, similarities and dissimilarities."""
    luck = np.random.default_rng(0)
    points = np.array([[5, 0, -5], [-5, 5, 0], [0, -5, 5]])[TRUTH] + luck.normal(0, 0.3, (30, 3))
    far = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    rows = luck.permutation(30)  # so that no method finds the order
    counts = make_counts(n_rows=30, n_columns=20, n_clusters=3, depth=200, random_state=0)
    return {
        "counts": (counts.data, counts.target),
        "points": (points[rows], TRUTH[rows]),
        "similarity": (np.exp(-far / 9)[rows][:, rows] - 0.3, TRUTH[rows]),
        "dissimilarity": (far[rows][:, rows], TRUTH[rows]),
    }


CASES = [
    (method.name, kind) for method in METHODS.values() for kind in method.kinds if kind != "text"
]

# For these the sign says who belongs together; without any that is negative, all do.
BY_SIGN = {"CorrelationClustering", "MinCut"}

# These find the groups as they are meant to; MaxCut does the opposite, and dominant sets, mixtures
# with a full covariance for ten points, a free number of clusters and neighbours on a grid answer
# other questions.
OTHER_QUESTIONS = {
    "MaxCut", "DominantSets", "TemperedGaussianMixture", "ComplexityClustering",
    "TopologicalClustering",
}  # fmt: skip


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize(("name", "kind"), CASES)
def test_every_method_takes_what_it_says(name, kind, data, tmp_path):
    table, truth = data[kind]
    if kind == "similarity" and name not in BY_SIGN:
        table = table + 0.3  # the others take none that is negative
    asked = {"similarity": "sqeuclidean"} if METHODS[name].compares and kind == "points" else {}
    if (name, kind) == ("CorrelationClustering", "points"):
        asked["similarity"] = "correlation"
    found = analyse(table, 3, kind=kind, method=name.upper(), random_state=0, **asked)
    assert type(found.model) is getattr(estimators, name)
    assert found.labels.shape == (30,)
    unsigned = name in BY_SIGN and kind != "similarity" and "correlation" not in asked.values()
    if unsigned:
        assert found.n_clusters == 1
        assert "no similarity is negative" in found.notes[-1]
    elif name not in OTHER_QUESTIONS:
        assert adjusted_rand_score(truth, found.labels) > 0.9
    facts = found.summary()
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    assert facts["method"] == name
    found.save(tmp_path / "found")
    np.testing.assert_array_equal(coterie.load(tmp_path / "found").labels_, found.labels)
    assert (tmp_path / "found/report.html").exists() == isinstance(found, CountAnalysis)


@pytest.mark.parametrize(
    ("kind", "similarity", "signed", "name"),
    [
        ("counts", None, False, "SequentialIB"),
        ("text", None, False, "SequentialIB"),
        ("points", None, False, "AnnealedKMeans"),
        ("points", "correlation", False, "CorrelationClustering"),
        ("points", "absolute_correlation", False, "PairwiseClustering"),
        ("points", "path", False, "PairwiseClustering"),
        ("similarity", None, False, "NormalizedCut"),
        ("similarity", None, True, "CorrelationClustering"),
        ("dissimilarity", None, False, "PairwiseClustering"),
    ],
)
def test_the_kind_of_data_decides_and_the_reason_is_said(kind, similarity, signed, name):
    choice = choose(Settings(similarity=similarity), kind, signed=signed)
    assert choice.method.name == name
    assert choice.similarity == similarity
    assert choice.why.startswith(f"{name} was taken, as ") == (not choice.reported)
    named = choose(Settings(similarity=similarity, method=name), kind, signed=signed)
    assert (named.method, named.why) == (choice.method, "")


@pytest.mark.parametrize(
    ("kind", "asked", "words"),
    [
        ("points", {"method": "KMeans"}, "no method 'KMeans'; for points, choose from AnnealedKM"),
        ("counts", {"method": "MinCut"}, "MinCut takes points, similarity, dissimilarity, and"),
        ("points", {"similarity": "cosine"}, "no similarity 'cosine'; choose from sqeuclidean"),
        ("counts", {"similarity": "path"}, "'path' compares points, and these data were taken"),
        (
            "points",
            {"similarity": "path", "method": "AnnealedKMeans"},
            "AnnealedKMeans does not compare points",
        ),
        ("points", {"n_init": 3}, r"AnnealedKMeans has no n_init; leave --restarts out"),
        ("similarity", {"beta": 3.0}, "NormalizedCut has no beta; leave --beta out"),
        ("dissimilarity", {"prior": "uniform"}, "PairwiseClustering has no prior"),
        ("transitions", {}, "taken for transitions .*, which no method takes"),
    ],
)
def test_what_does_not_fit_together_is_refused(kind, asked, words):
    table = np.full((3, 3), 1 / 3)
    with pytest.raises(InputError, match=words):
        analyse(table, 2, kind=kind, **asked)


@pytest.mark.parametrize(
    ("table", "kind", "words"),
    [
        (np.diag([1.0, np.nan, 2.0]), "similarity", "1 entry is missing .*row '1', column '1'"),
        (sp.csr_array(np.diag([1.0, 2.0, np.inf])), "similarity", "row '2', column '2'"),
        ([[1.0, np.inf], [2.0, 1.0]], "points", "row '0', column '1'"),
        (np.ones((3, 2)), "similarity", "need a square matrix"),
        (np.ones((1, 4)), "points", "has 1 row, too few"),
        (np.eye(4), "similarity", "has 4 rows, too few for 5 groups"),
        (sp.csr_array(np.eye(9)), "dissimilarity", "most distances are missing"),
        (np.ones((3, 3)), "text", "is for files and data frames"),
    ],
)
def test_data_that_cannot_be_clustered(table, kind, words):
    with pytest.raises(InputError, match=words):
        analyse(table, 5, kind=kind)


def test_what_the_estimator_warns_of_is_a_note_once(data):
    table = data["similarity"][0] + 0.3
    table[0, 1] += 0.1
    found = analyse(table, 3, kind="similarity")
    said = [words for words in found.notes if "is not symmetric" in words]
    assert len(said) == 1
    assert adjusted_rand_score(data["similarity"][1], found.labels) == 1.0


def test_similarities_and_their_dissimilarities_give_the_same_groups(data):
    alike, _ = data["similarity"]
    np.fill_diagonal(far := alike.max() - alike, 0.0)
    one = analyse(alike, 3, kind="similarity", method="PairwiseClustering")
    two = analyse(far, 3, kind="dissimilarity", method="PairwiseClustering")
    np.testing.assert_array_equal(one.labels, two.labels)
    assert one.summary()["cost"] == pytest.approx(two.summary()["cost"])


def test_a_graph_stays_sparse_and_lonely_rows_get_no_group():
    graph = sp.lil_array((41, 41))
    graph[:40, :40] = np.kron(np.eye(4), np.ones((10, 10)))
    found = analyse(sp.csr_array(graph), 4, kind="similarity")
    assert sp.issparse(found.task.table.matrix)
    assert found.labels[40] == -1
    assert found.sizes == [10] * 4
    assert "1 row is in no group." in found.sentences


def test_memory_grows_with_the_pairs_and_a_graph_needs_less():
    settings = Settings(n_clusters=5, n_jobs=1)
    dense, graph, far = (
        forecast(
            (20_000, 20_000), n, settings, kind=kind, choice=choose(settings, kind), timed=False
        )
        for n, kind in ((20_000**2, "similarity"), (10**6, "similarity"), (10**6, "dissimilarity"))
    )
    assert dense.memory > 8 * 20_000**2
    assert graph.memory < dense.memory / 10
    assert far.memory > 8 * 20_000**2
    assert dense.seconds is None
    points = forecast(
        (20_000, 5), 10**5, settings, kind="points", choice=choose(settings, "points")
    )
    assert points.memory < graph.memory
    walk = Settings(n_clusters=5, n_jobs=1, method="MarkovRelaxation")
    few, many = (
        forecast((n, 5), 5 * n, walk, kind="points", choice=choose(walk, "points")).memory
        for n in (4_000, 16_000)
    )
    assert many < 4.0 * few  # sixteen times the pairs, but the same thousand landmarks


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("HistogramClustering", "counts"),
        ("AnnealedKMeans", "points"),
        ("RatioCut", "similarity"),
        ("DominantSets", "similarity"),
        ("PairwiseClustering", "dissimilarity"),
        ("MinCut", "points"),
    ],
)
def test_time_is_foretold_from_a_trial_and_grows_with_the_data(name, kind):
    """Not how long: a clock that fails on a busy machine teaches nobody anything."""
    settings = Settings(n_clusters=4, n_jobs=1, method=name)
    small, large = (
        forecast(
            (n, 30 if kind in {"counts", "points"} else n), 20 * n, settings, kind=kind,
            choice=choose(settings, kind),
        )
        for n in (1_000, 10_000_000)
    )  # fmt: skip
    assert 0.0 < small.seconds < large.seconds
    assert large.seconds < 1e9
    assert large.longest is None


def test_ctrl_c_keeps_what_was_found(data):
    settings = Settings(n_clusters=3, n_init=5_000, n_jobs=1)
    task = prepare(obtain(data["dissimilarity"][0], kind="dissimilarity"), settings)
    threading.Timer(0.7, signal.raise_signal, (signal.SIGINT,)).start()
    found = run(task)
    assert found.interrupted
    assert found.notes[-1].startswith("The run was interrupted")
    assert adjusted_rand_score(data["dissimilarity"][1], found.labels) == 1.0
