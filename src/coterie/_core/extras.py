"""Optional libraries: loaded when first needed, with a clear sentence when they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from coterie._core.errors import MissingExtraError


def require(module: str, *, extra: str, purpose: str) -> Any:
    """Import an optional module, or say which extra brings it.

    Parameters
    ----------
    module : str
        Dotted name, for example ``"duckdb"``.
    extra : str
        The extra of coterie that installs it.
    purpose : str
        What needs it, as a phrase: "reading CSV files".
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        name = module.partition(".")[0]
        message = f"{purpose} needs {name}, which is not installed: pip install 'coterie[{extra}]'"
        raise MissingExtraError(message) from error
