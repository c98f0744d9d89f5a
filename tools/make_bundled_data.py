"""Make the data files that come with the package from the books in the data folder.

Run it from the repository root; COTERIE_DATA names the data folder (default ../shared/data).
"""

import gzip
import json
import lzma
import os
import re
import unicodedata
from pathlib import Path

import numpy as np

from coterie.datasets._bundled import BOOKS
from coterie.estimators.text._text_preprocessor import TextPreprocessor

SOURCE = Path(os.environ.get("COTERIE_DATA", "../shared/data"))
TARGET = Path("src/coterie/datasets/data")

PASSAGE_WORDS = 300
FIRST_WORDS = {
    "The Beasts of Tarzan": "Chapter 1\n",
    "The Gods of Mars": "Twelve years had passed",
    "The Jungle Book": "Mowgli\u2019s Brothers\n\n",
    "Rewards and Fairies": "A Charm\n\n",
}
CHAPTER = re.compile(r"chapter [0-9ivxl]+", re.IGNORECASE)
SLUR = re.compile(r"nigger", re.IGNORECASE)
CONTENTS = re.compile(r"\n *CONTENTS\n.*?(?=\n\n\n\nCHAPTER I\n)", re.DOTALL)


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a book on one line each, without headings."""
    spaced = text.replace("--", " -- ")
    lines = [" ".join(part.split()) for part in re.split(r"\n\s*\n", spaced)]
    return [line for line in lines if line and not is_heading(line)]


def is_heading(line: str) -> bool:
    """Tell titles, which end without a mark, from short paragraphs."""
    return CHAPTER.fullmatch(line) is not None or (len(line.split()) < 8 and line[-1].isalpha())


def passages(text: str) -> list[str]:
    """Join paragraphs until a passage is long enough; a short rest at the end is left out."""
    found, current, length = [], [], 0
    for paragraph in paragraphs(text):
        current.append(paragraph)
        length += len(paragraph.split())
        if length >= PASSAGE_WORDS:
            found.append("\n\n".join(current))
            current, length = [], 0
    return [passage for passage in found if not SLUR.search(passage)]


def write_books() -> None:
    """Write the passages and their word counts."""
    texts = {}
    with lzma.open(SOURCE / "burroughs_kipling" / "books.jsonl.xz", "rt", encoding="utf-8") as file:
        for line in file:
            book = json.loads(line)
            body = CONTENTS.sub("", book["text"])
            texts[book["work"]] = body[body.index(FIRST_WORDS[book["work"]]) :]
    cut = [passages(texts[name]) for name in BOOKS]
    documents = [passage for book in cut for passage in book]
    cleaning = TextPreprocessor(stop_words=None)
    counts = cleaning.fit_transform(documents)
    np.savez_compressed(
        TARGET / "books.npz",
        counts=counts.data.astype(np.uint8),
        columns=counts.indices.astype(np.uint16),
        starts=counts.indptr.astype(np.int32),
        words=cleaning.get_feature_names_out().astype(str),
        books=np.repeat(np.arange(len(cut), dtype=np.uint8), [len(book) for book in cut]),
    )
    packed = lzma.compress("\f".join(documents).encode("utf-8"), preset=9 | lzma.PRESET_EXTREME)
    (TARGET / "book_passages.txt.xz").write_bytes(packed)


def write_letter_pairs() -> None:
    """Write how often each character follows each other one."""
    with gzip.open(SOURCE / "gatsby" / "great_gatsby.txt.gz", "rt", encoding="utf-8") as file:
        text = re.sub(r"^Chapter \w+\n", "", file.read(), flags=re.MULTILINE)
    text = re.sub(r"\n+", " ", text.replace("_", ""))
    text = text.replace("The only crazy I was", "The only CRAZY I was")  # as it was printed
    decomposed = unicodedata.normalize("NFD", text)
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    characters, places = np.unique(list(plain), return_inverse=True)
    counts = np.zeros((len(characters), len(characters)), dtype=np.int32)
    np.add.at(counts, (places[:-1], places[1:]), 1)
    np.savez_compressed(TARGET / "letter_pairs.npz", counts=counts, characters=characters)


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    write_books()
    write_letter_pairs()
