"""Reuters-21578, ModApte division, read from the data folder."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError
from coterie.datasets._dataset import Dataset
from coterie.datasets._folder import file_in_folder, read_json_lines

if TYPE_CHECKING:
    from pathlib import Path

DESCRIPTION = """\
Reuters-21578 (D. D. Lewis, distribution 1.0, 1997): newswire stories of 1987 in the ModApte
division, those with at least one of the most frequent categories. A story can have several.
Research use only. details holds "split", the division into train and test.
"""


def load_reuters(n_categories: int = 10, *, folder: str | Path | None = None) -> Dataset:
    """Read the Reuters stories of the most frequent categories.

    Parameters
    ----------
    n_categories : int, default=10
        How many categories to take, by their number of stories.
    folder : str or Path, optional
        The data folder, if it is not the one named by ``COTERIE_DATA``.

    Returns
    -------
    Dataset
        Texts (title and body) with an indicator of categories as target, a row for each story and a
        column for each category, the most frequent first.

    Raises
    ------
    InputError
        If the collection is not in the data folder.

    Notes
    -----
    The Reuters set of [IB E-08].

    Examples
    --------
    >>> from coterie.datasets import load_reuters
    >>> load_reuters(folder="nowhere")
    Traceback (most recent call last):
    ...
    coterie._core.errors.InputError: reuters21578/reuters21578.jsonl.xz: no such file ...
    """
    stories = read_json_lines(file_in_folder("reuters21578/reuters21578.jsonl.xz", folder))
    divided = [
        story
        for story in stories
        if story["has_topics"] == "YES" and story["lewissplit"] in {"TRAIN", "TEST"}
    ]
    sizes = Counter(topic for story in divided for topic in set(story["topics"]))
    if not 1 <= n_categories <= len(sizes):
        message = f"n_categories: {n_categories} is not between 1 and {len(sizes)}."
        raise InputError(message)
    by_size = sorted(sizes, key=lambda topic: (-sizes[topic], topic))
    names = np.array(by_size[:n_categories])
    kept = [story for story in divided if not set(story["topics"]).isdisjoint(names.tolist())]
    return Dataset(
        data=[f"{story['title']}\n{story['body']}" for story in kept],
        row_names=np.array([str(story["id"]) for story in kept]),
        column_names=None,
        target=np.array([np.isin(names, story["topics"]) for story in kept]),
        target_names=names,
        description=DESCRIPTION,
        details={"split": np.array([story["lewissplit"].lower() for story in kept])},
    )
