"""Known answers, every kind of table, and the sentences of AgglomerativeIB."""

import math
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from scipy.cluster.hierarchy import dendrogram, fcluster, is_monotonic, is_valid_linkage
from scipy.stats import chi2, chi2_contingency
from sklearn.utils.estimator_checks import check_estimator

from coterie import AgglomerativeIB, HeldOutSearch, SequentialIB
from coterie._core.errors import ConvergenceNotice, CoterieWarning, DataWarning, InputError
from coterie._core.progress import Monitor
from coterie.costs import BottleneckCost
from coterie.datasets import make_counts
from coterie.measures import adjusted_rand_score
from coterie.problems import CountProblem
from tests.unit.estimators.test_running import EXPECTED, NEGATIVE, Listener
from tests.unit.estimators.test_sequential_ib import (
    CLEAR,
    LADDER,
    NOISY,
    PRINTED,
    SPARSE,
    THREE_GROUPS,
)

# Reversing two merges that cost the same, or adding in another order, changes the last digits.
CLOSE = {"rtol": 0.0, "atol": 1e-12}


@pytest.fixture(scope="module")
def planted():
    return make_counts(n_rows=60, n_columns=30, n_clusters=3, random_state=1)


def merged_sets(model):
    """Rows that each merge brings together, counted from 1 as in the printed path."""
    nodes = [{leaf + 1} for leaf in range(model.n_leaves_)]
    for first, second in model.children_:
        nodes.append(nodes[first] | nodes[second])
    return [
        {frozenset(nodes[first]), frozenset(nodes[second])} for first, second in model.children_
    ]


def test_path_of_table_1_2():
    model = AgglomerativeIB(3, prior="uniform").fit(NOISY)
    path = [
        ({1}, {2}, 0.000263, 0.458112),
        ({1, 2}, {3}, 0.000373, 0.457739),
        ({7}, {8}, 0.000389, 0.457350),
        ({5}, {6}, 0.000594, 0.456756),
        ({1, 2, 3}, {4}, 0.001388, 0.455368),
        ({5, 6}, {7, 8}, 0.056455, 0.398913),
        ({1, 2, 3, 4}, {5, 6, 7, 8}, 0.398913, 0.0),
    ]
    assert merged_sets(model) == [{frozenset(a), frozenset(b)} for a, b, *_ in path]
    printed = {"rel": 0.0, "abs": 5.1e-7}  # to six places
    assert model.merge_costs_ == pytest.approx([cost for *_, cost, _ in path], **printed)
    assert model.information_path_[1:] == pytest.approx([kept for *_, kept in path], **printed)
    assert model.labels_.tolist() == THREE_GROUPS
    assert model.information_ == pytest.approx(0.4553680725, **PRINTED)
    assert model.information_path_[0] == pytest.approx(0.4583748754, **PRINTED)
    assert model.information_fraction_ == pytest.approx(0.99344030, abs=1e-8)
    assert model.entropy_ == pytest.approx(1.0397207708, **PRINTED)
    assert model.entropy_path_[5] == pytest.approx(1.0397207708, **PRINTED)
    assert model.cost_ == pytest.approx(-0.4553680725, **PRINTED)
    assert (model.n_iter_, model.converged_, model.n_leaves_) == (7, True, 8)


def test_path_of_table_3_1_misses_the_optimum():
    model = AgglomerativeIB(2, prior="uniform").fit(LADDER)
    assert merged_sets(model)[0] == {frozenset({2}), frozenset({3})}
    assert model.labels_.tolist() == [0, 0, 0, 1]
    assert model.information_path_[0] == pytest.approx(0.0275947913, **PRINTED)
    assert model.information_ == pytest.approx(0.0170569735, **PRINTED)
    moved = SequentialIB(2, prior="uniform", init=model.labels_, n_init=1).fit(LADDER)
    assert moved.information_ == pytest.approx(0.0211752571, **PRINTED)


@pytest.mark.parametrize("rows", [CLEAR, NOISY], ids=["Table 1.1", "Table 1.2"])
def test_elbow_of_three_groups(rows):
    assert AgglomerativeIB(prior="uniform").fit(rows).labels_.tolist() == THREE_GROUPS


def test_rows_that_are_all_alike_are_one_group():
    """Their information is rounding, and no ratio of losses means anything."""
    assert AgglomerativeIB().fit(np.array([[1, 1], [1, 1], [3, 3]])).n_clusters_ == 1


def test_elbow_of_planted_groups(planted):
    model = AgglomerativeIB().fit(planted.data)
    assert model.n_clusters_ == 3
    assert adjusted_rand_score(planted.target, model.labels_) == 1.0


