"""What a long run tells while it works, and how it is asked to stop.

Engines report to a `Monitor` after every pass and ask it whether to go on. The base class is
silent; the others write plain lines (a log) or a live display (a terminal).
"""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coterie._core.types import IntArray

PATIENCE = 2.0
"""Seconds after which silence is rude: nothing is shown of runs that are over sooner."""


class Monitor:
    """Silent listener; also the switch that ends all runs early."""

    def __init__(self) -> None:
        self._stop = threading.Event()

    def __reduce__(self) -> tuple[type[Monitor], tuple[()]]:
        """Travel to another process as a silent listener: locks and terminals stay behind."""
        return (Monitor, ())

    @property
    def stopped(self) -> bool:
        """Whether the runs have been asked to end with what they have."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask all runs to end with what they have."""
        self._stop.set()

    def begin(self, run: int) -> None:
        """Run number `run` starts."""

    def step(self, run: int, done: int, of: int | None, note: str) -> None:
        """Run number `run` has finished pass `done` of at most `of`; None where nobody knows."""

    def end(self, run: int, note: str) -> None:
        """Run number `run` is over."""

    def close(self) -> None:
        """All runs are over."""


class MutedMonitor(Monitor):
    """Hear nothing of what happens inside one step of a longer run, but stop when that stops."""

    def __init__(self, outer: Monitor) -> None:
        super().__init__()
        self._outer = outer

    @property
    def stopped(self) -> bool:
        """Whether the longer run has been asked to end."""
        return self._outer.stopped

    def stop(self) -> None:
        """Ask the longer run to end."""
        self._outer.stop()


class LineMonitor(Monitor):
    """Write one plain line per finished run, and per pass at level 2."""

    def __init__(self, title: str, runs: int, level: int) -> None:
        super().__init__()
        self._title, self._runs, self._level = title, runs, level
        self._lock = threading.Lock()

    def _write(self, text: str) -> None:
        with self._lock:
            print(f"{self._title}: {text}", file=sys.stderr, flush=True)  # noqa: T201

    def step(self, run: int, done: int, of: int | None, note: str) -> None:
        """Write a line for the pass."""
        if self._level > 1:
            most = "" if of is None else f" of at most {of}"
            self._write(f"run {run + 1} of {self._runs}, pass {done}{most}, {note}")

    def end(self, run: int, note: str) -> None:
        """Write a line for the run."""
        self._write(f"run {run + 1} of {self._runs} {note}")


class LiveMonitor(Monitor):
    """Show a bar per running run in the terminal, and remove it when all is done."""

    def __init__(self, title: str, runs: int, rich_progress: Any) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._born = time.monotonic()
        self._shown = False
        self._progress = rich_progress
        self._all = rich_progress.add_task(title, total=runs, note="")
        self._bars: dict[int, Any] = {}

    def step(self, run: int, done: int, of: int | None, note: str) -> None:
        """Move the bar of the run."""
        with self._lock:
            self._show()
            if run not in self._bars:
                self._bars[run] = self._progress.add_task(f"  run {run + 1}", total=of, note="")
            self._progress.update(self._bars[run], completed=done, note=note)

    def end(self, run: int, note: str) -> None:
        """Drop the bar of the run and count it."""
        with self._lock:
            self._show()
            if run in self._bars:
                self._progress.remove_task(self._bars.pop(run))
            self._progress.update(self._all, advance=1, note=note)

    def _show(self) -> None:
        if not self._shown and time.monotonic() - self._born > PATIENCE:
            self._progress.start()
            self._shown = True

    def close(self) -> None:
        """Clear the display."""
        if self._shown:
            self._progress.stop()


def monitor_for(verbose: int, *, title: str, runs: int) -> Monitor:
    """Choose the listener: silent at 0; a live display in a terminal, lines in a log otherwise."""
    level = int(verbose)
    if level <= 0:
        return Monitor()
    if level == 1 and sys.stderr.isatty():
        display = live_display()
        if display is not None:
            return LiveMonitor(title, runs, display)
    return LineMonitor(title, runs, level)


def live_display() -> Any:
    """Return rich's progress display, or None where rich is not installed."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    except ModuleNotFoundError:
        return None
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}"),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)


def chunks(order: IntArray, work: IntArray, limit: float) -> list[IntArray]:
    """Cut a long order into pieces of bounded work, so that a stop is heard between them."""
    import numpy as np

    done = np.cumsum(work[order])
    cuts = np.searchsorted(done, np.arange(limit, float(done[-1]) if done.size else 0.0, limit))
    return [piece for piece in np.split(order, cuts) if piece.size]
