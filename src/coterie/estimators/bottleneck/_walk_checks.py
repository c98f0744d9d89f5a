"""What is said where a walk cannot tell as many clusters apart as are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie._core.errors import DataWarning, InputError, warn
from coterie.measures._relaxation import NOISE
from coterie.problems._distinct import distinct_points

if TYPE_CHECKING:
    from coterie.measures import Relaxation


def check_enough_points(X: Any, n_clusters: int, owner: str) -> None:
    """Refuse fewer points than clusters."""
    n_points = X.shape[0]
    if n_points < n_clusters:
        message = (
            f"{owner}: n_samples={n_points} points are fewer than n_clusters={n_clusters}. Ask for "
            f"fewer clusters or give more points."
        )
        raise InputError(message)


def tell_of_points_alike(X: Any, n_clusters: int, owner: str) -> None:
    """Warn where clusters cannot differ, because not so many points do."""
    differ = distinct_points(X, n_clusters)
    if differ < n_clusters:
        points = "point differs" if differ == 1 else "points differ"
        warn(
            f"{owner}: n_clusters={n_clusters}, but only {differ} {points}, so points that are "
            "alike are set apart. Ask for fewer clusters.",
            DataWarning,
        )


def tell_of_a_lost_start(relaxation: Relaxation, n_steps: int, n_clusters: int, owner: str) -> None:
    """Warn where nothing is known of the start any more, so that any clusters are as good."""
    known = relaxation.information[relaxation.steps <= n_steps]
    if n_clusters > 1 and known[-1] <= NOISE < known[0]:
        warn(
            f"{owner}: after n_steps={n_steps} the walk has forgotten where it began, so the "
            "clusters mean nothing. Give fewer steps, or a larger sharpness.",
            DataWarning,
        )
