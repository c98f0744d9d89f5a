"""Parameter checks as data: each class lists its rules, one function enforces them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Protocol

import numpy as np

from coterie._core.errors import InputError


class Rule(Protocol):
    """A condition that a parameter must meet, and the words for it."""

    def holds(self, value: Any) -> bool:
        """Tell whether the value meets the rule."""

    def __str__(self) -> str: ...


@dataclass(frozen=True)
class Number:
    """A real number, or a whole one, within bounds."""

    low: float = -math.inf
    high: float = math.inf
    whole: bool = False
    open_low: bool = False

    def holds(self, value: Any) -> bool:
        """Tell whether the value is a number of this kind within the bounds."""
        kind = Integral if self.whole else Real
        if isinstance(value, bool) or not isinstance(value, kind):
            return False
        number = float(value)
        above = number > self.low if self.open_low else number >= self.low
        return above and number <= self.high

    def __str__(self) -> str:
        noun = "an integer" if self.whole else "a number"
        bounds = []
        if self.low > -math.inf:
            bounds.append(f"{'>' if self.open_low else '>='} {self.low:g}")
        if self.high < math.inf:
            bounds.append(f"<= {self.high:g}")
        return f"{noun} {' and '.join(bounds)}".strip()


@dataclass(frozen=True)
class OneOf:
    """One of a few words (or None, True, False)."""

    choices: tuple[Any, ...]

    def holds(self, value: Any) -> bool:
        """Tell whether the value is among the choices."""
        return any(
            value is choice or (isinstance(value, str) and value == choice)
            for choice in self.choices
        )

    def __str__(self) -> str:
        return " or ".join(repr(choice) for choice in self.choices)


@dataclass(frozen=True)
class Instance:
    """An object of one of some types."""

    types: tuple[type, ...]
    words: str

    def holds(self, value: Any) -> bool:
        """Tell whether the value is of one of the types."""
        return isinstance(value, self.types)

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Each:
    """One or more values in a row, each of which meets a rule."""

    rule: Rule
    words: str

    def holds(self, value: Any) -> bool:
        """Tell whether this is a range, a list or a vector, and what is in it meets the rule."""
        kinds = (range, list, tuple, np.ndarray)
        listed = isinstance(value, kinds) and getattr(value, "ndim", 1) == 1
        return listed and len(value) > 0 and all(self.rule.holds(each) for each in value)

    def __str__(self) -> str:
        return f"{self.words}, each {self.rule}"


N_JOBS: tuple[Rule, ...] = (
    OneOf((None,)),
    Number(high=-1, whole=True),
    Number(1, whole=True),
)
VERBOSE: tuple[Rule, ...] = (Number(0), OneOf((True, False)))
RANDOM_STATE: tuple[Rule, ...] = (
    OneOf((None,)),
    Number(0, 2**32 - 1, whole=True),
    Instance((np.random.Generator, np.random.RandomState), "a Generator or a RandomState"),
)

Rules = Mapping[str, tuple[Rule, ...]]


def check_params(owner: Any, rules: Rules) -> None:
    """Check each parameter of an estimator against its alternatives.

    Raises
    ------
    InputError
        ``SequentialIB: n_clusters=0 must be an integer >= 1.``
    """
    check_values(type(owner).__name__, {name: getattr(owner, name) for name in rules}, rules)


def check_values(owner: str, values: Mapping[str, Any], rules: Rules) -> None:
    """Check the arguments of a function likewise."""
    for name, value in values.items():
        if not any(rule.holds(value) for rule in rules[name]):
            allowed = ", or ".join(str(rule) for rule in rules[name])
            message = f"{owner}: {name}={value!r} must be {allowed}."
            raise InputError(message)
