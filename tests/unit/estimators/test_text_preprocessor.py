import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils import estimator_checks

from coterie._core.errors import InputError
from coterie.estimators.text import _text_preprocessor
from coterie.estimators.text._text_preprocessor import TextPreprocessor

DOCUMENTS = [
    "Don't feed the ape-man -- he's fed at 7.30!",
    "The APE-MAN fed 12 lions; lions roar.",
    "Naïve lions roar at the naïve ape-man in 1912.",
    "",
]


def table(cleaning, documents=DOCUMENTS):
    counts = cleaning.fit_transform(documents)
    return dict(zip(cleaning.get_feature_names_out(), counts.toarray().T.tolist(), strict=True))


def test_defaults_follow_the_customary_cleaning():
    assert table(TextPreprocessor()) == {
        "apeman": [1, 1, 1, 0],
        "fed": [1, 1, 0, 0],
        "lions": [0, 2, 1, 0],
        "naïve": [0, 0, 2, 0],
        "roar": [0, 1, 1, 0],
    }


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"digits": "symbol"}, ["###", "##", "####"]),
        ({"digits": "each"}, ["730", "12", "1912"]),
        ({"digits": "drop"}, []),
        ({"digits": "each", "punctuation": "split"}, ["7", "30", "12", "1912"]),
    ],
)
def test_digits(options, expected):
    cleaning = TextPreprocessor(**options)
    words = [word for text in DOCUMENTS for word in cleaning.words(text)]
    assert [word for word in words if not word[0].isalpha()] == expected


def test_punctuation_joins_or_separates():
    assert "dont" in TextPreprocessor(stop_words=None).words(DOCUMENTS[0])
    split = TextPreprocessor(stop_words=None, punctuation="split").words(DOCUMENTS[0])
    assert split[:3] == ["don", "t", "feed"]
    assert "ape" in split


def test_dropped_digits_separate_words_only_where_punctuation_does():
    assert TextPreprocessor(digits="drop").words("scsi2bus") == ["scsibus"]
    assert TextPreprocessor(digits="drop", punctuation="split").words("scsi2bus") == ["scsi", "bus"]


def test_stop_words_of_a_list_are_cleaned_like_the_documents():
    cleaning = TextPreprocessor(stop_words=["Ape-Man", "FED"])
    assert not {"apeman", "fed"} & set(table(cleaning))
    assert "the" in table(cleaning)


def test_english_stop_words_go_with_either_punctuation():
    text = "I don't think that they're what you've been told"
    assert TextPreprocessor().words(text) == ["think", "told"]
    assert TextPreprocessor(punctuation="split").words(text) == ["think", "told"]


def test_min_count_is_a_count_in_all_documents_together():
    assert "naïve" in table(TextPreprocessor(min_count=2))
    assert set(table(TextPreprocessor(min_count=3))) == {"apeman", "lions"}


def test_max_words_keeps_the_most_frequent_and_the_alphabet():
    cleaning = TextPreprocessor(max_words=3)
    assert list(table(cleaning)) == ["apeman", "fed", "lions"]


def test_capitals_can_be_kept():
    assert "APEMAN" in table(TextPreprocessor(lowercase=False, min_count=1))


def test_equal_looking_words_are_the_same():
    assert TextPreprocessor().words("nai\N{COMBINING DIAERESIS}ve") == ["naïve"]


def test_marks_of_other_scripts_stay_and_invisible_characters_go():
    hindi = "हिन्दी"
    assert TextPreprocessor().words(f"{hindi}, co\N{SOFT HYPHEN}terie \N{HEAVY BLACK HEART}️") == [
        hindi,
        "coterie",
    ]


def test_columns_do_not_depend_on_the_order_of_documents():
    forward, backward = TextPreprocessor(), TextPreprocessor()
    counts = forward.fit_transform(DOCUMENTS).toarray()
    np.testing.assert_array_equal(backward.fit_transform(DOCUMENTS[::-1]).toarray(), counts[::-1])
    assert list(forward.vocabulary_) == list(backward.vocabulary_) == sorted(forward.vocabulary_)


def test_transform_counts_known_words_only():
    cleaning = TextPreprocessor().fit(DOCUMENTS)
    counts = cleaning.transform(["fed tigers, fed lions", "tigers"])
    assert counts.shape == (2, 5)
    assert counts.toarray().tolist() == [[0, 2, 1, 0, 0], [0, 0, 0, 0, 0]]


