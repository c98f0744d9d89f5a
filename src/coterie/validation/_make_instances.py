"""Which way to come by two instances suits the data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie._core.errors import DataWarning, InputError, warn
from coterie.validation._instance_kinds import (
    Bootstrap,
    FeatureSplit,
    Generative,
    GivenPair,
    ObjectHalves,
    Thinning,
)
from coterie.validation._instances import Instances
from coterie.validation._pairing import as_instance, is_pairwise, is_replicated, is_whole

if TYPE_CHECKING:
    from collections.abc import Callable

MANY = 8
"""Columns from which it is reasonable to split them in two."""

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
        "are split and paired by nearness. That makes noise look small: bits are too high, they "
        "compare only with one another, and even points without groups have some. Give replicates "
        "as [X1, X2], or instances=NoiseSplit(variance=...) if you know the noise.",
        DataWarning,
    )
    return "objects"
