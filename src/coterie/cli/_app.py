"""The table of subcommands."""

from __future__ import annotations

from typing import Annotated

import typer

from coterie._core.version import __version__
from coterie.cli._analyse import analyse
from coterie.cli._cluster import cluster
from coterie.cli._info import info
from coterie.cli._report import report
from coterie.cli._reproduce import reproduce

app = typer.Typer(
    name="coterie",
    help=(
        "Find the groups that your data can support, and see in bits how much of it is real.\n\n"
        "Begin with: coterie analyse example:passages"
    ),
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (analyse, cluster, info, report, reproduce):
    app.command()(command)


def show_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        typer.echo(f"coterie {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Take the options that stand before a subcommand."""
