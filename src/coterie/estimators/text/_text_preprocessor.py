"""Raw documents to word counts."""

from __future__ import annotations

from array import array
from collections import defaultdict
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from coterie._core.errors import InputError
from coterie._core.params import Instance, Number, OneOf, Rules, check_params
from coterie.estimators.text._stop_words import ENGLISH
from coterie.estimators.text._words import CharacterTable, split_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

WORDS_PER_BLOCK = 2**22
"""Words held one by one before they are added up; bounds the memory beside the counts."""


class TextPreprocessor(TransformerMixin, BaseEstimator):
    """Turn raw documents into a sparse table of word counts.

    The defaults are the usual cleaning for document clustering: lower case, every digit becomes one
    symbol, what is neither letter nor digit is deleted, and stop words and words that occur only
    once in all documents are dropped.

    Parameters
    ----------
    digits : {"symbol", "each", "drop"}, default="symbol"
        Every digit becomes ``#`` (``scsi2`` is ``scsi#``), stays what it is, or is treated like
        punctuation.
    punctuation : {"delete", "split"}, default="delete"
        Delete what is neither letter nor digit (``ape-man`` is ``apeman``), or let it separate
        words (``ape``, ``man``). Deleting keeps the fragments of encoded files from looking like
        words, since a line of them becomes a single rare word.
    stop_words : "english", list of str or None, default="english"
        Words to drop. A list is cleaned in the same way as the documents.
    min_count : int, default=2
        Words that occur fewer times than this in all documents together are dropped.
    max_words : int or None, default=None
        Keep only so many of the most frequent words (ties: in alphabetical order).
    lowercase : bool, default=True
        Whether capital letters count as their small ones.

    Attributes
    ----------
    vocabulary_ : dict
        The column of each word. Columns are in the alphabetical order of the words (by code point),
        so that the order of the documents does not matter.

    See Also
    --------
    InformationSelector : Keep the words that say most about the documents.

    Notes
    -----
    The defaults are the preprocessing of [IB E-02]. Letters are those of every script; marks stay
    with their letter; equal-looking words in different Unicode spelling are the same word.
    Documents without a word left give rows of zeros.

    Examples
    --------
    >>> from coterie.estimators.text._text_preprocessor import TextPreprocessor
    >>> documents = ["The ape-man ran.", "He ran; the ape-man leaped in 1912!", "1913: he leaped"]
    >>> cleaning = TextPreprocessor()
    >>> counts = cleaning.fit_transform(documents)
    >>> cleaning.get_feature_names_out().tolist()
    ['####', 'apeman', 'leaped', 'ran']
    >>> counts.toarray().tolist()
    [[0, 1, 0, 1], [1, 1, 1, 1], [1, 0, 1, 0]]
    """

    _rules: ClassVar[Rules] = {
        "digits": (OneOf(("symbol", "each", "drop")),),
        "punctuation": (OneOf(("delete", "split")),),
        "stop_words": (
            OneOf((None, "english")),
            Instance((list, tuple, set, frozenset, np.ndarray), "a list of words"),
        ),
        "min_count": (Number(1, whole=True),),
        "max_words": (OneOf((None,)), Number(1, whole=True)),
        "lowercase": (OneOf((True, False)),),
    }

    def __init__(
        self,
        *,
        digits: str = "symbol",
        punctuation: str = "delete",
        stop_words: Any = "english",
        min_count: int = 2,
        max_words: int | None = None,
        lowercase: bool = True,
    ) -> None:
        self.digits = digits
        self.punctuation = punctuation
        self.stop_words = stop_words
        self.min_count = min_count
        self.max_words = max_words
        self.lowercase = lowercase

    def fit(self, X: Iterable[str], y: object = None) -> TextPreprocessor:
        """Learn which words make the columns.

        Parameters
        ----------
        X : iterable of str
            One text for each document: a list, an array, a pandas or polars column, a generator.
        y : object
            Not used.
        """
        self.fit_transform(X)
        return self

    def fit_transform(self, X: Iterable[str], y: object = None) -> sp.csr_array:
        """Learn the words and count them, in one pass over the documents.

        Parameters
        ----------
        X : iterable of str
            One text for each document.
        y : object
            Not used.

        Returns
        -------
        csr_array of int64, shape (n_documents, n_words)
        """
        check_params(self, self._rules)
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        words_of = self._splitter()
        texts = checked_texts(X)
        counts = count_words([numbers[word] for word in words_of(text)] for text in texts)
        totals = np.asarray(counts.sum(axis=0), dtype=np.int64)
        names = np.array([*numbers, ""], dtype=object)[:-1]  # the guard keeps the array flat
        columns = self._kept(names, totals)
        if not len(columns):
            message = (
                f"documents: none of the {len(names)} words in {counts.shape[0]} documents occurs "
                f"at least {self.min_count} times outside the stop words; lower min_count or check "
                "that these are the texts themselves."
            )
            raise InputError(message)
        self.vocabulary_ = {name: column for column, name in enumerate(names[columns])}
        kept = counts[:, columns]
        kept.sort_indices()
        return kept

    def transform(self, X: Iterable[str]) -> sp.csr_array:
        """Count the learnt words in documents; other words are passed over.

        Parameters
        ----------
        X : iterable of str
            One text for each document.

        Returns
        -------
        csr_array of int64, shape (n_documents, n_words)
        """
        check_is_fitted(self)
        columns = self.vocabulary_
        words_of = self._splitter()
        counts = count_words(
            [columns[word] for word in words_of(text) if word in columns]
            for text in checked_texts(X)
        )
        return widened(counts, len(columns))

    def words(self, text: str) -> list[str]:
        """Return what is left of one text, in its order, before rare words are dropped.

        Parameters
        ----------
        text : str
            One document.

        Examples
        --------
        >>> from coterie.estimators.text._text_preprocessor import TextPreprocessor
        >>> TextPreprocessor(digits="each").words("It's 5 o'clock!")
        ['5', 'oclock']
        """
        check_params(self, self._rules)
        return self._splitter()(text)

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:
        """Return the word of each column.

        Parameters
        ----------
        input_features : object
            Not used.
        """
        check_is_fitted(self)
        return np.array(list(self.vocabulary_), dtype=object)

    def _splitter(self) -> Callable[[str], list[str]]:
        """Return the function from a text to its words without stop words."""
        table = CharacterTable(digits=self.digits, punctuation=self.punctuation)
        lowercase = self.lowercase

        def split(text: str) -> list[str]:
            return split_words(text.lower() if lowercase else text, table)

        if self.stop_words is None:
            return split
        listed = ENGLISH if isinstance(self.stop_words, str) else self.stop_words
        dropped = frozenset(word for entry in listed for word in split(entry))
        return lambda text: [word for word in split(text) if word not in dropped]

    def _kept(self, names: NDArray[np.object_], totals: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the columns that stay, in the order of their words."""
        columns = np.flatnonzero(totals >= self.min_count)
        columns = columns[np.argsort(names[columns], kind="stable")]
        if self.max_words is None:
            return columns
        most_frequent = np.argsort(-totals[columns], kind="stable")[: self.max_words]
        return columns[np.sort(most_frequent)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


def checked_texts(documents: Iterable[Any]) -> Iterator[str]:
    """Yield the documents, refusing what is not a sequence of texts."""
    shape = getattr(documents, "shape", (0,))
    texts_at_all = hasattr(documents, "__iter__") and not isinstance(documents, (str, bytes, dict))
    if not texts_at_all or len(shape) != 1:
        given = f"a table of shape {tuple(shape)}" if len(shape) != 1 else type(documents).__name__
        message = (
            f"documents: {given} was given, but one text for each document is needed; pass a list "
            "of texts, or the column that holds them."
        )
        raise InputError(message)
    for row, text in enumerate(documents):
        if not isinstance(text, str):
            message = (
                f"documents: row {row} is {text!r:.40} ({type(text).__name__}), not a text. Decode "
                "bytes, and drop or fill missing texts."
            )
            raise InputError(message)
        yield text


def count_words(documents: Iterable[list[int]]) -> sp.csr_array:
    """Add up the word numbers of each document, a block of documents at a time.

    Examples
    --------
    >>> count_words([[0, 1, 0], [], [2]]).toarray().tolist()
    [[2, 1, 0], [0, 0, 0], [0, 0, 1]]
    """
    blocks = []
    numbers, ends = array("i"), [0]
    for document in documents:
        numbers.extend(document)
        ends.append(len(numbers))
        if len(numbers) >= WORDS_PER_BLOCK:
            blocks.append(added_up(numbers, ends))
            numbers, ends = array("i"), [0]
    blocks.append(added_up(numbers, ends))
    n_columns = max(block.shape[1] for block in blocks)
    wide = [widened(block, n_columns) for block in blocks]
    return sp.csr_array(sp.vstack(wide, format="csr")) if len(wide) > 1 else wide[0]


def added_up(numbers: array[int], ends: list[int]) -> sp.csr_array:
    """Return one block of counts."""
    columns = np.array(numbers, dtype=np.intc)
    n_columns = int(columns.max()) + 1 if len(columns) else 0
    ones = np.ones(len(columns), dtype=np.int64)
    starts = np.array(ends, dtype=np.intc)
    block = sp.csr_array((ones, columns, starts), shape=(len(ends) - 1, n_columns))
    block.sum_duplicates()
    return block


def widened(counts: sp.csr_array, n_columns: int) -> sp.csr_array:
    """Return the same counts with room for more columns."""
    shape = (counts.shape[0], n_columns)
    return sp.csr_array((counts.data, counts.indices, counts.indptr), shape=shape)
