"""The 20 Newsgroups collection, read from the data folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError, some
from coterie._core.random import RandomState, generator
from coterie.datasets._dataset import Dataset
from coterie.datasets._folder import file_in_folder, read_json_lines

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from numpy.typing import NDArray

NEWSGROUP_SETS: dict[str, tuple[str, ...]] = {
    "Binary": ("talk.politics.mideast", "talk.politics.misc"),
    "Multi5": (
        "comp.graphics",
        "rec.motorcycles",
        "rec.sport.baseball",
        "sci.space",
        "talk.politics.mideast",
    ),
    "Multi10": (
        "alt.atheism",
        "comp.sys.mac.hardware",
        "misc.forsale",
        "rec.autos",
        "rec.sport.hockey",
        "sci.crypt",
        "sci.electronics",
        "sci.med",
        "sci.space",
        "talk.politics.guns",
    ),
    "Science": ("sci.crypt", "sci.electronics", "sci.med", "sci.space"),
}
"""The groups of the customary subsets."""

UNITED = {
    "religion": ("alt.atheism", "soc.religion.christian", "talk.religion.misc"),
    "transport": ("rec.autos", "rec.motorcycles"),
    "sport": ("rec.sport.baseball", "rec.sport.hockey"),
    "politics": ("talk.politics.guns", "talk.politics.mideast", "talk.politics.misc"),
}

DESCRIPTION = """\
20 Newsgroups, the "bydate" version: 18,846 posts to 20 Usenet groups (Lang, NewsWeeder, 1995). No
terms are stated; the collection circulates for research. details holds the united groups, "ten" (5
groups on computers are one class, likewise religion, politics, sport and transport), and "split",
the customary division into train and test.
"""


def load_newsgroups(
    subset: str | Collection[str] = "all",
    *,
    content: str = "texts",
    headers: Collection[str] | None = ("Subject",),
    per_group: int | None = None,
    random_state: RandomState = None,
    folder: str | Path | None = None,
) -> Dataset:
    """Read posts of the 20 Newsgroups collection.

    Parameters
    ----------
    subset : {"all", "Binary", "Multi5", "Multi10", "Science"} or list of str, default="all"
        A customary subset (`NEWSGROUP_SETS`), or the names of the groups.
    content : {"texts", "counts"}, default="texts"
        The posts themselves, or the word counts that come with the collection (bodies only, lower
        case, runs of letters, words in at least three posts). Counts of a subset keep all columns.
    headers : list of str or None, default=("Subject",)
        Which header lines stay in the texts; None leaves the posts as they are.
    per_group : int, optional
        Draw so many posts of each group instead of taking all.
    random_state : int, RandomState, Generator or None, default=None
        For the draw.
    folder : str or Path, optional
        The data folder, if it is not the one named by ``COTERIE_DATA``.

    Returns
    -------
    Dataset
        Posts in the order of the collection with their group as target.

    Raises
    ------
    InputError
        If the collection is not in the data folder.

    Notes
    -----
    The subsets, and the draw of 500 posts from each, are those of [IB E-07]; "Science" is that of
    [IB E-02].

    Examples
    --------
    >>> from coterie.datasets import load_newsgroups
    >>> load_newsgroups("Binary", folder="nowhere")
    Traceback (most recent call last):
    ...
    coterie._core.errors.InputError: 20newsgroups/labels.npz: no such file in the data folder ...
    """
    if content not in {"texts", "counts"}:
        message = f"content: {content!r} is not known; ask for 'texts' or 'counts'."
        raise InputError(message)
    with np.load(file_in_folder("20newsgroups/labels.npz", folder)) as labels:
        group_names, groups = labels["target_names"], labels["y"].astype(np.int64)
        names, is_train = labels["id"], labels["is_train"]
    chosen = chosen_groups(subset, group_names)
    rows = np.flatnonzero(np.isin(groups, chosen))
    if per_group is not None:
        rows = drawn(rows, groups, per_group, generator(random_state))
    data, words = (read_texts if content == "texts" else read_counts)(rows, headers, folder)
    split = np.where(is_train[rows], "train", "test")
    return Dataset(
        data=data,
        row_names=names[rows],
        column_names=words,
        target=np.searchsorted(chosen, groups[rows]),
        target_names=group_names[chosen],
        description=DESCRIPTION,
        details={"ten": united(group_names[groups[rows]]), "split": split},
    )


def strip_headers(message: str, keep: Collection[str] = ("Subject",)) -> str:
    r"""Return a news or mail message without the header, except for the lines asked for.

    Parameters
    ----------
    message : str
        The header ends with the first blank line.
    keep : list of str, default=("Subject",)
        The header lines whose content stays, in front of the body.

    Returns
    -------
    str
        The content of those lines (without "Subject:" itself), then the body.

    Examples
    --------
    >>> strip_headers("From: me\nSubject: Re: shoes\n  for sale\nLines: 1\n\nSold.\n")
    'Re: shoes\n  for sale\nSold.\n'
    """
    header, blank, body = message.partition("\n\n")
    if not blank:
        return message
    wanted = {name.lower() for name in keep}
    kept, keeping = [], False
    for line in header.split("\n"):
        if line[:1] in {" ", "\t"}:  # a line that goes on
            content = line
        else:
            name, _, content = line.partition(":")
            keeping, content = name.lower() in wanted, content.strip()
        if keeping:
            kept.append(content)
    return "\n".join([*kept, body])


def chosen_groups(subset: str | Collection[str], known: NDArray[np.str_]) -> NDArray[np.int64]:
    """Return the numbers of the groups that are asked for, in the order of the collection."""
    if isinstance(subset, str) and subset != "all" and subset not in NEWSGROUP_SETS:
        message = (
            f"subset: {subset!r} is not known; use 'all', {', '.join(map(repr, NEWSGROUP_SETS))}, "
            "or a list of group names."
        )
        raise InputError(message)
    wanted = NEWSGROUP_SETS.get(subset, known) if isinstance(subset, str) else list(subset)
    strangers = sorted(set(wanted) - set(known.tolist()))
    if strangers:
        named = some(map(repr, strangers))
        message = f"subset: no group is called {named}; use names like 'sci.med'."
        raise InputError(message)
    return np.flatnonzero(np.isin(known, list(wanted)))


def drawn(
    rows: NDArray[np.int64], groups: NDArray[np.int64], size: int, random: np.random.Generator
) -> NDArray[np.int64]:
    """Draw the same number of posts from each group, without repetition."""
    members = [rows[groups[rows] == group] for group in np.unique(groups[rows])]
    smallest = min(len(member) for member in members)
    if not 1 <= size <= smallest:
        message = f"per_group: {size} must be between 1 and {smallest}, the size of a group."
        raise InputError(message)
    return np.sort(np.concatenate([random.choice(m, size, replace=False) for m in members]))


def united(groups: NDArray[np.str_]) -> NDArray[np.str_]:
    """Return the class of each post among the ten united groups."""
    names = {group: name for name, members in UNITED.items() for group in members}
    return np.array(
        ["comp" if group.startswith("comp.") else names.get(group, group) for group in groups]
    )


def read_texts(rows: Any, headers: Collection[str] | None, folder: Any) -> tuple[list[str], None]:
    """Return the posts of some rows."""
    posts = read_json_lines(file_in_folder("20newsgroups/20news_bydate.jsonl.xz", folder))
    texts = [posts[row]["text"] for row in rows]
    return (texts if headers is None else [strip_headers(text, headers) for text in texts]), None


def read_counts(rows: Any, headers: object, folder: Any) -> tuple[sp.csr_array, NDArray[np.str_]]:
    """Return the word counts of some rows, and the words."""
    counts = sp.csr_array(sp.load_npz(file_in_folder("20newsgroups/counts_body.npz", folder)))
    words = np.loadtxt(
        file_in_folder("20newsgroups/vocab_body.txt.gz", folder),
        dtype=str,
        comments=None,
        encoding="utf-8",
    )
    return counts[rows].astype(np.int64), words
