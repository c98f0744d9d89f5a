"""scikit-learn's callbacks, where the installed version has them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from coterie._core.progress import Monitor

if TYPE_CHECKING:
    from collections.abc import Callable

try:
    from sklearn.callback import CallbackSupportMixin, with_callbacks
except ImportError:  # scikit-learn before 1.9

    class CallbackSupportMixin:  # type: ignore[no-redef]
        """Stand-in of versions without callbacks."""

    def with_callbacks(method: Callable[..., Any]) -> Callable[..., Any]:
        """Leave the method as it is."""
        return method


class CallbackMonitor(Monitor):
    """Pass the progress of the runs on to the callbacks of an estimator.

    The tasks are fit, restart and sweep; a callback that answers True ends the search, which keeps
    what it has.
    """

    def __init__(self, inner: Monitor, estimator: Any, runs: int, passes: int | None) -> None:
        super().__init__()
        self._inner, self._estimator, self._passes = inner, estimator, passes
        self._lock = threading.Lock()
        self._fit = estimator._init_callback_context(max_subtasks=runs, sequential_subtasks=False)
        self._fit.call_on_fit_task_begin(estimator=estimator)
        self._runs: dict[int, Any] = {}

    def begin(self, run: int) -> None:
        """Open the task of a restart."""
        with self._lock:
            self._runs[run] = self._fit.subcontext(
                task_name="restart", task_id=run, max_subtasks=self._passes
            ).call_on_fit_task_begin(estimator=self._estimator)
        self._inner.begin(run)

    def step(self, run: int, done: int, of: int | None, note: str) -> None:
        """Open and close the task of a sweep."""
        with self._lock:
            sweep = self._runs[run].subcontext(task_name="sweep")
            sweep.call_on_fit_task_begin(estimator=self._estimator)
            if sweep.call_on_fit_task_end(estimator=self._estimator):
                self.stop()
        self._inner.step(run, done, of, note)

    def end(self, run: int, note: str) -> None:
        """Close the task of a restart."""
        with self._lock:
            if self._runs[run].call_on_fit_task_end(estimator=self._estimator):
                self.stop()
        self._inner.end(run, note)

    def close(self) -> None:
        """Close the task of the fit."""
        self._fit.call_on_fit_task_end(estimator=self._estimator)
        self._inner.close()


def with_estimator(monitor: Monitor, estimator: Any, runs: int, passes: int | None) -> Monitor:
    """Add the callbacks of the estimator to a monitor, if it has any; `passes` may be unknown."""
    if not hasattr(estimator, "_init_callback_context"):
        return monitor
    return CallbackMonitor(monitor, estimator, runs, passes)
