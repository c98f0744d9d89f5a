"""What reaches the user beside the result: notes, progress, warnings, errors, exit codes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from coterie._core.errors import CoterieWarning, InputError, MissingExtraError
from coterie._core.progress import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

BAD_INPUT = 2
FAULT = 70
TRACEBACK = "COTERIE_TRACEBACK"
INTERRUPTED = 130
TERMINATED = 143
NO_THREAD = "can't start new thread"
"""What Python says where the system refuses a thread."""


def note(text: str, *, quiet: bool = False) -> None:
    """Write a line to standard error."""
    if not quiet:
        typer.echo(text, err=True)


@contextmanager
def guarded() -> Iterator[None]:
    """Turn whatever goes wrong into one sentence and an exit code; show warnings as plain lines."""
    with warnings.catch_warnings(), _terminable():
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", CoterieWarning)
        warnings.showwarning = _show_warning
        try:
            yield
        except (InputError, MissingExtraError) as error:
            _fail(f"Error: {error}", BAD_INPUT)
        except MemoryError:
            words = "Error: the memory is used up; see --dry-run, or take fewer --jobs."
            _fail(words, BAD_INPUT)
        except BrokenPipeError:
            # the reader of our output has gone; nothing is left to be said to it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            _fail(f"Error: {where}{error.strerror or error}.", BAD_INPUT)
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except KeyboardInterrupt:
            _fail("Stopped before there was a result; nothing was written.", INTERRUPTED)
        except Exception as error:
            if os.environ.get(TRACEBACK):
                raise
            if NO_THREAD in str(error):
                words = (
                    "Error: there is no room for another thread; raise the limit (ulimit -v or "
                    "-u), or take fewer --jobs."
                )
                _fail(words, BAD_INPUT)
            words = (
                f"Error: coterie failed where it should not ({type(error).__name__}: {error}); "
                f"please report it with what {TRACEBACK}=1 shows."
            )
            _fail(words, FAULT)


def _fail(text: str, code: int) -> NoReturn:
    note(" ".join(text.split()))
    raise typer.Exit(code) from None


def _show_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    if issubclass(category, CoterieWarning):
        note(f"Warning: {message}")


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM unwind the stack, so that unfinished folders are removed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, frame: Any) -> None:
        raise SystemExit(TERMINATED)

    usual = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, usual)


@contextmanager
def stage(words: str, *, quiet: bool = False) -> Iterator[None]:
    """Say what is being done, if it lasts: moving in a terminal, a plain line elsewhere."""
    if quiet:
        yield
        return
    begun = time.monotonic()
    shown: list[Any] = []

    def speak() -> None:
        if not sys.stderr.isatty():
            note(f"{words} ...")
            return
        from rich.console import Console

        status = Console(stderr=True).status(f"{words} ...")
        status.start()
        shown.append(status)

    timer = threading.Timer(PATIENCE, speak)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join(0.1)
        for status in shown:
            status.stop()
            note(f"{words}: {time.monotonic() - begun:.0f} s")


def say_bytes(number: float) -> str:
    """Return an amount of memory in words.

    Examples
    --------
    >>> say_bytes(900), say_bytes(1_530_000), say_bytes(14_200_000_000)
    ('900 bytes', '1.5 MB', '14 GB')
    """
    for size, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if number >= size:
            amount = number / size
            return f"{amount:.1f} {unit}" if amount < 9.95 else f"{amount:,.0f} {unit}"
    return f"{number:.0f} bytes"


def say_time(seconds: float) -> str:
    """Return a time in words.

    Examples
    --------
    >>> say_time(0.2), say_time(42.4), say_time(600), say_time(9000)
    ('1 second', '42 seconds', '10 minutes', '2.5 hours')
    """
    if seconds < 90:
        number = max(1, round(seconds))
        return f"{number} second{'s' * (number > 1)}"
    if seconds < 5400:
        return f"{seconds / 60:.0f} minutes"
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.1f} hours"
    return f"{seconds / 86400:.0f} days"
