import json
import lzma

import pytest

from coterie._core.errors import InputError
from coterie.datasets import load_reuters

STORIES = [
    ("TRAIN", "YES", ["grain", "wheat"]),
    ("TEST", "YES", ["grain"]),
    ("TRAIN", "YES", ["earn"]),
    ("TEST", "YES", ["earn", "grain", "earn"]),
    ("TRAIN", "YES", ["tea"]),
    ("TRAIN", "YES", []),
    ("TRAIN", "NO", ["tea"]),
    ("NOT-USED", "YES", ["tea"]),
]


@pytest.fixture(scope="module")
def small_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    (folder / "reuters21578").mkdir()
    path = folder / "reuters21578" / "reuters21578.jsonl.xz"
    with lzma.open(path, "wt", encoding="utf-8") as file:
        for number, (split, has_topics, topics) in enumerate(STORIES):
            record = {"id": number, "lewissplit": split, "has_topics": has_topics}
            record |= {"topics": topics, "title": f"TITLE {number}", "body": "text"}
            file.write(json.dumps(record) + "\n")
    return folder


def test_stories_of_the_most_frequent_categories(small_folder):
    reuters = load_reuters(2, folder=small_folder)
    assert reuters.target_names.tolist() == ["grain", "earn"]
    assert reuters.row_names.tolist() == ["0", "1", "2", "3"]
    assert reuters.target.tolist() == [[True, False], [True, False], [False, True], [True, True]]
    assert reuters.data[3] == "TITLE 3\ntext"
    assert reuters.details["split"].tolist() == ["train", "test", "train", "test"]


def test_equally_frequent_categories_come_in_alphabetical_order(small_folder):
    assert load_reuters(4, folder=small_folder).target_names[2:].tolist() == ["tea", "wheat"]


@pytest.mark.parametrize("count", [0, 5])
def test_too_many_categories_are_refused(small_folder, count):
    with pytest.raises(InputError, match=f"n_categories: {count} is not between 1 and 4"):
        load_reuters(count, folder=small_folder)


def test_the_real_collection(data_folder):
    reuters = load_reuters(folder=data_folder)
    assert reuters.target_names[:3].tolist() == ["earn", "acq", "money-fx"]
    assert reuters.target.shape == (9035, 10)
    assert reuters.target.any(axis=1).all()
    assert reuters.target[:, 0].sum() == 3964
    assert (reuters.details["split"] == "test").sum() == 2545
