"""What is said and done about similarities that a cost cannot take as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import DataWarning, InputError, some, warn

if TYPE_CHECKING:
    from coterie._core.types import BoolArray, FloatArray, IntArray
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
        tell_alone(alone, linked.size, "linked to nothing", owner)
    if linked.sum() < n_clusters:
        message = (
            f"{owner}: {linked.sum()} of n_samples={linked.size} objects have links, fewer than "
            f"the {n_clusters} clusters asked for. Ask for fewer clusters."
        )
        raise InputError(message)
    return linked


def tell_alone(alone: IntArray, n_objects: int, fate: str, owner: str) -> None:
    """Warn of objects that get no cluster, and say what became of them."""
    is_, get = ("is", "gets") if alone.size == 1 else ("are", "get")
    warn(
        f"{owner}: {alone.size} of {n_objects} objects {is_} {fate} (first: "
        f"{some(alone.tolist())}) and {get} no cluster (-1).",
        DataWarning,
    )


def tell_all_alike(problem: PairwiseProblem, n_clusters: int, owner: str) -> None:
    """Warn where no two pairs differ."""
    if not 1 < n_clusters < problem.n_objects:
        return
    least, largest = problem.extremes
    if least == largest:
        warn(
            f"{owner}: every pair has the similarity {least:.4g}, so that labels mean nothing. "
            f"Give objects that differ, or take another similarity.",
            DataWarning,
        )


def advise_shift(problem: PairwiseProblem, shift: float, owner: str) -> None:
    """Warn where nothing keeps objects apart, and name shifts that would."""
    n = problem.n_objects
    if n < 2:
        return
    least, largest = problem.extremes
    if least + shift < 0.0 or least == largest:
        return
    mean = problem.pair_sum * 2.0 / (n * (n - 1))
    warn(
        f"{owner}: no similarity is negative, so a single cluster is the best answer. Take a "
        f"shift between {-mean:.4g} (few clusters) and {-largest:.4g} (many, alike in size).",
        DataWarning,
    )
