"""Capacity of weights at temperatures: anneal both instances, meet, and choose a temperature."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from joblib import Parallel, delayed

from coterie._core.errors import CoterieWarning, InputError
from coterie._core.random import RandomState, child_seeds
from coterie.measures import effective_clusters
from coterie.measures._effective_clusters import first_doubles
from coterie.validation._capacity_result import Capacity, Meeting
from coterie.validation._families import HasEnergies, falling
from coterie.validation._information_rate import agreement, informativeness, matching
from coterie.validation._pair_families import SampledFamily

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike

    from coterie._core.types import FloatArray, IntArray
    from coterie.validation._families import AnnealedPath, Family

ALIKE = 1e-2
"""Divergence of two clusters, in nats, that noise on the way down the temperatures explains."""

LEAST = 0.5
"""Objects that a cluster holds at least, if it counts."""


@dataclass(frozen=True, kw_only=True)
class Annealed:
    """How capacities of families are computed: the settings of `generalization_capacity`."""

    inverse_temperatures: Any = "auto"
    entropy: str = "final"
    exact: bool = False
    parameters: str = "own"
    average: str = "probability"
    n_init: int = 3
    n_jobs: int | None = None

    def capacity(
        self,
        families: Sequence[tuple[Family, Family]],
        meetings: Sequence[Meeting],
        seed: RandomState,
        **facts: str,
    ) -> Capacity:
        """Anneal both families of each pair, compare them at all temperatures, and choose one."""
        temperatures = self.temperatures(families)
        paths = self.paths(families, temperatures, seed)
        met = [
            MetPaths(first, second, meeting.n_objects, shared=self.parameters == "shared")
            for (first, second), meeting in zip(paths, meetings, strict=True)
        ]
        entropies = np.array([self._entropies(each) for each in met])
        rates = [[each.agreement(at).mean() for at in range(temperatures.size)] for each in met]
        curve = entropies + np.array(rates)
        best = int(curve.mean(axis=0).argmax())
        return Capacity(
            inverse_temperatures=1.0 / temperatures,
            curve=curve,
            entropies=entropies[:, best],
            labels=tuple(each.labels(best) for each in met),
            agreements=tuple(each.agreement(best) for each in met),
            effective=tuple(each.effective(best) for each in met),
            meetings=tuple(meetings),
            n_clusters=families[0][0].n_clusters,
            method="annealed",
            slacks=entropies[:, best] + [each.evenness(best) for each in met],
            **facts,
        )

    def temperatures(self, families: Sequence[tuple[Family, Family]]) -> FloatArray:
        """Return falling temperatures that suit all instances."""
        if not isinstance(self.inverse_temperatures, str):
            return checked_temperatures(self.inverse_temperatures)
        grids = [family.temperatures() for pair in families for family in pair]
        start, stop = (pick(grid[at] for grid in grids) for pick, at in ((max, 0), (min, -1)))
        steps = [grid[1] / grid[0] for grid in grids if grid.size > 2]
        return falling(start, stop, max(steps)) if steps else grids[0]

    def paths(
        self,
        families: Sequence[tuple[Family, Family]],
        temperatures: FloatArray,
        seed: RandomState,
    ) -> list[tuple[AnnealedPath, AnnealedPath]]:
        """Run down the temperatures; of several runs keep that of least final cost."""
        flat = [family for pair in families for family in pair]
        runs = list(product(range(len(flat)), range(self.n_init)))
        seeds = child_seeds(seed, len(runs))
        flat = [
            replace(each, average=self.average) if isinstance(each, SampledFamily) else each
            for each in flat
        ]
        jobs = (
            delayed(run)(flat[which], temperatures, each)
            for (which, _), each in zip(runs, seeds, strict=True)
        )
        found: list[AnnealedPath] = Parallel(n_jobs=self.n_jobs, prefer="threads")(jobs)
        parts = [found[at : at + self.n_init] for at in range(0, len(found), self.n_init)]
        return two_by_two([min(part, key=lambda path: path.cost) for part in parts])

    def _entropies(self, met: MetPaths) -> FloatArray:
        """Return how much a label can tell, at each temperature."""
        temperatures = met.first.temperatures.size
        if self.entropy == "current":
            shares = [np.exp(met.log_first(at)).mean(axis=0) for at in range(temperatures)]
        else:
            last = met.log_first(temperatures - 1)
            if self.entropy == "final_hard":
                last = np.where(np.eye(last.shape[1])[last.argmax(axis=1)] > 0.0, 0.0, -np.inf)
            shares = [np.exp(last).mean(axis=0)]
        kept = [informativeness(each, met.size, exact=self.exact) for each in shares]
        return np.array(kept * (1 if len(kept) > 1 else temperatures))


class MetPaths:
    """Two paths whose objects go together, compared temperature by temperature."""

    def __init__(
        self, first: AnnealedPath, second: AnnealedPath, size: int, *, shared: bool
    ) -> None:
        if shared and not isinstance(first.family, HasEnergies):
            message = (
                f"parameters='shared' needs a cost with parameters, such as centres; "
                f"{type(first.family).__name__} has none. Take parameters='own'."
            )
            raise InputError(message)
        self.first, self.second, self.size, self._shared = first, second, size, shared

    def log_first(self, at: int) -> FloatArray:
        """Return log P(k | i) of all objects in the first instance."""
        return everyone(self.first.log_posterior(at), self.first.family.objects, self.size)

    def log_second(self, at: int) -> FloatArray:
        """Return the same in the second, clusters as yet by names of its own."""
        family = self.second.family
        if self._shared:
            state, temperature = self.first.states[at], self.first.temperatures[at]
            found = self.first.family.log_posterior_of(state, temperature, family)
        else:
            found = self.second.log_posterior(at)
        return everyone(found, family.objects, self.size)

    def both(self, at: int) -> tuple[FloatArray, FloatArray]:
        """Return both, columns that go together in the same place."""
        first, second = self.log_first(at), self.log_second(at)
        return first, second if self._shared else second[:, matching(first, second)]

    def agreement(self, at: int) -> FloatArray:
        """Return the log of the agreement of each object."""
        return agreement(*self.both(at))

    def evenness(self, at: int) -> float:
        """Return log sum_k p1_k p2_k of the mean memberships: that of labels by chance."""
        first, second = (np.exp(each).mean(axis=0) for each in self.both(at))
        return float(np.log(first @ second))

    def labels(self, at: int) -> tuple[IntArray, IntArray]:
        """Return the most probable label of each object in both, clusters that are one as one."""
        first, second = (np.exp(each) for each in self.both(at))
        groups = np.maximum(first_doubles(first.T, ALIKE), 0)
        joined = np.zeros((groups.size, groups.size))
        joined[np.arange(groups.size), groups] = 1.0
        return (first @ joined).argmax(axis=1), (second @ joined).argmax(axis=1)

    def effective(self, at: int) -> int:
        """Return how many clusters differ and have objects, in the first."""
        return distinct(np.exp(self.log_first(at)))


def distinct(memberships: FloatArray) -> int:
    """Count the clusters that hold half an object or more and differ from one another.

    Examples
    --------
    >>> distinct(np.array([[0.5, 0.5, 0.0], [0.4, 0.4, 0.2], [0.0, 0.0, 1.0]]))
    2
    """
    there = memberships[:, memberships.sum(axis=0) >= LEAST]
    return effective_clusters(there.T, same=ALIKE)


def everyone(log_weights: FloatArray, objects: IntArray | None, size: int) -> FloatArray:
    """Let objects that the cost says nothing about belong to all clusters alike.

    Examples
    --------
    >>> np.exp(everyone(np.log([[0.9, 0.1]]), np.array([1]), 2)).round(1)
    array([[0.5, 0.5],
           [0.9, 0.1]])
    """
    if objects is None or objects.size == size:
        return log_weights
    found = np.full((size, log_weights.shape[1]), -np.log(log_weights.shape[1]))
    found[objects] = log_weights
    return found


def two_by_two(found: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Put every two neighbours together.

    Examples
    --------
    >>> two_by_two([1, 2, 3, 4])
    [(1, 2), (3, 4)]
    """
    return list(zip(found[::2], found[1::2], strict=True))


def run(family: Family, temperatures: FloatArray, seed: int) -> AnnealedPath:
    """Go down the temperatures once."""
    return family.anneal(temperatures, np.random.default_rng(seed))


def checked_temperatures(inverse: ArrayLike) -> FloatArray:
    """Return temperatures, falling, from inverse ones.

    Examples
    --------
    >>> checked_temperatures([0.5, 0.25])
    array([4., 2.])
    """
    values = np.unique(np.asarray(inverse, dtype=np.float64).ravel())
    if not values.size or not (values[0] > 0.0 and np.isfinite(values[-1])):
        message = (
            f"inverse_temperatures={inverse!r} must hold numbers > 0, all finite. For labels "
            f"without a temperature give two label vectors."
        )
        raise InputError(message)
    return np.asarray(1.0 / values)


@contextmanager
def quietly() -> Iterator[None]:
    """Say nothing about single fits: that half of the data is little is known."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoterieWarning)
        yield
