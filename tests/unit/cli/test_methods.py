"""Points, similarities of all pairs and lists of edges on the command line."""

import csv
import json
import signal

import numpy as np
import pytest
import scipy.sparse as sp

import coterie as library
from coterie import analysis
from coterie.cli._options import complete_method, complete_similarity
from coterie.measures import adjusted_rand_score
from coterie.sources import describe

TRUTH = np.repeat(np.arange(3), 8)


@pytest.fixture(scope="module")
def points():
    luck = np.random.default_rng(0)
    return np.array([[5.0, 0, -5], [-5, 5, 0], [0, -5, 5]])[TRUTH] + luck.normal(0, 0.3, (24, 3))


@pytest.fixture
def files(points, tmp_path):
    """The same groups as points, a matrix of all pairs, and edges."""
    far = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    alike = np.exp(-far / 9)
    names = [f"p{at:02}" for at in range(24)]
    lines = [
        ",".join([name, *map(repr, row)]) for name, row in zip(names, alike.tolist(), strict=True)
    ]
    (tmp_path / "alike.csv").write_text("\n".join([",".join(["id", *names]), *lines]))
    rows = [
        ",".join([name, *map(repr, row)]) for name, row in zip(names, points.tolist(), strict=True)
    ]
    (tmp_path / "points.csv").write_text("\n".join(["id,x,y,z", *rows]))
    edges = [
        f"{names[i]},{names[j]},{float(alike[i, j])!r}"
        for i, j in np.random.default_rng(1).permutation(np.argwhere(np.triu(alike > 0.01, 1)))
    ]
    (tmp_path / "edges.csv").write_text("\n".join(["from,to,w", *edges]))
    np.save(tmp_path / "alike.npy", alike)
    np.save(tmp_path / "far.npy", far)
    return tmp_path


EDGES = ("edges.csv", "--kind", "similarity", "--rows", "from", "--columns", "to", "--weight", "w")


@pytest.mark.parametrize(
    ("words", "method"),
    [
        (("alike.npy",), "NormalizedCut"),
        (("alike.csv",), "NormalizedCut"),
        (EDGES, "NormalizedCut"),
        (("far.npy",), "PairwiseClustering"),
        (("points.csv",), "AnnealedKMeans"),
        (
            ("points.csv", "--kind", "points", "--similarity", "correlation"),
            "CorrelationClustering",
        ),
        (("alike.npy", "--method", "pairwiseclustering"), "PairwiseClustering"),
        (("points.csv", "--method", "ratiocut", "--similarity", "path"), "RatioCut"),
    ],
)
def test_the_groups_are_found_and_the_folder_is_written(words, method, coterie, files):
    done = coterie("cluster", *words, "-k", 3, "--restarts" if method != "AnnealedKMeans" else "-q",
                   *[2] * (method != "AnnealedKMeans"), "--out", "found")  # fmt: skip
    assert done.code == 0, done.err
    assert "Your 24 rows fall into 3 groups." in done.out
    assert "The groups are in found/labels.csv" in done.out
    named = "--method" in words or method == "AnnealedKMeans"
    assert (f"{method} was taken, as" in done.err) == (not named)
    found = files / "found"
    assert sorted(path.name for path in found.iterdir()) == ["labels.csv", "model", "summary.json"]
    with (found / "labels.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["id", "cluster", "membership"]
    if words[0].endswith(".csv"):
        assert [row["id"] for row in rows] == [f"p{at:02}" for at in range(24)]
    assert adjusted_rand_score(TRUTH, [int(row["cluster"]) for row in rows]) == 1.0
    assert all(0.3 < float(row["membership"]) <= 1 for row in rows)
    facts = json.loads((found / "summary.json").read_text())
    assert (facts["method"], facts["n_clusters"]) == (method, 3)
    assert type(library.load(found)).__name__ == method


def test_there_is_no_page_and_that_is_said(coterie, files, sentence):
    done = coterie("cluster", "alike.npy", "-k", 3, "--out", "found")
    assert "There is no report; coterie analyse, or SequentialIB on counts, makes one." in done.err
    assert "no page can be made" in sentence(coterie("report", "found"))


def test_standard_output_as_for_counts(coterie, files):
    done = coterie("cluster", "alike.csv", "-k", 3, "--quiet")
    assert done.err == ""
    assert done.out.splitlines()[0] == "id,cluster,membership"
    assert len(done.out.splitlines()) == 25
    facts = json.loads(coterie("cluster", *EDGES, "-k", 3, "--json").out)
    assert adjusted_rand_score(TRUTH, [facts["labels"][f"p{at:02}"] for at in range(24)]) == 1.0


def test_other_methods_on_counts(coterie, counts_csv, planted):
    done = coterie(
        "cluster", counts_csv, "-k", 3, "--method", "IterativeIB", "--beta", 30, "--json"
    )
    facts = json.loads(done.out)
    assert facts["method"] == "IterativeIB"
    assert adjusted_rand_score(planted.target, list(facts["labels"].values())) == 1.0


def test_asymmetry_is_noted(coterie, files):
    alike = np.load("alike.npy")
    alike[0, 1] += 0.1
    np.save("skew.npy", alike)
    done = coterie("cluster", "skew.npy", "--kind", "similarity", "-k", 3)
    assert done.code == 0
    assert done.err.count("is not symmetric (entries differ by up to 0.1)") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cluster", "alike.npy", "-k", 25), "has 24 rows, too few for 25 groups"),
        (
            ("cluster", "alike.npy", "-k", 3, "--method", "KMeans"),
            "for similarity, choose from Pair",
        ),
        (("cluster", "alike.npy", "-k", 3, "--method", "SequentialIB"), "takes counts, text, and"),
        (("cluster", "points.csv", "-k", 3, "--similarity", "cosine"), "choose from sqeuclidean"),
        (("cluster", "points.csv", "-k", 3, "--kind", "similarity"), "need a square matrix"),
        (
            ("cluster", "points.csv", "-k", 3, "--restarts", 2),
            "has no n_init; leave --restarts out",
        ),
        (("cluster", "edges.csv", "-k", 3, "--kind", "similarity"), "--rows from --columns to"),
    ],
)
def test_requests_that_cannot_be_met(words, said, coterie, files, sentence):
    assert said in sentence(coterie(*words))


