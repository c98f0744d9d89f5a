"""Hearing Ctrl-C, even where what runs inside catches it."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Take note of each Ctrl-C before it does what it always does: the fits catch it.

    Examples
    --------
    >>> with interrupts() as heard:
    ...     heard
    []
    """
    heard: list[int] = []
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield heard
        return

    def hear(number: int, frame: Any) -> None:
        heard.append(number)
        usual(number, frame)

    signal.signal(signal.SIGINT, hear)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, usual)
