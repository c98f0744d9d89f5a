"""Where data lie: a file (perhaps compressed), a folder, standard input or a database address."""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import os
import shutil
import sys
import tempfile
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Self
from urllib.parse import urlsplit

from coterie._core.errors import InputError
from coterie.sources._faults import cause

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from coterie.sources._text_file import TextFile

CHUNK = 1 << 20
STANDARD_INPUT = "standard input"
DATABASE_SCHEMES = ("postgresql://", "postgres://")

COMPRESSIONS: dict[bytes, tuple[str, Callable[..., Any]]] = {
    b"\x1f\x8b": ("gzip", gzip.open),
    b"BZh": ("bzip2", bz2.open),
    b"\xfd7zXZ\x00": ("xz", lzma.open),
}


class Source:
    """One place that data come from, and the temporary folder in which it is unpacked.

    A context manager: what was unpacked is deleted, and what was opened is closed, at its end.
    """

    def __init__(self, location: str | os.PathLike[str]) -> None:
        self.location = os.fspath(location)
        self.origin = self.location
        self.path: Path | None = None
        self.resources = ExitStack()
        self.text_file: TextFile | None = None
        if self.is_database:
            self.origin = without_password(self.location)
        elif self.location == "-":
            self.origin = STANDARD_INPUT
        else:
            self.path = Path(self.location).expanduser()

    def __enter__(self) -> Self:
        if not self.location.strip():
            message = "the location of the data is empty; give a file, a folder or an address."
            raise InputError(message)
        if self.path is not None and not os.path.exists(self.path):  # noqa: PTH110
            message = f"{self.origin}: there is no such file or folder; check the path."
            raise InputError(message)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.resources.close()

    @property
    def is_database(self) -> bool:
        """Whether the location is the address of a Postgres server."""
        return self.location.startswith(DATABASE_SCHEMES)

    @property
    def is_folder(self) -> bool:
        """Whether the location is a folder."""
        return self.path is not None and self.path.is_dir()

    @cached_property
    def workspace(self) -> Path:
        """A temporary folder of our own, deleted at the end."""
        folder = tempfile.TemporaryDirectory(prefix="coterie-", ignore_cleanup_errors=True)
        return Path(self.resources.enter_context(folder))

    @cached_property
    def file(self) -> Path:
        """The file as it lies on disk; standard input and pipes go to the workspace first."""
        if self.path is not None and self.path.is_file():
            return self.path
        if self.path is not None:
            with self.path.open("rb") as pipe:
                return self._unpack(pipe, "pipe", "data")
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            message = f"{STANDARD_INPUT}: is not connected; give a file instead of '-'."
            raise InputError(message)
        return self._unpack(stream, "stdin", STANDARD_INPUT)

    @cached_property
    def compression(self) -> tuple[str, Callable[..., Any]] | None:
        """How the file is compressed, by its first bytes."""
        with self._open_raw() as stream:
            start = stream.read(6)
        known = (how for magic, how in COMPRESSIONS.items() if start.startswith(magic))
        return next(known, None)

    @property
    def suffix(self) -> str:
        """The ending that names the format: ``.csv`` of ``visits.csv.gz``."""
        if self.path is None:
            return ""
        name = Path(self.path.name.lower())
        return Path(name.stem).suffix if name.suffix in {".gz", ".bz2", ".xz"} else name.suffix

    @cached_property
    def plain(self) -> Path:
        """The file without its compression, unpacked to the workspace where it has one."""
        if self.compression is None:
            return self.file
        with self.open() as stream:
            return self._unpack(stream, "plain", f"{self.compression[0]} data")

    def open(self) -> BinaryIO:
        """Open the bytes without their compression."""
        if self.compression is None:
            return self._open_raw()
        opener = self.compression[1]
        stream: BinaryIO = opener(self.file, "rb")
        return stream

    def head(self, size: int = CHUNK) -> bytes:
        """Return the first bytes without compression."""
        words = "a file" if self.compression is None else f"{self.compression[0]} data"
        try:
            with self.open() as stream:
                return stream.read(size)
        except InputError:
            raise
        except Exception as error:  # gzip, bz2 and lzma have no error in common
            raise self._damaged(words, error) from error

    def _open_raw(self) -> BinaryIO:
        try:
            return self.file.open("rb")
        except OSError as error:
            message = f"{self.origin}: cannot be opened ({error.strerror or error})."
            raise InputError(message) from error

    def _unpack(self, stream: BinaryIO, name: str, words: str) -> Path:
        target = self.workspace / f"{name}{self.suffix}"
        try:
            with target.open("wb") as out:
                shutil.copyfileobj(stream, out, CHUNK)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                message = (
                    f"{self.origin}: the temporary folder {target.parent.parent} is full; "
                    "set TMPDIR to a folder with more room."
                )
                raise InputError(message) from error
            raise self._damaged(words, error) from error
        except Exception as error:
            raise self._damaged(words, error) from error
        return target

    def _damaged(self, words: str, error: Exception) -> InputError:
        return InputError(
            f"{self.origin}: the {words} are cut off or damaged ({cause(error)}); "
            "make a fresh copy of the file."
        )


def without_password(address: str) -> str:
    """Return a database address that may be shown.

    Examples
    --------
    >>> without_password("postgresql://ada:secret@db.example:5432/visits?password=secret")
    'postgresql://ada@db.example:5432/visits'
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return f"{address.partition('://')[0]}://..."
    login, _, host = parts.netloc.rpartition("@")
    user = login.partition(":")[0]
    return f"{parts.scheme}://{user + '@' if user else ''}{host}{parts.path}"