def test_missing_similarities_are_refused(coterie, files, sentence):
    alike = np.load("alike.npy")
    alike[3, 5] = np.nan
    np.save("holes.npy", alike)
    done = coterie("cluster", "holes.npy", "--kind", "similarity", "-k", 3)
    assert "1 entry is missing or infinite (first: row '3', column '5')" in sentence(done)


def test_info_tells_what_to_do_next(coterie, files):
    assert "coterie cluster alike.npy --clusters NUMBER" in coterie("info", "alike.npy").out
    assert "kind:     dissimilarity" in coterie("info", "far.npy").out
    out = coterie("info", *EDGES).out
    assert "about 24 rows, 24 columns" in out
    assert "next:     coterie cluster edges.csv" in out


def test_a_dry_run_counts_the_pairs(coterie, files, monkeypatch):
    done = coterie("cluster", "alike.npy", "-k", 3, "--dry-run")
    assert "24 rows, 24 columns" in done.out
    assert "Time:   about " in done.out
    facts = json.loads(coterie("cluster", "far.npy", "-k", 3, "--dry-run", "--json").out)
    assert (facts["longest_seconds"], facts["fits"]) == (None, True)
    assert facts["seconds"] > 0.0


def test_pairs_that_do_not_fit_are_refused_before_they_are_read(
    coterie, tmp_path, monkeypatch, sentence
):
    path = tmp_path / "large.npy"
    np.save(path, np.random.default_rng(0).random((2000, 2000), dtype=np.float32))
    for module in (analysis, analysis._forecast):
        monkeypatch.setattr(module, "available_memory", lambda: 100_000_000)

    def read(*_, **__):
        pytest.fail("the data were read")

    monkeypatch.setattr(analysis, "obtain", read)
    words = ("cluster", path, "-k", 3, "--jobs", 1)
    done = coterie(*words, "--kind", "similarity")
    assert "needs about 622 MB of memory, and 100 MB are free" in sentence(done)
    # as far as the beginning shows, these could be points; the larger need is told
    assert describe(path).kind == "points"
    assert "This does not fit" in coterie(*words, "--dry-run").out


def test_a_matrix_of_mostly_zeros_that_is_not_sparse_takes_its_full_room(coterie, tmp_path):
    path = tmp_path / "zeros.npy"
    np.save(path, np.kron(np.eye(50), np.ones((20, 20))))
    needs = []
    for form in ("zeros.npy", "zeros.npz"):
        words = ("cluster", form, "-k", 3, "--jobs", 1, "--dry-run", "--json")
        if form.endswith("npz"):
            sp.save_npz(form, sp.csr_array(np.load(path)))
        needs.append(json.loads(coterie(*words).out)["memory_bytes"])
    assert needs[0] - needs[1] > 40 * 1000**2


def test_ctrl_c_keeps_what_was_found(process, files):
    words = ("far.npy", "-k", "3", "--restarts", "50000", "--jobs", "1", "--out", "found")
    run = process("cluster", *words)
    for line in run.stderr:
        if "PairwiseClustering: run 2 " in line:
            break
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=100)
    assert run.returncode == 130, err
    assert "The run was interrupted; this is the best that it had found." in err
    assert "The groups are in found/labels.csv" in out
    assert json.loads((files / "found/summary.json").read_text())["interrupted"] is True


def test_names_are_completed():
    assert complete_method("ANNEALED") == ["AnnealedIB", "AnnealedKMeans", "AnnealedEmbedding"]
    assert complete_similarity("corr") == ["correlation"]
