"""Small real data sets that come with the package; all of them are in the public domain."""

from __future__ import annotations

import io
import lzma
from importlib.resources import files
from typing import Any

import numpy as np
import scipy.sparse as sp

from coterie.datasets._dataset import Dataset

BOOKS = np.array(
    ["The Beasts of Tarzan", "The Gods of Mars", "The Jungle Book", "Rewards and Fairies"]
)
AUTHORS = np.array(["Burroughs", "Burroughs", "Kipling", "Kipling"])
TOPICS = np.array(["jungle", "other", "jungle", "other"])

BOOKS_DESCRIPTION = """\
Passages of about 300 words from four books: The Beasts of Tarzan (1914) and The Gods of Mars (1913)
by Edgar Rice Burroughs, The Jungle Book (1894) and Rewards and Fairies (1910) by Rudyard Kipling.
They can be grouped by author or by topic (two of the books are set in the jungle). A passage ends
with a paragraph; title pages and chapter headings are left out, and so are 6 passages with words
that are slurs today. Public domain.
"""

WOMEN_DESCRIPTION = """\
Which of 14 social events 18 women of a town in the south of the USA attended in the 1930s (Davis,
Gardner and Gardner, Deep South, 1941). details holds four published groupings, counted from 0: two
communities of women ("women_2", also the target) with three of events ("events_3"), and four with
four ("women_4", "events_4").
"""

LETTERS_DESCRIPTION = """\
How often each character follows each other one in F. Scott Fitzgerald's The Great Gatsby (1925),
76 characters with blank, marks, digits, capitals and small letters. Chapter headings are left out,
line ends are blanks, accents are dropped. The target is the usual seven kinds of characters. Public
domain.
"""

ATTENDANCE = {
    "Evelyn": "11111101100000",
    "Laura": "11101111000000",
    "Theresa": "01111111100000",
    "Brenda": "10111111000000",
    "Charlotte": "00111010000000",
    "Frances": "00101101000000",
    "Eleanor": "00001111000000",
    "Pearl": "00000101100000",
    "Ruth": "00001011100000",
    "Verne": "00000011100100",
    "Myra": "00000001110100",
    "Katherine": "00000001110111",
    "Sylvia": "00000011110111",
    "Nora": "00000110111111",
    "Helen": "00000011011100",
    "Dorothy": "00000001100000",
    "Olivia": "00000000101000",
    "Flora": "00000000101000",
}
COMMUNITIES = {
    "women_2": "000000000111111111",
    "women_4": "000000111222222133",
    "events_3": "00000011122222",
    "events_4": "00000011232333",
}

LETTER_KINDS = np.array(
    [
        "blank",
        "mark",
        "small vowel",
        "digit",
        "capital vowel",
        "capital consonant",
        "small consonant",
    ]
)


def load_books() -> Dataset:
    """Return the word counts of passages from four books by two authors.

    Returns
    -------
    Dataset
        One row for each passage, one column for each word that occurs at least twice, with the
        book as target. ``details`` has the ``"author"`` and the ``"topic"`` of each passage.

    See Also
    --------
    load_book_passages : The texts that were counted.

    Examples
    --------
    >>> from coterie.datasets import load_books
    >>> books = load_books()
    >>> books
    Dataset(791 x 8614, 4 classes)
    >>> books.target_names.tolist()
    ['The Beasts of Tarzan', 'The Gods of Mars', 'The Jungle Book', 'Rewards and Fairies']
    """
    stored = read_arrays("books.npz")
    counts = sp.csr_array(
        (stored["counts"].astype(np.int64), stored["columns"].astype(np.int32), stored["starts"]),
        shape=(len(stored["starts"]) - 1, len(stored["words"])),
    )
    return labelled_passages(counts, stored["books"], stored["words"])


