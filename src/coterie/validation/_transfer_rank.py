"""The rank of a table: as many singular vectors as transfer from some rows to others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.spatial import KDTree

from coterie._core.errors import InputError
from coterie._core.params import RANDOM_STATE, Number, OneOf, check_values
from coterie._core.random import RandomState, child_seeds
from coterie.validation._instances import Pair
from coterie.validation._scores import mapped

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray, IntArray

RULES: Rules = {
    "n_splits": (Number(1, whole=True),),
    "mapping": (OneOf(("nearest", "hungarian")),),
    "random_state": RANDOM_STATE,
}


@dataclass(frozen=True, eq=False)
class RankCosts:
    """Transfer costs of the ranks from 1 on.

    Parameters
    ----------
    costs : ndarray of shape (n_splits, n_ranks)
        Squared error per row of the second half of the rows, by the first half at rank 1, 2, ...

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import RankCosts
    >>> RankCosts(np.array([[3.0, 1.0, 2.0]])).best_rank
    2
    """

    costs: FloatArray

    @property
    def best_rank(self) -> int:
        """The rank of least mean cost."""
        return int(self.costs.mean(axis=0).argmin()) + 1


def transfer_rank(
    X: ArrayLike, *, n_splits: int = 5, mapping: str = "nearest", random_state: RandomState = None
) -> RankCosts:
    """Choose the rank of a table of noisy rows, such as patches of an image.

    Half of the rows are approximated at each rank. The others are compared with the approximation
    of the row that they are nearest to: it gets better as long as singular vectors are of the
    signal, and worse when they are of the noise.

    Parameters
    ----------
    X : array-like of shape (n_rows, n_columns)
        The table.
    n_splits : int, default=5
        Random halves.
    mapping : {"nearest", "hungarian"}, default="nearest"
        The nearest row of the first half, or the partner in the best pairing, which takes too low a
        rank where there is little noise.
    random_state : int, Generator, RandomState or None
        Seed of the halves.

    Returns
    -------
    RankCosts
        `best_rank`, and the costs.

    Notes
    -----
    [VAL 34], the error in Frobenius' norm. All ranks come from one decomposition, because the error
    falls or rises by what a singular vector adds.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import transfer_rank
    >>> rng = np.random.default_rng(0)
    >>> signal = np.repeat(3.0 * rng.normal(size=(20, 3)), 15, axis=0) @ rng.normal(size=(3, 12))
    >>> transfer_rank(signal + rng.normal(size=signal.shape), random_state=0).best_rank
    3
    """
    asked = {"n_splits": n_splits, "mapping": mapping, "random_state": random_state}
    check_values("transfer_rank", asked, RULES)
    table = np.asarray(X, dtype=np.float64)
    if table.ndim != 2 or len(table) < 4:
        message = (
            f"transfer_rank: a table of shape {table.shape} cannot be halved. Give at least four "
            f"rows of numbers."
        )
        raise InputError(message)
    half = len(table) // 2
    costs = []
    for seed in child_seeds(random_state, n_splits):
        order = np.random.default_rng(seed).permutation(len(table))
        costs.append(errors(table[order[:half]], table[order[half : 2 * half]], mapping))
    return RankCosts(np.array(costs))


def errors(first: FloatArray, second: FloatArray, mapping: str) -> FloatArray:
    """Return the squared error per row at each rank."""
    left, values, right = np.linalg.svd(first, full_matrices=False)
    scores: Any = (left * values)[partners(first, second, mapping)]
    gains = 2.0 * np.einsum("ik,ik->k", second @ right.T, scores) - (scores**2).sum(axis=0)
    return np.asarray(((second**2).sum() - np.cumsum(gains)) / len(second))


def partners(first: FloatArray, second: FloatArray, mapping: str) -> IntArray:
    """Return the row of the first half that each of the second is mapped to."""
    if mapping == "nearest":
        return np.asarray(KDTree(first).query(second)[1])
    return mapped(Pair.of_same(first, second), mapping)
