"""The ways to come by two instances."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie._core.random import RandomState, child_seeds
from coterie.validation._instances import Instances, Pair
from coterie.validation._pairing import (
    as_instance,
    is_pairwise,
    is_replicated,
    is_sparse,
    matched_halves,
    taken,
)
from coterie.validation._thinning import thin_counts

if TYPE_CHECKING:
    from collections.abc import Callable


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
    is, and the bits come out too high: on four Gaussians 1.91 in place of 1.52, and in few
    dimensions even a cloud without groups has more than one. They compare with one another, but
    not with those of other instances.

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
    independent = False

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
class NoiseSplit(Instances):
    """Points whose noise is known, split in two like counts: what one half gains the other loses.

    Parameters
    ----------
    variance : float or array-like of shape (n_columns,)
        Of the noise of a measurement. The spread of a group around its centre is no noise, unless
        its objects are alike but for the measurement.
    n_splits : int
        How many pairs.

    Notes
    -----
    With a draw z of noise of the same variance, X + z and X - z are independent given the truth if
    the noise is Gaussian. Each has twice the variance, so that the bits are a lower bound of those
    of X.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import NoiseSplit
    >>> (pair,) = NoiseSplit(variance=0.1, n_splits=1).draw([[1.0], [3.0]], random_state=0)
    >>> ((pair.first + pair.second) / 2.0).round(9)
    array([[1.],
           [3.]])
    """

    variance: Any

    name = "noise split"
    assumption = (
        "Measurements have Gaussian noise of the variance given. Each instance has twice as much, "
        "so that these are the reliable bits of measurements of half the precision: a lower bound."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (np.asarray(self.variance, dtype=np.float64) > 0.0).all():
            message = f"NoiseSplit: variance={self.variance!r} must be > 0."
            raise InputError(message)

    def split(self, X: Any, rng: np.random.Generator) -> Pair:
        """Return one pair."""
        noise = np.sqrt(np.asarray(self.variance, np.float64)) * rng.standard_normal(X.shape)
        return Pair.of_same(X + noise, X - noise)


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
    independent = False

    def split(self, X: Any, rng: np.random.Generator) -> Pair:
        """Return one pair."""
        first, second = (np.sort(rng.integers(X.shape[1], size=X.shape[1])) for _ in range(2))
        return Pair.of_same(X[:, first], X[:, second])
