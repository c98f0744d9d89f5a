"""One call from data of any kind to groups and a folder of results."""

import json
import signal
import threading

import numpy as np
import pytest
import scipy.sparse as sp

import coterie
from coterie import analyse
from coterie._core.errors import InputError
from coterie.analysis import Settings, obtain, prepare, run
from coterie.datasets import load_book_passages, make_counts
from coterie.measures import adjusted_rand_score


@pytest.fixture(scope="module")
def planted():
    return make_counts(n_rows=50, n_columns=30, n_clusters=3, depth=120, random_state=1)


def forms(counts):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    names = [f"c{column}" for column in range(counts.shape[1])]
    rows = [f"r{row}" for row in range(counts.shape[0])]
    dense = counts.toarray().astype(int)
    return {
        "dense": dense,
        "csr_array": counts,
        "csc_matrix": sp.csc_matrix(counts),
        "lists": dense.tolist(),
        "pandas": pandas.DataFrame(dense, columns=names, index=rows),
        "polars": polars.DataFrame(dense, schema=names),
    }


def test_more_groups_than_kinds_of_rows_are_noted():
    counts = np.repeat(np.eye(3, dtype=int) * 9, 4, axis=0)
    (said,) = analyse(np.vstack([counts, [0, 0, 0]]), 5).notes
    assert said.startswith("There are only 3 kinds of rows")
    assert not analyse(counts, 3).notes


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_are_read_like_files_of_the_same_table(planted, library, tmp_path):
    frames = pytest.importorskip(library)
    dense = planted.data.toarray().astype(int)
    names = {f"c{column}": dense[:, column] for column in range(30)}
    wide = {"who": [f"r{row}" for row in range(50)]} | names
    entries = planted.data.tocoo()
    log = {
        "user": [f"u{row}" for row in entries.coords[0]],
        "page": [f"p{column}" for column in entries.coords[1]],
        "n": entries.data.astype(int),
    }
    for columns, asked in (
        (wide, {}),
        (wide, {"rows": "who"}),
        (log, {"rows": "user", "columns": "page", "weight": "n"}),
        (log, {"rows": "user", "columns": "page"}),
    ):
        pytest.importorskip("pandas").DataFrame(columns).to_csv(tmp_path / "a.csv", index=False)
        expected = obtain(tmp_path / "a.csv", **asked)
        found = obtain(frames.DataFrame(columns), **asked)
        assert (found.kind, found.origin) == (expected.kind, "memory")
        assert found.row_names.tolist() == expected.row_names.tolist()
        assert found.column_names.tolist() == expected.column_names.tolist()
        assert (found.matrix != expected.matrix).nnz == 0


def test_the_named_index_of_a_frame_names_its_rows():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1, 2], "b": [3, 0]}, pandas.Index(["x", "y"], name="who"))
    assert obtain(frame, rows="who").row_names.tolist() == ["x", "y"]


def test_what_does_not_go_with_the_data_is_not_dropped_in_silence(planted):
    for data in (planted.data, "example:women", ["one text", "another text"]):
        with pytest.raises(InputError, match=r"rows='who' is for files and data frames; .*leave"):
            analyse(data, rows="who")
    assert obtain(planted.data, kind="counts").kind == "counts"
    mixed = pytest.importorskip("pandas").DataFrame({"a": ["x", 3, None], "b": [1, 2, 3]})
    with pytest.raises(InputError, match="a column of the data frame mixes types"):
        obtain(mixed)


def test_tables_in_memory_give_the_same_groups(planted):
    found = {name: analyse(X, [2, 3, 4]) for name, X in forms(planted.data).items()}
    for name, each in found.items():
        np.testing.assert_array_equal(each.labels, found["dense"].labels, err_msg=name)
        assert each.n_clusters == 3
    assert adjusted_rand_score(planted.target, found["dense"].labels) == 1.0
    assert found["pandas"].task.table.row_names[:2].tolist() == ["r0", "r1"]
    assert found["pandas"].task.table.column_names[:2].tolist() == ["c0", "c1"]
    assert found["polars"].task.table.column_names[:2].tolist() == ["c0", "c1"]
    assert found["dense"].task.table.row_names[:2].tolist() == ["0", "1"]


