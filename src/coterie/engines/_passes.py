"""Pass after pass over the objects, until few move or somebody says stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie.engines._solution import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.progress import Monitor
    from coterie._core.types import IntArray


def repeat_passes(
    one_pass: Callable[[], int],
    *,
    n_objects: int,
    max_iter: int,
    tol_moves: float,
    run: int,
    monitor: Monitor,
) -> tuple[IntArray, Status]:
    """Call `one_pass`, which tells how many objects it moved, until it moves few.

    A `KeyboardInterrupt`, or a stop of the monitor, ends the passes; the one that was cut short
    does not count.

    Examples
    --------
    >>> from coterie._core.progress import Monitor
    >>> left = [5, 2, 0]
    >>> moves, status = repeat_passes(
    ...     lambda: left.pop(0), n_objects=9, max_iter=9, tol_moves=0.0, run=0, monitor=Monitor()
    ... )
    >>> moves.tolist(), status.name
    ([5, 2, 0], 'CONVERGED')
    """
    moves: list[int] = []
    status = Status.MAX_ITER
    monitor.begin(run)
    try:
        for done in range(max_iter):
            moved = one_pass()
            if monitor.stopped:
                status = Status.INTERRUPTED
                break
            moves.append(moved)
            monitor.step(run, done + 1, max_iter, f"{moved / n_objects:.2%} moved")
            if moved <= tol_moves * n_objects:
                status = Status.CONVERGED
                break
    except KeyboardInterrupt:
        monitor.stop()
        status = Status.INTERRUPTED
    return np.array(moves, dtype=np.int64), status
