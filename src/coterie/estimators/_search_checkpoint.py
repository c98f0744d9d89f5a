"""What a long search has found so far, in a file of lines that any program reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import joblib
import numpy as np

from coterie._core.errors import InputError
from coterie.estimators._search_results import Tried
from coterie.validation import Capacity, Meeting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie.estimators._search_results import Candidate


class Checkpoint:
    """Capacities on disk, one line for each candidate; None keeps nothing.

    Parameters
    ----------
    path : str, Path or None
        The file; it is made if it is not there.
    signature : object
        What the search was about: its data and settings.
    """

    def __init__(self, path: Any, signature: Any) -> None:
        self._path = None if path is None else Path(path)
        self._mark = joblib.hash(signature)
        self._known: dict[str, dict[str, Any]] = {}
        if self._path is not None and self._path.exists():
            self._read(self._path)

    def _read(self, path: Path) -> None:
        lines = [line for line in path.read_text().splitlines() if line.strip()]
        for number, line in enumerate(lines, 1):
            try:
                found = json.loads(line)
                mark, key = found["search"], found["candidate"]
            except (ValueError, KeyError, TypeError):
                if number == len(lines):  # it was being written when the power went
                    continue
                message = (
                    f"checkpoint={str(path)!r}: line {number} is none of a search. Name another "
                    f"file, or delete it."
                )
                raise InputError(message) from None
            if mark != self._mark:
                message = (
                    f"checkpoint={str(path)!r} is of other data or other settings. Name another "
                    f"file, or delete it to begin anew."
                )
                raise InputError(message)
            self._known[key] = found

    def find(self, candidate: Candidate) -> Tried | None:
        """Return what is known of a candidate."""
        found = self._known.get(candidate.key)
        if found is None:
            return None
        return Tried(candidate, told_capacity(found["capacity"]), float(found["seconds"]))

    def keep(self, tried: Tried) -> None:
        """Write down what is known of a candidate now."""
        if self._path is None:
            return
        line = {
            "search": self._mark,
            "candidate": tried.candidate.key,
            "seconds": tried.seconds,
            "capacity": written_capacity(tried.capacity),
        }
        with self._path.open("a") as file:
            file.write(json.dumps(line) + "\n")


def written_capacity(capacity: Capacity) -> dict[str, Any]:
    """Return a capacity as lists and numbers."""
    return {
        "inverse_temperatures": capacity.inverse_temperatures.tolist(),
        "curve": capacity.curve.tolist(),
        "entropies": capacity.entropies.tolist(),
        "labels": lists(part for pair in capacity.labels for part in pair),
        "agreements": lists(capacity.agreements),
        "effective": list(capacity.effective),
        "objects": lists(meeting.objects for meeting in capacity.meetings),
        "partners": lists(meeting.partners for meeting in capacity.meetings),
        "n_clusters": int(capacity.n_clusters),
        "method": capacity.method,
        "slacks": None if capacity.slacks is None else capacity.slacks.tolist(),
        "instances": capacity.instances,
        "assumption": capacity.assumption,
    }


def told_capacity(written: dict[str, Any]) -> Capacity:
    """Read a capacity back."""
    labels = [np.array(part, dtype=np.int64) for part in written["labels"]]
    who = zip(written["objects"], written["partners"], strict=True)
    return Capacity(
        inverse_temperatures=np.array(written["inverse_temperatures"]),
        curve=np.array(written["curve"]),
        entropies=np.array(written["entropies"]),
        labels=tuple(zip(labels[::2], labels[1::2], strict=True)),
        agreements=tuple(np.array(each) for each in written["agreements"]),
        effective=tuple(written["effective"]),
        meetings=tuple(Meeting(np.array(one), np.array(other)) for one, other in who),
        n_clusters=written["n_clusters"],
        method=written["method"],
        slacks=None if written["slacks"] is None else np.array(written["slacks"]),
        instances=written["instances"],
        assumption=written["assumption"],
    )


def lists(arrays: Any) -> Sequence[Any]:
    """Return arrays as lists."""
    return [np.asarray(each).tolist() for each in arrays]
