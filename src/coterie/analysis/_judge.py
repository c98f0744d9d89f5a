"""Try many models, choose the one of which most is real, and say which parts of it are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie import generalization_capacity, minimum_transfer_cost
from coterie._core.errors import InputError
from coterie._core.random import child_seeds
from coterie.analysis._handing import handed
from coterie.analysis._methods import METHODS, Choice, build
from coterie.estimators import CapacitySearch
from coterie.estimators._search_results import is_clear
from coterie.report import Evidence
from coterie.validation import GivenPair, Meeting, Thinning, reliability
from coterie.validation._pairing import is_whole

if TYPE_CHECKING:
    from coterie._core.types import IntArray
    from coterie.analysis._candidates import Plan
    from coterie.analysis._task import Task
    from coterie.estimators._search_results import Found, Tried
    from coterie.validation import Capacity, Reliability, TransferCosts

QUICK_RESTARTS = 3
"""Of the last fit by a method that looks at all pairs, in the fast preset."""

COUNT_SPLITS, COUNT_RESTARTS = 2, 2
"""Pairs of halves of the counts, and restarts on each."""


@dataclass(frozen=True, eq=False)
class Judged:
    """The model that was chosen, fitted to all data, and why it was chosen."""

    model: Any
    choice: Choice
    evidence: Evidence


def judge(task: Task, made: Plan) -> Judged:
    """Try what was planned, and cluster all data with the best."""
    settings = task.settings
    for_sample, for_search, for_last = child_seeds(settings.random_state, 3)
    X, rows = made.sample(for_sample)
    search = CapacitySearch(
        made.estimators(),
        n_clusters=made.numbers,
        similarity=made.measures or None,
        instances=made.maker,
        n_init=made.n_init,
        max_time=settings.max_time,
        n_jobs=settings.n_jobs,
        verbose=settings.verbose,
        random_state=for_search,
    ).fit(X)
    found = search.found
    top = choice_of(found, made)
    capacity = confirmed(task, made, top, rows, for_last)
    supported = found.best is not None and is_clear(capacity)
    as_told = len(made.numbers) == 1 and made.numbers[0] > 1
    chosen = top if supported or as_told else None
    model, choice = fitted(task, made, chosen)
    parts = None if chosen is None else parts_of(capacity, np.asarray(model.labels_))
    evidence = Evidence(
        capacity,
        supported,
        parts,
        tried=found.tried,
        chosen=chosen,
        transfer=transfer_of(task, made, top, X, for_last) if found.complete else None,
        sampled=0 if rows is None else rows.size,
    )
    return Judged(model, choice, evidence)


def choice_of(found: Found, made: Plan) -> Tried:
    """Return the best that is more than luck, or else the best."""
    if found.best is not None:
        return found.best
    several = [each for each in found.tried if each.candidate.n_clusters != 1]
    return max(several or found.tried, key=lambda each: each.capacity.raw)


def prepared(made: Plan, chosen: Tried) -> Any:
    """Return the estimator of a candidate."""
    asked = {"n_clusters": chosen.candidate.n_clusters, "similarity": chosen.candidate.similarity}
    told = {name: value for name, value in asked.items() if value is not None}
    return made.estimator(METHODS[chosen.candidate.method]).set_params(**told)


def confirmed(task: Task, made: Plan, top: Tried, rows: IntArray | None, seed: int) -> Capacity:
    """Judge the choice on all objects; where that would take long, on those that were seen."""
    if rows is None:
        return top.capacity
    if METHODS[top.candidate.method].compares and made.n_rows > made.preset.most_whole:
        met = [Meeting(rows[each.objects], rows[each.partners]) for each in top.capacity.meetings]
        return replace(top.capacity, meetings=tuple(met))
    return generalization_capacity(
        prepared(made, top),
        made.data,
        instances=made.maker,
        n_init=made.n_init,
        n_jobs=task.settings.n_jobs,
        random_state=seed,
    )


def fitted(task: Task, made: Plan, chosen: Tried | None) -> tuple[Any, Choice]:
    """Cluster all data by the choice; without one, put them in one group."""
    if chosen is None:
        choice, n_clusters = Choice(made.methods[0]), 1
    else:
        candidate = chosen.candidate
        choice = Choice(METHODS[candidate.method], candidate.similarity)
        n_clusters = candidate.n_clusters or 1
    known, settings = choice.method.defaults, task.settings
    n_init = settings.n_init
    if n_init is None and settings.effort == "fast" and choice.method.compares:
        n_init = QUICK_RESTARTS
    settings = replace(
        settings,
        n_clusters=n_clusters,
        n_init=n_init if "n_init" in known else None,
        max_iter=settings.max_iter if "max_iter" in known else None,
        verbose=0,
    )
    model = build(choice, settings, task.table.kind, task.prior if "prior" in known else "")
    return model.fit(handed(task.table, choice.method)), choice


def parts_of(capacity: Capacity, labels: IntArray) -> Reliability:
    """Tell reliable rows and groups from others; rows that no instance has are unknown."""
    seen = 1 + max(int(max(met.objects.max(), met.partners.max())) for met in capacity.meetings)
    found = reliability(capacity, labels[:seen])
    unknown = np.full(labels.size - seen, np.nan)
    return replace(
        found,
        object_bits=np.concatenate((found.object_bits, unknown)),
        object_agreement=np.concatenate((found.object_agreement, unknown)),
        labels=labels,
    )


def transfer_of(task: Task, made: Plan, top: Tried, X: Any, seed: int) -> TransferCosts | None:
    """Return what solutions of one instance cost on the other; None where nothing is minimised."""
    numbers = [k for k in made.numbers if k <= max(2, top.capacity.meetings[0].n_objects)]
    if len(numbers) < 2:
        return None
    try:
        return minimum_transfer_cost(
            prepared(made, top),
            X,
            n_clusters=numbers,
            instances=made.maker,
            n_init=made.n_init,
            n_jobs=task.settings.n_jobs,
            random_state=seed,
        )
    except InputError:
        return None


def confirm_counts(task: Task, model: Any) -> Evidence | None:
    """Say how much of the groups of counts shows again in two halves, or in two replicates."""
    counts = task.table.matrix
    n_clusters = int(model.n_clusters)
    if n_clusters < 2 or not (task.pair or is_whole(counts)):
        return None
    again = type(model)(**model.get_params(deep=False)).set_params(n_init=COUNT_RESTARTS, verbose=0)
    capacity = generalization_capacity(
        again,
        [each.matrix for each in task.pair] if task.pair else counts,
        instances=GivenPair() if task.pair else Thinning(n_splits=COUNT_SPLITS, pairwise=False),
        n_jobs=task.settings.n_jobs,
        random_state=child_seeds(task.settings.random_state, 1)[0],
    )
    return Evidence(capacity, is_clear(capacity), parts_of(capacity, np.asarray(model.labels_)))
