"""The subcommand ``coterie info DATA``."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from coterie.cli import _options as options
from coterie.cli._console import BAD_INPUT, guarded, note, say_bytes, stage

if TYPE_CHECKING:
    from coterie.sources import Description


STDIN = "-"


def info(
    data: Annotated[
        str | None,
        typer.Argument(
            metavar="DATA", help="As for coterie analyse.", autocompletion=options.examples
        ),
    ] = None,
    rows: options.Rows = None,
    columns: options.Columns = None,
    weight: options.Weight = None,
    query: options.Query = None,
    kind: options.Kind = None,
    examples: Annotated[
        bool, typer.Option("--examples", help="List the data that come with coterie.")
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Tell what is in the data, what kind coterie takes them for, and why."""
    with guarded():
        if examples:
            tell_examples(as_json=as_json)
            return
        if data is None:
            note("Error: give DATA, or --examples; coterie info --help tells more.")
            raise typer.Exit(BAD_INPUT)
        with stage(f"Looking at {data.partition('://')[0] if '://' in data else data}"):
            reading = {
                "rows": rows, "columns": columns, "weight": weight, "query": query, "kind": kind
            }  # fmt: skip
            found = look(data, **reading)
        typer.echo(json.dumps(asdict(found)) if as_json else in_words(found, data, reading))


def tell_examples(*, as_json: bool) -> None:
    """List the bundled data."""
    from coterie.analysis import EXAMPLES

    listed = {f"example:{name}": example.words for name, example in EXAMPLES.items()}
    if as_json:
        typer.echo(json.dumps(listed))
        return
    for name, words in listed.items():
        typer.echo(f"{name:18} {words}")


def look(data: str, **reading: str | None) -> Description:
    """Describe data of any sort."""
    from coterie.analysis import describe_example
    from coterie.sources import describe

    if data.startswith("example:"):
        return describe_example(data)
    return describe(data, **reading)


def in_words(found: Description, data: str, reading: dict[str, str | None]) -> str:
    """Write a description of DATA for a person."""
    n_rows, n_columns = found.shape
    about = "" if found.exact else "about "
    size = []
    if n_rows is not None:
        size.append(f"{about}{n_rows:,} {'texts' if found.kind == 'text' else 'rows'}")
    if n_columns is not None:
        size.append(f"{n_columns:,} columns")
    if found.n_nonzero is not None:
        size.append(f"{about}{found.n_nonzero:,} entries that are not zero")
    options = [word for key, value in reading.items() if value for word in (f"--{key}", value)]
    command = shlex.join(["coterie", "analyse", STDIN if data == STDIN else found.origin, *options])
    n_shown = len(found.column_names) if found.kind == "events" else n_columns
    lines = [
        ("data", found.origin),
        ("format", found.format),
        ("kind", found.kind),
        ("because", "; ".join(found.reasons)),
        ("size", ", ".join(size)),
        ("rows", names(found.row_names, n_rows)),
        ("columns", names(found.column_names, n_shown)),
        ("memory", "" if found.memory is None else f"{about}{say_bytes(found.memory)}"),
        ("next", following(found, command)),
    ]
    return "\n".join(f"{word + ':':9} {value}" for word, value in lines if value)


def names(shown: tuple[str, ...], count: int | None) -> str:
    """Return the first names."""
    more = ", ..." if shown and (count is None or count > len(shown)) else ""
    return ", ".join(shown) + more


def following(found: Description, command: str) -> str:
    """Say what can be done with the data."""
    edges = found.kind == "events" and "--kind similarity" in command
    if edges or found.kind in {"points", "similarity", "dissimilarity"}:
        command = command.replace("analyse", "cluster", 1) + " --clusters NUMBER"
    if found.kind == "transitions":
        return f"{command} --kind counts, if the numbers are counts"
    return f"{command}, and {found.advice}" if found.advice else command
