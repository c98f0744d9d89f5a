"""Errors and warnings: one sentence that names the thing, the value, the rule and the way out."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from pathlib import Path

PACKAGE_FOLDER = str(Path(__file__).parents[1])


class InputError(ValueError):
    """Raised when what the user gave cannot be worked with; the message says how to mend it."""


class MissingExtraError(ImportError):
    """Raised when an optional library is needed but not installed."""


class CoterieWarning(UserWarning):
    """Base of the warnings that coterie issues."""


class DataWarning(CoterieWarning):
    """Part of the data was set aside, or is probably not what the user meant."""


class ConvergenceNotice(CoterieWarning):
    """An optimisation ended before it had settled."""


def warn(message: str, category: type[Warning] = CoterieWarning) -> None:
    """Warn, pointing at the line of the caller outside this package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE_FOLDER):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


def some(items: Iterable[object], limit: int = 3) -> str:
    """Return the first few items as text, with an ellipsis where more follow.

    Examples
    --------
    >>> some([7, 31, 90, 91])
    '7, 31, 90, ...'
    """
    listed = list(items)
    shown = ", ".join(str(item) for item in listed[:limit])
    return f"{shown}, ..." if len(listed) > limit else shown
