"""The content of a page about reliable bits, for labels whose answer is known."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from coterie import CapacitySearch, generalization_capacity
from coterie.estimators import AnnealedKMeans, PairwiseClustering
from coterie.report import Evidence, Request, describe_judged, render
from coterie.report._judged import JudgedStudy
from coterie.report._points import principal
from coterie.report._reliability import changes
from coterie.validation import GivenPair, reliability

FIRST = np.array([0, 0, 0, 0, 1, 1, 1, 1])
SECOND = np.array([0, 0, 0, 1, 1, 1, 1, 1])


def a_study(build, supported=True):
    capacity = generalization_capacity((FIRST, SECOND))
    evidence = Evidence(capacity, supported, reliability(capacity, FIRST))
    table = build.table(np.eye(8), kind="similarity")
    return JudgedStudy(Request(), table, SimpleNamespace(labels_=FIRST), evidence)


def test_who_changes_sides_is_counted_both_ways(build):
    found = changes(a_study(build))
    slow = np.zeros((2, 2))
    for one, other in zip(FIRST, SECOND, strict=True):
        slow[one, other] += 1.0
        slow[other, one] += 1.0
    np.testing.assert_allclose(found, slow / slow.sum(axis=1, keepdims=True))


def test_the_words_follow_the_evidence(build):
    study = a_study(build)
    found = describe_judged(study.request, study.table, study.model, study.evidence)
    words = " ".join(found["sections"]["findings"]["sentences"])
    assert "12 % of the objects change their group" in words
    poor = a_study(build, supported=False)
    found = describe_judged(poor.request, poor.table, poor.model, poor.evidence)
    assert found["sections"]["findings"]["headline"].endswith("these data do not support them.")


def test_members_have_the_bits_of_each_object(build):
    study = a_study(build)
    found = describe_judged(study.request, study.table, study.model, study.evidence)["sections"]
    members, parts = found["members"], study.evidence.reliability
    for row, bits, kept in zip(
        members["rows"], members["reliable_nats"], members["agreement"], strict=True
    ):
        assert bits == pytest.approx(parts.object_bits[row] * np.log(2), rel=1e-5)
        assert kept == (FIRST[row] == SECOND[row])
    assert "weights" not in members


def test_the_blocks_hold_the_mean_similarities(build):
    study = a_study(build)
    found = describe_judged(study.request, study.table, study.model, study.evidence)["sections"]
    order = study.order
    np.testing.assert_allclose(found["pairs"]["means"], study.table.matrix[np.ix_(order, order)])


def test_principal_components_keep_the_distances_of_a_plane():
    rng = np.random.default_rng(0)
    flat = rng.normal(size=(30, 2)) @ rng.normal(size=(2, 5))
    places, told = principal(flat)
    apart = np.linalg.norm(flat[:, None] - flat[None], axis=2)
    np.testing.assert_allclose(np.linalg.norm(places[:, None] - places[None], axis=2), apart)
    assert told.sum() == pytest.approx(1.0)


def test_the_table_of_what_was_tried_is_that_of_the_search(build):
    rng = np.random.default_rng(0)
    centres = np.repeat([[0.0, 0.0], [9.0, 0.0]], 20, axis=0)
    pair = [centres + rng.normal(size=(40, 2)) for _ in range(2)]
    search = CapacitySearch(
        [AnnealedKMeans(), PairwiseClustering(n_init=1)], n_clusters=range(1, 4),
        instances=GivenPair(), n_init=1, random_state=0,
    ).fit(pair)  # fmt: skip
    best = search.found.best
    evidence = Evidence(
        best.capacity, True, reliability(best.capacity, search.labels_), search.found.tried, best
    )
    table = build.table(pair[0], kind="points")
    found = describe_judged(Request(), table, SimpleNamespace(labels_=search.labels_), evidence)
    rows = found["sections"]["choices"]["rows"]
    raw = [row["raw_nats"] / np.log(2) for row in rows]
    np.testing.assert_allclose(raw, list(search.results_["raw_bits"]), atol=1e-5)
    assert sum(row["chosen"] for row in rows) == 1
    curve = found["sections"]["temperatures"]["curve"]
    assert max(curve["mean_nats"]) == pytest.approx(best.capacity.raw * np.log(2), rel=1e-4)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert '<section id="points"' in render(found)
