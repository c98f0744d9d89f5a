"""The error bar of the information that clusters keep."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone

from coterie._core.errors import DataWarning, InputError
from coterie._core.random import RandomState, child_seeds
from coterie.problems import as_canonical_counts
from coterie.validation._thinning import thin_counts

if TYPE_CHECKING:
    from coterie._core.types import Matrix


class InformationEstimate(NamedTuple):
    """The information that clusters keep, and how far it is to be trusted, in nats."""

    information: float
    standard_error: float
    bias: float
    corrected: float


def information_error(
    estimator: Any, X: Matrix, *, n_splits: int = 5, random_state: RandomState = None
) -> InformationEstimate:
    """Tell how much I(T; Y) would differ, had the same things been counted and clustered again.

    Every count is split at random in two halves, and both are clustered afresh. The halves show
    the same rows with independent accidents, so the difference of their information shows the luck
    of the draw, and that of the search with it.

    Parameters
    ----------
    estimator : estimator
        What to cluster with, ``SequentialIB(5)`` for example; it sets `information_`.
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Whole counts.
    n_splits : int, default=5
        Splits to average over, each with two fits; a single further fit sees all counts.
    random_state : int, Generator, RandomState or None
        Seed of splits and fits.

    Returns
    -------
    InformationEstimate
        Named tuple of ``information`` (the clusters of all counts), ``standard_error``, ``bias``
        (by how much that information is too high, since clusters also fit accidents) and
        ``corrected`` (the information less the bias).

    See Also
    --------
    held_out_information : What clusters of one half tell about the other.
    coterie.measures.information_bias : The bias of a table without clusters.

    Notes
    -----
    Thinning of [IB §4.2]. For large samples the variance and the bias of an information both fall
    in proportion to the counts: the standard error is half the root mean square difference of the
    two halves, the bias the excess of the mean half over the whole. Both are estimates for large
    samples. Where the halves have other clusters than the whole, because half the counts do not
    show the same groups, the bias comes out too small or below zero; compare the held-out
    information then. Rows and columns count as given: what other rows would show is not in the
    error bar.

    Examples
    --------
    >>> from coterie import SequentialIB
    >>> from coterie.datasets import make_counts
    >>> from coterie.validation import information_error
    >>> planted = make_counts(n_rows=90, n_columns=60, n_clusters=3, depth=80, random_state=0)
    >>> found = information_error(SequentialIB(3, n_init=3), planted.data, random_state=0)
    >>> print(f"{found.corrected:.3f} +- {found.standard_error:.3f} nats")
    0.249 +- 0.010 nats
    """
    if not (isinstance(n_splits, int | np.integer) and n_splits >= 1):
        message = f"information_error: n_splits={n_splits!r} must be an integer >= 1."
        raise InputError(message)
    counts = as_canonical_counts(X, "information_error")
    for_whole, for_halves, for_luck = child_seeds(random_state, 3)
    whole = _information(estimator, counts, for_whole)
    rng = np.random.default_rng(for_luck)
    halves = np.array(
        [
            [_information(estimator, half, seed) for half in thin_counts(counts, rng)]
            for seed in child_seeds(for_halves, n_splits)
        ]
    )
    error = float(np.sqrt(np.mean(np.diff(halves, axis=1) ** 2)) / 2.0)
    bias = float(halves.mean()) - whole
    return InformationEstimate(whole, error, bias, whole - bias)


def _information(estimator: Any, counts: Matrix, seed: int) -> float:
    """Fit afresh; that some rows of a half are empty needs no word."""
    own = clone(estimator)
    if "random_state" in own.get_params(deep=False):
        own.set_params(random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return float(own.fit(counts).information_)
