"""The concave hull of points, and clusters that are the same."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from coterie.measures import js_divergence
from coterie.measures._effective_clusters import GONE, SAME, first_doubles
from coterie.measures._hull import concave_hull

POINTS = st.lists(st.tuples(*[st.integers(0, 8)] * 2), min_size=1, max_size=20)


@given(POINTS)
def test_hull_is_what_no_chord_passes_above(points):
    x, y = np.array(points, dtype=float).T
    hull = concave_hull(x, y)
    assert (np.diff(x[hull]) > 0.0).all()
    assert (np.diff(np.diff(y[hull]) / np.diff(x[hull])) < 0.0).all()
    assert (np.interp(x, x[hull], y[hull]) >= y - 1e-12).all()
    assert x[hull[0]] == x.min()
    assert y[hull[-1]] == y.max()


@given(
    st.lists(st.lists(st.sampled_from([0.0, 1.0, 2.0, 3.0]), min_size=3, max_size=3), min_size=1),
    st.sampled_from([0.0, 1e-5, 1e-3]),
)
def test_doubles_are_found_as_one_by_one(rows, noise):
    """Each cluster with mass is compared with all that are no doubles themselves."""
    masses = np.array(rows) * (1.0 + noise * np.arange(len(rows)))[:, None]
    masses[:, 0] += noise * np.arange(len(rows)) * (masses[:, 0] > 0.0)
    expected, distinct = np.full(len(rows), -1), []
    for t, row in enumerate(masses):
        if row.sum() <= GONE * masses.sum():
            continue
        same = [s for s in distinct if js_divergence([masses[s], row]) < SAME]
        expected[t] = same[0] if same else t
        distinct += [] if same else [t]
    assert first_doubles(masses).tolist() == expected.tolist()
