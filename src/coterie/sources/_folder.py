"""A folder of text files, or one file with a text on each line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from coterie._core.errors import DataWarning, InputError, some, warn
from coterie.sources._request import Request, Texts
from coterie.sources._table import as_names, numbered
from coterie.sources._text_file import MARKS, as_text_file

if TYPE_CHECKING:
    from pathlib import Path

    from coterie.sources._source import Source

PLAIN_ENDINGS = {".txt", ".text", ".md"}
DATA_ENDINGS = {".csv", ".tsv", ".parquet", ".jsonl", ".npz", ".npy", ".mtx", ".sqlite", ".gz"}


def open_folder(source: Source, request: Request) -> Texts:
    """Open a folder: its ``.txt`` and ``.md`` files, or all its files where it has none."""
    folder = source.path
    if folder is None:
        raise AssertionError  # only folders get here
    found = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(p.startswith(".") for p in path.relative_to(folder).parts)
    )
    plain = [path for path in found if path.suffix.lower() in PLAIN_ENDINGS]
    chosen = plain or found
    if not chosen or (not plain and all(p.suffix.lower() in DATA_ENDINGS for p in chosen)):
        held = some(path.name for path in found) or "nothing"
        message = (
            f"{source.origin}: holds no texts ({held}); name a folder of .txt files or one file."
        )
        raise InputError(message)
    names = as_names(
        os.fsencode(path.relative_to(folder)).decode(errors="replace") for path in chosen
    )
    return Texts(
        source.origin,
        names,
        lambda: _read_all(source.origin, chosen),
        f"a folder with {len(chosen):,} text files",
        n_bytes=sum(path.stat().st_size for path in chosen),
    )


def _read_all(origin: str, paths: list[Path]) -> list[str]:
    texts, guessed = [], []
    for path in paths:
        try:
            raw = path.read_bytes()
        except OSError as error:
            message = f"{origin}: {path.name} cannot be opened ({error.strerror or error})."
            raise InputError(message) from error
        text = _decode(raw)
        if text is None:
            guessed.append(path.name)
            text = raw.decode("latin-1")
        if "\x00" in text:
            message = (
                f"{origin}: {path.name} holds zero bytes, so it is not a text; move it elsewhere."
            )
            raise InputError(message)
        texts.append(text)
    if guessed:
        files = "file is not UTF-8 and was" if len(guessed) == 1 else "files are not UTF-8 and were"
        warn(
            f"{origin}: {len(guessed):,} {files} read as Latin-1 ({some(guessed)}); save as UTF-8 "
            "if letters look wrong.",
            DataWarning,
        )
    return texts


def _decode(raw: bytes) -> str | None:
    encoding = next((name for mark, name in MARKS.items() if raw.startswith(mark)), "utf-8-sig")
    try:
        return raw.decode(encoding)
    except UnicodeError:
        return None


def open_text_lines(source: Source, request: Request) -> Texts:
    """Open a text file in which every line that is not blank is a document."""
    file = as_text_file(source)
    with file.path.open(encoding="utf-8-sig") as lines:
        texts = [line.rstrip("\n") for line in lines if line.strip()]
    if not texts:
        message = f"{source.origin}: is empty; give a file with one text a line."
        raise InputError(message)
    reason = f"each of {len(texts):,} lines is a text"
    return Texts(source.origin, numbered(len(texts)), lambda: texts, reason)
