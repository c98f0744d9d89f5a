"""Folders of results that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from coterie._core.errors import InputError, some

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


def check_target(target: Path, contents: Collection[str], *, replace: bool, way_out: str) -> None:
    """Refuse a folder that exists, unless it may be replaced and holds nothing but results.

    Parameters
    ----------
    target : Path
        The folder to be written.
    contents : collection of str
        Names that such a folder holds; anything else in it belongs to somebody.
    replace : bool
        Whether a folder with these contents may be replaced.
    way_out : str
        What to say to replace it: "--force", "overwrite=True".
    """
    if target.is_symlink() or target.exists():
        if not target.is_dir():
            message = f"{target}: is a file; give the name of a folder that is to be made."
            raise InputError(message)
        held = sorted(entry.name for entry in target.iterdir())
        foreign = [name for name in held if name not in contents]
        if foreign:
            message = (
                f"{target}: exists and holds other things than results ({some(foreign)}), so it "
                "is never replaced; give another folder."
            )
            raise InputError(message)
        if held and not replace:
            message = f"{target}: exists; give another folder, or {way_out} to replace it."
            raise InputError(message)
    home = next(parent for parent in target.absolute().parents if parent.exists())
    if not home.is_dir() or not os.access(home, os.W_OK | os.X_OK):
        message = f"{target}: cannot be made, because {home} cannot be written to."
        raise InputError(message)


@contextmanager
def fresh_folder(
    target: Path, contents: Collection[str], *, replace: bool, way_out: str
) -> Iterator[Path]:
    """Yield a hidden folder beside the target that takes its place when all went well.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as home:
    ...     target = Path(home, "result")
    ...     with fresh_folder(target, {"a.txt"}, replace=False, way_out="--force") as folder:
    ...         _ = Path(folder, "a.txt").write_text("whole")
    ...     [path.name for path in Path(home).iterdir()]
    ['result']
    """
    target = Path(os.path.realpath(target))
    check_target(target, contents, replace=replace, way_out=way_out)
    unfinished = target.parent / f".{target.name}.{secrets.token_hex(4)}.unfinished"
    try:
        unfinished.mkdir(parents=True)
    except OSError as error:
        message = f"{target}: cannot be made ({error.strerror}); give another folder."
        raise InputError(message) from error
    try:
        yield unfinished
        check_target(target, contents, replace=replace, way_out=way_out)
        _swap_in(unfinished, target)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _swap_in(unfinished: Path, target: Path) -> None:
    """Rename; what was there goes last, and comes back should the rename fail."""
    if not target.exists():
        unfinished.rename(target)
        return
    previous = unfinished.with_suffix(".replaced")
    target.rename(previous)
    try:
        unfinished.rename(target)
    except BaseException:
        previous.rename(target)
        raise
    shutil.rmtree(previous, ignore_errors=True)
