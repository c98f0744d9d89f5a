"""`coterie analyse` on points and edges: reliable bits on the command line."""

import json

import numpy as np
import pytest

TRUTH = np.repeat([0, 1], 20)
NARROW = ("--method", "AnnealedKMeans", "--clusters", "1..3")


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """Two measurements of forty points in two groups, the second in another order."""
    rng = np.random.default_rng(0)
    monkeypatch.chdir(tmp_path)
    for name, order in (("first", range(40)), ("second", range(39, -1, -1))):
        points = TRUTH[:, None] * 8.0 + rng.normal(size=(40, 3))
        lines = [f"p{at}," + ",".join(f"{value:.3f}" for value in points[at]) for at in order]
        (tmp_path / f"{name}.csv").write_text("\n".join(["who,a,b,c", *lines]) + "\n")


def test_two_measurements(coterie, measured, tmp_path):
    done = coterie("analyse", "first.csv", "--replicate", "second.csv", *NARROW, "--out", "found")
    assert done.code == 0, done.err
    assert "1.00 are reliable" in done.out
    assert "The report is found/report.html" in done.out
    facts = json.loads((tmp_path / "found/summary.json").read_text())
    assert facts["instances"] == "given pair"
    assert facts["n_clusters"] == 2
    assert coterie("report", "found", "--out", "again.html").code == 0
    written = (tmp_path / "found/report.html").read_bytes()
    assert (tmp_path / "again.html").read_bytes() == written


def test_the_number_can_be_named_and_is_judged(coterie, measured):
    done = coterie(
        "analyse", "first.csv", "--method", "annealedkmeans", "--clusters", "2", "--json"
    )
    facts = json.loads(done.out)
    assert facts["n_clusters"] == 2
    assert facts["reliable_bits"] > 0.3  # halves of forty that do not quite match
    assert len(facts["tried"]) == 1


def test_a_forecast(coterie, measured, tmp_path):
    done = coterie("analyse", "first.csv", *NARROW, "--dry-run", "--json")
    assert json.loads(done.out)["seconds"] > 0.0
    assert not (tmp_path / "first-groups").exists()


def test_replicates_that_are_none(coterie, measured, sentence, tmp_path):
    (tmp_path / "other.csv").write_text("who,a,b,c\nx,0.1,2.2,3.3\ny,1.5,2.5,3.5\n")
    done = coterie("analyse", "first.csv", "--replicate", "other.csv")
    assert "replicates have the same rows" in sentence(done)
