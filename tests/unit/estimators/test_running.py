"""What a fit with restarts tells while it works, how it stops, and who works for it."""

import time
import warnings

import joblib
import numpy as np
import pytest
from sklearn.utils.estimator_checks import check_estimator

from coterie import (
    AnnealedIB,
    CosineKMeans,
    IterativeIB,
    MultinomialMixture,
    SequentialIB,
    SequentialKMeans,
)
from coterie._core.errors import ConvergenceNotice, CoterieWarning
from coterie._core.progress import Monitor
from coterie.datasets import make_counts
from coterie.engines import Status

KINDS = [SequentialIB, IterativeIB, MultinomialMixture, SequentialKMeans, CosineKMeans]
NEGATIVE = "feeds negative blobs, though tagged positive_only"
DEALT = (
    "a repeated row is one more row to deal into the random start, a weight is not: the objective "
    "is the same, the luck is not"
)
EXPECTED = {
    "check_clustering": NEGATIVE,
    "check_sample_weight_equivalence_on_dense_data": DEALT,
    "check_sample_weight_equivalence_on_sparse_data": DEALT,
}


@pytest.fixture(scope="module")
def counts():
    return make_counts(n_rows=80, n_columns=40, n_clusters=4, depth=30, random_state=3).data


@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.parametrize("kind", [*KINDS, AnnealedIB])
def test_scikit_learn_checks(kind):
    dealt = kind in {SequentialIB, IterativeIB, MultinomialMixture}  # annealing deals nothing
    expected = {name: why for name, why in EXPECTED.items() if dealt or why is NEGATIVE}
    results = check_estimator(
        kind(n_clusters=2), expected_failed_checks=expected, on_fail=None, on_skip=None
    )
    wrong = [each for each in results if each["status"] == "failed"]
    assert not [(each["check_name"], each["exception"]) for each in wrong]
    failed = {each["check_name"] for each in results if each["status"] == "xfail"}
    assert "check_clustering" in failed
    assert failed <= expected.keys()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("backend", ["threading", "loky", "multiprocessing"])
def test_workers_and_backends_do_not_change_the_answer(counts, kind, backend):
    expected = kind(4, n_init=3, random_state=0).fit(counts)
    with joblib.parallel_backend(backend, n_jobs=2):
        found = kind(4, n_init=3, random_state=0).fit(counts)
    again = kind(4, n_init=3, random_state=0, n_jobs=2).fit(counts)
    for model in (found, again):
        np.testing.assert_array_equal(model.labels_, expected.labels_)
        information = [restart.information for restart in model.restarts_]
        assert information == [restart.information for restart in expected.restarts_]


def test_silence_is_the_default(counts, capfd):
    SequentialIB(4, n_init=2, random_state=0).fit(counts)
    assert capfd.readouterr() == ("", "")


def test_verbose_writes_a_line_for_each_restart(counts, capfd):
    SequentialIB(4, n_init=2, random_state=0, verbose=1).fit(counts)
    out, err = capfd.readouterr()
    lines = err.splitlines()
    assert (out, len(lines)) == ("", 2)
    assert lines[0].startswith("SequentialIB: run 1 of 2 converged after ")
    assert ", cost -" in lines[0]


def test_more_verbose_writes_a_line_for_each_sweep(counts, capfd):
    model = SequentialKMeans(4, n_init=1, random_state=0, verbose=2).fit(counts)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == model.n_iter_ + 1
    assert lines[0].startswith("SequentialKMeans: run 1 of 1, pass 1 of at most 30, ")
    assert lines[-1] == f"SequentialKMeans: run 1 of 1 converged after {model.n_iter_} sweeps"


class Interrupted(Monitor):
    """Presses Ctrl-C in the second restart, after its first sweep."""

    def step(self, run, done, of, note):
        if run == 1:
            raise KeyboardInterrupt


