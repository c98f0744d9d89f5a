"""The content is plain data, and its figures are those of the model."""

import json
import math

import numpy as np
import pytest
import scipy.sparse as sp

from coterie.report import describe
from coterie.report._sections import SECTIONS
from coterie.report._study import Study

SIZES_FIRST = [1, 0, 2]  # the planted labels, the largest group first


@pytest.fixture
def content(planted, build):
    search = build.search([0.0, 0.2, 0.5, 0.4])
    return describe(planted.request, planted.table, planted.model, search)


def test_it_survives_json(content):
    assert json.loads(json.dumps(content, allow_nan=False)) == content


def test_it_has_every_section_in_the_order_of_the_table(content):
    expected = [section.key for section in SECTIONS if section.counted]
    expected.remove("reliability")  # nobody asked for it
    assert list(content["sections"]) == expected


def test_groups_are_listed_by_size_under_their_own_labels(content):
    groups = content["sections"]["sizes"]["groups"]
    assert [(group["group"], group["rows"]) for group in groups] == [(1, 30), (0, 20), (2, 10)]
    assert math.isclose(sum(group["share"] for group in groups), 1, abs_tol=1e-5)  # 6 digits kept


def test_shares_of_the_groups_sum_to_the_information(content, planted):
    groups = content["sections"]["sizes"]["groups"]
    total = sum(group["information_nats"] for group in groups)
    assert math.isclose(total, planted.model.information_, rel_tol=1e-5)  # 6 digits are kept


def test_telling_columns_are_the_planted_ones(content):
    for group in content["sections"]["telling"]["groups"]:
        label = group["group"]
        names = {column["name"] for column in group["columns"][:4]}
        assert names == {f"column {j}" for j in range(4 * label, 4 * label + 4)}
        assert all(column["times"] > 1 for column in group["columns"])


def test_times_is_the_ratio_to_the_whole_table(content, planted):
    group = content["sections"]["telling"]["groups"][0]
    column = group["columns"][0]
    at = int(column["name"].split()[1])
    own = planted.counts[planted.labels == group["group"]]
    expected = own[:, at].sum() / own.sum() / (planted.counts[:, at].sum() / planted.counts.sum())
    assert math.isclose(column["times"], expected, rel_tol=1e-3)  # 4 digits are kept


def test_tree_merges_what_loses_least_first(content, planted):
    tree = content["sections"]["tree"]
    assert sorted(leaf["group"] for leaf in tree["leaves"]) == [0, 1, 2]
    joint = planted.model.cluster_joint_
    losses = {
        (a, b): planted.model.information_ - planted.model.mutual(merge_rows(joint, a, b))
        for a, b in [(0, 1), (0, 2), (1, 2)]
    }
    first, last = tree["merges"]
    assert tuple(sorted(first["joined"])) == min(losses, key=losses.get)
    assert math.isclose(first["lost_nats"], min(losses.values()), rel_tol=1e-5)  # 6 digits
    assert (last["groups_left"], last["joined"].count("merge 1")) == (1, 1)
    assert math.isclose(last["to_nats"], planted.model.information_, rel_tol=1e-5)  # all is lost
    assert last["kept_nats"] == pytest.approx(0.0, abs=1e-12)


def test_branches_of_the_tree_do_not_cross(build, rng):
    """Leaves below one branch are neighbours, whatever the order of the merges."""
    labels = np.arange(60) % 9
    counts = rng.poisson(rng.gamma(0.4, 5.0, size=(9, 14)))[labels] + 1
    tree = describe(build.request(), build.table(counts), build.model(counts, labels))["sections"][
        "tree"
    ]
    place = {leaf["group"]: {at} for at, leaf in enumerate(tree["leaves"])}
    for step, merge in enumerate(tree["merges"]):
        below = place[merge["joined"][0]] | place[merge["joined"][1]]
        assert max(below) - min(below) == len(below) - 1
        assert merge["to_nats"] >= max(merge["from_nats"])
        place[f"merge {step + 1}"] = below


def merge_rows(joint, a, b):
    return np.vstack([joint[[a]] + joint[[b]], np.delete(joint, [a, b], axis=0)])


def test_two_groups_have_no_tree(build):
    counts = np.array([[5, 0], [0, 5], [4, 1]])
    sections = describe(build.request(), build.table(counts), build.model(counts, [0, 1, 0]))
    assert "tree" not in sections["sections"]


def test_without_a_search_there_is_no_curve(planted):
    assert "curve" not in describe(planted.request, planted.table, planted.model)["sections"]


def test_one_start_is_nothing_to_compare(planted, build):
    planted.model.restarts_ = [build.restart(0.5)]
    assert "restarts" not in describe(planted.request, planted.table, planted.model)["sections"]


def test_curve_keeps_the_search(content):
    curve = content["sections"]["curve"]
    assert [point["groups"] for point in curve["points"]] == [1, 2, 3, 4]
    assert curve["points"][2]["held_out_nats"] == 0.5
    assert curve["best"] == 3


