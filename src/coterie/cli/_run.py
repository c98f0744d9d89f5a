"""What `analyse` and `cluster` share: read, look ahead, run, write, tell."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from coterie._core.errors import InputError
from coterie._core.folders import check_target
from coterie.cli._console import INTERRUPTED, note, say_bytes, say_time, stage

if TYPE_CHECKING:
    from coterie.analysis import Analysis, Forecast, Settings, Task
    from coterie.sources import Description, Documents, Table

FORCE = "--force"
PAIRS = ("similarity", "dissimilarity")
GLIMPSE = 20
"""A file of more than 1/20 of the free memory is looked at before it is read."""

BYTES_OF_WORD = 10
"""Bytes of text for each word and document that it is counted in, about."""


@dataclass(frozen=True)
class Order:
    """Where the data are, where the results go, and how much is said."""

    data: str
    reading: dict[str, str | None]
    out: Path | None
    force: bool
    as_json: bool
    dry_run: bool
    quiet: bool
    replicate: str | None = None

    @property
    def name(self) -> str:
        """What the data are called, for a sentence and for the folder of results."""
        if self.data == "-":
            return "stdin"
        if "://" in self.data:
            return self.data.partition("://")[2].partition("?")[0].rpartition("/")[2] or "database"
        return Path(self.data.removeprefix("example:")).name.split(".")[0] or "data"

    @property
    def nouns(self) -> tuple[str, str]:
        """What rows and columns stand for, if they are columns of an event table."""
        rows, columns = self.reading["rows"], self.reading["columns"]
        if not rows or not columns or Path(rows).exists() or Path(columns).exists():
            return "", ""
        return rows, columns

    def command(self, origin: str) -> str:
        """Return the command as it was typed, without the password of a database."""
        shown = [origin if word == self.data and "://" in word else word for word in sys.argv[1:]]
        return shlex.join(["coterie", *shown])


def carry_out(order: Order, settings: Settings) -> None:
    """Do what was ordered."""
    from coterie.analysis import CONTENTS, forecast, run

    if order.out is not None and not order.dry_run:
        check_target(order.out, CONTENTS, replace=order.force, way_out=FORCE)
    if not is_small(order) and look_ahead(order, settings):
        return
    task = get_ready(order, settings)
    table = task.table
    ahead = forecast(
        table.shape, stored(table), settings, kind=table.kind, choice=task.choice,
        timed=order.dry_run, methods=tried_methods(task),
    )  # fmt: skip
    if order.dry_run:
        tell_forecast(order, table.origin, table.shape, table.n_nonzero, ahead)
        return
    refuse_what_does_not_fit(table.origin, ahead)
    for words in task.notes:
        note(words, quiet=order.quiet)
    usual = 10.0 if ahead.seconds is None else ahead.seconds
    if usual > 10:
        words = f"This will take about {say_time(usual)}; Ctrl-C keeps what was found by then."
        note(words, quiet=order.quiet)
    if order.quiet or usual < 1.0:  # what is over at once needs no progress
        task = replace(task, settings=replace(task.settings, verbose=0))
    nouns = order.nouns if table.kind == "counts" else ("", "")
    found = run(task, command=order.command(table.origin), nouns=nouns)
    for words in found.notes[len(task.notes) :]:
        note(words)
    cut_short = deliver(order, found)
    if found.interrupted or cut_short:
        raise typer.Exit(INTERRUPTED)


def tried_methods(task: Task) -> tuple[str, ...]:
    """Name the methods that will be tried, if there are several."""
    if not task.judged:
        return ()
    from coterie.analysis import planned

    return tuple(method.name for method in planned(task).methods)


def look_ahead(order: Order, settings: Settings) -> bool:
    """Look at large data before they are read; tell whether that was all that was wanted."""
    seen = glimpse(order)
    ahead = guess(order, settings, seen)
    if order.dry_run:
        tell_forecast(order, seen.origin, *guess_size(seen), ahead, guessed=is_guess(seen))
        return True
    refuse_what_cannot_be_read(seen)
    if seen.kind in PAIRS:  # here the size is known, and it is the copies that do not fit
        refuse_what_does_not_fit(seen.origin, ahead)
    return False


def is_small(order: Order) -> bool:
    """Tell whether the data can be read without a look first; a stream can be read once only."""
    from coterie.analysis import available_memory

    path = Path(order.data)
    if order.data == "-" or order.data.startswith("example:") or not path.exists():
        return "://" not in order.data
    files = path.rglob("*") if path.is_dir() else [path]
    size = sum(file.stat().st_size for file in files if file.is_file())
    return size * GLIMPSE < (available_memory() or size * GLIMPSE + 1)


def glimpse(order: Order) -> Description:
    """Look at data without reading them all."""
    from coterie.sources import describe

    with stage(f"Looking at {order.name}", quiet=order.quiet):
        return describe(order.data, **order.reading)


def guess_size(seen: Description) -> tuple[tuple[int, int], int]:
    """Return rows and columns, and entries, of data that were only looked at; guessed high."""
    if seen.advice:  # nobody knows what to count
        message = f"{seen.origin}: holds {seen.kind}; {seen.advice}."
        raise InputError(message)
    n_rows, n_columns = seen.shape
    entries = seen.n_nonzero
    if entries is None:  # events and texts: nobody has counted yet
        entries = int((seen.memory or 0) / (BYTES_OF_WORD if seen.kind == "text" else 8))
    n_rows, n_columns = n_rows or entries, n_columns or int(entries**0.5) * 10
    return (n_rows, n_columns), min(entries, n_rows * n_columns)


def is_guess(seen: Description) -> bool:
    """Tell whether a size is a guess; a matrix says how large it is."""
    return seen.n_nonzero is None


def guess(order: Order, settings: Settings, seen: Description) -> Forecast:
    """Tell what a run on data that were only looked at would need."""
    from coterie.analysis import choose, forecast

    kind, shape = seen.kind, seen.shape
    if kind == "events":
        kind = "similarity" if order.reading["kind"] == "similarity" else "counts"
    unsaid = settings.method is None and settings.similarity is None
    if unsaid and order.reading["kind"] is None and kind == "points" and shape[0] == shape[1]:
        kind = "similarity"  # whether it equals its transpose shows only when it is read
    choice = choose(settings, kind, origin=seen.origin, reasons=seen.reasons)
    return forecast(*guess_size(seen), settings, kind=kind, choice=choice, timed=order.dry_run)


def refuse_what_cannot_be_read(seen: Description) -> None:
    """Refuse data whose matrix alone is larger than the memory."""
    from coterie.analysis import available_memory

    room = available_memory()
    if seen.kind == "events" or seen.memory is None or room is None or seen.memory < room:
        return  # events are counted out of core
    message = (
        f"{seen.origin}: needs {say_bytes(seen.memory)} of memory to be read, and "
        f"{say_bytes(room)} are free; take fewer rows, or a machine with more memory."
    )
    raise InputError(message)


def get_ready(order: Order, settings: Settings) -> Task:
    """Read the data and make them ready: words are counted, numbers checked."""
    from coterie.analysis import obtain, prepare

    with stage(f"Reading {order.name}", quiet=order.quiet):
        data: Table | Documents = obtain(order.data, **order.reading)
        again = None if order.replicate is None else obtain(order.replicate, **order.reading)
    words = "Counting words" if data.kind == "text" else "Checking the numbers"
    with stage(words, quiet=order.quiet):
        return prepare(data, settings, again)


def stored(table: Table) -> int:
    """Return how many entries a table holds, zeros included where they take room."""
    n_rows, n_columns = table.shape
    return table.n_nonzero if hasattr(table.matrix, "nnz") else n_rows * n_columns


def refuse_what_does_not_fit(origin: str, ahead: Forecast) -> None:
    """Refuse a run for which there is not memory enough."""
    if ahead.fits or ahead.available is None:
        return
    message = (
        f"{origin}: this run needs about {say_bytes(ahead.memory)} of memory, and "
        f"{say_bytes(ahead.available)} are free; ask for fewer clusters, rows or columns, take "
        "--jobs 1, or a machine with more memory."
    )
    raise InputError(message)


def tell_forecast(
    order: Order,
    origin: str,
    shape: tuple[int, int],
    n_nonzero: int,
    ahead: Forecast,
    *,
    guessed: bool = False,
) -> None:
    """Print what the run would need."""
    if order.as_json:
        facts = {"data": origin, "n_rows": shape[0], "n_columns": shape[1]}
        needs = {
            "memory_bytes": ahead.memory, "available_bytes": ahead.available,
            "seconds": ahead.seconds, "longest_seconds": ahead.longest, "fits": ahead.fits,
        }  # fmt: skip
        size = {**facts, "n_nonzero": n_nonzero, "exact": not guessed}
        typer.echo(json.dumps({**size, **needs}))
        return
    n_rows, n_columns = shape
    room = "" if ahead.available is None else f", and {say_bytes(ahead.available)} are free"
    about, at_most, why = (
        ("about ", "at most ", ", by a glance at the data") if guessed else [""] * 3
    )
    typer.echo(
        f"{origin}: {about}{n_rows:,} rows, {n_columns:,} columns, {at_most}{n_nonzero:,} "
        f"entries{why}."
    )
    typer.echo(f"Memory: about {say_bytes(ahead.memory)} at the busiest moment{room}.")
    if ahead.seconds is not None:
        least = say_time(ahead.seconds)
        most = "" if ahead.longest is None else say_time(ahead.longest)
        typer.echo(
            f"Time:   about {least}" + (f", at most {most}." if most not in {"", least} else ".")
        )
    if not ahead.fits:
        typer.echo("This does not fit: the run would be refused.")
    typer.echo("Nothing was written.")


def deliver(order: Order, found: Analysis) -> bool:
    """Write the results and say what they are; tell whether Ctrl-C left the page out."""
    from coterie._core.interrupts import interrupts

    if order.out is None:
        write_to_stdout(order, found)
        return False
    with stage("Writing the results", quiet=order.quiet), interrupts() as heard:
        missing = found.save(order.out, overwrite=order.force, way_out=FORCE)
    for words in missing:
        note(f"Warning: {words}")
    if order.as_json:
        typer.echo(as_json({**found.summary(), "folder": str(order.out)}))
        return bool(heard)
    for words in found.sentences:
        typer.echo(words)
    if found.has_page and not missing:
        typer.echo(f"The report is {order.out / 'report.html'}")
        return bool(heard)
    typer.echo(f"The groups are in {order.out / 'labels.csv'}")
    if not found.has_page:
        words = "There is no report; coterie analyse, or SequentialIB on counts, makes one."
        note(words, quiet=order.quiet)
    return bool(heard)


def write_to_stdout(order: Order, found: Analysis) -> None:
    """Print the labels, as CSV or as part of the JSON object."""
    if order.as_json:
        names = found.task.table.row_names.tolist()
        labels = dict(zip(names, found.labels.tolist(), strict=True))
        typer.echo(as_json({**found.summary(), "labels": labels}))
        return
    found.write_labels(sys.stdout)
    for words in found.sentences:
        note(words, quiet=order.quiet)


def as_json(content: dict[str, Any]) -> str:
    """Return one line of JSON that any terminal can show."""
    return json.dumps(content, allow_nan=False)
