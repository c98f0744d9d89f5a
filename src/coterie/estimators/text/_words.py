"""From a text to its words: one pass over the characters, decided by a table."""

from __future__ import annotations

import unicodedata

DIGIT_SYMBOL = "#"
VARIATION_SELECTORS = frozenset((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))


class CharacterTable(dict[int, "int | str | None"]):
    """What becomes of each character; entries are worked out when a character is first met.

    Letters of every script stay, with the marks that belong to them. White space separates words.
    Anything else is deleted, or separates words too.

    Parameters
    ----------
    digits : {"symbol", "each", "drop"}
        Every digit becomes ``#``, stays what it is, or is treated like punctuation.
    punctuation : {"delete", "split"}
        Whether what is neither letter nor digit vanishes or separates.
    """

    def __init__(self, *, digits: str, punctuation: str) -> None:
        super().__init__()
        self.other = None if punctuation == "delete" else " "
        self.digit = {"symbol": DIGIT_SYMBOL, "each": "each", "drop": self.other}[digits]

    def __missing__(self, code: int) -> int | str | None:
        """Decide once; the dictionary remembers."""
        self[code] = meaning = self.meaning(code)
        return meaning

    def meaning(self, code: int) -> int | str | None:
        """Return what a character becomes."""
        character = chr(code)
        if character.isspace():
            return " "
        if character.isnumeric() and not character.isalpha():
            return code if self.digit == "each" else self.digit
        category = unicodedata.category(character)
        if category[0] == "L" or (category[0] == "M" and code not in VARIATION_SELECTORS):
            return code
        # invisible characters, such as a soft hyphen, never end a word
        return None if category == "Cf" else self.other


def split_words(text: str, table: CharacterTable) -> list[str]:
    """Return the words of a text in their order.

    Examples
    --------
    >>> text = "Don't panic: the SCSI-2 bus of 1994!"
    >>> split_words(text.lower(), CharacterTable(digits="symbol", punctuation="delete"))
    ['dont', 'panic', 'the', 'scsi#', 'bus', 'of', '####']
    >>> split_words(text.lower(), CharacterTable(digits="drop", punctuation="split"))
    ['don', 't', 'panic', 'the', 'scsi', 'bus', 'of']
    """
    cleaned = text.translate(table)
    if not cleaned.isascii():
        cleaned = unicodedata.normalize("NFC", cleaned)
    return cleaned.split()
