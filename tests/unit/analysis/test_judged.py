"""Points, pairs, graphs and replicates: the number of groups is chosen by reliable bits."""

import json
import signal
import threading

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import analyse
from coterie._core.errors import InputError
from coterie.analysis import CapacityAnalysis, Settings, forecast, obtain, planned, prepare
from coterie.measures import adjusted_rand_score

TRUTH = np.repeat([0, 1, 2], 20)


@pytest.fixture(scope="module")
def centres():
    return np.eye(3)[TRUTH] @ np.diag([9.0, 9.0, 9.0])


@pytest.fixture(scope="module")
def two_points(centres):
    rng = np.random.default_rng(0)
    return [centres + rng.normal(size=centres.shape) for _ in range(2)]


@pytest.fixture(scope="module")
def graph():
    """Counted edges of three groups of twenty."""
    rng = np.random.default_rng(1)
    rates = np.where(np.equal.outer(TRUTH, TRUTH), 2.0, 0.1)
    edges = np.triu(rng.poisson(rates), 1)
    return sp.csr_array(edges + edges.T)


@pytest.fixture(scope="module")
def found(two_points):
    return analyse(
        two_points[0], range(1, 5), kind="points", replicate=two_points[1], method="annealedkmeans"
    )


def test_replicates_of_points(found):
    assert isinstance(found, CapacityAnalysis)
    assert found.evidence.capacity.instances == "given pair"
    assert found.n_clusters == 3
    assert adjusted_rand_score(TRUTH, found.labels) == 1.0
    assert found.reliable_bits == pytest.approx(np.log2(3), abs=0.02)
    assert "1.58 are reliable" in found.headline


def test_the_folder_has_all_of_it(found, tmp_path):
    assert found.save(tmp_path / "found") == ()
    head, first = (tmp_path / "found/labels.csv").read_text().splitlines()[:2]
    assert head == "id,cluster,membership,reliable_bits,agreement"
    assert first.startswith("0,")
    assert float(first.split(",")[3]) == pytest.approx(np.log2(3), abs=0.05)
    facts = json.loads((tmp_path / "found/summary.json").read_text())
    assert facts["chosen_by"] == "reliable bits"
    assert facts["verdict"] == found.headline
    assert facts["supported"] is True
    assert [each["n_clusters"] for each in facts["tried"]] == [1, 2, 3, 4]
    assert facts["tried"][2]["reliable_bits"] == pytest.approx(facts["reliable_bits"])
    page = (tmp_path / "found/report.html").read_text()
    assert '<section id="temperatures"' in page


def test_replicates_are_matched_by_name(two_points):
    pandas = pytest.importorskip("pandas")
    names = [f"p{at}" for at in range(60)]
    first, second = (pandas.DataFrame(each, names, list("abc")) for each in two_points)
    mixed = second.sample(frac=1.0, random_state=0)[list("cab")]
    asked = {"n_clusters": [3], "kind": "points", "method": "AnnealedKMeans"}
    given = analyse(first, replicate=second, **asked)
    again = analyse(first, replicate=mixed, **asked)
    np.testing.assert_array_equal(given.labels, again.labels)
    assert given.reliable_bits == again.reliable_bits
    with pytest.raises(InputError, match=r"lacks 1 of the rows .*p7"):
        analyse(first, replicate=second.rename(index={"p7": "q"}), **asked)
    with pytest.raises(InputError, match="replicates have the same rows"):
        analyse(first, replicate=second[:50], **asked)


def test_noise_supports_no_grouping():
    noise = np.random.default_rng(3).normal(size=(80, 8))
    found = analyse(noise, range(1, 4), kind="points", method="AnnealedKMeans")
    assert found.n_clusters == 1
    assert found.headline == "Your 80 rows do not fall into groups that these data support."
    assert found.summary()["supported"] is False
    assert "reliability" not in found.content["sections"]
    assert (found.labels == 0).all()


def test_a_single_number_is_made_and_judged_all_the_same():
    noise = np.random.default_rng(3).normal(size=(80, 8))
    found = analyse(noise, [3], kind="points", method="AnnealedKMeans")
    assert found.n_clusters == 3
    assert "as you asked; these data do not support them" in found.headline


