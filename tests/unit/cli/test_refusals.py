"""Bad input and bad requests get one sentence and exit code 2, and leave nothing behind."""

import gzip
import io
import json
import shutil
import sqlite3

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp


def as_npz(counts):
    stream = io.BytesIO()
    np.savez(stream, counts=counts)
    return stream.getvalue()


def as_npy(counts):
    stream = io.BytesIO()
    np.save(stream, counts)
    return stream.getvalue()


def as_mtx(counts):
    stream = io.BytesIO()
    scipy.io.mmwrite(stream, sp.coo_array(counts))
    return stream.getvalue()


def as_csv(counts):
    header = ",".join(["id", *(f"c{column}" for column in range(counts.shape[1]))])
    rows = [",".join([f"r{at}", *map(str, row)]) for at, row in enumerate(counts)]
    return "\n".join([header, *rows]).encode()


def as_json_lines(counts):
    rows = [
        {"id": f"r{at}", **{f"c{column}": int(n) for column, n in enumerate(row)}}
        for at, row in enumerate(counts)
    ]
    return "\n".join(map(json.dumps, rows)).encode()


def as_parquet(counts):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    columns = {f"c{column}": counts[:, column] for column in range(counts.shape[1])}
    parquet.write_table(arrow.table(columns), stream)
    return stream.getvalue()


def as_sqlite(counts):
    database = sqlite3.connect(":memory:")
    names = ", ".join(f"c{column} INTEGER" for column in range(counts.shape[1]))
    database.execute(f"CREATE TABLE counts (id TEXT, {names})")
    marks = ",".join("?" * (counts.shape[1] + 1))
    rows = [[f"r{at}", *map(int, row)] for at, row in enumerate(counts)]
    database.executemany(f"INSERT INTO counts VALUES ({marks})", rows)
    database.commit()
    content = database.serialize()
    database.close()
    return content


WRITERS = {
    ".npz": as_npz,
    ".npy": as_npy,
    ".mtx": as_mtx,
    ".csv": as_csv,
    ".csv.gz": lambda counts: gzip.compress(as_csv(counts)),
    ".jsonl": as_json_lines,
    ".parquet": as_parquet,
    ".sqlite": as_sqlite,
}
BINARY = (".npz", ".npy", ".csv.gz", ".parquet", ".sqlite")


@pytest.fixture(scope="module")
def counts():
    return np.random.default_rng(0).poisson(1.0, (20, 8))


@pytest.fixture
def run(coterie, tmp_path):
    """Cluster a file that holds these bytes."""

    def cluster(suffix, content, *words):
        path = tmp_path / f"data{suffix}"
        path.write_bytes(content)
        done = coterie("cluster", path, "-k", 2, "--restarts", 1, "--out", "found", *words)
        path.unlink()
        shutil.rmtree(tmp_path / "found", ignore_errors=done.code != 0)
        assert not list(tmp_path.iterdir()), "something was left behind"
        return done

    return cluster


@pytest.mark.parametrize("suffix", WRITERS)
def test_the_whole_file_is_fine(suffix, counts, run):
    done = run(suffix, WRITERS[suffix](counts))
    assert done.code == 0, done.err


@pytest.mark.parametrize("suffix", BINARY)
@pytest.mark.parametrize("kept", [0.1, 0.6, 0.95])
def test_a_file_that_is_cut_off(suffix, kept, counts, run, sentence):
    whole = WRITERS[suffix](counts)
    assert "data" in sentence(run(suffix, whole[: int(kept * len(whole))]))


@pytest.mark.parametrize("suffix", WRITERS)
def test_an_empty_file(suffix, run, sentence):
    assert "empty" in sentence(run(suffix, b""))


@pytest.mark.parametrize("suffix", WRITERS)
def test_a_file_of_noise(suffix, run, sentence):
    sentence(run(suffix, np.random.default_rng(1).bytes(3000)))


