"""The block picture loses no count, and no band crosses the border of a group."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie.report import _blocks as module
from coterie.report import describe
from coterie.report._study import Study


@pytest.fixture
def small_bands(monkeypatch):
    monkeypatch.setattr(module, "ROW_BANDS", 7)
    monkeypatch.setattr(module, "COLUMN_BANDS", 5)


def picture(study):
    return describe(study.request, study.table, study.model)["sections"]["blocks"]


def test_small_tables_are_shown_entry_by_entry(planted):
    blocks = picture(planted)
    assert not blocks["aggregated"]
    assert np.shape(blocks["counts"]) == (60, 12)
    rows = [int(name.split()[1]) for name in blocks["rows"]["examples"]]
    columns = [int(name.split()[1]) for name in blocks["columns"]["examples"]]
    np.testing.assert_array_equal(blocks["counts"], planted.counts[np.ix_(rows, columns)])


@pytest.mark.usefixtures("small_bands")
def test_no_count_is_lost(planted):
    blocks = picture(planted)
    assert blocks["aggregated"]
    assert np.sum(blocks["counts"]) == planted.counts.sum()
    assert sum(blocks["rows"]["sizes"]) == 60
    assert sum(blocks["columns"]["sizes"]) == 12
    assert blocks["rows"]["edges"][-1] == 60
    assert blocks["columns"]["edges"][-1] == 1


@pytest.mark.usefixtures("small_bands")
def test_bands_hold_objects_of_one_group(planted):
    study = Study(planted.request, planted.table, planted.model, None)
    rows = module.row_bands(study)
    assert (np.diff(rows.band) >= 0).all()
    np.testing.assert_array_equal(rows.group[rows.band], planted.labels[rows.order])
    columns = module.column_bands(study)
    np.testing.assert_array_equal(columns.group[columns.band], columns.order // 4)
    assert (np.diff(columns.edges) > 0).all()


@pytest.mark.usefixtures("small_bands")
def test_sums_agree_with_a_plain_loop(planted):
    study = Study(planted.request, planted.table, planted.model, None)
    rows, columns = module.row_bands(study), module.column_bands(study)
    expected = np.zeros((len(rows.group), len(columns.group)))
    for i, row in zip(rows.band, rows.order, strict=True):
        for j, column in zip(columns.band, columns.order, strict=True):
            expected[i, j] += planted.counts[row, column]
    np.testing.assert_array_equal(module.summed(planted.table.matrix, rows, columns), expected)


@pytest.mark.usefixtures("small_bands")
def test_sums_do_not_depend_on_the_size_of_the_slices(planted, monkeypatch):
    whole = picture(planted)
    monkeypatch.setattr(module, "ENTRIES_AT_ONCE", 40)
    assert picture(planted) == whole


def test_columns_and_rows_without_counts_are_left_out(build):
    counts = np.array([[5, 0, 1], [0, 0, 0], [1, 0, 5]])
    model = build.model(counts, [0, -1, 1])
    blocks = describe(build.request(), build.table(counts), model)["sections"]["blocks"]
    assert sorted(blocks["columns"]["examples"]) == ["column 0", "column 2"]
    assert sorted(blocks["rows"]["examples"]) == ["row 0", "row 2"]


def test_a_common_column_has_a_band_of_its_own(build, monkeypatch):
    monkeypatch.setattr(module, "COLUMN_BANDS", 8)
    counts = np.ones((4, 60), dtype=int)
    counts[:, 7] = 200
    counts[:2, :30] += 1
    blocks = describe(build.request(), build.table(counts), build.model(counts, [0, 0, 1, 1]))[
        "sections"
    ]["blocks"]
    at = [name == "column 7" for name in blocks["columns"]["examples"]].index(True)
    assert blocks["columns"]["sizes"][at] == 1
    assert max(blocks["columns"]["sizes"]) > 5


def test_weights_that_are_no_whole_numbers_are_kept(build):
    weights = np.array([[0.25, 1.5], [3.0, 0.125]])
    blocks = describe(build.request(), build.table(weights), build.model(weights, [0, 1]))
    counts = blocks["sections"]["blocks"]["counts"]
    assert sorted(np.ravel(counts)) == [0.125, 0.25, 1.5, 3.0]


def test_one_count_is_one_or_the_mean_of_small_numbers(build):
    assert module.smallest_step(np.array([[3, 0], [0, 2]])) == 1
    assert module.smallest_step(sp.csr_array(np.array([[0.25, 0], [0, 0.75]]))) == 0.5
