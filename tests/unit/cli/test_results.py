"""What analyse and cluster write and say."""

import csv
import json

import numpy as np
import pytest

import coterie as library
from coterie import SequentialIB
from coterie.datasets import load_book_passages
from coterie.measures import adjusted_rand_score
from coterie.sources import read

FILES = ["labels.csv", "model", "report.html", "report.json", "summary.json"]


def labels_of(path):
    with path.open(newline="") as stream:
        return {row["id"]: int(row["cluster"]) for row in csv.DictReader(stream)}


def test_analyse_finds_what_was_planted_and_writes_the_folder(
    coterie, counts_csv, planted, tmp_path
):
    done = coterie("analyse", counts_csv, "--clusters", "2..5", "--restarts", 3, "--out", "found")
    assert done.code == 0, done.err
    found = tmp_path / "found"
    assert sorted(path.name for path in found.iterdir()) == FILES
    labels = labels_of(found / "labels.csv")
    assert list(labels) == [f"u{row}" for row in range(60)]
    assert adjusted_rand_score(planted.target, list(labels.values())) == 1.0
    summary = json.loads((found / "summary.json").read_text())
    assert summary["n_clusters"] == 3
    assert [point["n_clusters"] for point in summary["tried"]] == [1, 2, 3, 4, 5]
    assert "Your 60 rows fall into 3 groups" in done.out
    assert " bits" in done.out
    assert f"The report is {found.name}/report.html" in done.out
    assert json.loads((tmp_path / "found" / "summary.json").read_text())["prior"] == "counts"
    model = library.load(found)
    frame = pytest.importorskip("pandas").read_csv(counts_csv, index_col="user")
    assert adjusted_rand_score(planted.target, model.predict(frame)) == 1.0
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[frame.columns[::-1]])


def test_the_library_gives_the_same_answer(coterie, counts_csv, tmp_path):
    coterie("cluster", counts_csv, "-k", 4, "--restarts", 3, "--seed", 5, "--out", "found")
    model = SequentialIB(4, n_init=3, random_state=5).fit(read(counts_csv).matrix)
    found = labels_of(tmp_path / "found/labels.csv")
    np.testing.assert_array_equal(list(found.values()), model.labels_)


def test_the_number_of_jobs_changes_nothing(coterie, counts_csv, tmp_path):
    for jobs in (1, 2):
        coterie("analyse", counts_csv, "-k", "2,3,7", "--jobs", jobs, "--out", f"jobs{jobs}")
    one, two = (tmp_path / f"jobs{jobs}" for jobs in (1, 2))
    assert (one / "labels.csv").read_bytes() == (two / "labels.csv").read_bytes()
    facts = [json.loads((folder / "summary.json").read_text()) for folder in (one, two)]
    for each in facts:
        del each["seconds"]
    assert facts[0] == facts[1]


def test_cluster_prints_labels_where_no_folder_is_named(coterie, counts_csv, tmp_path):
    before = sorted(tmp_path.iterdir())
    done = coterie("cluster", counts_csv, "--clusters", 3)
    lines = done.out.splitlines()
    assert lines[0] == "id,cluster,typicality"
    assert len(lines) == 61
    assert "fall into 3 groups" in done.err
    assert sorted(tmp_path.iterdir()) == before


def test_json_is_all_there_is_on_standard_output(coterie, counts_csv):
    facts = json.loads(coterie("cluster", counts_csv, "-k", 3, "--json").out)
    assert len(facts["labels"]) == 60
    facts = json.loads(coterie("analyse", counts_csv, "-k", "2..4", "--json").out)
    assert facts["folder"] == "visits-groups"
    assert facts["n_clusters"] == 3
    assert facts["information_fraction"] <= 1
    facts = json.loads(coterie("analyse", counts_csv, "--dry-run", "--json").out)
    assert facts["n_rows"] == 60
    assert facts["fits"] is True


def test_quiet_says_nothing_but_the_answer(coterie, counts_csv):
    done = coterie("cluster", counts_csv, "-k", 3, "--quiet")
    assert done.err == ""
    assert len(done.out.splitlines()) == 61


def test_events_are_counted(coterie, events_csv, planted, tmp_path):
    words = ("--rows", "user", "--columns", "page", "--weight", "n")
    done = coterie("analyse", events_csv, *words, "-k", "2..4")
    assert done.code == 0, done.err
    assert "Your 60 users fall into 3 groups" in done.out
    labels = labels_of(tmp_path / "log-groups/labels.csv")
    assert adjusted_rand_score(planted.target, [labels[f"u{row:02}"] for row in range(60)]) == 1.0


