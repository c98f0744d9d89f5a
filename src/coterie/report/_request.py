"""What was asked for: the command, its settings, and what rows and columns are called."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class Noun:
    """What one object of the data is called, and many of them."""

    one: str
    many: str

    def count(self, number: int) -> str:
        """Return a number of objects in words.

        Examples
        --------
        >>> Noun("row", "rows").count(1204)
        '1,204 rows'
        """
        return f"{number:,} {self.one if number == 1 else self.many}"


NOUNS = {
    "counts": (Noun("row", "rows"), Noun("column", "columns")),
    "events": (Noun("row", "rows"), Noun("column", "columns")),
    "text": (Noun("document", "documents"), Noun("word", "words")),
    "similarity": (Noun("object", "objects"), Noun("object", "objects")),
    "dissimilarity": (Noun("object", "objects"), Noun("object", "objects")),
    "transitions": (Noun("state", "states"), Noun("next state", "next states")),
}
GROUP = Noun("group", "groups")
IRREGULAR = {
    "person": "people",
    "child": "children",
    "woman": "women",
    "man": "men",
    "mouse": "mice",
}


@dataclass(frozen=True)
class Request:
    """What the user asked for, as far as the report repeats it.

    Parameters
    ----------
    command : str
        The command line or call, as typed.
    rows, columns : str
        What one row and one column stand for ("user", "page"); if empty, the kind of the data
        decides ("document" and "word" for texts).
    settings : mapping of str to str, number or None
        Settings that change the answer, in the order in which the report lists them.
    excerpts : sequence of str, optional
        The beginning of every row's text, shown and searched beside its name.
    made : str
        When, as the page shall say it.
    interrupted : bool
        Whether the run was ended before it was done.

    Examples
    --------
    >>> from coterie.report import Request
    >>> Request(rows="country").nouns("events")[0]
    Noun(one='country', many='countries')
    """

    command: str = ""
    rows: str = ""
    columns: str = ""
    settings: Mapping[str, str | float | None] = field(default_factory=dict)
    excerpts: Sequence[str] | None = None
    made: str = ""
    interrupted: bool = False

    def nouns(self, kind: str) -> tuple[Noun, Noun]:
        """Return the nouns of rows and columns for data of this kind."""
        usual = NOUNS.get(kind, NOUNS["counts"])
        given = (self.rows, self.columns)
        return (
            noun(given[0]) if given[0] else usual[0],
            noun(given[1]) if given[1] else usual[1],
        )


def noun(one: str) -> Noun:
    """Make a noun of a column's name: ``user_id`` stands for users.

    Examples
    --------
    >>> noun("user_id").many, noun("box").many, noun("person").many, noun("words").one
    ('users', 'boxes', 'people', 'words')
    """
    name = one.removesuffix("_id").removesuffix("_name").replace("_", " ").strip() or one
    if name.lower() in IRREGULAR:
        return Noun(name, IRREGULAR[name.lower()])
    if name.endswith(("x", "ch", "sh", "ss")):
        return Noun(name, f"{name}es")
    if name.endswith("s"):
        return Noun(name, name)
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return Noun(name, f"{name[:-1]}ies")
    return Noun(name, f"{name}s")
