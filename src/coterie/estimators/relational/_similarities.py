"""What is said and done about similarities that a cost cannot take as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import DataWarning, InputError, some, warn

if TYPE_CHECKING:
    from coterie._core.types import BoolArray, FloatArray
    from coterie.problems import PairwiseProblem


def none_negative(similarities: FloatArray, name: str) -> FloatArray:
    """Raise correlations by 1: cuts take similarities of which none is negative [GRA §9].

    Examples
    --------
    >>> none_negative(np.array([[1.0, -0.5], [-0.5, 1.0]]), "correlation")
    array([[2. , 0.5],
           [0.5, 2. ]])
    """
    return similarities + 1.0 if name == "correlation" else similarities


def with_links(problem: PairwiseProblem, n_clusters: int, owner: str) -> BoolArray:
    """Tell which objects have links, and warn of those that have none."""
    linked = problem.linked
    alone = np.flatnonzero(~linked)
    if alone.size:
        is_ = "object is" if alone.size == 1 else "objects are"
        warn(
            f"{owner}: {alone.size} of {linked.size} {is_} linked to nothing (first: "
            f"{some(alone.tolist())}) and get no cluster (-1).",
            DataWarning,
        )
    if linked.sum() < n_clusters:
        message = (
            f"{owner}: {linked.sum()} of n_samples={linked.size} objects have links, fewer than "
            f"the {n_clusters} clusters asked for. Ask for fewer clusters."
        )
        raise InputError(message)
    return linked


def advise_shift(problem: PairwiseProblem, shift: float, owner: str) -> None:
    """Warn where nothing keeps objects apart, and name shifts that would."""
    n = problem.n_objects
    if n < 2:
        return
    least, largest = problem.extremes
    if least + shift < 0.0:
        return
    mean = problem.pair_sum * 2.0 / (n * (n - 1))
    warn(
        f"{owner}: no similarity is negative, so a single cluster is the best answer. Take a "
        f"shift between {-mean:.4g} (few clusters) and {-largest:.4g} (many, alike in size).",
        DataWarning,
    )
