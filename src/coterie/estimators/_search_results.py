"""What a search over models found: a table, the choice, the rankings, and a verdict in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coterie.validation import Capacity

RESOLUTION = 0.01
"""Bits within which two numbers of clusters are as good as one another."""

CLEAR = 3.0
"""Standard errors by which bits must exceed nothing."""


@dataclass(frozen=True)
class Candidate:
    """One model to try: a method, a measure of likeness, parameters, a number of clusters.

    Parameters
    ----------
    method : str
        Name of the estimator.
    similarity : str or None
        Name of the similarity, where it was searched.
    parameters : tuple of pairs
        Names and values of searched parameters.
    n_clusters : int or None
        None where the estimator finds the number itself.

    Examples
    --------
    >>> Candidate("KMeans", None, (), 3).group
    ('KMeans', None, ())
    """

    method: str
    similarity: str | None
    parameters: tuple[tuple[str, Any], ...]
    n_clusters: int | None

    @property
    def group(self) -> tuple[Any, ...]:
        """All but the number of clusters."""
        return (self.method, self.similarity, self.parameters)

    @property
    def key(self) -> str:
        """A name that a file can hold."""
        return repr((self.method, self.similarity, self.parameters, self.n_clusters))

    def __str__(self) -> str:
        parts = [self.method]
        parts += [self.similarity] if self.similarity else []
        parts += [f"{name}={value}" for name, value in self.parameters]
        parts += [] if self.n_clusters is None else [f"{self.n_clusters} clusters"]
        return ", ".join(parts)


@dataclass(frozen=True, eq=False)
class Tried:
    """A candidate, and what it is capable of.

    Parameters
    ----------
    candidate : Candidate
        What was tried.
    capacity : Capacity
        What came out.
    seconds : float
        How long that took.
    """

    candidate: Candidate
    capacity: Capacity
    seconds: float

    def row(self) -> dict[str, Any]:
        """Return a line of the table."""
        found, tried = self.capacity, self.candidate
        return {
            "method": tried.method,
            "similarity": tried.similarity,
            **{f"param_{name}": value for name, value in tried.parameters},
            "n_clusters": tried.n_clusters,
            "bits": found.bits,
            "raw_bits": found.raw,
            "standard_error": found.standard_error,
            "spread": found.spread,
            "n_clusters_effective": found.n_clusters_effective,
            "inverse_temperature": found.inverse_temperature,
            "entropy": found.entropy,
            "delta": found.delta,
            "judged_by": found.method,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, eq=False)
class Found:
    """All that was tried, and what follows from it.

    Parameters
    ----------
    tried : list of Tried
        In the order of the candidates.
    independent : bool
        Whether the instances can tell groups from none.
    complete : bool
        Whether none was left out for want of time.
    """

    tried: Sequence[Tried] = field(default_factory=list)
    independent: bool = True
    complete: bool = True

    @property
    def groups(self) -> dict[tuple[Any, ...], list[Tried]]:
        """What was tried with each method, measure and parameters, numbers of clusters rising."""
        found: dict[tuple[Any, ...], list[Tried]] = {}
        for each in self.tried:
            found.setdefault(each.candidate.group, []).append(each)
        return found

    @property
    def best(self) -> Tried | None:
        """The group of most bits, at its smallest number of clusters that is as good."""
        chosen = [smallest_as_good(group) for group in self.groups.values()]
        top = max(chosen, key=lambda each: highest(self.groups[each.candidate.group]), default=None)
        return top if top is not None and is_clear(top.capacity) else None

    def table(self) -> dict[str, list[Any]]:
        """Return the columns of the table of all candidates."""
        return columns([each.row() for each in self.tried])

    def ranking(self) -> dict[str, list[Any]]:
        """Return the best of each method and measure, with ranks among methods and measures."""
        best: dict[tuple[str, str | None], Tried] = {}
        for group in self.groups.values():
            each = smallest_as_good(group)
            pair = (each.candidate.method, each.candidate.similarity)
            if pair not in best or each.capacity.raw > best[pair].capacity.raw:
                best[pair] = each
        rows = []
        for (method, similarity), each in best.items():
            worth = each.capacity.raw
            rows.append(
                {
                    "method": method,
                    "similarity": similarity,
                    "bits": each.capacity.bits,
                    "standard_error": each.capacity.standard_error,
                    "n_clusters": each.candidate.n_clusters,
                    "rank_of_method": rank(
                        worth, (b.capacity.raw for (_, s), b in best.items() if s == similarity)
                    ),
                    "rank_of_measure": rank(
                        worth, (b.capacity.raw for (m, _), b in best.items() if m == method)
                    ),
                }
            )
        return columns(sorted(rows, key=lambda row: -row["bits"]))

    def verdict(self) -> str:
        """Say in words what the data support, and what they do not."""
        top = max(self.tried, key=lambda each: each.capacity.raw, default=None)
        if top is None:
            return "Nothing was tried."
        found = top.capacity
        asked = f"{len(self.tried)} {'model' if len(self.tried) == 1 else 'models'} tried"
        if self.best is None:
            return (
                f"These data support no grouping that any of the {asked} can see: two noisy "
                f"instances agree on {found.raw:.3f} +- {found.standard_error:.3f} bits per object "
                f"at most, where nothing at all gives 0. ({found.instances}: {found.assumption})"
            )
        best = self.best.capacity
        second = self._second()
        if not self.independent:
            return (
                f"Of the {asked}, {self.best.candidate} has the most bits, {best.bits:.2f} +- "
                f"{best.standard_error:.2f} per object, with {best.n_clusters_effective} groups; "
                f"whether there are groups at all, instances of this kind cannot tell.{second} "
                f"({best.instances}: {best.assumption})"
            )
        return (
            f"These data support {best.n_clusters_effective} groups, by {self.best.candidate}: "
            f"{best.bits:.2f} +- {best.standard_error:.2f} reliable bits per object, of the "
            f"{best.entropy:.2f} that so many groups could tell; {100.0 * best.delta:.0f} percent "
            f"of the objects change sides from one noisy instance to the other."
            f"{second} ({best.instances}: {best.assumption})"
        )

    def _second(self) -> str:
        """Say what the best of the other methods or measures would have given."""
        assert self.best is not None
        others = [
            smallest_as_good(group)
            for key, group in self.groups.items()
            if key != self.best.candidate.group
        ]
        if not others:
            return ""
        each = max(others, key=lambda other: other.capacity.raw)
        return f" Second came {each.candidate}, with {each.capacity.bits:.2f} bits."


def smallest_as_good(group: Sequence[Tried]) -> Tried:
    """Return the smallest number of clusters that is as good as that of the most bits.

    That is within one standard error, or what clusters of uneven size can feign.
    """
    top = max(group, key=lambda each: each.capacity.raw)
    slack = max(top.capacity.standard_error, top.capacity.slack, RESOLUTION)
    enough = [each for each in group if each.capacity.raw >= top.capacity.raw - slack]
    return min(enough, key=lambda each: each.candidate.n_clusters or 0)


def highest(group: Iterable[Tried]) -> float:
    """Return the most bits of a group."""
    return max(each.capacity.raw for each in group)


def is_clear(capacity: Capacity) -> bool:
    """Tell whether the bits are more than luck."""
    least = max(CLEAR * capacity.standard_error, capacity.slack, RESOLUTION)
    return bool(capacity.raw > least)


def rank(value: float, values: Iterable[float]) -> int:
    """Return the place of a value, 1 for the largest.

    Examples
    --------
    >>> rank(2.0, [3.0, 2.0, 1.0])
    2
    """
    return 1 + sum(other > value for other in values)


def columns(rows: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    """Turn lines into columns; what a line lacks is None.

    Examples
    --------
    >>> columns([{"a": 1}, {"a": 2, "b": 3}])
    {'a': [1, 2], 'b': [None, 3]}
    """
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def as_table(found: dict[str, list[Any]]) -> Any:
    """Return columns as a data frame where pandas is installed.

    Examples
    --------
    >>> list(as_table({"a": [1]}))
    ['a']
    """
    try:
        import pandas as pd
    except ModuleNotFoundError:
        return {name: np.array(values, dtype=object) for name, values in found.items()}
    return pd.DataFrame(found)
