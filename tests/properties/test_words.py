"""What holds for the words of any text."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coterie._core.errors import InputError
from coterie.estimators.text._text_preprocessor import TextPreprocessor

DIGITS = st.sampled_from(["symbol", "each", "drop"])
PUNCTUATION = st.sampled_from(["delete", "split"])
ANY_TEXT = st.text(max_size=60)
KEPT_DIGITS = st.sampled_from(["each", "drop"])
PLAIN_TEXT = st.text(alphabet="abAB01 .-'\n", max_size=60)


def belongs_in_a_word(character):
    return character.isalnum() or unicodedata.category(character)[0] == "M"


@given(text=ANY_TEXT | PLAIN_TEXT, digits=DIGITS, punctuation=PUNCTUATION)
def test_words_are_made_of_letters_digits_marks_and_the_symbol(text, digits, punctuation):
    words = TextPreprocessor(digits=digits, punctuation=punctuation, stop_words=None).words(text)
    symbol = {"#"} if digits == "symbol" else set()
    assert all(words)
    for character in "".join(words):
        assert belongs_in_a_word(character) or character in symbol
        assert digits == "each" or not character.isdecimal()
        assert character.lower() == character


@given(text=ANY_TEXT | PLAIN_TEXT, digits=KEPT_DIGITS, punctuation=PUNCTUATION)
def test_cleaning_twice_changes_nothing(text, digits, punctuation):
    cleaning = TextPreprocessor(digits=digits, punctuation=punctuation, stop_words=None)
    words = cleaning.words(text)
    assert cleaning.words(" ".join(words)) == words


@given(text=ANY_TEXT | PLAIN_TEXT)
def test_splitting_keeps_every_character_that_deleting_keeps(text):
    deleted = TextPreprocessor(digits="each", stop_words=None).words(text)
    split = TextPreprocessor(digits="each", punctuation="split", stop_words=None).words(text)
    assert len(split) >= len(deleted)
    # joined, a letter and a mark that stood apart may become one character
    joined = [unicodedata.normalize("NFD", "".join(words)) for words in (deleted, split)]
    assert sorted(joined[0]) == sorted(joined[1])


@given(text=PLAIN_TEXT, digits=DIGITS, punctuation=PUNCTUATION)
def test_capitals_and_white_space_do_not_matter(text, digits, punctuation):
    cleaning = TextPreprocessor(digits=digits, punctuation=punctuation, stop_words=None)
    words = cleaning.words(text)
    assert cleaning.words(text.upper()) == words
    assert cleaning.words(text.replace(" ", " \t\r\n ")) == words


@given(text=PLAIN_TEXT)
def test_a_digit_becomes_one_symbol(text):
    kept = TextPreprocessor(digits="each", stop_words=None).words(text)
    united = TextPreprocessor(stop_words=None).words(text)
    assert [word.replace("0", "#").replace("1", "#") for word in kept] == united


@given(
    documents=st.lists(PLAIN_TEXT, max_size=6),
    digits=DIGITS,
    punctuation=PUNCTUATION,
    min_count=st.integers(1, 3),
)
def test_counts_are_those_of_counting_one_by_one(documents, digits, punctuation, min_count):
    cleaning = TextPreprocessor(digits=digits, punctuation=punctuation, min_count=min_count)
    words = [cleaning.words(text) for text in documents]
    together = [word for document in words for word in document]
    expected = sorted({word for word in together if together.count(word) >= min_count})
    if not expected:
        with pytest.raises(InputError, match="lower min_count"):
            cleaning.fit(documents)
        return
    counts = cleaning.fit_transform(documents)
    assert cleaning.get_feature_names_out().tolist() == expected
    np.testing.assert_array_equal(
        counts.toarray(), [[document.count(word) for word in expected] for document in words]
    )
    assert (cleaning.transform(documents) != counts).nnz == 0
