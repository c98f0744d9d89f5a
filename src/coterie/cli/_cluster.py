"""The subcommand ``coterie cluster DATA``."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from coterie._core.errors import InputError
from coterie.cli import _options as options
from coterie.cli._console import guarded
from coterie.cli._run import Order, carry_out


def cluster(
    data: options.Location,
    clusters: Annotated[
        int,
        typer.Option("--clusters", "-k", min=1, help="How many.", rich_help_panel=options.ASK),
    ],
    rows: options.Rows = None,
    columns: options.Columns = None,
    weight: options.Weight = None,
    query: options.Query = None,
    kind: options.Kind = None,
    method: options.Method = None,
    similarity: options.Similarity = None,
    max_words: options.MaxWords = 2000,
    prior: options.Prior = options.PriorChoice.AUTO,
    beta: options.Beta = math.inf,
    restarts: options.Restarts = None,
    max_iter: options.MaxIter = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    out: options.Out = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
    dry_run: options.DryRun = False,
    quiet: options.Quiet = False,
) -> None:
    """Cluster rows into a given number of groups.

    Takes counts, events, texts and points; also similarities of all pairs, as a matrix or as a
    list of edges (--kind similarity --rows ONE_END --columns OTHER_END). --method names the
    estimator.

    Prints the group of each row as CSV, or writes a folder with labels and model if --out names
    one; for SequentialIB with a report too.
    """
    with guarded():
        from coterie.analysis import Settings

        if force and out is None:
            message = "--force replaces earlier results, and without --out there are none; add it."
            raise InputError(message)

        settings = Settings(
            n_clusters=clusters,
            prior=prior.value,
            beta=beta,
            n_init=restarts,
            max_iter=max_iter,
            max_words=max_words or None,
            method=method,
            similarity=similarity,
            n_jobs=-1 if jobs is None else jobs,
            verbose=1,
            random_state=seed,
        )
        reading = {
            "rows": rows, "columns": columns, "weight": weight, "query": query, "kind": kind
        }  # fmt: skip
        carry_out(Order(data, reading, out, force, as_json, dry_run, quiet), settings)
