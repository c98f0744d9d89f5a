"""The section on what bits cost: a curve that ends in the groups of the report."""

import numpy as np
import pytest

from coterie import relevance_curve
from coterie.measures import entropy
from coterie.report import _plane, describe


@pytest.fixture
def section(planted):
    return describe(planted.request, planted.table, planted.model)["sections"]["plane"]


def test_right_end_is_the_groups(section, planted):
    """Six digits are kept; rows move a little where that gains, so the end may lie higher."""
    told, kept = section["points"][-1]["told_nats"], section["points"][-1]["kept_nats"]
    mass = planted.model.cluster_joint_.sum(axis=1)
    assert told == pytest.approx(entropy(mass), rel=0.05)
    assert kept >= planted.model.information_ * (1.0 - 1e-3)
    assert section["points"][0] | {"beta": 0.0} == {
        "told_nats": 0.0, "kept_nats": 0.0, "groups": 1, "beta": 0.0,
    }  # fmt: skip
    assert section["drawn"] is None


def test_half_the_price_is_told_in_words(section, planted):
    curve = relevance_curve(planted.counts, 3, init=planted.labels, tol=1e-6, max_iter=100)
    share = curve.at(curve.compression[-1] / 2.0) / curve.information[-1]
    assert (
        f"keep {100 * share:.0f} % of what these groups keep about columns"
        in (section["sentences"][0])
    )


def test_of_a_large_table_some_rows_are_followed(planted, monkeypatch):
    monkeypatch.setattr(_plane, "A_GROUP", 10)
    per_row = planted.table.matrix.nnz / 60
    monkeypatch.setattr(_plane, "WORK", 45.5 * 3 * per_row)
    page = describe(planted.request, planted.table, planted.model)["sections"]["plane"]
    assert page["drawn"] == 45
    assert page["points"][-1]["kept_nats"] == pytest.approx(planted.model.information_, rel=0.15)


def test_too_few_rows_of_a_group_tell_nothing(planted, monkeypatch):
    monkeypatch.setattr(_plane, "WORK", 100.0)
    sections = describe(planted.request, planted.table, planted.model)["sections"]
    assert "plane" not in sections


def test_rows_without_a_group_are_left_out(build, rng):
    counts = rng.poisson(np.kron(np.eye(2), [9.0, 9.0])[np.arange(40) % 2] + 0.2)
    labels = np.arange(40) % 2
    counts[:4], labels[:4] = 0, -1
    model = build.model(counts[4:], labels[4:])
    model.labels_ = labels
    page = describe(build.request(), build.table(counts), model)["sections"]["plane"]
    assert page["points"][-1]["kept_nats"] == pytest.approx(model.information_, rel=0.01)


def test_one_group_costs_nothing(build):
    counts = np.array([[5, 1], [4, 2], [5, 0]])
    page = describe(build.request(), build.table(counts), build.model(counts, [0, 0, 0]))
    assert "plane" not in page["sections"]
