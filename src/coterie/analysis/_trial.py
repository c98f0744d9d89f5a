"""How long a fit will take, from two fits of small data that are made up."""

from __future__ import annotations

import math
import time
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import CoterieWarning
from coterie.analysis._methods import METHODS, PAIRS, Choice, build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie.analysis._settings import Settings

ROWS = {"counts": 600, "points": 3000, "pairs": 600}
"""Rows of the larger trial: it takes a fraction of a second."""

SMALLER = 3
"""How many times as many rows that is as in the smaller one."""

MOST_CLUSTERS, MOST_COLUMNS, MOST_ENTRIES = 12, 300, 60
"""Largest trial in other respects; entries are those of a row."""


def trial_seconds(
    choice: Choice, kind: str, shape: tuple[int, int], n_nonzero: int, settings: Settings
) -> float:
    """Return the seconds that a fit will take, mostly within a factor of ten.

    Notes
    -----
    Time is taken as `fixed + slope work`, the work as entries times clusters, both measured on
    groups under noise. Restarts share the processors.
    """
    restarts = settings.n_init or int(choice.method.defaults.get("n_init", 1))
    given = settings.given or int(choice.method.defaults.get("n_clusters") or 8)
    clusters, rows = min(given, MOST_CLUSTERS), ROWS[form_of(choice, kind)]
    asked = replace(settings, n_clusters=clusters, n_init=None, n_jobs=1, verbose=0)
    works, times = [], []
    for n_rows in (rows // SMALLER, rows // SMALLER, rows):  # the first also compiles
        table, entries = made_up(choice, kind, n_rows, shape, n_nonzero)
        model = build(choice, asked, kind)
        if "n_init" in choice.method.defaults:
            model.set_params(n_init=1)
        begun = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CoterieWarning)
            model.fit(table)
        times.append(time.perf_counter() - begun)
        works.append(work_of(choice, n_rows, entries, clusters))
    slope = max((times[2] - times[1]) / (works[2] - works[1]), times[2] / works[2] / 4.0)
    fixed = max(times[2] - slope * works[2], 0.0)
    whole = fixed + slope * work_of(choice, shape[0], n_nonzero, given)
    return whole * math.ceil(restarts / min(restarts, n_workers(settings.n_jobs)))


def search_seconds(
    choice: Choice,
    kind: str,
    shape: tuple[int, int],
    n_nonzero: int,
    settings: Settings,
    *,
    methods: Sequence[str] = (),
) -> float:
    """Return the seconds that a search by reliable bits will take, and the last fit."""
    from coterie.analysis._candidates import PRESETS

    preset = PRESETS[settings.effort or "fast"]
    several = [Choice(METHODS[name], choice.similarity) for name in methods] or [choice]
    asked = settings.candidates
    numbers = range(1, preset.most + 1) if isinstance(asked, str) else asked
    graph = kind == "similarity" and n_nonzero < shape[0] ** 2
    rows = shape[0] if graph else min(shape[0], preset.most_rows)
    part = ((rows, shape[1]), max(1, n_nonzero * rows // max(shape[0], 1)))
    usual = replace(settings, n_clusters=max(1, sum(numbers) // len(numbers)), n_init=1)
    fits = 2 * preset.n_splits * preset.n_init * len(numbers)
    total = 0.0
    for each in several:
        measures = len(preset.measures) if each.method.compares and not settings.similarity else 1
        measures = measures if kind == "points" else 1
        total += measures * fits * trial_seconds(each, kind, *part, usual)
    search = min(total / n_workers(settings.n_jobs), settings.max_time or math.inf)
    return search + trial_seconds(choice, kind, shape, n_nonzero, replace(usual, n_init=None))


def form_of(choice: Choice, kind: str) -> str:
    """Tell what is looked at: counts, points, or pairs of rows."""
    if choice.method.compares:
        return "pairs"
    return "points" if kind == "points" else "counts"


def work_of(choice: Choice, n_rows: int, entries: int, clusters: int) -> float:
    """Return what time is in proportion to."""
    if choice.method.name == "AgglomerativeIB":  # compares all rows, whatever is asked for
        return float(n_rows) * entries
    if choice.method.compares and not choice.method.graphs:
        entries = n_rows**2
    return float(entries) * clusters


def made_up(
    choice: Choice, kind: str, n_rows: int, shape: tuple[int, int], n_nonzero: int
) -> tuple[Any, int]:
    """Return data of a kind in a few groups, and how many entries the method looks at."""
    luck, columns = np.random.default_rng(0), min(shape[1], MOST_COLUMNS)
    group = np.arange(n_rows) % MOST_CLUSTERS
    places = luck.normal(0.0, 3.0, (MOST_CLUSTERS, columns))[group]
    points = places + luck.standard_normal(places.shape)
    if kind == "points":
        return points, n_rows**2 if choice.method.compares else points.size
    if kind not in PAIRS:
        a_row = max(1.0, min(n_nonzero / max(shape[0], 1), MOST_ENTRIES))
        rates = np.exp(places / 3.0)
        counts = luck.poisson(a_row * rates / rates.sum(axis=1, keepdims=True))
        counts[np.arange(n_rows), group % columns] += 1
        return sp.csr_array(counts), int(np.count_nonzero(counts))
    noise = luck.uniform(0.0, 1.0, (n_rows, n_rows))
    alike = np.equal.outer(group, group) + (noise + noise.T) / 4.0
    if kind == "dissimilarity" or not choice.method.graphs:
        return (1.5 - alike) * (1.0 - np.eye(n_rows)), n_rows**2
    if n_nonzero == shape[0] ** 2:
        return alike, n_rows**2
    a_row = min(n_nonzero / max(shape[0], 1), n_rows / 2.0)
    graph = sp.csr_array(np.where(np.maximum(noise, noise.T) ** 2 < a_row / n_rows, alike, 0.0))
    graph.setdiag(1.0)
    return graph, int(graph.nnz)


def n_workers(n_jobs: int | None) -> int:
    """Return how many fits run at the same time, as joblib understands the number."""
    from joblib import effective_n_jobs

    return int(effective_n_jobs(n_jobs))
