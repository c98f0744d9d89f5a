"""The report of a model that was really fitted, from a table that was really read."""

import json
import math

import numpy as np
import pytest

from coterie import SequentialIB
from coterie.datasets import make_counts
from coterie.report import Request, describe, render
from coterie.sources import read


@pytest.fixture(scope="module")
def fitted(tmp_path_factory):
    planted = make_counts(n_rows=90, n_columns=40, n_clusters=3, random_state=0)
    counts = np.asarray(planted.data.todense())
    path = tmp_path_factory.mktemp("data") / "visits.csv"
    header = ",".join(["user", *(f"page{j}" for j in range(40))])
    lines = [",".join([f"u{i}", *map(str, row)]) for i, row in enumerate(counts)]
    path.write_text("\n".join([header, *lines]))
    table = read(str(path))
    model = SequentialIB(3, n_init=4, random_state=0).fit(table.matrix)
    return table, model, describe(Request(), table, model)["sections"]


def test_the_figures_are_those_of_the_model(fitted):
    _, model, sections = fitted
    findings = sections["findings"]
    assert math.isclose(findings["information_nats"], model.information_, rel_tol=1e-5)  # 6 digits
    groups = sections["telling"]["groups"]
    total = sum(group["information_nats"] for group in groups)
    assert math.isclose(total, model.information_, rel_tol=1e-5)  # 6 digits are kept
    assert [group["rows"] for group in groups] == sorted(np.bincount(model.labels_))[::-1]
    assert len(sections["restarts"]["runs"]) == 4


def test_telling_columns_agree_with_the_estimator(fitted):
    table, model, sections = fitted
    for group in sections["telling"]["groups"]:
        columns, parts = model.telling_columns(group["group"], 5)
        shown = group["columns"][:5]
        assert [column["name"] for column in shown] == [table.column_names[at] for at in columns]
        np.testing.assert_allclose(
            [column["contribution_nats"] for column in shown],
            parts,
            rtol=1e-5,  # 6 digits are kept
        )


def test_settled_rows_would_lose_by_moving(fitted):
    _, model, sections = fitted
    assert model.converged_
    assert min(sections["members"]["typicality_nats"]) > 0


def test_names_are_those_of_the_file(fitted):
    table, _, sections = fitted
    named = dict(zip(sections["members"]["rows"], sections["members"]["names"], strict=True))
    assert [named[row] for row in range(90)] == table.row_names.tolist()


def test_it_renders(fitted):
    table, model, sections = fitted
    content = json.loads(json.dumps(describe(Request(), table, model)))
    assert content["sections"] == sections
    assert "Your 90 rows fall into 3" in render(content).replace("\N{NO-BREAK SPACE}", " ")
