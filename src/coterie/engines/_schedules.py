"""The path of a control parameter, as a value: it prints, compares and is tested alone."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


class Schedule(Protocol):
    """Values of a temperature, of beta or of any other parameter, in the order of their use."""

    def __iter__(self) -> Iterator[float]: ...


@dataclass(frozen=True)
class Geometric:
    """start, start factor, start factor^2, ... as far as stop, which is the last value.

    Parameters
    ----------
    start, stop : float
        First and last value, both positive and finite.
    factor : float
        Ratio of neighbours; below 1 to go down, above 1 to go up.

    Examples
    --------
    >>> list(Geometric(start=8.0, stop=1.5, factor=0.5))
    [8.0, 4.0, 2.0, 1.5]
    """

    start: float
    stop: float
    factor: float

    def __post_init__(self) -> None:
        if not all(0.0 < value < math.inf for value in (self.start, self.stop, self.factor)):
            message = f"{self}: start, stop and factor must be > 0 and finite."
            raise InputError(message)
        ahead = self.factor > 1.0 if self.stop > self.start else self.factor < 1.0
        if self.start != self.stop and not ahead:
            message = (
                f"{self}: the factor leads away from stop. Use a factor "
                f"{'> 1 to go up' if self.stop > self.start else '< 1 to go down'}."
            )
            raise InputError(message)

    def __iter__(self) -> Iterator[float]:
        steps = 0 if self.start == self.stop else math.log(self.stop / self.start)
        whole = math.ceil(steps / math.log(self.factor) - 1e-9) if steps else 0
        yield from (self.start * self.factor**step for step in range(whole))
        yield self.stop


@dataclass(frozen=True)
class Linear:
    """Equal steps from start to stop, both included.

    The values are computed from whole numbers of steps, so that no rounding adds up.

    Parameters
    ----------
    start, stop : float
        First and last value, both finite.
    n_steps : int
        Steps between them, at least 1.

    Examples
    --------
    >>> [round(value, 3) for value in Linear(start=1.0, stop=0.5, n_steps=5)]
    [1.0, 0.9, 0.8, 0.7, 0.6, 0.5]
    """

    start: float
    stop: float
    n_steps: int

    def __post_init__(self) -> None:
        check_steps(self)

    def __iter__(self) -> Iterator[float]:
        for step in range(self.n_steps + 1):
            share = step / self.n_steps
            yield self.start * (1.0 - share) + self.stop * share


@dataclass(frozen=True)
class Explicit:
    """The values that are given.

    Parameters
    ----------
    values : tuple of float
        In the order of their use.

    Examples
    --------
    >>> list(Explicit((2.0, 1.0, 0.5)))
    [2.0, 1.0, 0.5]
    """

    values: tuple[float, ...]

    def __iter__(self) -> Iterator[float]:
        return iter(self.values)


@dataclass(frozen=True)
class Quadratic:
    """From start to stop, in steps that grow: after the share s of them, s^2 of the way.

    Parameters
    ----------
    start, stop : float
        First and last value, both finite.
    n_steps : int
        Steps between them, at least 1.

    Notes
    -----
    A path of one over the temperature [SLC §3.F]; `Inverse` makes temperatures of it.

    Examples
    --------
    >>> list(Quadratic(start=0.0, stop=8.0, n_steps=4))
    [0.0, 0.5, 2.0, 4.5, 8.0]
    """

    start: float
    stop: float
    n_steps: int

    def __post_init__(self) -> None:
        check_steps(self)

    def __iter__(self) -> Iterator[float]:
        for step in range(self.n_steps + 1):
            share = (step / self.n_steps) ** 2
            yield self.start * (1.0 - share) + self.stop * share


@dataclass(frozen=True)
class Logarithmic:
    """From start to stop, in steps that shrink, as the logarithm of their number grows.

    Parameters
    ----------
    start, stop : float
        First and last value, both finite.
    n_steps : int
        Steps between them, at least 1.

    Notes
    -----
    A path of one over the temperature [SLC §3.F]; `Inverse` makes temperatures of it.

    Examples
    --------
    >>> [round(value, 3) for value in Logarithmic(start=0.0, stop=2.0, n_steps=3)]
    [0.0, 1.0, 1.585, 2.0]
    """

    start: float
    stop: float
    n_steps: int

    def __post_init__(self) -> None:
        check_steps(self)

    def __iter__(self) -> Iterator[float]:
        for step in range(self.n_steps + 1):
            share = math.log1p(step) / math.log1p(self.n_steps)
            yield self.start * (1.0 - share) + self.stop * share


@dataclass(frozen=True)
class Inverse:
    """One over each value: temperatures from a path of one over the temperature, or back.

    Parameters
    ----------
    schedule : Schedule
        Values other than 0.

    Examples
    --------
    >>> list(Inverse(Linear(start=1.0, stop=4.0, n_steps=3)))
    [1.0, 0.5, 0.3333333333333333, 0.25]
    """

    schedule: Schedule

    def __iter__(self) -> Iterator[float]:
        for value in self.schedule:
            if value == 0.0:
                message = f"{self}: holds 0, which has no inverse. Begin above it."
                raise InputError(message)
            yield 1.0 / value


def check_steps(schedule: Linear | Quadratic | Logarithmic) -> None:
    """Refuse ends that are infinite, and steps that are none."""
    if not (math.isfinite(schedule.start) and math.isfinite(schedule.stop)):
        message = f"{schedule}: start and stop must be finite. Use Explicit for a path to infinity."
        raise InputError(message)
    if schedule.n_steps < 1:
        message = f"{schedule}: n_steps must be >= 1."
        raise InputError(message)


SCHEDULES = (Geometric, Linear, Quadratic, Logarithmic, Inverse, Explicit)
"""What users may give where a schedule is asked for."""
