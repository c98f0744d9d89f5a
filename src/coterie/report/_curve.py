"""Section: how much information is kept, against the number of groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.report._request import GROUP
from coterie.report._units import plain, say_error

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.report._study import Search, Study


def curve(study: Study) -> dict[str, Any] | None:
    """Return the information kept on training and on held-out data for every number tried."""
    search = study.search
    if search is None:
        return None
    training, training_error = over_splits(search.training)
    columns = {
        "training_nats": training,
        "training_error_nats": training_error,
        "held_out_nats": search.held_out,
        "standard_error_nats": search.standard_error,
    }
    points = [
        {"groups": int(number)} | {key: plain(values[at]) for key, values in columns.items()}
        for at, number in enumerate(search.n_clusters)
    ]
    return {
        "points": points,
        "best": int(search.best_n_clusters),
        "fitted": len(study.clusters),
        "sentences": sentences(study, search),
    }


def over_splits(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and standard error over the splits of the data; one split has no error."""
    splits = np.asarray(values, dtype=np.float64).reshape(len(values), -1)
    count = splits.shape[1]
    if count == 1:
        return splits[:, 0], np.zeros(len(splits))
    return splits.mean(axis=1), splits.std(axis=1, ddof=1) / np.sqrt(count)


def sentences(study: Study, search: Search) -> list[str]:
    """Say what was chosen, why, and how sure that is."""
    best = int(search.best_n_clusters)
    columns = study.nouns[1].many
    if best == 1:
        nothing = (
            f"No division into groups tells reliably more about {columns} than no division does, "
            "in the half of the data that was set aside. So one group, that is no grouping, is the "
            "choice."
        )
        return [nothing]
    at = int(np.flatnonzero(search.n_clusters == best)[0])
    held_out = say_error(float(search.held_out[at]), float(search.standard_error[at]))
    choice = (
        f"{GROUP.count(best)} are the choice: on the half of the data that was set aside they "
        f"carry {held_out} bits about {columns}."
    )
    said = (choice, bend(search, at), beyond(study, search, best), rivals(search, best))
    return [sentence for sentence in said if sentence]


def bend(search: Search, at: int) -> str:
    """Say where most of it is reached already, for who wants few groups."""
    share = share_at_bend(search, at)
    if share is None:
        return ""
    return f"The curve bends at {GROUP.count(int(search.elbow))}, which carry {share:.0%} of that."


def share_at_bend(search: Search, at: int) -> float | None:
    """Return how much of what the choice carries is there at the bend; None if that is it."""
    elbow = int(search.elbow)
    if elbow == search.n_clusters[at]:
        return None
    bend = int(np.flatnonzero(search.n_clusters == elbow)[0])
    return float(search.held_out[bend] / search.held_out[at])


def beyond(study: Study, search: Search, best: int) -> str:
    """Say what lies to the right of the choice."""
    if best == max(search.n_clusters) and study.request.interrupted:
        return "The search was interrupted there: larger numbers were not tried."
    if best == max(search.n_clusters):
        return (
            f"That is the largest number tried, so more than {GROUP.count(best)} may be "
            "better still; widen the range to find out."
        )
    return (
        "More groups always keep more of the half that formed them; what they add does not carry "
        "over to unseen data."
    )


def rivals(search: Search, best: int) -> str:
    """Name the other numbers that the data cannot tell from the best."""
    top = int(np.argmax(search.held_out))
    enough = search.held_out >= search.held_out[top] - search.standard_error[top]
    close = sorted(int(number) for number in search.n_clusters[enough] if number != best)
    if not close:
        return ""
    do = "does" if len(close) == 1 else "do"
    why = "; the smallest number is taken" if close[0] > best else ""
    return f"Within one standard error, {spans(close)} {do} as well{why}."


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
