"""What the past of a sequence tells about its future."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.measures._information_bias import information_bias
from coterie.measures._mutual_information import mutual_information

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from coterie._core.random import RandomState
    from coterie._core.types import IntArray

CORRECTIONS = (None, "permutation", "analytic")


class PastAndFuture(NamedTuple):
    """How often each future followed each past, and the symbols of both."""

    counts: sp.csr_array
    past: list[tuple[Any, ...]]
    future: list[tuple[Any, ...]]


def past_and_future(
    *sequences: Iterable[Hashable], past: int = 1, future: int = 1
) -> PastAndFuture:
    """Count which symbols follow which.

    The table takes any estimator that takes counts: its rows are pasts, and clusters of them are
    what one has to remember of the past to know the future.

    Parameters
    ----------
    *sequences : str, list, array or other iterable of hashable symbols
        Each a sequence of its own: nothing is counted across the end of one.
    past, future : int, default=1
        How many symbols before and after each moment to look at.

    Returns
    -------
    PastAndFuture
        Named tuple of ``counts`` (csr_array, a row for each past that occurs and a column for each
        future), ``past`` and ``future`` (lists of tuples of symbols: what rows and columns are, in
        the order in which their symbols first occur).

    See Also
    --------
    predictive_information : What such a table tells.

    Notes
    -----
    The table of [IB §5]. A moment counts if there are enough symbols on both sides of it, so a
    sequence of n symbols has n - past - future + 1 of them.

    Examples
    --------
    >>> from coterie.measures import past_and_future
    >>> table = past_and_future("banana", "bandana", past=2)
    >>> table.counts.toarray()
    array([[0, 2, 0],
           [3, 0, 1],
           [0, 1, 0],
           [1, 0, 0],
           [0, 1, 0]])
    >>> ["".join(word) for word in table.past], ["".join(word) for word in table.future]
    (['ba', 'an', 'na', 'nd', 'da'], ['a', 'n', 'd'])
    """
    return _counted(sequences, past, future, "past_and_future")


def _counted(
    sequences: Sequence[Iterable[Hashable]], past: int, future: int, owner: str
) -> PastAndFuture:
    """Count, and speak in the name of the owner."""
    _check_lengths(past, future, owner)
    symbols: dict[Hashable, int] = {}
    moments = [_windows(_encoded(each, symbols, owner), past + future) for each in sequences]
    words = np.concatenate([np.empty((0, past + future), dtype=np.int64), *moments])
    if len(words) == 0:
        message = (
            f"{owner}: no sequence of the {len(sequences)} given has as many as "
            f"{past + future} symbols, past and future together; give longer ones, or look less "
            f"far."
        )
        raise InputError(message)
    before, row = np.unique(words[:, :past], axis=0, return_inverse=True)
    after, column = np.unique(words[:, past:], axis=0, return_inverse=True)
    once = np.ones(len(words), dtype=np.int64)
    counts = sp.csr_array((once, (row.ravel(), column.ravel())), shape=(len(before), len(after)))
    names = list(symbols)
    said = ([tuple(names[code] for code in word) for word in side] for side in (before, after))
    return PastAndFuture(counts, *said)


def predictive_information(
    *sequences: Iterable[Hashable],
    past: int = 1,
    future: int = 1,
    correction: str | None = None,
    random_state: RandomState = None,
    base: float | None = None,
) -> float:
    """Tell how much the past of a sequence says about its future.

    Parameters
    ----------
    *sequences : str, list, array or other iterable of hashable symbols
        Each a sequence of its own.
    past, future : int, default=1
        How many symbols before and after each moment to look at.
    correction : {None, "permutation", "analytic"}, default=None
        Subtract what so many counts tell by accident, estimated by `information_bias`. The longer
        the words, the fewer there are of each, and the more of what they tell is accident.
    random_state : int, Generator, RandomState or None
        Seed of the permutations.
    base : float, optional
        Base of the logarithm. The default gives nats, 2 gives bits.

    Returns
    -------
    float
        I(past; future). Not negative without correction.

    See Also
    --------
    past_and_future : The table behind it.
    information_bias : The corrections, and how far they are to be trusted.

    Notes
    -----
    The predictive information of [IB §5]. For a Markov chain it is H(now) - H(next | now), however
    far one looks: more pasts and futures add nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.measures import predictive_information
    >>> round(predictive_information("abababababa", base=2), 12)
    1.0
    >>> coin = np.random.default_rng(0).integers(2, size=500)
    >>> round(predictive_information(coin, past=4), 3)  # there is nothing to know
    0.015
    >>> round(predictive_information(coin, past=4, correction="permutation", random_state=0), 3)
    0.002
    """
    if correction not in CORRECTIONS:
        allowed = ", ".join(map(repr, CORRECTIONS))
        message = f"predictive_information: correction={correction!r} must be one of {allowed}."
        raise InputError(message)
    counts = _counted(sequences, past, future, "predictive_information").counts
    if correction is None:
        return float(mutual_information(counts, base=base))
    found = information_bias(counts, method=correction, random_state=random_state, base=base)
    return found.corrected


def _check_lengths(past: int, future: int, owner: str) -> None:
    for name, length in (("past", past), ("future", future)):
        if isinstance(length, bool) or not (isinstance(length, int | np.integer) and length >= 1):
            message = f"{owner}: {name}={length!r} must be an integer >= 1."
            raise InputError(message)


def _encoded(sequence: Iterable[Hashable], symbols: dict[Hashable, int], owner: str) -> IntArray:
    """Return the number of each symbol; a new one gets the next."""
    given: Any = sequence.tolist() if isinstance(sequence, np.ndarray) else sequence
    try:
        codes = [symbols.setdefault(symbol, len(symbols)) for symbol in given]
    except TypeError as error:
        message = (
            f"{owner}: a sequence must be an iterable of hashable symbols, such as a text "
            f"or a list of names, not {type(sequence).__name__} ({error})."
        )
        raise InputError(message) from error
    return np.array(codes, dtype=np.int64)


def _windows(codes: IntArray, size: int) -> IntArray:
    """All runs of so many symbols, one in each row."""
    if codes.size < size:
        return np.empty((0, size), dtype=np.int64)
    return np.lib.stride_tricks.sliding_window_view(codes, size)
