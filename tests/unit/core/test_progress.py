"""What a long run shows in a terminal."""

import io

import pytest

from coterie._core import progress
from coterie._core.progress import LiveMonitor, live_display


@pytest.fixture
def terminal(monkeypatch):
    """A display that draws at every change, on something that looks like a terminal."""
    rich_progress = pytest.importorskip("rich.progress")
    from rich.console import Console

    screen = io.StringIO()
    made = live_display()
    display = rich_progress.Progress(
        *made.columns, console=Console(file=screen, force_terminal=True, width=100)
    )
    add_task = display.add_task

    def add_and_draw(*words, **fields):
        task = add_task(*words, **fields)
        display.refresh()
        return task

    monkeypatch.setattr(display, "add_task", add_and_draw)
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    return screen, display


def test_every_run_has_a_bar_while_it_runs(terminal):
    screen, display = terminal
    monitor = LiveMonitor("SequentialIB", 2, display)
    monitor.step(0, 1, 30, "12 % moved")
    display.refresh()
    assert "run 1" in screen.getvalue()
    assert "12 % moved" in screen.getvalue()
    monitor.end(0, "converged")
    monitor.close()
    assert "converged" in screen.getvalue()


def test_runs_without_passes_are_shown_too(terminal):
    screen, display = terminal
    monitor = LiveMonitor("numbers of clusters", 21, display)
    monitor.end(0, "2 clusters: 0.3 bits confirmed")
    monitor.close()
    assert "0.3 bits confirmed" in screen.getvalue()