def load_book_passages() -> Dataset:
    """Return the texts of the passages that `load_books` has the counts of.

    Returns
    -------
    Dataset
        ``data`` is a list of texts; the rest is as in `load_books`, without columns.

    Examples
    --------
    >>> from coterie.datasets import load_book_passages
    >>> passages = load_book_passages()
    >>> print(passages.data[0][:72])
    "The entire affair is shrouded in mystery," said D'Arnot. "I have it on
    """
    text = lzma.decompress(read_bundled("book_passages.txt.xz")).decode("utf-8")
    return labelled_passages(text.split("\f"), read_arrays("books.npz")["books"], None)


def labelled_passages(data: Any, books: Any, words: Any) -> Dataset:
    """Add names and labels to the passages, in whichever form."""
    books = books.astype(np.int64)
    firsts = np.searchsorted(books, np.arange(len(BOOKS)))
    numbers = np.arange(len(books)) - firsts[books] + 1
    names = [f"{BOOKS[book]} {number:03d}" for book, number in zip(books, numbers, strict=True)]
    return Dataset(
        data=data,
        row_names=np.array(names),
        column_names=words,
        target=books,
        target_names=BOOKS.copy(),
        description=BOOKS_DESCRIPTION,
        details={"author": AUTHORS[books], "topic": TOPICS[books]},
    )


def load_southern_women() -> Dataset:
    """Return which of 18 women attended which of 14 events.

    Returns
    -------
    Dataset
        18 x 14 zeros and ones. The target is the published pair of communities; ``details`` has
        all published groupings of women and events.

    Notes
    -----
    The table and the groupings are those of [MAC §5.8].

    Examples
    --------
    >>> from coterie.datasets import load_southern_women
    >>> women = load_southern_women()
    >>> int(women.data.sum())
    89
    >>> women.row_names[women.target == 1].tolist()[:3]
    ['Verne', 'Myra', 'Katherine']
    """
    attendance = np.array([list(row) for row in ATTENDANCE.values()], dtype=np.int64)
    groupings = {name: np.array(list(row), dtype=np.int64) for name, row in COMMUNITIES.items()}
    return Dataset(
        data=sp.csr_array(attendance),
        row_names=np.array(list(ATTENDANCE)),
        column_names=np.array([f"E{event}" for event in range(1, 15)]),
        target=groupings["women_2"],
        target_names=np.array(["first community", "second community"]),
        description=WOMEN_DESCRIPTION,
        details=groupings,
    )


def load_letter_pairs() -> Dataset:
    """Return how often each character follows each other one in The Great Gatsby.

    Returns
    -------
    Dataset
        76 x 76 counts: rows are the first, columns the second character of a pair. The target is
        the kind of the character.

    Notes
    -----
    The alphabet, the cleaning and the seven kinds are those of [MAC §5.3].

    Examples
    --------
    >>> from coterie.datasets import load_letter_pairs
    >>> pairs = load_letter_pairs()
    >>> place = {name: index for index, name in enumerate(pairs.row_names)}
    >>> int(pairs.data[place["q"], place["u"]]), int(pairs.data[place["q"], place["e"]])
    (156, 0)
    """
    stored = read_arrays("letter_pairs.npz")
    return Dataset(
        data=sp.csr_array(stored["counts"].astype(np.int64)),
        row_names=stored["characters"],
        column_names=stored["characters"],
        target=np.array([kind_of(character) for character in stored["characters"]]),
        target_names=LETTER_KINDS.copy(),
        description=LETTERS_DESCRIPTION,
    )


def kind_of(character: str) -> int:
    """Return the number of the kind that a character belongs to."""
    if character == " ":
        return 0
    if character.isdigit():
        return 3
    if not character.isalpha():
        return 1
    vowel = character in "aeiouAEIOU"
    if character.islower():
        return 2 if vowel else 6
    return 4 if vowel else 5


def read_bundled(name: str) -> bytes:
    """Return the content of a file that comes with the package."""
    return (files("coterie.datasets") / "data" / name).read_bytes()


def read_arrays(name: str) -> dict[str, Any]:
    """Return the arrays of a file that comes with the package."""
    with np.load(io.BytesIO(read_bundled(name)), allow_pickle=False) as stored:
        return dict(stored)