@pytest.mark.parametrize("beta", [0.5, 1.5, 3.0, 20.0, 200.0, 2000.0])
@pytest.mark.filterwarnings("ignore:AgglomerativeIB. at beta=0.5")
def test_a_finite_beta_stops_where_the_cost_is_least(beta):
    model = AgglomerativeIB(beta=beta, prior="uniform").fit(NOISY)
    problem = CountProblem.from_counts(NOISY, prior="uniform")
    costs = [
        BottleneckCost(problem, m, beta).total(model.labels_at(m)) for m in range(1, len(NOISY) + 1)
    ]
    assert model.n_clusters_ == 1 + int(np.argmin(costs))
    assert model.cost_ == pytest.approx(min(costs), abs=1e-12)


def test_the_number_of_clusters_rises_with_beta():
    found = [
        AgglomerativeIB(beta=beta, prior="uniform").fit(NOISY).n_clusters_
        for beta in (1.5, 2.0, 20.0, 2000.0)
    ]
    assert found == sorted(found)
    assert found[0] == 1
    assert found[1:] == [2, 3, 8]


@pytest.mark.parametrize("number", [2.5, 0, 9, "2", True])
def test_what_is_no_number_of_clusters_is_refused(number):
    with pytest.raises(InputError, match=r"n_clusters=.* the tree has 8 leaves and 1 root.*1 to 8"):
        AgglomerativeIB().fit(NOISY).labels_at(number)


@pytest.mark.parametrize("beta", [math.inf, 10.0, 1.5])
def test_scipy_takes_the_linkage(planted, beta):
    model = AgglomerativeIB(beta=beta).fit(planted.data)
    assert is_valid_linkage(model.linkage_, throw=True)
    assert is_monotonic(model.linkage_)
    assert model.linkage_[-1, 2] == pytest.approx(model.information_path_[0], abs=1e-12)
    assert len(dendrogram(model.linkage_, no_plot=True)["leaves"]) == 60
    for k in (2, 3, 7):
        flat = fcluster(model.linkage_, k, "maxclust")
        assert adjusted_rand_score(flat, model.labels_at(k)) == 1.0


def inverted():
    """Three rows, the last of which is nearer to the first two together than these are."""
    rng = np.random.default_rng(0)
    for _ in range(20_000):
        counts = rng.integers(1, 7, size=(3, 2))
        model = AgglomerativeIB(beta=4.0).fit(counts)
        if model.merge_costs_[1] < model.merge_costs_[0]:
            return model
    return pytest.fail("no inversion was found")


def test_a_merge_cheaper_than_the_one_before_leaves_the_heights_in_order():
    model = inverted()
    assert is_monotonic(model.linkage_)
    assert np.diff(model.information_path_).max() <= 0.0


def test_labels_are_nested_and_numbered_from_the_first_leaf(planted):
    model = AgglomerativeIB(5).fit(planted.data)
    np.testing.assert_array_equal(model.labels_, model.labels_at(5))
    for k in (1, 4, 17, 60):
        labels = model.labels_at(k)
        _, first = np.unique(labels, return_index=True)
        assert first.size == k
        assert first.tolist() == sorted(first.tolist())
    with pytest.raises(InputError, match="Ask for a whole number from 1 to 60"):
        model.labels_at(61)


@pytest.mark.parametrize("format_", SPARSE)
def test_every_sparse_format_gives_the_same_tree(planted, format_):
    dense = planted.data.toarray()
    expected = AgglomerativeIB(3).fit(dense)
    found = AgglomerativeIB(3).fit(getattr(sp, f"{format_}_array")(dense))
    np.testing.assert_array_equal(found.children_, expected.children_)
    np.testing.assert_array_equal(found.labels_, expected.labels_)


def test_data_frames_give_the_same_tree(planted):
    dense = planted.data.toarray()
    names = [f"word {j}" for j in range(dense.shape[1])]
    expected = AgglomerativeIB(3).fit(dense)
    for frame in (pd.DataFrame(dense, columns=names), pl.DataFrame(dense, schema=names)):
        model = AgglomerativeIB(3).fit(frame)
        np.testing.assert_array_equal(model.children_, expected.children_)
        assert model.feature_names_in_.tolist() == names
        np.testing.assert_array_equal(model.predict(frame), expected.predict(dense))


def test_threads_do_not_change_the_tree(planted):
    alone, together = (AgglomerativeIB(3, n_jobs=jobs).fit(planted.data) for jobs in (1, 2))
    np.testing.assert_array_equal(alone.linkage_, together.linkage_)


def test_new_rows_join_where_the_least_is_lost(planted):
    model = AgglomerativeIB(3).fit(planted.data)
    np.testing.assert_array_equal(model.predict(planted.data), model.labels_)
    costs = model.transform(planted.data)
    assert costs.shape == (60, 3)
    assert costs.min() >= 0.0


