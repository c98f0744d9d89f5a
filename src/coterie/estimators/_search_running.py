"""Trying one candidate after another, until all are done, the time is over, or Ctrl-C."""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from joblib import Parallel, delayed, effective_n_jobs

from coterie._core.errors import ConvergenceNotice, DataWarning, InputError, warn
from coterie._core.interrupts import interrupts
from coterie._core.progress import monitor_for
from coterie.estimators._search_results import Candidate, Found, Tried
from coterie.validation._annealed_capacity import quietly
from coterie.validation._capacity import capacity_of_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from coterie.estimators._search_checkpoint import Checkpoint
    from coterie.validation import Instances, Pair
    from coterie.validation._annealed_capacity import Annealed


@dataclass(frozen=True, eq=False)
class Refused:
    """A candidate that cannot work with the data, and why."""

    candidate: Candidate
    error: InputError


@dataclass(frozen=True, kw_only=True, eq=False)
class SearchRun:
    """What is the same for all candidates: the instances, the settings, the luck.

    Parameters
    ----------
    prepare : callable
        Returns the estimator of a candidate.
    pairs, maker : list of Pair, Instances
        The instances, and how they were made.
    how : Annealed
        How capacities are computed.
    seed : int
        Luck: that of a candidate depends on nothing but its name.
    file : Checkpoint
        What is known already.
    max_time : float or None
        Seconds.
    n_jobs, verbose, owner : int, int, str
        As those of the search; its name for messages.
    """

    prepare: Callable[[Candidate], Any]
    pairs: Sequence[Pair]
    maker: Instances
    how: Annealed
    seed: int
    file: Checkpoint
    max_time: float | None
    n_jobs: int | None
    verbose: int
    owner: str

    def over(self, candidates: Sequence[Candidate]) -> Found:
        """Try candidates in their order; what is on file is not tried again."""
        known = {each: self.file.find(each) for each in candidates}
        missing = [each for each, found in known.items() if found is None]
        monitor = monitor_for(self.verbose, title="models", runs=len(missing))
        width, begun, done = effective_n_jobs(self.n_jobs), time.monotonic(), 0
        refused: dict[str, InputError] = {}
        try:
            while done < len(missing) and not (done and self._late(begun)):
                for each in self._batch(missing[done : done + width]):
                    done += 1
                    if isinstance(each, Refused):
                        refused.setdefault(each.candidate.method, each.error)
                        continue
                    known[each.candidate] = each
                    self.file.keep(each)
                    left = (time.monotonic() - begun) / done * (len(missing) - done)
                    note = f"{each.candidate}: {each.capacity.bits:.3f} bits"
                    monitor.end(done - 1, f"{note}, about {left:.0f} s left")
        except KeyboardInterrupt:
            if not any(known.values()):
                raise
            warn(
                f"{self.owner}: interrupted after {done} of {len(missing)} models; chose from "
                f"those that were done.",
                ConvergenceNotice,
            )
        finally:
            monitor.close()
        self._tell_refused(refused, found_any=any(known.values()))
        tried = [each for each in known.values() if each is not None]
        return Found(tried, self.maker.independent, complete=done == len(missing))

    def _batch(self, candidates: Sequence[Candidate]) -> list[Tried | Refused]:
        """Try a few at the same time; what a fit gave when it was interrupted does not count."""
        jobs = (delayed(self._try)(each) for each in candidates)
        with quietly(), interrupts() as heard:
            found = Parallel(n_jobs=self.n_jobs, prefer="threads")(jobs)
        if heard:
            raise KeyboardInterrupt
        return list(found)

    def _late(self, begun: float) -> bool:
        return self.max_time is not None and time.monotonic() - begun > self.max_time

    def _tell_refused(self, refused: dict[str, InputError], *, found_any: bool) -> None:
        """Say which methods cannot work with the data; if none can, that is an error."""
        if refused and not found_any:
            raise next(iter(refused.values()))
        for method, error in refused.items():
            warn(f"{self.owner}: {method} was left out where it refused: {error}", DataWarning)

    def _try(self, candidate: Candidate) -> Tried | Refused:
        begun, model = time.monotonic(), self.prepare(candidate)
        luck = zlib.crc32(f"{self.seed} {candidate.key}".encode()) % 2**31
        try:
            found = capacity_of_pairs(model, self.pairs, self.how, luck, self.maker)
        except InputError as error:
            return Refused(candidate, error)
        return Tried(candidate, found, time.monotonic() - begun)
