"""Two noisy instances of the same data: what both show is real, what one shows may be an accident.

Each maker is a value that says what it assumes. It draws pairs of instances whose rows go together:
row i of the first and row i of the second are the same object, or two that stand for one another.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.errors import InputError
from coterie._core.random import RandomState, child_seeds
from coterie.validation._pairing import as_instance

if TYPE_CHECKING:
    from coterie._core.types import IntArray


@dataclass(frozen=True, eq=False)
class Pair:
    """Two instances, row by row.

    Parameters
    ----------
    first, second : array or sparse matrix
        Points, counts, or similarities of all pairs.
    objects, partners : ndarray
        Which of the given objects the rows of the first and of the second are.

    Examples
    --------
    >>> from coterie.validation import GivenPair
    >>> (pair,) = GivenPair().draw([[[0.0], [9.0]], [[0.1], [9.2]]])
    >>> pair.first.shape, pair.objects
    ((2, 1), array([0, 1]))
    """

    first: Any
    second: Any
    objects: IntArray
    partners: IntArray

    @classmethod
    def of_same(cls, first: Any, second: Any) -> Pair:
        """Pair instances that have the same objects in the same order."""
        if first.shape[0] != second.shape[0]:
            message = (
                f"two instances: {first.shape[0]} rows here and {second.shape[0]} there cannot be "
                f"the same objects. Give the same objects in the same order in both."
            )
            raise InputError(message)
        rows = np.arange(first.shape[0])
        return cls(first, second, rows, rows)


@dataclass(frozen=True, kw_only=True)
class Instances:
    """A way to come by two instances.

    Parameters
    ----------
    n_splits : int
        How many pairs.

    Examples
    --------
    >>> from coterie.validation import FeatureSplit, Instances
    >>> isinstance(FeatureSplit(n_splits=3), Instances)
    True
    """

    n_splits: int = 5

    name: ClassVar[str]
    assumption: ClassVar[str]
    independent: ClassVar[bool] = True
    """Whether the noise of the two instances is: only then noise has no bits."""

    def __post_init__(self) -> None:
        if not (isinstance(self.n_splits, int | np.integer) and self.n_splits >= 1):
            message = f"{type(self).__name__}: n_splits={self.n_splits!r} must be an integer >= 1."
            raise InputError(message)

    def draw(self, X: Any, random_state: RandomState = None) -> list[Pair]:
        """Return the pairs.

        Parameters
        ----------
        X : array, sparse matrix or sequence of them
            The data.
        random_state : int, Generator, RandomState or None
            Seed of the splits.
        """
        data = as_instance(X)
        return [
            self.split(data, np.random.default_rng(seed))
            for seed in child_seeds(random_state, self.n_splits)
        ]

    @abstractmethod
    def split(self, X: Any, rng: np.random.Generator) -> Pair:
        """Return one pair."""
