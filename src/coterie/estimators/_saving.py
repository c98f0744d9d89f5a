"""Models as data: JSON beside arrays, loaded without executing anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie._core.folders import fresh_folder
from coterie._core.version import __version__
from coterie.estimators._encoding import Reader, Writer

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from numpy.typing import NDArray

FORMAT = 1
JSON, ARRAYS = "model.json", "arrays.npz"
CONTENTS = frozenset((JSON, ARRAYS))


def save(
    model: Any,
    folder: str | os.PathLike[str],
    *,
    column_names: Sequence[str] | NDArray[Any] | None = None,
    overwrite: bool = False,
) -> None:
    """Save an estimator of coterie, fitted or not, to a folder.

    The folder holds ``model.json`` (what the model is, its parameters and numbers) and
    ``arrays.npz``. It appears whole or not at all.

    Parameters
    ----------
    model : estimator
        Any estimator of coterie, or a scikit-learn pipeline of such.
    folder : str or path
        The folder to make.
    column_names : sequence of str, optional
        Names of the columns, for a model that was fitted to a matrix without names. The loaded
        model has them as `feature_names_in_`, like one that was fitted to a data frame.
    overwrite : bool, default=False
        Replace a model that is already there.

    See Also
    --------
    load : Read the model back.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import coterie
    >>> counts = [[4, 0], [3, 1], [0, 4], [1, 3]]
    >>> model = coterie.SequentialIB(2, random_state=0).fit(counts)
    >>> with TemporaryDirectory() as home:
    ...     coterie.save(model, f"{home}/model")
    ...     again = coterie.load(f"{home}/model")
    >>> (again.predict(counts) == model.labels_).all()
    np.True_
    """
    writer = Writer()
    content = {"format": FORMAT, "coterie": __version__, "model": writer.estimator(model)}
    if column_names is not None:
        content["column_names"] = writer.value(_checked_names(model, column_names), "column_names")
    with fresh_folder(Path(folder), CONTENTS, replace=overwrite, way_out="overwrite=True") as home:
        text = json.dumps(content, allow_nan=False, indent=1)
        (home / JSON).write_text(text + "\n", encoding="utf-8")
        with (home / ARRAYS).open("wb") as stream:
            np.savez(stream, allow_pickle=False, **writer.arrays)


def load(folder: str | os.PathLike[str]) -> Any:
    """Load an estimator that `save` wrote; nothing in the folder is executed.

    Parameters
    ----------
    folder : str or path
        The folder with ``model.json`` and ``arrays.npz``; the one around it, as the command line
        writes it, will do too.

    Returns
    -------
    estimator
        With the parameters and fitted attributes that it was saved with.

    Raises
    ------
    InputError
        The folder holds no model, a damaged one, one of an unknown class, or one that was written
        by a later version of coterie.

    See Also
    --------
    save : Write a model.

    Examples
    --------
    >>> import coterie
    >>> coterie.load("no/such/folder")
    Traceback (most recent call last):
        ...
    coterie._core.errors.InputError: no/such/folder: holds no model.json; give the folder of ...
    """
    home = Path(folder)
    if not (home / JSON).is_file() and (home / "model" / JSON).is_file():
        home = home / "model"
    content = _read_json(home)
    try:
        with (home / ARRAYS).open("rb") as file, np.load(file, allow_pickle=False) as stored:
            reader = Reader({name: stored[name] for name in stored.files})
        model = reader.estimator(content["model"])
        if "column_names" in content:
            _name_columns(model, reader.value(content["column_names"]))
    except InputError as error:
        message = f"{home}: {error}"
        raise InputError(message) from error
    except Exception as error:  # damaged files fail in every way there is
        raise _damaged(home, error) from error
    return model


def _read_json(home: Path) -> dict[str, Any]:
    try:
        content: dict[str, Any] = json.loads((home / JSON).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError) as error:
        message = f"{home}: holds no {JSON}; give the folder of a saved model."
        raise InputError(message) from error
    except (OSError, ValueError, RecursionError) as error:
        raise _damaged(home, error) from error
    version = content.get("format") if isinstance(content, dict) else None
    if not isinstance(version, int) or "model" not in content:
        message = f"{home}: {JSON} is not that of a model; give the folder of a saved model."
        raise InputError(message)
    if version > FORMAT:
        message = (
            f"{home}: was saved in format {version} by coterie {content.get('coterie')}, and this "
            f"version ({__version__}) reads up to {FORMAT}; install a newer coterie."
        )
        raise InputError(message)
    return content


def _damaged(home: Path, error: Exception) -> InputError:
    reason = str(error).strip().splitlines() or [type(error).__name__]
    return InputError(
        f"{home}: the model is incomplete, damaged or of another version of coterie "
        f"({reason[0].rstrip('.')[:160]}); take a fresh copy of the folder, or fit the model again."
    )


def _checked_names(model: Any, names: Sequence[str] | NDArray[Any]) -> Any:
    named = np.array([str(name) for name in names], dtype=object)
    expected = getattr(model, "n_features_in_", None)
    if expected is not None and len(named) != expected:
        message = (
            f"column_names: {len(named)} names were given for the {expected} columns of "
            f"{type(model).__name__}; give one name each."
        )
        raise InputError(message)
    return named


def _name_columns(model: Any, names: Any) -> None:
    if not hasattr(model, "feature_names_in_"):
        model.feature_names_in_ = names
