"""An interrupt that no engine catches is still heard at once."""

import time
from functools import partial

import numpy as np
import pytest

from coterie import HeldOutSearch, SequentialIB
from coterie._core.errors import ConvergenceNotice
from coterie._core.progress import Monitor
from coterie.datasets import make_counts
from coterie.engines import Solution, Status, balanced_start, solve_all


class Stumbling:
    """Solves one problem, and is interrupted before it begins the next."""

    needs = ()

    def solve(self, cost, start, *, rng, run=0, monitor=None):
        if run == 1:
            raise KeyboardInterrupt
        return Solution(start, 0.0, np.zeros(1, dtype=np.int64), Status.CONVERGED)


def test_nobody_waits_for_a_run_that_has_died(monkeypatch):
    waits = []
    monkeypatch.setattr(time, "sleep", waits.append)
    draw = partial(balanced_start, 6, 2)
    found = solve_all(Stumbling(), None, draw, [1, 2, 3], n_jobs=1, monitor=Monitor())
    assert len(found) == 1
    assert not waits


@pytest.fixture
def stumbling(monkeypatch):
    monkeypatch.setattr("coterie.estimators._restarts.solve_all", first_only)


def first_only(engine, cost, draw_start, seeds, **how):
    """Return what `solve_all` does when it is interrupted between two restarts."""
    return solve_all(engine, cost, draw_start, seeds[:1], **how)


def test_a_fit_that_lost_restarts_says_so(stumbling):
    counts = make_counts(n_rows=30, n_columns=20, n_clusters=2, random_state=0).data
    with pytest.warns(ConvergenceNotice, match="best of the 1 restarts begun, of 4 asked for"):
        SequentialIB(2, n_init=4, random_state=0).fit(counts)


@pytest.mark.filterwarnings("ignore::coterie._core.errors.ConvergenceNotice")
def test_a_search_does_not_go_on_after_it(stumbling):
    counts = make_counts(n_rows=30, n_columns=20, n_clusters=2, random_state=0).data
    with pytest.raises(KeyboardInterrupt):
        HeldOutSearch(n_clusters=[2, 3, 4], random_state=0).fit(counts)