@pytest.mark.parametrize("kind", KINDS)
def test_interrupt_keeps_what_was_found(counts, kind, monkeypatch):
    monkeypatch.setattr(
        "coterie.estimators._restarts.monitor_for", lambda *given, **named: Interrupted()
    )
    with pytest.warns(ConvergenceNotice, match="interrupted; kept the best of the 2 restarts beg"):
        model = kind(4, n_init=5, random_state=0).fit(counts)
    assert [restart.status for restart in model.restarts_] == [
        Status.CONVERGED,
        Status.INTERRUPTED,
    ]
    assert model.information_ == max(restart.information for restart in model.restarts_)
    assert model.labels_.min() >= 0


def test_interrupt_before_anything_was_found_is_passed_on(counts, monkeypatch):
    class AtOnce(Monitor):
        def begin(self, run):
            raise KeyboardInterrupt

    monkeypatch.setattr(
        "coterie.estimators._restarts.monitor_for", lambda *given, **named: AtOnce()
    )
    monkeypatch.setattr("coterie.engines._restarts.LAST_BREATH", 0.1)
    with pytest.raises(KeyboardInterrupt):
        SequentialIB(4, n_init=5, random_state=0).fit(counts)


class Listener:
    """A callback of scikit-learn that counts the tasks, and may ask to stop."""

    def __init__(self, stop_after=np.inf):
        self.ended, self.stop_after = [], stop_after

    def setup(self, estimator, context):
        self.born = time.perf_counter()

    def teardown(self, estimator, context):
        self.over = True

    def on_fit_task_begin(self, estimator, context, **given):
        pass

    def on_fit_task_end(self, estimator, context, **given):
        self.ended.append(context.task_name)
        return self.ended.count("sweep") >= self.stop_after


def with_callback(kind, callback, **settings):
    pytest.importorskip("sklearn.callback", reason="callbacks came with scikit-learn 1.9")
    return kind(4, random_state=0, **settings).set_callbacks(callback)


@pytest.mark.parametrize("kind", KINDS)
def test_callbacks_hear_of_fit_restarts_and_sweeps(counts, kind):
    listener = Listener()
    model = with_callback(kind, listener, n_init=3).fit(counts)
    assert listener.ended.count("restart") == 3
    assert listener.ended.count("sweep") == sum(each.n_iter for each in model.restarts_)
    assert listener.ended.count("fit") == 1
    assert listener.over


def test_callback_can_stop_the_search(counts):
    with pytest.warns(ConvergenceNotice, match="interrupted; kept the best of the 1 restarts"):
        model = with_callback(SequentialIB, Listener(stop_after=2), n_init=5).fit(counts)
    assert model.n_iter_ == 2
    assert len(model.restarts_) == 1


def test_progress_bar_of_scikit_learn_reaches_the_end(counts, capsys):
    callbacks = pytest.importorskip("sklearn.callback", reason="came with scikit-learn 1.9")
    pytest.importorskip("rich", reason="the bar is drawn by rich")
    model = with_callback(SequentialIB, callbacks.ProgressBar(), n_init=2).fit(counts)
    expected = SequentialIB(4, n_init=2, random_state=0).fit(counts)
    np.testing.assert_array_equal(model.labels_, expected.labels_)
    assert "100%" in capsys.readouterr().out


@pytest.mark.parametrize("kind", [*KINDS, AnnealedIB])
def test_nothing_is_lost_where_a_table_says_nothing(kind):
    """I(X; Y) is rounding here, and no ratio of it means anything."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoterieWarning)
        model = kind(2).fit(np.outer([1, 3, 7, 11], [0.1, 0.7, 0.3]))
    assert model.information_fraction_ == 1.0


@pytest.mark.parametrize("kind", KINDS)
def test_restarts_hold_their_labels(counts, kind):
    model = kind(4, n_init=3, random_state=0).fit(counts)
    assert any(np.array_equal(each.labels, model.labels_) for each in model.restarts_)
