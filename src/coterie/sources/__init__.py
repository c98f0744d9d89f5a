"""Data on disk, in a database or on standard input, as a named matrix or as documents."""

from coterie.sources._describe import Description, describe
from coterie.sources._read import read
from coterie.sources._recognise import Recognition, recognise
from coterie.sources._table import KINDS, Documents, Table

__all__ = [
    "KINDS",
    "Description",
    "Documents",
    "Recognition",
    "Table",
    "describe",
    "read",
    "recognise",
]
