import pickle
from importlib.resources import files

import numpy as np
import pytest

from coterie.datasets import (
    load_book_passages,
    load_books,
    load_letter_pairs,
    load_southern_women,
)
from coterie.measures import mutual_information


@pytest.fixture(scope="module")
def books():
    return load_books()


@pytest.fixture(scope="module")
def passages():
    return load_book_passages()


def test_bundled_files_stay_small():
    sizes = [file.stat().st_size for file in (files("coterie.datasets") / "data").iterdir()]
    assert 0 < sum(sizes) < 1_000_000


def test_books_are_counts_with_names_and_labels(books):
    assert books.data.shape == (791, 8614)
    assert books.data.dtype == np.int64
    assert books.data.has_canonical_format
    assert len(books.row_names) == len(set(books.row_names)) == 791
    assert len(books.column_names) == 8614
    assert np.bincount(books.target).tolist() == [195, 250, 142, 204]
    assert np.unique(books.details["author"][books.target >= 2]).tolist() == ["Kipling"]
    assert np.unique(books.details["topic"][books.target == 2]).tolist() == ["jungle"]


def test_each_book_has_its_own_words(books):
    totals = np.stack([books.data[books.target == book].sum(axis=0) for book in range(4)])
    for word, home in {"tarzan": 0, "barsoom": 1, "mowgli": 2, "puck": 3}.items():
        counts = totals[:, books.column_names == word].ravel()
        assert counts.argmax() == home
        assert counts[home] > 0.9 * counts.sum()


def test_the_author_shows_in_small_words(books):
    upon = books.data[:, books.column_names == "upon"].toarray().ravel()
    burroughs = books.details["author"] == "Burroughs"
    assert upon[burroughs].mean() > 5 * upon[~burroughs].mean()


def test_counts_are_those_of_the_passages(books, passages):
    """Every stored count equals a recount of the words of its passage."""
    places = {word: column for column, word in enumerate(books.column_names)}
    for row in (0, 300, 500, 790):
        text = passages.data[row].lower()
        words = "".join(c for c in text if c.isalpha() or c.isspace()).split()
        recounted = np.zeros(len(places), dtype=np.int64)
        for word in words:
            if word in places:
                recounted[places[word]] += 1
        numbers = [column for word, column in places.items() if "#" in word]
        recounted[numbers] = books.data[[row]].toarray().ravel()[numbers]
        np.testing.assert_array_equal(books.data[[row]].toarray().ravel(), recounted)


def test_passages_are_the_texts_of_the_counts(books, passages):
    assert len(passages.data) == 791
    np.testing.assert_array_equal(passages.row_names, books.row_names)
    np.testing.assert_array_equal(passages.target, books.target)
    lengths = [len(text.split()) for text in passages.data]
    assert min(lengths) >= 300
    # a passage runs on to the end of its last paragraph
    assert np.median(lengths) < 350


def test_passages_hold_nothing_but_the_books(passages):
    text = "\n\n".join(passages.data).lower()
    for stray in ("gutenberg", "produced by", "frontispiece", "\n\nchapter ", "\n\ncontents", "\f"):
        assert stray not in text


def test_southern_women_is_the_published_table():
    women = load_southern_women()
    assert women.data.shape == (18, 14)
    assert women.data.sum() == 89
    assert women.data.sum(axis=0).tolist() == [3, 3, 6, 4, 8, 8, 10, 14, 12, 5, 4, 6, 3, 3]
    assert women.data.sum(axis=1).tolist() == [8, 7, 8, 7, 4, 4, 4, 3, 4, 4, 4, 6, 7, 8, 5, 2, 2, 2]


def test_southern_women_communities_share_few_events():
    women = load_southern_women()
    attendance = women.data.toarray()
    events = women.details["events_3"]
    first, second = (attendance[women.target == group] for group in (0, 1))
    assert first[:, events == 2].sum() == 0
    # of the early events only the sixth had a guest of the other community, and only one
    assert second[:, events == 0].sum(axis=0).tolist() == [0, 0, 0, 0, 0, 1]
    assert first[:, events == 1].sum() > 0
    assert second[:, events == 1].sum() > 0
    assert {name: len(set(groups)) for name, groups in women.details.items()} == {
        "women_2": 2,
        "women_4": 4,
        "events_3": 3,
        "events_4": 4,
    }


def test_letter_pairs_have_the_published_information():
    pairs = load_letter_pairs()
    assert pairs.data.shape == (76, 76)
    assert pairs.data.sum() == 266_839
    # [MAC §5.3] gives 0.9429 bits to four places
    assert mutual_information(pairs.data, base=2) == pytest.approx(0.9429, abs=5e-5)


def test_letter_pairs_follow_one_another():
    pairs = load_letter_pairs()
    starts, ends = pairs.data.sum(axis=1), pairs.data.sum(axis=0)
    # every character but the first and the last of the book both ends and starts a pair
    assert np.abs(starts - ends).sum() == 2
    assert np.bincount(pairs.target).tolist() == [1, 14, 5, 10, 5, 20, 21]


@pytest.mark.parametrize(
    "load", [load_books, load_book_passages, load_southern_women, load_letter_pairs]
)
def test_every_set_describes_itself(load):
    dataset = load()
    assert len(dataset.row_names) == len(dataset.target)
    assert dataset.target.max() == len(dataset.target_names) - 1
    assert len(dataset.description) > 100
    assert len(repr(dataset)) < 60
    copied = pickle.loads(pickle.dumps(dataset))
    np.testing.assert_array_equal(copied.target, dataset.target)
