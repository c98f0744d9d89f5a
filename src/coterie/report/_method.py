"""Section: what was run, on what, and what the numbers mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie._core.version import __version__
from coterie.report._grouped import name
from coterie.report._units import plain

if TYPE_CHECKING:
    from coterie.report._grouped import Grouped

COUNTED = ("counts", "events", "text", "transitions")


def method(study: Grouped) -> dict[str, Any]:
    """Return the command, the settings, and how the data were understood."""
    matrix = study.table.matrix
    stored = getattr(matrix, "nnz", None)
    return {
        "command": study.request.command,
        "settings": [
            {"setting": name(key), "value": "" if value is None else name(value)}
            for key, value in study.request.settings.items()
        ],
        "origin": study.table.origin,
        "kind": study.table.kind,
        "reasons": [str(reason) for reason in study.table.reasons],
        "n_rows": int(matrix.shape[0]),
        "n_columns": int(matrix.shape[1]),
        "n_entries": None if stored is None else int(stored),
        "total": plain(matrix.sum(), digits=12) if study.table.kind in COUNTED else None,
        "judged": bool(study.evidence and study.evidence.tried),
        "made": study.request.made,
        "version": __version__,
    }
