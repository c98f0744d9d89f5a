"""The subcommand ``coterie reproduce NAME``."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path
from typing import Annotated

import typer

from coterie._core.errors import InputError
from coterie.cli._console import guarded, note

FOLDER = "reproductions"


def known(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Complete the name of an experiment, with what it is."""
    try:
        scripts = find_scripts(context.params.get("folder"))
    except InputError:
        return []
    return [(name, title(path)) for name, path in scripts.items() if name.startswith(incomplete)]


def reproduce(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="Which; without it, they are listed.", autocompletion=known
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Run all of them, one after another.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where the scripts are; found in a clone of coterie."),
    ] = None,
) -> None:
    """Repeat a published experiment and compare its figures with ours."""
    with guarded():
        scripts = find_scripts(folder)
        if every:
            run_all(scripts)
            return
        if name is None:
            for each, path in scripts.items():
                typer.echo(f"{each:28} {title(path)}")
            return
        chosen = name.removesuffix(".py").replace("-", "_")
        if chosen not in scripts:
            message = f"{name!r} is none of the experiments; choose from {', '.join(scripts)}."
            raise InputError(message)
        run_script(scripts[chosen])


def run_all(scripts: dict[str, Path]) -> None:
    """Run one script after another, whatever becomes of each, and tell at the end."""
    skipped, failed = [], []
    for name, path in scripts.items():
        note(f"== {name}")
        try:
            run_script(path)
        except typer.Exit:
            failed.append(name)
        except InputError as error:  # the data are not there
            note(f"Skipped: {error}")
            skipped.append(name)
        except Exception as error:
            note(f"Broke off: {type(error).__name__}: {error}")
            failed.append(name)
    done = len(scripts) - len(skipped) - len(failed)
    note(f"== {done} of {len(scripts)} experiments found what they claim.")
    if skipped:
        note(f"Skipped, as their data are missing: {', '.join(skipped)}.")
    if failed:
        note(f"Failed: {', '.join(failed)}.")
        raise typer.Exit(1)


def find_scripts(folder: Path | None) -> dict[str, Path]:
    """Return the scripts by name: from the folder given, the clone, or the place we are in."""
    import coterie

    clone = Path(coterie.__file__).resolve().parents[2] / FOLDER
    places = [folder] if folder is not None else [clone, Path(FOLDER)]
    for place in places:
        found = sorted(place.glob("[!_]*.py")) if place.is_dir() else []
        if found:
            return {path.stem: path for path in found}
    where = "this folder" if folder is None else str(folder)
    message = (
        f"no experiments are in {where}: they live in the folder {FOLDER} of a clone of coterie, "
        "not in the installed package; go there, or name the folder with --folder."
    )
    raise InputError(message)


def title(path: Path) -> str:
    """Return the first line of what a script says of itself, without running it."""
    try:
        words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    except (SyntaxError, ValueError):
        return ""
    return words.partition("\n")[0]


def run_script(path: Path) -> None:
    """Run the `main` of a script, with its own folder to import from."""
    sys.path.insert(0, str(path.parent))
    arguments, sys.argv = sys.argv, [str(path)]
    try:
        code = runpy.run_path(str(path))["main"]()
    finally:
        sys.argv = arguments
        sys.path.remove(str(path.parent))
    if isinstance(code, int) and code:
        raise typer.Exit(code)
