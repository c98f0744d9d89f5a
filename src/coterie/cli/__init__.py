"""The command line: one file for each subcommand."""

from __future__ import annotations

import sys
from typing import Any

from coterie._core.errors import MissingExtraError
from coterie._core.extras import require

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line on the arguments of the process, and exit with its code.

    Examples
    --------
    >>> import sys
    >>> from coterie.cli import main
    >>> sys.argv = ["coterie", "--version"]
    >>> main()
    Traceback (most recent call last):
        ...
    SystemExit: 0
    """
    try:
        require("typer", extra="cli", purpose="the command line")
    except MissingExtraError as error:
        sys.exit(f"coterie: {error}")
    from coterie.cli._app import app

    app(prog_name="coterie")


def __getattr__(name: str) -> Any:
    if name == "app":
        from coterie.cli._app import app

        return app
    message = f"module 'coterie.cli' has no attribute {name!r}"
    raise AttributeError(message)
