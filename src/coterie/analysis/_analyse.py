"""The whole way from data to groups."""

from __future__ import annotations

import math
import time
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from coterie._core.errors import CoterieWarning
from coterie._core.interrupts import interrupts
from coterie.analysis._capacity import CapacityAnalysis
from coterie.analysis._counts import CountAnalysis
from coterie.analysis._handing import handed
from coterie.analysis._methods import build
from coterie.analysis._obtain import obtain
from coterie.analysis._result import Analysis
from coterie.analysis._settings import Settings
from coterie.analysis._task import Task, prepare
from coterie.report import Request

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coterie._core.random import RandomState
    from coterie.analysis._candidates import Plan
    from coterie.validation import HeldOutCurve


def analyse(
    data: Any,
    n_clusters: int | Sequence[int] | str = "auto",
    *,
    rows: str | None = None,
    columns: str | None = None,
    weight: str | None = None,
    query: str | None = None,
    kind: str | None = None,
    prior: str = "auto",
    beta: float = math.inf,
    n_init: int | None = None,
    max_iter: int | None = None,
    max_words: int | None = 2000,
    max_time: float | None = None,
    method: str | None = None,
    similarity: str | None = None,
    preset: str | None = None,
    replicate: Any = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    random_state: RandomState = 0,
) -> Analysis:
    """Find the groups that data support: read, choose the number, cluster, describe.

    Parameters
    ----------
    data : str, path, array, sparse matrix, data frame or list of str
        The location of data, ``"example:passages"`` and the like for bundled data, a table of
        counts, or texts; points and matrices of all pairs too, if `kind` says so.
    n_clusters : int, sequence of int or "auto", default="auto"
        As many clusters; the best of these numbers; the best of 1, 2, 3, ... `HeldOutSearch`
        chooses for counts and texts, `CapacitySearch` for everything else.
    rows, columns, weight, query : str, optional
        For a location or a data frame, as for `coterie.sources.read`.
    kind : str, optional
        What the data are, one of `coterie.sources.KINDS`; a table of numbers in memory holds counts
        unless told otherwise.
    prior : {"auto", "counts", "uniform"}, default="auto"
        Whether every count weighs the same or every row does; "auto" is "uniform" for texts and
        "counts" for everything else.
    beta : float, default=inf
        Weight of relevance, as for `SequentialIB`.
    n_init, max_iter : int, optional
        Restarts and most sweeps; by default those of the method.
    max_words : int or None, default=2000
        Of texts, keep so many words: those that tell most about the texts. None keeps all.
    max_time : float, optional
        Seconds after which no further number of clusters is tried.
    method : str, optional
        Name of an estimator that takes this kind of data, in any case. By default `SequentialIB`
        for counts and texts; for everything else several are tried if the number is to be chosen.
        With a number given, `AnnealedKMeans` for points, or, with a `similarity`,
        `CorrelationClustering` if its sign means something and `PairwiseClustering` otherwise; for
        similarities of all pairs `NormalizedCut`, or `CorrelationClustering` if some are negative;
        for dissimilarities `PairwiseClustering`.
    similarity : str, optional
        How points are compared, a name in `coterie.similarity.SIMILARITIES`.
    preset : {"fast", "thorough"}, optional
        How much is tried and how often it is judged. By default "fast" where the number is to be
        chosen; a single number is made as told, and judged only if a preset is named.
    replicate : as `data`, optional
        A second measurement of the same rows and columns, matched by their names or else by their
        order: what both show is real.
    n_jobs : int, optional
        Fits at the same time, -1 for all processors; the answer does not depend on it.
    verbose : int, default=0
        0 is silent, 1 shows progress.
    random_state : int, Generator, RandomState or None, default=0
        Seed; the same seed gives the same answer.

    Returns
    -------
    Analysis
        The groups, the model, and what can be said about them; `Analysis.save` writes it all to a
        folder, with an HTML report if `SequentialIB` clustered counts (`CountAnalysis`) or if
        reliable bits judged the groups (`CapacityAnalysis`).

    See Also
    --------
    coterie.SequentialIB : What clusters.
    coterie.HeldOutSearch : What chooses the number of clusters of counts.
    coterie.CapacitySearch : What chooses everything else.

    Notes
    -----
    Ctrl-C ends the search, and then the fit, with the best that was found.

    Examples
    --------
    >>> import coterie
    >>> from coterie.datasets import make_counts
    >>> planted = make_counts(n_rows=90, n_columns=60, n_clusters=3, depth=80, random_state=0)
    >>> found = coterie.analyse(planted.data)
    >>> print(found.headline)
    Your 90 rows fall into 3 groups, which keep ...
    >>> alike = [[9, 7, 0, 1], [7, 9, 1, 0], [0, 1, 9, 8], [1, 0, 8, 9]]
    >>> found = coterie.analyse(alike, 2, kind="similarity")
    >>> print(found.task.notes[0])
    NormalizedCut was taken, as no similarity is negative; --method names another.
    """
    settings = Settings(
        n_clusters=n_clusters,
        prior=prior,
        beta=beta,
        n_init=n_init,
        max_iter=max_iter,
        max_words=max_words,
        max_time=max_time,
        method=method,
        similarity=similarity,
        preset=preset,
        n_jobs=n_jobs,
        verbose=verbose,
        random_state=random_state,
    )
    reading = {"rows": rows, "columns": columns, "weight": weight, "query": query, "kind": kind}
    found = obtain(data, **reading)
    again = None if replicate is None else obtain(replicate, **reading)
    nouns = (rows, columns) if rows and columns and found.kind == "counts" else ("", "")
    return run(prepare(found, settings, again), nouns=nouns)


