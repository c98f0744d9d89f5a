"""What a fitted estimator noted on its way down the temperatures."""

from __future__ import annotations

from typing import Any

from sklearn.utils.validation import check_is_fitted

from coterie._core.errors import InputError


def path_of(estimator: Any, what: str, display: str) -> Any:
    """Return the path of an estimator, each point of which has what is to be drawn."""
    check_is_fitted(estimator)
    path = getattr(estimator, "path_", ())
    if not path or not hasattr(path[0], what):
        message = (
            f"{display}: {type(estimator).__name__} has noted no {what.replace('_', ' ')} on its "
            f"way. Give an estimator that was annealed, and keeps them in path_."
        )
        raise InputError(message)
    return path
