"""Text as UTF-8 on disk: encodings are settled once, so that every reader sees the same."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coterie._core.errors import DataWarning, InputError, warn
from coterie.sources._source import CHUNK, Source

if TYPE_CHECKING:
    from pathlib import Path

MARKS = {  # longer marks first: that of UTF-32 begins with that of UTF-16
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True)
class TextFile:
    """A UTF-8 file with the few facts that readers need.

    Quotes matter because a quoted field may hold line ends.
    """

    path: Path
    n_lines: int
    n_quotes: int


@dataclass
class Survey:
    """What one pass over the bytes shows."""

    n_lines: int = 0
    n_quotes: int = 0
    lone_returns: bool = False
    not_utf8_at: int | None = None
    zero_at: int | None = None
    last_byte: bytes = b""


def as_text_file(source: Source) -> TextFile:
    """Settle the encoding: UTF-8, UTF-16 and UTF-32 by their marks, else Latin-1 with a warning."""
    if source.text_file is None:
        source.text_file = _settle(source)
    return source.text_file


def _settle(source: Source) -> TextFile:
    path = source.plain
    with path.open("rb") as stream:
        mark = stream.read(4)
    marked = next((name for bom, name in MARKS.items() if mark.startswith(bom)), None)
    if marked is not None:
        path = _rewrite(source, path, marked)
    facts = survey(path)
    if facts.zero_at is not None:
        raise not_text(source, facts.zero_at)
    if facts.not_utf8_at is not None:
        warn(
            f"{source.origin}: byte {facts.not_utf8_at + 1:,} is not UTF-8, so the file was read "
            "as Latin-1; save it as UTF-8 if letters look wrong.",
            DataWarning,
        )
        path = _rewrite(source, path, "latin-1")
    elif facts.lone_returns:
        path = _rewrite(source, path, "utf-8")
    if path != source.plain:
        facts = survey(path)
    return TextFile(path, facts.n_lines, facts.n_quotes)


def not_text(source: Source, at: int) -> InputError:
    """Return the error for a file that holds a zero byte."""
    return InputError(
        f"{source.origin}: byte {at + 1:,} is zero, which text never holds: a damaged or binary "
        "file, or UTF-16 without its mark; save it as UTF-8."
    )


def _not_as_marked(source: Source, encoding: str) -> InputError:
    return InputError(
        f"{source.origin}: begins with the mark of {encoding.upper()} but is not written in it; "
        "save it as UTF-8."
    )


def survey(path: Path) -> Survey:
    """Read the bytes once; for plain ASCII this runs at the speed of memory."""
    facts, done = Survey(), 0
    decoder = codecs.getincrementaldecoder("utf-8")()
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            _survey_chunk(facts, chunk, done, decoder)
            done += len(chunk)
            facts.last_byte = chunk[-1:]
    if facts.not_utf8_at is None and decoder.getstate()[0]:
        facts.not_utf8_at = done - 1
    if facts.last_byte not in {b"\n", b""}:
        facts.n_lines += 1
    return facts


def _survey_chunk(
    facts: Survey, chunk: bytes, done: int, decoder: codecs.IncrementalDecoder
) -> None:
    facts.n_lines += chunk.count(b"\n")
    facts.n_quotes += chunk.count(b'"')
    if done == 0:
        facts.lone_returns = b"\r" in chunk and b"\n" not in chunk
    if facts.zero_at is None and b"\x00" in chunk:
        facts.zero_at = done + chunk.index(b"\x00")
    if facts.not_utf8_at is None:
        pending = len(decoder.getstate()[0])
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError as error:
            facts.not_utf8_at = done - pending + error.start


def _rewrite(source: Source, path: Path, encoding: str) -> Path:
    target = source.workspace / f"utf8-{encoding}{source.suffix}"
    try:
        with (
            path.open(encoding=encoding, newline=None) as text,
            target.open("w", encoding="utf-8", newline="") as out,
        ):
            while chunk := text.read(CHUNK):
                out.write(chunk)
    except UnicodeError as error:
        raise _not_as_marked(source, encoding) from error
    return target


def decode_head(source: Source, size: int = CHUNK) -> tuple[str, bool]:
    """Return the first characters, and whether they are the whole text."""
    start = source.head(size)
    complete = len(start) < size
    marked = next((name for bom, name in MARKS.items() if start.startswith(bom)), None)
    try:
        decoder = codecs.getincrementaldecoder(marked or "utf-8-sig")()
        text = decoder.decode(start, final=complete)
    except UnicodeError as error:
        if marked is not None:
            raise _not_as_marked(source, marked) from error
        text = start.decode("latin-1")
    if "\x00" in text:
        raise not_text(source, start.index(b"\x00"))
    return text, complete