def test_rows_without_counts_have_no_cluster():
    counts = [[5, 1], [0, 0], [1, 5], [4, 1]]
    with pytest.warns(DataWarning, match="1 of 4 rows has no mass"):
        model = AgglomerativeIB(2).fit(counts)
    assert model.labels_.tolist() == [0, -1, 1, 0]
    assert model.leaves_.tolist() == [0, -1, 1, 2]
    assert model.labels_at(1).tolist() == [0, -1, 0, 0]


def test_rows_without_weight_join_the_cluster_that_fits_them():
    model = AgglomerativeIB(2).fit([[5, 1], [1, 5], [1, 4]], sample_weight=[1.0, 1.0, 0.0])
    assert model.labels_.tolist() == [0, 1, 1]
    assert model.leaves_.tolist() == [0, 1, -1]


def test_init_begins_with_the_clusters_given(planted):
    start = np.repeat([7, 2, 9, 4], 15)
    model = AgglomerativeIB(2, init=start).fit(planted.data)
    assert model.n_leaves_ == 4
    assert model.leaves_.tolist() == np.repeat([2, 0, 3, 1], 15).tolist()
    assert len(set(zip(start.tolist(), model.labels_.tolist(), strict=True))) == 4
    whole = AgglomerativeIB(2).fit(planted.data)
    half = AgglomerativeIB(2, init=whole.labels_at(20)).fit(planted.data)
    np.testing.assert_allclose(half.merge_costs_, whole.merge_costs_[-19:], **CLOSE)
    assert adjusted_rand_score(half.labels_, whole.labels_) == 1.0


def test_init_may_mark_rows_without_mass():
    with pytest.warns(DataWarning):
        model = AgglomerativeIB(1, init=[0, -1, 1]).fit([[1, 2], [0, 0], [2, 1]])
    assert model.labels_.tolist() == [0, -1, 0]


def test_a_single_row():
    model = AgglomerativeIB().fit([[3, 2]])
    assert model.labels_.tolist() == [0]
    assert (model.n_iter_, model.converged_, model.n_clusters_) == (0, True, 1)
    assert model.linkage_.shape == (0, 4)
    assert model.information_path_.tolist() == [0.0]
    assert model.tree_.newick(["alone"]) == "alone;"


@pytest.mark.parametrize("counts", [[[3], [2], [1]], [[2, 4], [1, 2], [3, 6]]])
def test_rows_that_nothing_tells_apart_are_one_cluster(counts):
    model = AgglomerativeIB().fit(counts)
    assert model.labels_.tolist() == [0, 0, 0]
    assert model.merge_costs_ == pytest.approx([0.0, 0.0], abs=1e-15)
    assert model.information_fraction_ == 1.0


def test_a_disconnected_table_falls_into_its_parts():
    counts = np.kron(np.eye(3, dtype=int), [[4, 1], [2, 3]])
    model = AgglomerativeIB(3).fit(counts)
    assert model.labels_.tolist() == [0, 0, 1, 1, 2, 2]
    assert model.information_ == pytest.approx(math.log(3.0))
    thirds = 2.0 / 3.0 * math.log(2.0)  # two parts of mass 1/3, disjoint
    assert model.merge_costs_[-2:] == pytest.approx([thirds, math.log(3.0) - thirds])


def test_a_price_makes_merges_pay():
    model = AgglomerativeIB(beta=2.0).fit(NOISY)
    assert model.merge_costs_[0] < 0.0
    assert model.cost_ == pytest.approx(model.entropy_ / 2.0 - model.information_)
    with pytest.warns(CoterieWarning, match="at beta=1.0 <= 1 no merge costs anything"):
        model = AgglomerativeIB(beta=1.0).fit(NOISY)
    assert model.merge_costs_.max() <= 0.0


def test_significance_stops_where_rows_can_no_longer_be_samples_of_their_cluster():
    planted = make_counts(n_rows=40, n_columns=12, n_clusters=3, depth=500, random_state=0)
    model = AgglomerativeIB(significance=1e-3).fit(planted.data)
    assert adjusted_rand_score(planted.target, model.labels_) == 1.0
    assert (model.p_values_[:-2] >= 1e-3).all()
    assert (model.p_values_[-2:] < 1e-3).all()
    counts = planted.data.toarray()
    for k in (2, 3, 12):  # the same from the tables of the clusters
        statistic, freedom = 0.0, 0
        for t in range(k):
            own = counts[model.labels_at(k) == t]
            if len(own) > 1:
                test = chi2_contingency(own[:, own.any(axis=0)], lambda_="log-likelihood")
                statistic, freedom = statistic + test.statistic, freedom + test.dof
        expected = chi2.sf(statistic, freedom)
        assert model.p_values_[-k] == pytest.approx(expected, rel=1e-6, abs=1e-200)