def test_blocks_do_not_change_the_counts(monkeypatch):
    whole = TextPreprocessor().fit_transform(DOCUMENTS * 5)
    monkeypatch.setattr(_text_preprocessor, "WORDS_PER_BLOCK", 7)
    cleaning = TextPreprocessor()
    assert (whole != cleaning.fit_transform(DOCUMENTS * 5)).nnz == 0
    assert (whole != cleaning.transform(DOCUMENTS * 5)).nnz == 0


def test_counts_are_a_canonical_sparse_array():
    counts = TextPreprocessor().fit_transform(DOCUMENTS)
    assert isinstance(counts, sp.csr_array)
    assert counts.dtype == np.int64
    assert counts.has_canonical_format


@pytest.mark.parametrize(
    "container", [tuple, np.array, pd.Series, pl.Series, iter, lambda texts: (t for t in texts)]
)
def test_any_column_of_texts_will_do(container):
    expected = TextPreprocessor().fit_transform(DOCUMENTS)
    assert (TextPreprocessor().fit_transform(container(DOCUMENTS)) != expected).nnz == 0


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ("one text", "documents: str was given"),
        (None, "documents: NoneType was given"),
        ({"a": "text"}, "documents: dict was given"),
        (pd.DataFrame({"text": DOCUMENTS}), r"documents: a table of shape \(4, 1\) was given"),
        (["text", None], r"documents: row 1 is None \(NoneType\), not a text"),
        (["text", float("nan")], r"documents: row 1 is nan \(float\), not a text"),
        ([b"text"], "documents: row 0 is b'text' .* Decode bytes"),
        ([], "none of the 0 words in 0 documents"),
        (["the", "of"], "none of the 0 words in 2 documents occurs at least 2 times"),
        (["ape", "man"], "none of the 2 words in 2 documents occurs at least 2 times"),
    ],
)
def test_wrong_documents_are_named(documents, message):
    with pytest.raises(InputError, match=message):
        TextPreprocessor().fit(documents)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"digits": "keep"}, "TextPreprocessor: digits='keep' must be 'symbol'"),
        ({"punctuation": None}, "punctuation=None must be 'delete' or 'split'"),
        ({"stop_words": "german"}, "stop_words='german' must be None or 'english', or a list"),
        ({"min_count": 0}, "min_count=0 must be an integer >= 1"),
        ({"max_words": 1.5}, "max_words=1.5 must be None, or an integer >= 1"),
        ({"lowercase": "yes"}, "lowercase='yes' must be True or False"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(InputError, match=message):
        TextPreprocessor(**options).fit(DOCUMENTS)


def test_unfitted():
    with pytest.raises(NotFittedError):
        TextPreprocessor().transform(DOCUMENTS)
    with pytest.raises(NotFittedError):
        TextPreprocessor().get_feature_names_out()


def test_copies_count_alike():
    cleaning = TextPreprocessor(digits="each").fit(DOCUMENTS)
    restored = pickle.loads(pickle.dumps(cleaning))
    assert (restored.transform(DOCUMENTS) != cleaning.transform(DOCUMENTS)).nnz == 0
    assert (clone(cleaning).fit_transform(DOCUMENTS) != cleaning.transform(DOCUMENTS)).nnz == 0


@pytest.mark.parametrize(
    "check",
    [
        # those of the common checks that need no numbers
        estimator_checks.check_do_not_raise_errors_in_init_or_set_params,
        estimator_checks.check_estimator_cloneable,
        estimator_checks.check_estimator_repr,
        estimator_checks.check_estimator_tags_renamed,
        estimator_checks.check_estimators_unfitted,
        estimator_checks.check_fit1d,
        estimator_checks.check_get_feature_names_out_error,
        estimator_checks.check_get_params_invariance,
        estimator_checks.check_mixin_order,
        estimator_checks.check_no_attributes_set_in_init,
        estimator_checks.check_nonsquare_error,
        estimator_checks.check_parameters_default_constructible,
        estimator_checks.check_set_params,
        estimator_checks.check_transformers_unfitted,
        estimator_checks.check_valid_tag_types,
    ],
    ids=lambda check: check.__name__,
)
def test_common_checks(check):
    check("TextPreprocessor", TextPreprocessor())
