"""Whatever the names and labels are, the report holds them all and lets none of them act."""

import json
from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coterie.report._blocks import allotted, column_bands, row_bands
from coterie.report._page import as_json
from coterie.report._study import Study, name
from coterie.report._units import amount, say_share, unbroken

anything = st.text(st.characters(), max_size=300)
numbers = st.floats(0, 1e6, allow_nan=False)
shapes = st.tuples(st.integers(2, 5), st.integers(5, 40), st.integers(1, 30))


@given(anything)
def test_no_name_can_end_the_script_that_holds_it(text):
    held = as_json({"name": name(text)})
    assert not set(held) & set("<>&\u2028\u2029")
    assert json.loads(held) == {"name": name(text)}
    assert len(name(text)) <= 160


@given(st.floats(0, 1))
def test_a_share_is_never_rounded_to_none_or_all(share):
    said = say_share(share)
    assert (said == "0 %") == (share == 0)
    assert (said == "100 %") == (share == 1)
    assert unbroken(said).split() == said.split()


@given(numbers)
def test_an_amount_reads_back_to_two_digits(number):
    said = amount(number)
    if not said.startswith("under"):
        assert abs(float(said.replace(",", "")) - number) <= max(0.005, 0.05 * number)
    else:
        assert 0 < number < 0.001


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=50), st.integers(1, 500))
def test_every_group_gets_a_band(weights, bands):
    share = allotted(weights, bands)
    assert share.min() >= 1
    assert share.sum() <= bands + len(weights)  # rounding adds less than one band a group


@given(shapes, st.integers(0, 2**32 - 1))
def test_bands_cover_each_object_once_and_stay_in_their_group(shape, seed):
    n_clusters, n_rows, n_columns = shape
    draw = np.random.default_rng(seed)
    labels = draw.integers(-1, n_clusters, n_rows)
    labels[:2] = 0, 1
    joint = draw.random((n_clusters, n_columns)) * (draw.random((n_clusters, n_columns)) < 0.6)
    joint[0, 0] += 0.5
    costs = draw.random((n_rows, n_clusters))
    model = SimpleNamespace(
        labels_=labels, cluster_joint_=joint / joint.sum(), transform=lambda rows: costs[rows[:, 0]]
    )
    table = SimpleNamespace(matrix=np.arange(n_rows)[:, None])
    study = Study(None, table, model, None)
    rows, columns = row_bands(study), column_bands(study)
    assert sorted(rows.order) == list(np.flatnonzero(labels >= 0))
    assert sorted(columns.order) == list(np.flatnonzero(joint.sum(axis=0)))
    np.testing.assert_array_equal(rows.group[rows.band], labels[rows.order])
    for bands in (rows, columns):
        assert set(np.diff(bands.band)) <= {0, 1}
        assert len(bands.edges) == len(bands.group) + 1 == bands.band[-1] + 2
        assert (np.diff(bands.edges) > 0).all()
    assert set(columns.group) <= set(study.clusters)