def test_significance_of_rows_that_are_one_source():
    counts = np.random.default_rng(0).multinomial(2000, [0.1, 0.2, 0.3, 0.4], size=12)
    model = AgglomerativeIB(significance=1e-3).fit(counts)
    assert model.n_clusters_ == 1
    single = AgglomerativeIB(significance=0.05).fit([[3], [5]])
    assert single.p_values_.tolist() == [1.0]


@pytest.mark.parametrize(
    ("settings", "counts", "words"),
    [
        ({"n_clusters": 2}, NOISY * 100, "n_clusters=2 says where to stop"),
        ({"beta": 5.0}, NOISY * 100, "beta=5.0 is finite"),
        ({"prior": "uniform"}, NOISY * 100, "not weighed by their counts"),
        ({}, NOISY, "the entries are not whole counts"),
    ],
)
def test_significance_needs_samples(settings, counts, words):
    with pytest.raises(InputError, match=words):
        AgglomerativeIB(significance=0.05, **settings).fit(np.round(counts, 2))


def test_significance_of_weighted_rows_is_refused():
    with pytest.raises(InputError, match="the rows have weights"):
        AgglomerativeIB(significance=0.05).fit([[1, 2], [2, 1]], sample_weight=[1, 2])


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"n_clusters": 0}, "n_clusters=0 must be None, or an integer >= 1"),
        ({"n_clusters": 9}, "fewer than the 9 clusters asked for"),
        ({"beta": 0.0}, "beta=0.0 must be a number > 0"),
        ({"significance": 0.0}, "significance=0.0 must be None, or a number > 0 and <= 1"),
        ({"init": [0, 1]}, "init must hold one entry for each of the 8 rows"),
        ({"init": [0.5] * 8}, "one integer label for each of the 8 rows"),
        ({"init": [-1] * 8}, "labels from -1 to -1"),
        ({"init": [0, 1] * 4, "n_clusters": 3}, "more than the 2 clusters that init begins with"),
    ],
)
def test_bad_input_is_one_sentence(settings, words):
    with pytest.raises(InputError, match=words) as refused:
        AgglomerativeIB(**settings).fit(NOISY)
    assert "\n" not in str(refused.value)


def test_too_many_rows_for_the_memory_are_refused_before_work_begins(monkeypatch):
    module = "coterie._core.memory.available_memory"
    monkeypatch.setattr(module, lambda: 1000)
    with pytest.raises(InputError, match=r"of 60 clusters take 0\.0 GB .* Use SequentialIB"):
        AgglomerativeIB().fit(np.ones((60, 2), dtype=int))
    monkeypatch.setattr(module, lambda: None)
    AgglomerativeIB().fit(np.ones((60, 2), dtype=int))


class Impatient(Monitor):
    """Presses Ctrl-C when 20 clusters are left."""

    def step(self, run, done, of, note):
        if note == "20 clusters left":
            raise KeyboardInterrupt


def test_interrupt_keeps_the_merges_made(planted, monkeypatch):
    monkeypatch.setattr(
        "coterie.estimators.bottleneck._agglomerative_ib.monitor_for", lambda *_, **__: Impatient()
    )
    with pytest.warns(ConvergenceNotice, match="kept the 40 merges made, which leave 20 clusters"):
        model = AgglomerativeIB(3).fit(planted.data)
    assert not model.converged_
    assert (model.n_clusters_, model.n_iter_) == (20, 40)
    np.testing.assert_array_equal(model.labels_, model.labels_at(20))
    assert model.tree_.newick().count("\n") == 19


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")
def test_scikit_learn_checks():
    results = check_estimator(
        AgglomerativeIB(n_clusters=2),
        expected_failed_checks={k: v for k, v in EXPECTED.items() if v is NEGATIVE},
        on_fail=None,
        on_skip=None,
    )
    wrong = [each for each in results if each["status"] == "failed"]
    assert not [(each["check_name"], each["exception"]) for each in wrong]


def test_progress_goes_to_callbacks_and_to_the_log(planted, capfd):
    pytest.importorskip("sklearn.callback", reason="callbacks came with scikit-learn 1.9")
    listener = Listener()
    AgglomerativeIB(3).set_callbacks(listener).fit(planted.data)
    assert [listener.ended.count(task) for task in ("restart", "fit")] == [1, 1]
    assert listener.ended.count("sweep") > 10
    assert capfd.readouterr() == ("", "")
    AgglomerativeIB(3, verbose=1).fit(planted.data)
    error = capfd.readouterr().err
    assert error.startswith("AgglomerativeIB: run 1 of 1 converged after 59 merges")


def test_held_out_counts_choose_the_number(planted):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoterieWarning)
        search = HeldOutSearch(AgglomerativeIB(), n_clusters=range(2, 7), random_state=0)
        search.fit(planted.data)
    assert search.best_n_clusters_ == 3