def test_training_is_averaged_over_splits(planted, build):
    search = build.search([0.1, 0.3, 0.2])
    search.training = np.array([[0.0, 0.0], [0.5, 0.7], [0.8, 0.8]])
    points = describe(planted.request, planted.table, planted.model, search)["sections"]["curve"]
    assert [point["training_nats"] for point in points["points"]] == [0.0, 0.6, 0.8]
    assert [point["training_error_nats"] for point in points["points"]] == [0.0, 0.1, 0.0]


def test_what_is_not_a_number_becomes_none(planted, build):
    search = build.search([0.1, 0.3, 0.2])
    search.training[0] = np.nan
    curve = describe(planted.request, planted.table, planted.model, search)["sections"]["curve"]
    assert curve["points"][0]["training_nats"] is None


def test_one_cluster_leaves_out_what_compares_clusters(build):
    counts = np.arange(1, 13).reshape(4, 3)
    model = build.model(counts, [0, 0, 0, 0])
    model.restarts_ = [build.restart(0.0)]
    sections = describe(build.request(), build.table(counts), model)["sections"]
    assert list(sections) == ["findings", "members", "method"]
    assert sections["members"]["typicality_nats"] == [None] * 4


def test_rows_without_counts_are_listed_in_no_group(build):
    counts = np.array([[5, 0], [0, 0], [0, 5], [4, 1]])
    model = build.model(counts, [0, -1, 1, 0])
    members = describe(build.request(), build.table(counts), model)["sections"]["members"]
    assert members["groups"][-1] == -1
    assert members["names"][-1] == "row 1"
    assert members["typicality_nats"][-1] is None


def test_clusters_without_rows_are_not_shown(build):
    counts = np.array([[5, 0], [0, 5], [4, 1]])
    model = build.model(counts, [0, 2, 0], n_clusters=4)
    sections = describe(build.request(), build.table(counts), model)["sections"]
    assert [group["group"] for group in sections["sizes"]["groups"]] == [0, 2]
    assert set(sections["members"]["runner_up"]) == {0, 2}


def test_typicality_is_what_the_next_best_group_would_cost_more(planted):
    members = describe(planted.request, planted.table, planted.model)["sections"]["members"]
    costs = planted.model.transform(planted.counts)
    for place in (0, 17, 59):
        row = members["rows"][place]
        ordered = np.sort(np.delete(costs[row], members["groups"][place]))
        margin = ordered[0] - costs[row, members["groups"][place]]
        assert math.isclose(members["typicality_nats"][place], margin, rel_tol=1e-5)  # 6 digits


def test_typicality_does_not_depend_on_the_size_of_the_slices(planted, monkeypatch):
    whole = Study(planted.request, planted.table, planted.model, None).margins
    monkeypatch.setattr("coterie.report._study.COSTS_AT_ONCE", 7)
    sliced = Study(planted.request, planted.table, planted.model, None).margins
    np.testing.assert_allclose(sliced[0], whole[0], rtol=1e-12)  # sums of other lengths
    np.testing.assert_array_equal(sliced[1], whole[1])


def test_members_beyond_the_cap_keep_both_ends_of_every_group(planted, monkeypatch):
    everyone = describe(planted.request, planted.table, planted.model)["sections"]["members"]
    monkeypatch.setattr("coterie.report._members.MOST_LISTED", 12)
    members = describe(planted.request, planted.table, planted.model)["sections"]["members"]
    assert members["capped"]
    assert not everyone["capped"]
    assert len(members["rows"]) < 20
    for label in SIZES_FIRST:
        full, kept = (
            [row for row, group in zip(some["rows"], some["groups"], strict=True) if group == label]
            for some in (everyone, members)
        )
        assert (kept[0], kept[-1]) == (full[0], full[-1])
        margins = [everyone["typicality_nats"][everyone["rows"].index(row)] for row in full]
        assert margins == sorted(margins, reverse=True)


def test_names_that_utf8_cannot_hold_are_mended(build):
    counts = np.array([[5, 1], [1, 5]])
    table = build.table(counts, rows=["a\ud800b", "x" * 500])
    members = describe(build.request(), table, build.model(counts, [0, 1]))["sections"]["members"]
    assert sorted(len(name) for name in members["names"]) == [3, 160]
    json.dumps(members, ensure_ascii=False).encode("utf-8")


def test_dense_and_sparse_tables_tell_the_same(planted, build):
    dense = describe(planted.request, build.table(planted.counts), planted.model)["sections"]
    sparse = build.table(sp.csr_matrix(planted.counts))
    kept = describe(planted.request, sparse, planted.model)["sections"]
    assert kept["method"].pop("n_entries") == np.count_nonzero(planted.counts)
    assert dense["method"].pop("n_entries") is None
    assert dense == kept
