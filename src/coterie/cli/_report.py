"""The subcommand ``coterie report RESULT``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from coterie._core.errors import InputError
from coterie.cli import _options as options
from coterie.cli._console import guarded, stage


def report(
    result: Annotated[
        Path, typer.Argument(metavar="RESULT", help="A folder that analyse or cluster wrote.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Another place for the page."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file that --out names.")
    ] = False,
    quiet: options.Quiet = False,
) -> None:
    """Make the page of a result again, from the numbers in its report.json."""
    with guarded():
        from coterie.analysis import CONTENT, PAGE
        from coterie.report import write_report

        content = read_content(result, CONTENT)
        target = result / PAGE if out is None else out
        if out is not None and out.resolve().parent == result.resolve() and out.name != PAGE:
            message = f"{out}: a folder of results holds nothing else; give a place outside of it."
            raise InputError(message)
        if out is not None and out.exists() and not force:
            message = f"{out}: exists; give another name, or --force to replace it."
            raise InputError(message)
        with stage("Writing the report", quiet=quiet):
            try:
                write_report(target, content)
            except (KeyError, TypeError, AttributeError) as error:
                raise damaged(result / CONTENT, error) from error
        typer.echo(f"The report is {target}")


def read_content(result: Path, name: str) -> dict[str, Any]:
    """Read what the page shows, or say what is wrong with it."""
    path = result / name
    if not result.is_dir():
        message = f"{result}: there is no such folder; give one that coterie analyse wrote."
        raise InputError(message)
    if not path.is_file():
        message = f"{result}: holds no {name}; give a folder that coterie analyse or cluster wrote."
        if (result / "summary.json").is_file():
            message = (
                f"{result}: holds no {name}, and no page can be made; only results of coterie "
                "analyse, and of SequentialIB on counts, have one."
            )
        raise InputError(message)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise damaged(path, error) from error
    if not isinstance(content, dict):
        raise damaged(path, TypeError("it holds no object"))
    return content


def damaged(path: Path, error: Exception) -> InputError:
    """Say that a file is not what it was written as."""
    return InputError(f"{path}: is damaged ({error}); run the analysis again.")
