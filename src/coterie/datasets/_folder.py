"""Where the larger data sets lie, which are read and never fetched."""

from __future__ import annotations

import json
import lzma
import os
from pathlib import Path
from typing import Any

from coterie._core.errors import InputError

USUAL_PLACE = "../shared/data"


def file_in_folder(name: str, folder: str | Path | None) -> Path:
    """Return the path of a data file, or say which folder was looked at.

    Parameters
    ----------
    name : str
        Path of the file inside the folder.
    folder : str, Path or None
        The folder; None means the one that the environment variable ``COTERIE_DATA`` names, or
        else ``../shared/data``.
    """
    place = Path(folder or os.environ.get("COTERIE_DATA") or USUAL_PLACE)
    path = place / name
    if not path.is_file():
        message = (
            f"{name}: no such file in the data folder {place.absolute()}. Data sets of this size "
            "are not downloaded; set COTERIE_DATA or pass folder= to say where they lie."
        )
        raise InputError(message)
    return path


def read_json_lines(path: Path) -> list[Any]:
    """Return the records of an xz-compressed file with one JSON object a line."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]
