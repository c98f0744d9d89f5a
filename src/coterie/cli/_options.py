"""Arguments and options that several subcommands share."""

from __future__ import annotations

import math
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class PriorChoice(StrEnum):
    """Mass of the rows."""

    AUTO = "auto"
    COUNTS = "counts"
    UNIFORM = "uniform"


class KindChoice(StrEnum):
    """Kinds of data, as `coterie.sources` knows them."""

    COUNTS = "counts"
    EVENTS = "events"
    TEXT = "text"
    POINTS = "points"
    SIMILARITY = "similarity"
    DISSIMILARITY = "dissimilarity"
    TRANSITIONS = "transitions"


class PresetChoice(StrEnum):
    """How much is tried."""

    FAST = "fast"
    THOROUGH = "thorough"


DATA, ASK, RUN, WRITE = "Data", "What to find", "How to run", "What to write"
UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def examples(incomplete: str) -> list[tuple[str, str]]:
    """Complete the names of bundled data; with nothing of them typed, files are completed."""
    from coterie.analysis import EXAMPLES

    named = {f"example:{name}": example.words for name, example in EXAMPLES.items()}
    return [each for each in named.items() if incomplete and each[0].startswith(incomplete)]


def parse_time(text: str) -> float:
    """Return seconds.

    Examples
    --------
    >>> parse_time("90"), parse_time("1.5h"), parse_time("10 min")
    (90.0, 5400.0, 600.0)
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d*)?)\s*([a-z]*)\s*", text)
    if match is None or match[2] not in UNITS or not float(match[1]):
        message = f"{text!r} is no time; write seconds, or a number with s, m or h: 90, 10m, 1.5h."
        raise typer.BadParameter(message)
    return float(match[1]) * UNITS[match[2]]


def parse_numbers(text: str) -> int | str | list[int]:
    """Return a number of clusters, several, or "auto".

    Examples
    --------
    >>> parse_numbers("7"), parse_numbers("2..5,10"), parse_numbers("auto")
    (7, [2, 3, 4, 5, 10], 'auto')
    """
    if text.strip() == "auto":
        return "auto"
    numbers: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})(?:\s*(?:\.\.|-)\s*(\d{1,9}))?\s*", part)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not 1 <= low <= high or high - low > 10_000:
            message = (
                f"{text!r} is no choice of numbers; write one (7), a range (2..20), a list "
                "(2,4,8,16), or auto."
            )
            raise typer.BadParameter(message)
        numbers.update(range(low, high + 1))
    return numbers.pop() if text.strip().isdigit() else sorted(numbers)


def parse_beta(text: str) -> float:
    """Return a weight above 0, perhaps infinite."""
    try:
        beta = float(text)
    except ValueError:
        beta = math.nan
    if not beta > 0:
        message = f"{text!r} is no weight; give a number above 0, or inf."
        raise typer.BadParameter(message)
    return beta


def complete_method(begun: str) -> list[str]:
    """Return the methods whose names begin so.

    Examples
    --------
    >>> complete_method("normal")
    ['NormalizedCut']
    """
    from coterie.analysis import METHODS

    return [name for name in METHODS if name.casefold().startswith(begun.casefold())]


def complete_similarity(begun: str) -> list[str]:
    """Return the similarities whose names begin so."""
    from coterie.similarity import SIMILARITIES

    return [name for name in SIMILARITIES if name.startswith(begun)]


Location = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help=(
            "A file (CSV, TSV, Parquet, JSON lines, .npz, .npy, Matrix Market, SQLite, text), a "
            "folder of texts, postgresql://..., - for standard input, or example:NAME."
        ),
        autocompletion=examples,
    ),
]
Rows = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=(
            "Column that names the row of each event (user), or one end of each edge; for a "
            "table, its column of names."
        ),
        rich_help_panel=DATA,
    ),
]
Columns = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Column that names the column of each event (page), or the other end of each edge.",
        rich_help_panel=DATA,
    ),
]  # fmt: skip
Weight = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Column with the weight of each event; otherwise each counts 1.",
        rich_help_panel=DATA,
    ),
]  # fmt: skip
Query = Annotated[
    str | None,
    typer.Option(
        metavar="SQL",
        help="Table or SELECT statement of a database; array of an .npz archive.",
        rich_help_panel=DATA,
    ),
]
Kind = Annotated[
    KindChoice | None,
    typer.Option(
        help="What the data are, if coterie takes them for something else.",
        rich_help_panel=DATA,
    ),
]
Method = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=complete_method,
        help=(
            "Estimator, such as SequentialIB, AnnealedKMeans or NormalizedCut; one that suits the "
            "kind of data unless told."
        ),
        rich_help_panel=ASK,
    ),
]
Similarity = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=complete_similarity,
        help="How points are compared: correlation, sqeuclidean, path, ...",
        rich_help_panel=ASK,
    ),
]
Preset = Annotated[
    PresetChoice,
    typer.Option(
        help="How much is tried, and how often each is judged: fast takes about a minute.",
        rich_help_panel=ASK,
    ),
]
Replicate = Annotated[
    str | None,
    typer.Option(
        metavar="DATA",
        help=(
            "A second measurement of the same rows, matched by name or else by order; what both "
            "show is real."
        ),
        rich_help_panel=DATA,
    ),
]
MaxWords = Annotated[
    int,
    typer.Option(
        min=0,
        help="Words to keep of texts, those that tell most about the texts; 0 keeps all.",
        rich_help_panel=DATA,
    ),
]
Prior = Annotated[
    PriorChoice,
    typer.Option(
        help=(
            "Whether every count weighs the same (counts) or every row (uniform); auto takes "
            "uniform for texts and counts for everything else."
        ),
        rich_help_panel=ASK,
    ),
]
Beta = Annotated[
    float,
    typer.Option(
        parser=parse_beta,
        metavar="NUMBER",
        help="Weight of information against compression; inf keeps all the information it can.",
        rich_help_panel=ASK,
    ),
]
Restarts = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Random starts, of which the best is kept; as many as usual for the method.",
        rich_help_panel=RUN,
    ),
]
MaxIter = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Sweeps that a start may take; as many as usual for the method.",
        rich_help_panel=RUN,
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        min=0, max=2**32 - 1, help="The same seed gives the same answer.", rich_help_panel=RUN
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Fits at the same time; all processors unless told. Does not change the answer.",
        rich_help_panel=RUN,
    ),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Tell what memory and time it will take, and write nothing.",
        rich_help_panel=RUN,
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet", "-q", help="No progress and no notes; warnings and errors stay.",
        rich_help_panel=RUN,
    ),
]  # fmt: skip
Out = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Folder for the results.", rich_help_panel=WRITE),
]
Force = Annotated[
    bool,
    typer.Option("--force", help="Replace earlier results in that folder.", rich_help_panel=WRITE),
]
AsJson = Annotated[
    bool,
    typer.Option(
        "--json", help="Print one JSON object and nothing else on standard output.",
        rich_help_panel=WRITE,
    ),
]  # fmt: skip
