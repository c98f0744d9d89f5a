"""Two noisy instances of the same data: what both show is real, what one shows may be an accident.

Each maker is a value that says what it assumes. It draws pairs of instances whose rows go together:
row i of the first and row i of the second are the same object, or two that stand for one another.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import DataWarning, InputError, warn
from coterie._core.random import RandomState, child_seeds
from coterie.validation._pairing import (
    as_instance,
    is_pairwise,
    is_sparse,
    is_whole,
    matched_halves,
    taken,
)
from coterie.validation._thinning import thin_counts

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie._core.types import IntArray

MANY = 8
"""Columns from which it is reasonable to split them in two."""


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


@dataclass(frozen=True, kw_only=True)
class GivenPair(Instances):
    """Two or more replicates that were measured: the best there is.

    Parameters
    ----------
    n_splits : int
        Most pairs; of more than two replicates every two are a pair.

    Examples
    --------
    >>> from coterie.validation import GivenPair
    >>> replicates = [[[0.0], [9.0]], [[0.1], [9.2]], [[0.2], [8.9]]]
    >>> len(GivenPair().draw(replicates))
    3
    """

    n_splits: int = 10

    name = "given pair"
    assumption = (
        "The replicates show the same objects in the same order, each with noise of its own."
    )

    def draw(self, X: Any, random_state: RandomState = None) -> list[Pair]:
        """Return every two of the replicates."""
        if not is_replicated(X):
            message = (
                "GivenPair: X must be a list of two or more tables with the same rows, as in "
                "[X1, X2]. For a single table choose another way to come by two instances."
            )
            raise InputError(message)
        replicates = [as_instance(each) for each in X]
        pairs = list(combinations(replicates, 2))[: self.n_splits]
        return [Pair.of_same(first, second) for first, second in pairs]

    def split(self, X: Any, rng: np.random.Generator) -> Pair:
        """Return the first pair."""
        return self.draw(X)[0]


@dataclass(frozen=True, kw_only=True)
class FeatureSplit(Instances):
    """Half of the columns against the other half.

    Parameters
    ----------
    n_splits : int
        How many pairs; interleaving has one.
    interleave : bool
        Take every other column, as of a series of times, instead of a random half.

    Notes
    -----
    Feature splits of [VAL §1.2]. An odd column is left out, the last or a random one.

    Examples
    --------
    >>> from coterie.validation import FeatureSplit
    >>> (pair,) = FeatureSplit(interleave=True).draw([[0.0, 1.0, 2.0, 3.0]])
    >>> pair.first, pair.second
    (array([[0., 2.]]), array([[1., 3.]]))
    """

    interleave: bool = False

    name = "feature split"
    assumption = (
        "Every column measures the same groups, with noise of its own. Groups that only a few "
        "columns show are missed."
    )

    def draw(self, X: Any, random_state: RandomState = None) -> list[Pair]:
        """Return the pairs."""
        pairs = super().draw(X, random_state)
        return pairs[:1] if self.interleave else pairs

    def split(self, X: Any, rng: np.random.Generator) -> Pair:
        """Return one pair."""
        width = X.shape[1]
        if width < 2:
            message = (
                f"FeatureSplit: {width} column cannot be split in two. Give replicates, or take "
                f"instances='objects'."
            )
            raise InputError(message)
        half = width // 2
        order = np.arange(width) if self.interleave else rng.permutation(width)
        chosen = (order[0 : 2 * half : 2], order[1 : 2 * half : 2])
        first, second = (np.sort(columns) for columns in chosen)
        return Pair.of_same(X[:, first], X[:, second])


@dataclass(frozen=True, kw_only=True)
class ObjectHalves(Instances):
    """A random half of the objects against the other, each paired with one that is like it.

    Parameters
    ----------
    n_splits : int
        How many pairs.
    match_metric : str
        Metric by which the objects are paired: a name in SciPy, on the rows as given. It is not
        the measure under test, so that measures compare.
    pairwise : bool, optional
        Whether the data are a matrix of all pairs; by default if it is square and symmetric. Such
        objects are paired by their whole rows.

    Notes
    -----
    Halves with a Hungarian matching of [VAL 26]. Who is paired by nearness seems less noisy than he
    is, and the bits come out too high: on four Gaussians 1.91 in place of 1.52. They compare with
    one another, but not with those of other instances.

    Examples
    --------
    >>> from coterie.validation import ObjectHalves
    >>> (pair,) = ObjectHalves(n_splits=1).draw([[0.0], [9.0], [0.2], [9.1]], random_state=0)
    >>> pair.first.shape, sorted([*pair.objects.tolist(), *pair.partners.tolist()])
    ((2, 1), [0, 1, 2, 3])
    """

    match_metric: str = "sqeuclidean"
    pairwise: bool | None = None

    name = "object halves"
    assumption = (
        "Objects that are alike stand for one another. Pairing by nearness makes noise look "
        "smaller than it is: the bits are too high, and compare only with one another."
    )

    def split(self, X: Any, rng: np.random.Generator) -> Pair:
        """Return one pair."""
        size = X.shape[0]
        if size < 2:
            message = f"ObjectHalves: {size} object cannot be split in two. Give more objects."
            raise InputError(message)
        order, half = rng.permutation(size), size // 2
        first, second = order[:half], order[half : 2 * half]
        pairwise = is_pairwise(X) if self.pairwise is None else self.pairwise
        second = second[matched_halves(X, first, second, self.match_metric)]
        return Pair(taken(X, first, pairwise), taken(X, second, pairwise), first, second)


@dataclass(frozen=True, kw_only=True)
class Generative(Instances):
    """Two draws from a source that can be asked again.

    Parameters
    ----------
    sampler : callable
        Takes a Generator and returns data. Each call must be about the same objects, with fresh
        noise.
    n_splits : int
        How many pairs.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import Generative
    >>> truth = np.array([[0.0], [9.0]])
    >>> source = Generative(sampler=lambda rng: truth + rng.normal(size=(2, 1)), n_splits=2)
    >>> len(source.draw(None, random_state=0))
    2
    """

    sampler: Callable[[np.random.Generator], Any]

    name = "generative"
    assumption = "The source draws the same objects each time, with fresh noise."

    def draw(self, X: Any = None, random_state: RandomState = None) -> list[Pair]:
        """Return the pairs; the data are not looked at."""
        pairs = []
        for seed in child_seeds(random_state, self.n_splits):
            for_first, for_second = np.random.default_rng(seed).spawn(2)
            drawn = (as_instance(self.sampler(rng)) for rng in (for_first, for_second))
            pairs.append(Pair.of_same(*drawn))
        return pairs

    def split(self, X: Any, rng: np.random.Generator) -> Pair:
        """Return one pair."""
        first, second = (as_instance(self.sampler(luck)) for luck in rng.spawn(2))
        return Pair.of_same(first, second)


@dataclass(frozen=True, kw_only=True)
class Thinning(Instances):
    """Whole counts, each split at random in two.

    Parameters
    ----------
    n_splits : int
        How many pairs.
    share : float
        Expected share of each instance, up to one half. Below that the rest is left out, which
        shows how the bits grow with the depth of the counts.
    pairwise : bool, optional
        Whether the counts are those of all pairs, as the weights of a graph; by default if they are
        square and symmetric. The two halves are symmetric then.

    Notes
    -----
    Thinning of [IB §4.2]. The halves of Poisson counts are independent; counts of a fixed total
    depend on one another a little. Each half has half of the depth, so that the bits are a lower
    bound of what the counts as a whole support.

    Examples
    --------
    >>> from coterie.validation import Thinning
    >>> (pair,) = Thinning(n_splits=1).draw([[8, 0], [3, 5]], random_state=0)
    >>> pair.first + pair.second
    array([[8., 0.],
           [3., 5.]])
    """

    share: float = 0.5
    pairwise: bool | None = None

    name = "thinning"
    assumption = (
        "Counts are of independent events. Each instance has half of them, so that these are the "
        "reliable bits in half of your counts: a lower bound for all of them."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0.0 < self.share <= 0.5:
            message = f"Thinning: share={self.share!r} must be > 0 and <= 0.5: there are two parts."
            raise InputError(message)

    def split(self, X: Any, rng: np.random.Generator) -> Pair:
        """Return one pair."""
        pairwise = is_pairwise(X) if self.pairwise is None else self.pairwise
        counts = sp.csr_array(sp.triu(X)) if pairwise else X
        first, rest = thin_counts(counts, rng, self.share)
        second = rest
        if self.share < 0.5:
            second = thin_counts(rest, rng, self.share / (1.0 - self.share))[0]
        if pairwise:
            first, second = (half + sp.triu(half, 1).T for half in (first, second))
        halves = (sp.csr_array(first), sp.csr_array(second))
        return Pair.of_same(*(halves if is_sparse(X) else (half.toarray() for half in halves)))


@dataclass(frozen=True, kw_only=True)
class Bootstrap(Instances):
    """Columns drawn with replacement, twice.

    Parameters
    ----------
    n_splits : int
        How many pairs.

    Examples
    --------
    >>> from coterie.validation import Bootstrap
    >>> (pair,) = Bootstrap(n_splits=1).draw([[0.0, 1.0, 2.0, 3.0]], random_state=0)
    >>> pair.first.shape, pair.second.shape
    ((1, 4), (1, 4))
    """

    name = "bootstrap"
    assumption = (
        "Every column measures the same groups. The instances share columns, and with them noise: "
        "the bits are too high."
    )

    def split(self, X: Any, rng: np.random.Generator) -> Pair:
        """Return one pair."""
        first, second = (np.sort(rng.integers(X.shape[1], size=X.shape[1])) for _ in range(2))
        return Pair.of_same(X[:, first], X[:, second])


KINDS: dict[str, Callable[..., Instances]] = {
    "pair": GivenPair,
    "features": FeatureSplit,
    "interleaved": lambda n_splits=1: FeatureSplit(n_splits=n_splits, interleave=True),
    "objects": ObjectHalves,
    "thinning": Thinning,
    "bootstrap": Bootstrap,
}


def make_instances(X: Any, kind: Any = "auto", *, n_splits: int = 5) -> Instances:
    """Choose how to come by two noisy instances of the data.

    Parameters
    ----------
    X : array, sparse matrix, or sequence of replicates
        The data; only "auto" looks at them.
    kind : str, callable or Instances, default="auto"
        "pair" (replicates), "thinning" (whole counts), "features", "interleaved", "objects" or
        "bootstrap"; a function of a Generator that draws the data afresh; or a maker, which is
        returned as it is. "auto" takes replicates where there are any, else thins whole counts,
        else splits eight columns or more, else the objects, with a warning.
    n_splits : int, default=5
        How many pairs.

    Returns
    -------
    Instances
        A value with a `name`, the `assumption` in words, and `draw(X, random_state)`.

    See Also
    --------
    generalization_capacity : What the instances agree on, in bits.

    Notes
    -----
    The two-instance setting of [VAL §1.2].

    Examples
    --------
    >>> from coterie import make_instances
    >>> make_instances([[3, 0], [2, 5]])
    Thinning(n_splits=5, share=0.5, pairwise=None)
    """
    if isinstance(kind, Instances):
        return kind
    if callable(kind):
        return Generative(sampler=kind, n_splits=n_splits)
    if kind == "auto":
        kind = fitting_kind(X)
    if kind not in KINDS:
        names = ", ".join(map(repr, ("auto", *KINDS)))
        message = f"instances={kind!r} must be one of {names}, a function or a maker of instances."
        raise InputError(message)
    return KINDS[kind]() if kind == "pair" else KINDS[kind](n_splits=n_splits)


def fitting_kind(X: Any) -> str:
    """Name what suits the data.

    Examples
    --------
    >>> import numpy as np
    >>> fitting_kind(np.linspace(0.0, 1.0, 30).reshape(3, 10))
    'features'
    """
    if is_replicated(X):
        return "pair"
    data = as_instance(X)
    if is_whole(data):
        return "thinning"
    if data.shape[1] >= MANY and not is_pairwise(data):
        return "features"
    warn(
        "two instances: there are no replicates, no counts and no columns to split, so the objects "
        "are split and paired by nearness. That makes noise look small: read the bits as too high, "
        "and compare them only with one another. Give replicates as [X1, X2] if you have any.",
        DataWarning,
    )
    return "objects"


def is_replicated(X: Any) -> bool:
    """Tell whether these are several tables.

    Examples
    --------
    >>> is_replicated([[[0.0], [1.0]], [[0.1], [0.9]]]), is_replicated([[0.0], [1.0]])
    (True, False)
    """
    if not isinstance(X, list | tuple) or len(X) < 2:
        return False
    return all(len(getattr(each, "shape", np.shape(each))) == 2 for each in X)