def run(task: Task, *, command: str = "", nouns: tuple[str, str] = ("", "")) -> Analysis:
    """Cluster what was prepared.

    Parameters
    ----------
    task : Task
        From `prepare`.
    command : str
        The command that was typed, for the report.
    nouns : (str, str)
        What a row and a column stand for ("user", "page"); by default the kind of data decides.

    Returns
    -------
    Analysis
        The groups.

    Examples
    --------
    >>> from coterie.analysis import Settings, obtain, prepare, run
    >>> run(prepare(obtain("example:women"), Settings(n_clusters=2))).labels.shape
    (18,)
    """
    begun = time.monotonic()
    with interrupts() as heard, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", CoterieWarning)
        find = judged if task.judged else clustered
        parts = find(task)
    interrupted, seconds = bool(heard), time.monotonic() - begun
    said = tuple(told(caught))
    request = request_for(task, parts["model"], command, nouns, interrupted=interrupted)
    if task.judged:
        return CapacityAnalysis(
            interrupted=interrupted, seconds=seconds, said=said, request=request, **parts
        )
    if not task.choice.reported:
        return Analysis(task, parts["model"], interrupted, seconds, said)
    # what was caught is among the notes, in the words of the data
    return CountAnalysis(
        task=task, interrupted=interrupted, seconds=seconds, request=request, **parts
    )


def planned(task: Task) -> Plan:
    """Say what will be tried.

    Examples
    --------
    >>> from coterie.analysis import Settings, obtain, prepare
    >>> task = prepare(obtain([[0.1 * at] for at in range(9)], kind="points"), Settings())
    >>> len(planned(task).methods)
    3
    """
    from coterie.analysis._candidates import plan

    return plan(task.measured, task.settings)


def judged(task: Task) -> dict[str, Any]:
    """Try many models, and fit the one of which most is real."""
    from coterie.analysis._judge import judge

    found = judge(task, planned(task))
    chosen = replace(task, choice=found.choice)
    return {"task": chosen, "model": found.model, "evidence": found.evidence}


def clustered(task: Task) -> dict[str, Any]:
    """Fit the method that suits; of counts choose the number first, and confirm the groups."""
    settings = task.settings
    model = build(task.choice, settings, task.table.kind, task.prior)
    if settings.given is None:
        model, curve = search(task, model)
    else:
        model.fit(handed(task.table, task.choice.method))
        curve = None
    if not task.choice.reported:
        return {"model": model}
    evidence = None
    if settings.effort is not None:
        from coterie.analysis._judge import confirm_counts

        evidence = confirm_counts(task, model)
    return {"model": model, "curve": curve, "evidence": evidence}


def search(task: Task, model: Any) -> tuple[Any, HeldOutCurve]:
    """Choose the number of clusters."""
    from coterie.estimators import HeldOutSearch

    settings = task.settings
    found = HeldOutSearch(
        model.set_params(verbose=0),
        n_clusters=settings.candidates,
        max_time=settings.max_time,
        n_jobs=settings.n_jobs,
        verbose=settings.verbose,
        random_state=settings.random_state,
    ).fit(task.table.matrix)
    return found.best_estimator_, found.curve_


def told(caught: Sequence[warnings.WarningMessage]) -> Iterator[str]:
    """Yield what the estimator warned of, each sentence once, and pass other warnings on."""
    ours = [each for each in caught if issubclass(each.category, CoterieWarning)]
    yield from dict.fromkeys(str(each.message) for each in ours)
    for each in caught:
        if each not in ours:
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)


def request_for(
    task: Task, model: Any, command: str, nouns: tuple[str, str], *, interrupted: bool
) -> Request:
    """Say what was asked for, as the report repeats it."""
    settings = task.settings
    shown: dict[str, str | float | None] = {}
    if task.prior:
        shown |= {
            "prior": task.prior,
            "beta": "infinite" if math.isinf(settings.beta) else settings.beta,
        }
    shown |= {
        "restarts": restarts_of(model),
        "sweeps at most": getattr(model, "max_iter", None),
        "preset": settings.effort,
    }
    shown = {name: value for name, value in shown.items() if value is not None}
    shown["seed"] = str(settings.random_state)
    if task.table.kind == "text":
        shown["words at most"] = settings.max_words
    if settings.max_time is not None:
        shown["seconds for the search"] = settings.max_time
    made = time.strftime("%-d %B %Y, %H:%M")
    return Request(
        command, *nouns, settings=shown, excerpts=task.excerpts, made=made, interrupted=interrupted
    )


def restarts_of(model: Any) -> int | str | None:
    """Return how many restarts were asked for; or how many of them were begun, if not all."""
    asked = getattr(model, "n_init", None)
    begun = len(getattr(model, "restarts_", None) or ())
    return f"{begun} of {asked}" if asked is not None and 0 < begun < asked else asked