@pytest.mark.parametrize("suffix", WRITERS)
def test_damage_anywhere_is_survived(suffix, counts, run, sentence):
    """Whatever a few wrong bytes do, there is an answer or a sentence."""
    whole = WRITERS[suffix](counts)
    luck = np.random.default_rng(len(suffix))
    for _ in range(6):
        damaged = bytearray(whole)
        for at in luck.integers(len(whole), size=3):
            damaged[at] = luck.integers(256)
        done = run(suffix, bytes(damaged))
        if done.code:
            sentence(done)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"id,a,b\nx,1,2\nx,3,4\ny,1,1\n", "more than once"),
        (b"id,a,b\nx,1,2\ny,oops,4\nz,1,1\n", "oops"),
        (b"id,a,b\nx,1,2\ny,-3,4\nz,1,1\n", "negative"),
        (b"id,a,b\nx,1,2\ny,3\nz,1,1\n", ""),
        (b"id,a,b\n", ""),
        (b"id,a,b\nx," + b"9" * 200_000 + b",2\ny,1,2\n", ""),
        ("id,a,b\nx,1,2\ny,3,4\n".encode("utf-16")[:-1], ""),
    ],
    ids=["duplicate", "mixed", "negative", "ragged", "header", "huge", "encoding"],
)
def test_tables_that_cannot_be_counts(content, words, run, sentence):
    assert words in sentence(run(".csv", content, "--kind", "counts"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("analyse", "nowhere.csv"), "no such file"),
        (("analyse", "example:nothing"), "choose from passages"),
        (("analyse", "-"), "standard input: is empty"),
        (("cluster", "example:women", "-k", 19), "enough for at most 18 groups"),
        (("analyse", "example:women", "-k", "12..15"), "at most 9 groups"),
        (("analyse", "example:women", "--out", "/proc/coterie"), "cannot be"),
        (("info", "nowhere.csv"), "no such file"),
        (("info",), "give DATA, or --examples"),
        (("report", "nowhere"), "there is no such folder"),
        (("reproduce", "nothing"), "none of the experiments"),
        (("reproduce", "--folder", "nowhere"), "no experiments are in nowhere"),
    ],
)
def test_requests_that_cannot_be_met(arguments, words, coterie, tmp_path, sentence):
    assert words in sentence(coterie(*arguments))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ("cluster", "example:women"),
        ("cluster", "example:women", "-k", 0),
        ("cluster", "example:women", "-k", "many"),
        ("cluster", "example:women", "-k", 2, "--prior", "strong"),
        ("cluster", "example:women", "-k", 2, "--beta", "-1"),
        ("cluster", "example:women", "-k", 2, "--seed", -1),
        ("cluster", "example:women", "-k", 2, "--kind", "magic"),
        ("analyse", "example:women", "-k", "5..2"),
        ("analyse", "example:women", "-k", "0..3"),
        ("analyse", "example:women", "-k", ""),
        ("analyse", "example:women", "--max-time", "soon"),
        ("analyse", "example:women", "--max-time", "0"),
        ("analyse",),
        ("frobnicate",),
    ],
)
def test_usage(arguments, coterie, tmp_path):
    done = coterie(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err
    assert "Traceback" not in done.err
    assert not list(tmp_path.iterdir())


def test_weights_cannot_be_halved_but_can_be_clustered(coterie, tmp_path, sentence):
    path = tmp_path / "weights.npz"
    luck = np.random.default_rng(0)
    weights = luck.random((20, 8)) * (luck.random((20, 8)) < 0.4)
    sp.save_npz(path, sp.csr_array(weights))
    assert "are not whole" in sentence(coterie("analyse", path))
    assert coterie("cluster", path, "-k", 3).code == 0


def test_too_few_points_are_not_judged(coterie, tmp_path, sentence):
    path = tmp_path / "points.npy"
    np.save(path, np.random.default_rng(0).normal(size=(5, 3)))
    assert "has 5 rows, too few to tell groups from noise" in sentence(coterie("analyse", path))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--query", "select 1"), "holds one thing only"),
        (("--jobs", 0), "n_jobs=0 must be"),
        (("--force",), "--force replaces earlier results"),
    ],
)
def test_options_that_mean_nothing_here_are_refused(words, said, coterie, counts_csv, sentence):
    assert said in sentence(coterie("cluster", counts_csv, "-k", 3, *words))


def test_a_folder_of_texts_has_no_columns_to_name(coterie, tmp_path, sentence):
    (tmp_path / "texts").mkdir()
    for name in "ab":
        (tmp_path / "texts" / f"{name}.txt").write_text(f"some words about {name}")
    assert "texts without columns" in sentence(
        coterie("cluster", "texts", "-k", 2, "--rows", "user")
    )


def test_counts_beyond_all_measure_are_analysed(coterie, tmp_path):
    path = tmp_path / "big.csv"
    path.write_text("id,a,b\nx,9007199254740993,2\ny,3,9223372036854775807\nz,1,1\nw,1,1\n")
    assert coterie("analyse", path, "--out", "found").code == 0


def test_a_fault_of_our_own_is_one_sentence_too(coterie, counts_csv, monkeypatch):
    def fail(*given, **named):
        message = "the sky fell"
        raise ZeroDivisionError(message)

    monkeypatch.setattr("coterie.analysis.run", fail)
    done = coterie("cluster", counts_csv, "-k", 3)
    assert done.code == 70
    assert done.err.startswith("Error: coterie failed where it should not (ZeroDivisionError: the")
    assert "Traceback" not in done.err
    monkeypatch.setenv("COTERIE_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        coterie("cluster", counts_csv, "-k", 3)


def test_a_page_that_cannot_be_written_is_named_as_it_was_asked_for(coterie, counts_csv, sentence):
    assert coterie("cluster", counts_csv, "-k", 3, "--out", "found").code == 0
    done = coterie("report", "found", "--out", "nowhere/page.html")
    assert done.code == 2
    assert done.err.splitlines()[-1] == "Error: nowhere/page.html: No such file or directory."


def test_no_room_for_a_thread_is_one_sentence(coterie, counts_csv, monkeypatch, sentence):
    def refuse(*_, **__):
        message = "can't start new thread"
        raise RuntimeError(message)

    monkeypatch.setattr("coterie.analysis.run", refuse)
    assert "no room for another thread" in sentence(coterie("cluster", counts_csv, "-k", 3))
