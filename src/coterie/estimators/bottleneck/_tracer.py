"""Follow the solutions of a curve from point to point: tell of them, keep them, say what is off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from coterie._core.errors import ConvergenceNotice, warn
from coterie._core.progress import MutedMonitor, monitor_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

P = TypeVar("P")


class Tracer:
    """Who watches over a curve while it is traced.

    Parameters
    ----------
    owner : str
        The function that traces it.
    verbose : int
        How much to tell.
    of : int, optional
        Number of solutions, where it is known.
    """

    def __init__(self, owner: str, verbose: int, of: int | None) -> None:
        self.monitor = monitor_for(verbose, title=owner, runs=1)
        self.muted = MutedMonitor(self.monitor)
        self._owner, self._of = owner, of
        self._done = self._unsettled = 0
        self._last = "nothing"

    def told(self, path: Iterable[tuple[float, Any]]) -> Iterator[tuple[float, Any]]:
        """Pass solutions on, and tell of each; a stop ends the path."""
        for beta, solution in path:
            self._done += 1
            self._unsettled += not solution.converged
            self._last = f"beta {beta:.6g}"
            self.monitor.step(0, self._done, self._of, self._last)
            yield float(beta), solution
            if self.monitor.stopped:
                return

    def kept(self, found: Iterable[P], max_iter: int, doubt: str) -> list[P]:
        """Collect the points; Ctrl-C ends the curve with those that there are.

        `doubt` says what it means that some have not settled.
        """
        points: list[P] = []
        self.monitor.begin(0)
        try:
            points.extend(found)
        except KeyboardInterrupt:
            if not points:
                raise
            self.monitor.stop()
        finally:
            self.monitor.end(0, f"ended at {self._last}")
            self.monitor.close()
        if self.monitor.stopped:
            self._notice(f"interrupted; kept the {len(points)} points found.")
        elif self._unsettled:
            self._notice(
                f"{self._unsettled} of {self._done} points had not settled after "
                f"max_iter={max_iter} iterations; {doubt}. Raise max_iter, or tol to accept this."
            )
        return points

    def _notice(self, words: str) -> None:
        warn(f"{self._owner}: {words}", ConvergenceNotice)
