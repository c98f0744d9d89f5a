"""What the user asked for, and the names of the parts in which a source can be opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from coterie._core.errors import InputError
from coterie.sources._table import KINDS, Names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import scipy.sparse as sp
    from numpy.typing import NDArray

Form: TypeAlias = Literal["number", "text", "bag", "other"]


@dataclass(frozen=True)
class Request:
    """How the user wants the data to be read."""

    rows: str | None = None
    columns: str | None = None
    weight: str | None = None
    query: str | None = None
    kind: str | None = None

    def __post_init__(self) -> None:
        if self.kind is not None and self.kind not in KINDS:
            message = f"kind={self.kind!r} is not known; choose from {', '.join(KINDS)}."
            raise InputError(message)
        if self.weight is not None and (self.rows is None or self.columns is None):
            message = (
                f"weight={self.weight!r} belongs to an event table: name the columns that hold "
                "the row and the column of an event too (rows and columns)."
            )
            raise InputError(message)

    @property
    def said(self) -> tuple[str, ...]:
        """The user's own reason for the kind."""
        return () if self.kind is None else (f"you said that it holds {self.kind}",)

    @property
    def counts_events(self) -> bool:
        """Whether events are to be counted."""
        named = self.rows is not None and self.columns is not None
        return named and self.kind in {None, "events", "counts", "similarity"}


class Field(NamedTuple):
    """One column of a record table, as far as the first records show it."""

    name: str
    form: Form
    whole: bool = False  # every number seen is whole
    words: float = 0.0  # mean number of words, of text
    distinct: bool = False  # no value seen twice


class Wanted(NamedTuple):
    """A column to be delivered, and as what."""

    position: int
    form: Literal["number", "text"]


def row_words(row: int) -> str:
    """Return words for a record that stands on no line."""
    return f"row {row + 1:,}"


class Count(NamedTuple):
    """A number of records; about right if it is not exact."""

    n: int
    exact: bool = True


@dataclass(frozen=True)
class Records:
    """A table of records that can be streamed in batches.

    ``fields`` and ``sample`` show the first records; ``place`` says where a record stands.
    ``batches`` yields Arrow record batches with one column for each wanted one: text as strings,
    numbers as doubles with NaN or null where a value is missing. It raises InputError, naming the
    place, for a value that cannot be had in the wanted form. It is called once.
    """

    origin: str
    fields: tuple[Field, ...]
    sample: list[tuple[Any, ...]]
    batches: Callable[[tuple[Wanted, ...]], Iterator[Any]]
    count: Callable[[], Count]  # how many there are, without reading them all
    place: Callable[[int], str] = row_words
    words: str = "a table of records"
    bags: Callable[[Request], Grid | None] | None = None  # as a matrix, if each record is a bag


@dataclass(frozen=True)
class Grid:
    """A matrix on disk that is loaded as a whole.

    ``peek`` shows a few of its rows, or of its stored entries as one row, without loading it.
    ``parts`` are the arrays that lie beside it, from which ``load_part`` loads names.
    """

    origin: str
    shape: tuple[int, int]
    load: Callable[[], sp.sparray | sp.spmatrix | NDArray[Any]]
    n_nonzero: int | None = None
    row_names: Names | None = None
    column_names: Names | None = None
    words: str = "a matrix"
    peek: Callable[[], NDArray[Any]] | None = None
    parts: tuple[str, ...] = ()
    load_part: Callable[[str], NDArray[Any]] | None = None


@dataclass(frozen=True)
class Texts:
    """Documents that are loaded one by one."""

    origin: str
    names: Names
    load: Callable[[], list[str]]
    reason: str
    n_bytes: int = 0


Opened: TypeAlias = Records | Grid | Texts
