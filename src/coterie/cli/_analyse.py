"""The subcommand ``coterie analyse DATA``."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from coterie.cli import _options as options
from coterie.cli._console import guarded
from coterie.cli._run import Order, carry_out


def analyse(
    data: options.Location,
    clusters: Annotated[
        str,
        typer.Option(
            "--clusters",
            "-k",
            metavar="auto|2..20|2,4,8|7",
            help="Numbers of groups to try; auto: 1 to 10, of counts until more is worse.",
            rich_help_panel=options.ASK,
        ),
    ] = "auto",
    max_time: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Try no further number after that time: 90, 10m, 1.5h.",
            rich_help_panel=options.RUN,
        ),
    ] = None,
    rows: options.Rows = None,
    columns: options.Columns = None,
    weight: options.Weight = None,
    query: options.Query = None,
    kind: options.Kind = None,
    replicate: options.Replicate = None,
    method: options.Method = None,
    similarity: options.Similarity = None,
    preset: options.Preset = options.PresetChoice.FAST,
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
    """Find how many groups the data support, cluster, and write a report.

    Counts, events and texts: every number of groups is tried on one half of the counts and judged
    by what it tells about the other half. Points, similarities, distances and lists of edges:
    methods, measures of likeness and numbers of groups are judged by reliable bits, on which two
    noisy instances of the data agree. The best is fitted to all data. The folder of results (by
    default named after the data: visits-groups) has labels.csv, a model to load again,
    summary.json, report.json and report.html.
    """
    with guarded():
        from coterie.analysis import Settings

        settings = Settings(
            n_clusters=options.parse_numbers(clusters),
            prior=prior.value,
            beta=beta,
            n_init=restarts,
            max_iter=max_iter,
            max_words=max_words or None,
            max_time=None if max_time is None else options.parse_time(max_time),
            method=method,
            similarity=similarity,
            preset=preset.value,
            n_jobs=-1 if jobs is None else jobs,
            verbose=1,
            random_state=seed,
        )
        reading = {
            "rows": rows, "columns": columns, "weight": weight, "query": query, "kind": kind
        }  # fmt: skip
        order = Order(data, reading, out, force, as_json, dry_run, quiet, replicate)
        carry_out(replace(order, out=out or Path(f"{order.name}-groups")), settings)
