"""Errors and warnings: one sentence that names the thing, the value, the rule and the way out."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

OUR_FRAMES = (str(Path(__file__).parents[1]), f"{os.sep}sklearn{os.sep}", f"{os.sep}joblib{os.sep}")


class InputError(ValueError):
    """Raised when what the user gave cannot be worked with; the message says how to mend it.

    Examples
    --------
    >>> import coterie
    >>> try:
    ...     coterie.SequentialIB(0).fit([[1, 2], [3, 4]])
    ... except coterie.InputError as error:
    ...     print(error)
    SequentialIB: n_clusters=0 must be an integer >= 1.
    """


class MissingExtraError(ImportError):
    """Raised when an optional library is needed but not installed."""


class CoterieWarning(UserWarning):
    """Base of the warnings that coterie issues."""


class DataWarning(CoterieWarning):
    """Part of the data was set aside, or is probably not what the user meant."""


class ConvergenceNotice(CoterieWarning):
    """An optimisation ended before it had settled."""


def warn(message: str, category: type[Warning] = CoterieWarning) -> None:
    """Warn, pointing at the user's line, beyond this package and the libraries that call it."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and _is_ours(frame.f_code.co_filename):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


def _is_ours(filename: str) -> bool:
    return any(part in filename for part in OUR_FRAMES)


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