def test_standard_input(coterie, events_csv):
    words = ("--rows", "user", "--columns", "page", "--weight", "n", "--json", "-k", 3)
    piped = json.loads(coterie("cluster", "-", *words, stdin=events_csv.read_text()).out)
    assert piped["labels"] == json.loads(coterie("cluster", events_csv, *words).out)["labels"]


def test_texts_are_counted_in_words_and_the_model_takes_texts(coterie, tmp_path):
    passages = load_book_passages()
    folder = tmp_path / "passages"
    folder.mkdir()
    chosen = [*range(40), *range(700, 740)]
    for at in chosen:
        (folder / f"{at:03}.txt").write_text(passages.data[at])
    done = coterie("analyse", folder, "-k", 2, "--max-words", 300, "--out", "found")
    assert done.code == 0, done.err
    assert json.loads((tmp_path / "found/summary.json").read_text())["prior"] == "uniform"
    assert "300 were kept" in done.err
    labels = labels_of(tmp_path / "found/labels.csv")
    assert adjusted_rand_score(passages.target[chosen], list(labels.values())) > 0.9
    model = library.load(tmp_path / "found")
    texts = [passages.data[at] for at in chosen]
    again = model.predict(texts)
    # a row that was fitted may be cheaper elsewhere by a hair once it is part of its own cluster
    assert np.mean(again == list(labels.values())) > 0.97
    page = (tmp_path / "found/report.html").read_text()
    assert "documents" in page


def test_typicality_is_in_bits(coterie, counts_csv, tmp_path):
    coterie("cluster", counts_csv, "-k", 3, "--out", "found")
    with (tmp_path / "found/labels.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    X = read(counts_csv).matrix
    model = SequentialIB(3, random_state=0).fit(X)
    costs = np.sort(model.transform(X), axis=1)
    margins = (costs[:, 1] - costs[:, 0]) / np.log(2)
    np.testing.assert_allclose([float(row["typicality"]) for row in rows], margins, rtol=1e-5)


def test_rows_without_counts_stay_out_and_are_named(coterie, tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("id,a,b,c\nx,3,0,1\nempty,0,0,0\ny,0,4,0\nz,0,3,1\n")
    done = coterie("cluster", path, "-k", 2, "--kind", "counts")
    assert "empty,-1,\n" in done.out
    assert "1 row holds no counts and is in no group (empty)." in done.err


@pytest.mark.parametrize("command", ["cluster", "analyse"])
def test_results_are_never_replaced_unless_forced(command, coterie, counts_csv, tmp_path, sentence):
    words = (command, counts_csv, "-k", 3, "--restarts", 1, "--out", "found")
    assert coterie(*words).code == 0
    before = (tmp_path / "found/summary.json").read_bytes()
    assert "exists; give another folder, or --force" in sentence(coterie(*words))
    assert (tmp_path / "found/summary.json").read_bytes() == before
    assert coterie(*words, "--seed", 1, "--force").code == 0
    assert (tmp_path / "found/summary.json").read_bytes() != before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["found", "visits.csv"]


def test_force_spares_what_is_not_a_result(coterie, counts_csv, tmp_path, sentence):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.tex").write_text("years of work")
    done = coterie("cluster", counts_csv, "-k", 3, "--out", mine, "--force")
    assert "thesis.tex" in sentence(done)
    done = coterie("cluster", counts_csv, "-k", 3, "--out", counts_csv, "--force")
    assert "is a file" in sentence(done)
    assert (mine / "thesis.tex").read_text() == "years of work"


def test_a_page_made_again_is_the_same(coterie, counts_csv, tmp_path, sentence):
    coterie("cluster", counts_csv, "-k", 3, "--out", "found")
    page = tmp_path / "found/report.html"
    before = page.read_bytes()
    page.unlink()
    assert "found/report.html" in coterie("report", "found").out
    assert page.read_bytes() == before
    assert coterie("report", "found", "--out", "elsewhere.html").code == 0
    assert (tmp_path / "elsewhere.html").read_bytes() == before
    assert "--force" in sentence(coterie("report", "found", "--out", "elsewhere.html"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "holds no report.json"),
        ("{", "is damaged"),
        ("[1]", "is damaged"),
        ('{"schema": 99}', "schema is 99"),
        ('{"schema": 1, "sections": 5}', "is damaged"),
    ],
)
def test_a_result_that_is_none(content, words, coterie, tmp_path, sentence):
    (tmp_path / "found").mkdir()
    if content is not None:
        (tmp_path / "found/report.json").write_text(content)
    assert words in sentence(coterie("report", "found"))
    assert not (tmp_path / "found/report.html").exists()
