"""Section: how much information is kept, against the number of groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._request import GROUP
from coterie.report._units import plain, say_error

if TYPE_CHECKING:
    from coterie.report._study import Search, Study


def curve(study: Study) -> dict[str, Any] | None:
    """Return the information kept on training and on held-out data for every number tried."""
    search = study.search
    if search is None:
        return None
    points = [
        {
            "groups": int(number),
            "training_nats": plain(training),
            "held_out_nats": plain(held_out),
            "standard_error_nats": plain(error),
        }
        for number, training, held_out, error in zip(
            search.n_clusters, search.training, search.held_out, search.standard_error, strict=True
        )
    ]
    return {
        "points": points,
        "best": int(search.best_n_clusters),
        "fitted": len(study.clusters),
        "sentences": sentences(study, search),
    }


def sentences(study: Study, search: Search) -> list[str]:
    """Say what was chosen, why, and how sure that is."""
    best = int(search.best_n_clusters)
    at = int(np.flatnonzero(search.n_clusters == best)[0])
    held_out, error = float(search.held_out[at]), float(search.standard_error[at])
    columns = study.nouns[1].many
    if best == 1:
        choice = (
            f"No division into groups says anything about {columns} that also holds for the half "
            "of the data that was set aside, so one group, that is no grouping, is the choice."
        )
    else:
        choice = (
            f"{GROUP.count(best)} are the choice: on the half of the data that was set aside they "
            f"carry {say_error(held_out, error)} bits about {columns}."
        )
    return [said for said in (choice, beyond(search, best), rivals(search, at)) if said]


def beyond(search: Search, best: int) -> str:
    """Say what lies to the right of the choice."""
    if best == max(search.n_clusters):
        return (
            f"That is the largest number tried, so more than {GROUP.count(best)} may be "
            "better still; widen the range to find out."
        )
    if best == 1:
        return ""
    return (
        "More groups always keep more of the half that formed them; what they add does not carry "
        "over to unseen data."
    )


def rivals(search: Search, at: int) -> str:
    """Name the other numbers that the data cannot tell from the choice."""
    reach = search.held_out[at] - search.standard_error[at]
    close = [
        int(number)
        for number, value in zip(search.n_clusters, search.held_out, strict=True)
        if value >= reach and number != search.n_clusters[at]
    ]
    if not close:
        return ""
    listed = spans(sorted(close))
    do = "does" if len(close) == 1 else "do"
    return f"Within one standard error, {listed} {do} as well."


def spans(numbers: list[int]) -> str:
    """Write whole numbers with runs joined.

    Examples
    --------
    >>> spans([3, 5, 6, 7])
    '3 and 5 to 7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
