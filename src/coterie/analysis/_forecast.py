"""What a run will need, before it is begun."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from coterie._core.memory import available_memory
from coterie.analysis._methods import METHODS, REPORTED, Choice
from coterie.analysis._trial import n_workers, search_seconds, trial_seconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie.analysis._methods import Method
    from coterie.analysis._settings import Settings

TRIAL_ROWS, TRIAL_COLUMNS, TRIAL_ENTRIES, TRIAL_CLUSTERS = 400, 1_000, 40, (4, 36)
TRIALS = 5
LADDER_TOP = 40
"""Up to where an automatic search usually climbs."""

USUAL_SWEEPS = 12
HALF_ENTRIES = 0.7
"""Share of the entries that are still there in half of the counts."""

AT_SCALE = 2.0
"""How much slower than in the trial: real tables do not stay in the cache."""

PAGE_SECONDS, PAGE_ENTRIES = 6.0, 1e6
"""To make the page of a large table; entries times clusters from which a table is large."""

BASE_BYTES = 430_000_000
"""The interpreter with its libraries."""

ENTRY_BYTES, HALVES_BYTES, RESTART_BYTES = 60, 55, 20
"""For each entry: the matrix and its twins; the halves of a search; the tables of a restart."""

OTHER_THREADS = 4
"""Those that hand out the work and collect it, and the one that shows progress."""

CELL_BYTES, RESTART_CELL_BYTES = 16, 10
"""For each cluster and column: copies of p(t, y) at the end of a fit; of a restart."""

PAIR_COPIES, GRAPH_BYTES, POINT_COPIES = 6, 80, 4
"""Dense matrices of all pairs at the same time; bytes for an edge in each direction; copies."""

MEMBERSHIP_BYTES, MEMBERSHIP_COPIES = 8, 4


@dataclass(frozen=True)
class Forecast:
    """Memory and time that a run will need.

    Parameters
    ----------
    memory : int
        Bytes at the busiest moment.
    seconds : float or None
        Time that is usual for data of this size; None where it is not known.
    longest : float or None
        Time if every restart takes all the sweeps that it may; None where it is not known.
    available : int or None
        Bytes that there are.

    Examples
    --------
    >>> from coterie.analysis import Forecast
    >>> Forecast(memory=3_000_000_000, seconds=60.0, longest=90.0, available=2_000_000_000).fits
    False
    """

    memory: int
    seconds: float | None
    longest: float | None
    available: int | None

    @property
    def fits(self) -> bool:
        """Whether there is memory enough."""
        return self.available is None or self.memory <= self.available


def forecast(
    shape: tuple[int, int],
    n_nonzero: int,
    settings: Settings,
    *,
    kind: str = "counts",
    choice: Choice | None = None,
    timed: bool = True,
    methods: Sequence[str] = (),
) -> Forecast:
    """Tell what a run will need, from the size of the data and a short trial of this machine.

    Parameters
    ----------
    shape : (int, int)
        Rows and columns.
    n_nonzero : int
        Entries that are not zero.
    settings : Settings
        What is asked for.
    kind : str, default="counts"
        Kind of the data.
    choice : Choice, optional
        The method, from `choose`; by default `SequentialIB`.
    timed : bool, default=True
        Whether methods other than `SequentialIB` are tried on small data, a second or two, to
        foretell the time.
    methods : sequence of str
        Names of those that are tried, if reliable bits choose.

    Returns
    -------
    Forecast
        Right within a factor of two or three; times of other methods mostly within ten.

    Notes
    -----
    Methods that look at rows two by two need several matrices of all pairs, 8 bytes an entry,
    unless they were given a graph and keep it sparse. A sweep of `SequentialIB` visits every entry
    and looks at every cluster: time is entries times (a + b clusters), and a and b are measured on
    counts made for it.

    Examples
    --------
    >>> from coterie.analysis import Settings, forecast
    >>> small = forecast((1_000, 500), 20_000, Settings(n_clusters=5))
    >>> large = forecast((1_000_000, 50_000), 50_000_000, Settings(n_clusters=500))
    >>> small.memory < large.memory, small.seconds < large.seconds
    (True, True)
    """
    from coterie.estimators import HeldOutSearch

    if choice is not None and not choice.reported:
        memory = memory_of(choice, kind, shape, n_nonzero, settings)
        if settings.effort is not None:
            taken = (
                search_seconds(choice, kind, shape, n_nonzero, settings, methods=methods)
                if timed
                else None
            )
            return Forecast(memory, taken, None, available_memory())
        taken = trial_seconds(choice, kind, shape, n_nonzero, settings) if timed else None
        return Forecast(memory, taken, None, available_memory())
    workers = n_workers(settings.n_jobs)
    usual = METHODS[REPORTED].defaults
    n_init, max_iter = settings.n_init or usual["n_init"], settings.max_iter or usual["max_iter"]
    fixed, per_cluster = sweep_rates()
    last_rounds = math.ceil(n_init / min(workers, n_init))

    def sweep(k: int) -> float:
        return AT_SCALE * n_nonzero * (fixed + per_cluster * k)

    def seconds(numbers: Sequence[int], sweeps: int) -> float:
        total = last_rounds * sweeps * sweep(max(numbers))
        if settings.given is not None:
            return total
        fits = search.n_init * math.ceil(search.n_splits / min(workers, search.n_splits))
        climb = share * HALF_ENTRIES * fits * sweeps * sum(map(sweep, numbers))
        return total + min(climb, settings.max_time or math.inf)

    search = HeldOutSearch(n_clusters=settings.candidates)
    share = min(1.0, (search.max_rows or shape[0]) / max(shape[0], 1))  # of the rows
    tried = [settings.given] if settings.given else [1, *search._candidates(shape[0])]
    likely = [k for k in tried if k <= LADDER_TOP] if settings.candidates == "auto" else tried
    running = min(workers, max(n_init, search.n_splits))
    page = PAGE_SECONDS * min(1.0, n_nonzero * max(tried) / PAGE_ENTRIES)
    halves = 0 if settings.given else int(HALVES_BYTES * share * n_nonzero)
    return Forecast(
        memory=peak_memory(n_nonzero, max(tried) * shape[1], running) + halves,
        seconds=page + seconds(likely, min(USUAL_SWEEPS, max_iter)),
        longest=page + seconds(tried, max_iter),
        available=available_memory(threads=running + OTHER_THREADS),
    )


def peak_memory(n_nonzero: int, cells: int, running: int) -> int:
    """Return the bytes of a fit; `cells` is clusters times columns, `running` the restarts."""
    data = (ENTRY_BYTES + running * RESTART_BYTES) * n_nonzero
    return BASE_BYTES + data + (CELL_BYTES + running * RESTART_CELL_BYTES) * cells


def memory_of(
    choice: Choice, kind: str, shape: tuple[int, int], n_nonzero: int, settings: Settings
) -> int:
    """Return the bytes of a fit by any method."""
    method, n_rows, n_clusters = choice.method, shape[0], settings.given or 1
    restarts = settings.n_init or int(method.defaults.get("n_init", 1))
    running = min(n_workers(settings.n_jobs), restarts)
    beside = MEMBERSHIP_BYTES * MEMBERSHIP_COPIES * n_rows * n_clusters * running
    if method.counts:
        return peak_memory(n_nonzero, n_clusters * shape[1], running) + beside
    if method.takes == "points":
        return BASE_BYTES + 8 * POINT_COPIES * n_rows * shape[1] + beside
    pairs = 8 * PAIR_COPIES * n_rows * compared_with(method, kind, n_rows)
    if kind == "similarity" and method.graphs:
        pairs = min(pairs, GRAPH_BYTES * n_nonzero)
    points = 8 * n_rows * shape[1] if kind == "points" else 0
    return BASE_BYTES + pairs + points + beside


def compared_with(method: Method, kind: str, n_rows: int) -> int:
    """Return with how many others a row is compared: all, or the landmarks among many points."""
    if kind != "points" or "n_landmarks" not in method.defaults:
        return n_rows
    from coterie.estimators.bottleneck._markov_relaxation import EXACT, LANDMARKS

    return n_rows if n_rows <= EXACT else LANDMARKS


@cache
def sweep_rates() -> tuple[float, float]:
    """Measure a sweep on made-up counts: seconds for each entry, and for each and cluster."""
    from coterie.costs import BottleneckCost
    from coterie.problems import CountProblem

    luck = np.random.default_rng(0)
    columns = luck.integers(TRIAL_COLUMNS, size=TRIAL_ROWS * TRIAL_ENTRIES)
    rows = np.repeat(np.arange(TRIAL_ROWS), TRIAL_ENTRIES)
    ones = np.ones(columns.size)
    counts = sp.csr_array((ones, (rows, columns)), shape=(TRIAL_ROWS, TRIAL_COLUMNS))
    problem, order = CountProblem.from_counts(counts), np.arange(TRIAL_ROWS)
    taken = []
    for n_clusters in TRIAL_CLUSTERS:
        sweeper = BottleneckCost(problem, n_clusters).sweeper(order % n_clusters)
        sweeper.sweep(order, keep_all=True)  # warms up; compiles in a fresh environment
        times = []
        for _ in range(TRIALS):
            begun = time.perf_counter()
            sweeper.sweep(order, keep_all=True)
            times.append(time.perf_counter() - begun)
        taken.append(min(times) / counts.nnz)  # the least disturbed
    (few, many), (short, long) = TRIAL_CLUSTERS, taken
    slope = max((long - short) / (many - few), long / many / 10)
    return max(short - slope * few, 0.0), slope