def test_edges_are_thinned(graph):
    found = analyse(graph, range(1, 5), kind="similarity", method="NormalizedCut")
    assert found.evidence.capacity.instances == "thinning"
    assert found.n_clusters == 3
    assert adjusted_rand_score(TRUTH, found.labels) == 1.0
    assert not found.notes
    assert "pairs" in found.content["sections"]


@pytest.mark.parametrize("kind", ["similarity", "dissimilarity"])
def test_a_matrix_of_pairs_is_halved_with_a_warning(kind, two_points):
    points = two_points[0]
    distances = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    matrix = distances if kind == "dissimilarity" else distances.max() - distances
    found = analyse(matrix, [2, 3], kind=kind, method="PairwiseClustering")
    assert found.evidence.capacity.instances == "object halves"
    assert "read the reliable bits as too high" in found.notes[0]
    assert adjusted_rand_score(TRUTH, found.labels) == 1.0
    assert found.summary()["method"] == "PairwiseClustering"


def test_other_methods_choose_the_number_of_counts():
    rates = np.kron(np.eye(3), np.ones(8))[TRUTH] * 3.0 + 0.2
    counts = np.random.default_rng(0).poisson(rates)
    found = analyse(counts, range(1, 5), method="AnnealedIB")
    assert found.n_clusters == 3
    assert found.evidence.capacity.instances == "thinning"


def test_counts_have_reliable_bits_beside_what_is_held_out():
    rates = np.kron(np.eye(3), np.ones(8))[TRUTH] * 3.0 + 0.2
    rng = np.random.default_rng(0)
    first, second = rng.poisson(rates), rng.poisson(rates)
    found = analyse(first, range(1, 5))
    assert found.summary()["chosen_by"] == "held-out information"
    assert found.reliable_bits == pytest.approx(np.log2(3), abs=0.1)
    assert any("in half of your counts" in words for words in found.sentences)
    assert "reliability" in found.content["sections"]
    assert found.content["sections"]["members"]["reliable_nats"]
    again = analyse(first, range(1, 5), replicate=second)
    assert again.task.table.matrix.sum() == first.sum() + second.sum()
    assert again.evidence.capacity.instances == "given pair"
    assert analyse(first, 3).reliable_bits is None


def test_what_is_tried_follows_the_data_and_the_request():
    rng = np.random.default_rng(0)
    wide, narrow = rng.normal(size=(40, 9)), rng.normal(size=(40, 2))

    def tried(data, kind="points", **asked):
        made = planned(prepare(obtain(data, kind=kind), Settings(**asked)))
        return [method.name for method in made.methods], made.measures, made.maker.name

    names, measures, maker = tried(wide)
    assert "CorrelationClustering" in names
    assert measures == ("correlation", "path")
    assert maker == "feature split"
    names, measures, maker = tried(narrow)
    assert "CorrelationClustering" not in names
    assert (measures, maker) == (("path",), "object halves")
    assert tried(wide, similarity="path")[:2] == (
        ["CorrelationClustering", "PairwiseClustering"],
        ("path",),
    )
    assert len(tried(wide, preset="thorough")[0]) > len(tried(wide)[0])
    signed = wide @ wide.T
    assert tried(signed, "similarity")[0][0] == "CorrelationClustering"
    assert tried(signed - signed.min(), "similarity")[0][0] == "NormalizedCut"


def test_the_forecast_covers_the_search():
    task = prepare(obtain(np.random.default_rng(0).normal(size=(40, 2)), kind="points"), Settings())
    shared = {"kind": "points", "choice": task.choice, "methods": ("AnnealedKMeans",)}
    ahead = forecast((40, 2), 80, task.settings, **shared)
    more = forecast((40, 2), 80, Settings(preset="thorough"), **shared)
    assert 0.0 < ahead.seconds < more.seconds


def test_ctrl_c_keeps_what_was_tried(two_points):
    rng = np.random.default_rng(0)
    points = rng.normal(size=(400, 8))
    points[:200] += 6.0
    threading.Timer(2.0, signal.raise_signal, (signal.SIGINT,)).start()
    found = analyse(points, kind="points")
    assert found.interrupted
    assert found.notes[-1].startswith("The run was interrupted")
    assert 0 < len(found.evidence.tried) < 60
    assert found.evidence.transfer is None