def test_a_list_of_texts():
    passages = load_book_passages()
    chosen = [*range(30), *range(750, 780)]
    found = analyse([passages.data[at] for at in chosen], 2, max_words=200)
    assert found.task.prior == "uniform"
    assert found.task.table.shape == (60, 200)
    assert adjusted_rand_score(passages.target[chosen], found.labels) > 0.9
    everything = analyse([passages.data[at] for at in chosen], 2, max_words=None)
    assert everything.task.table.shape[1] > 200
    assert len(everything.task.steps) == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (3.5, "is no table of counts"),
        ([], "is no table of counts"),
        (["a", 1], "is no table of counts"),
        ([["a", "b"]], "is no table of counts"),
        ("example:tea", "choose from passages"),
        (np.eye(4) * 0.5, "are not whole"),
        (np.zeros((4, 3)), "0 rows hold counts"),
        (np.ones((1, 3)), "1 row holds counts"),
    ],
)
def test_what_is_no_data_is_said_so(data, words):
    with pytest.raises(InputError, match=words):
        analyse(data)


@pytest.mark.parametrize("wrong", [0, -1, 2.5, "many", [], [0, 3], [2.5], True])
def test_numbers_of_clusters_that_make_no_sense(wrong):
    with pytest.raises(InputError, match="n_clusters"):
        Settings(n_clusters=wrong)


def test_the_number_is_chosen_and_the_curve_kept(planted):
    found = analyse(planted.data, range(1, 6))
    assert found.curve.n_clusters.tolist() == [1, 2, 3, 4, 5]
    facts = found.summary()
    assert facts["chosen_by"] == "held-out information"
    assert [point["n_clusters"] for point in facts["tried"]] == [1, 2, 3, 4, 5]
    best = max(facts["tried"], key=lambda point: point["held_out_bits"])
    assert best["n_clusters"] == facts["n_clusters"] == 3
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    given = analyse(planted.data, 4)
    assert given.curve is None
    assert given.summary()["chosen_by"] == "the user"


def test_a_run_that_has_not_settled_says_so():
    luck = np.random.default_rng(0)
    found = analyse(luck.poisson(1.0, (300, 40)), 8, max_iter=1, n_init=1)
    assert any("had not settled after 1 sweeps" in words for words in found.notes)


def test_names_from_the_data_survive_the_folder(tmp_path):
    names = ['a,"b"', "new\nline", "é", "<script>", "=1+1", ""]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(np.kron(np.eye(2, dtype=int), np.full((3, 2), 6)), index=names)
    analyse(frame, 2).save(tmp_path / "found")
    back = pandas.read_csv(tmp_path / "found/labels.csv", keep_default_na=False)
    assert back["id"].tolist() == names
    page = (tmp_path / "found/report.html").read_text()
    _, mark, rest = page.partition('id="content">')
    content = json.loads(rest.partition("</script>")[0])
    assert mark
    assert sorted(content["sections"]["members"]["names"]) == sorted(names)


def test_loading_the_folder_gives_the_model(planted, tmp_path):
    found = analyse(planted.data, 3)
    found.save(tmp_path / "found")
    with pytest.raises(InputError, match="overwrite=True"):
        found.save(tmp_path / "found")
    model = coterie.load(tmp_path / "found")
    np.testing.assert_array_equal(model.labels_, found.labels)


def test_ctrl_c_is_noted_and_the_handler_given_back(planted):
    before = signal.getsignal(signal.SIGINT)
    task = prepare(obtain(planted.data), Settings(n_clusters=3, n_init=50_000, max_iter=99))
    threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,)).start()
    found = run(task)
    assert found.interrupted
    assert found.notes[-1].startswith("The run was interrupted")
    assert len(found.model.restarts_) < 50_000
    assert signal.getsignal(signal.SIGINT) is before


def test_outside_the_main_thread(planted):
    found = []
    thread = threading.Thread(target=lambda: found.append(analyse(planted.data, 3)))
    thread.start()
    thread.join()
    assert found[0].n_clusters == 3
