import json
import lzma

import numpy as np
import pytest

from coterie._core.errors import InputError
from coterie.datasets import NEWSGROUP_SETS, load_newsgroups, strip_headers

GROUPS = ("comp.graphics", "sci.med", "sci.space", "talk.politics.mideast", "talk.politics.misc")


@pytest.fixture(scope="module")
def small_folder(tmp_path_factory):
    """A collection of ten posts in five groups, in the files of the real one."""
    folder = tmp_path_factory.mktemp("data")
    place = folder / "20newsgroups"
    place.mkdir()
    groups = np.arange(10) % 5
    with lzma.open(place / "20news_bydate.jsonl.xz", "wt", encoding="utf-8") as file:
        for row, group in enumerate(groups):
            text = f"From: someone\nSubject: about {GROUPS[group]}\n\nPost {row}\n\nEnd\n"
            record = {"id": f"{row}", "split": "train", "label": GROUPS[group], "text": text}
            file.write(json.dumps(record) + "\n")
    np.savez(
        place / "labels.npz",
        y=groups,
        target_names=np.array(GROUPS),
        is_train=np.arange(10) < 6,
        id=np.arange(10).astype(str),
    )
    return folder


def test_all_posts_with_their_subject(small_folder):
    news = load_newsgroups(folder=small_folder)
    assert news.data[1] == "about sci.med\nPost 1\n\nEnd\n"
    assert news.row_names.tolist() == [str(row) for row in range(10)]
    assert news.target.tolist() == [0, 1, 2, 3, 4] * 2
    assert news.target_names.tolist() == list(GROUPS)
    assert news.details["split"].tolist() == ["train"] * 6 + ["test"] * 4
    united = ["comp", "sci.med", "sci.space", "politics", "politics"]
    assert news.details["ten"].tolist() == united * 2


def test_headers_can_stay_or_go(small_folder):
    whole = load_newsgroups(headers=None, folder=small_folder).data[1]
    assert whole == "From: someone\nSubject: about sci.med\n\nPost 1\n\nEnd\n"
    assert load_newsgroups(headers=(), folder=small_folder).data[1] == "Post 1\n\nEnd\n"


def test_subsets_number_their_own_groups(small_folder):
    binary = load_newsgroups("Binary", folder=small_folder)
    assert binary.target_names.tolist() == list(NEWSGROUP_SETS["Binary"])
    assert binary.target.tolist() == [0, 1, 0, 1]
    assert binary.row_names.tolist() == ["3", "4", "8", "9"]
    listed = load_newsgroups(["sci.space", "sci.med"], folder=small_folder)
    assert listed.target_names[listed.target].tolist() == ["sci.med", "sci.space"] * 2


def test_a_draw_is_even_and_repeatable(small_folder):
    draws = [
        load_newsgroups(per_group=1, random_state=s, folder=small_folder) for s in (0, 0, 1, 2)
    ]
    assert all(draw.target.tolist().count(group) == 1 for draw in draws for group in range(5))
    assert draws[0].data == draws[1].data
    assert any(draw.data != draws[0].data for draw in draws[2:])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"subset": "Multi3"}, "subset: 'Multi3' is not known; use 'all', 'Binary', 'Multi5'"),
        ({"subset": ["sci.med", "sci.fi"]}, "subset: no group is called 'sci.fi'"),
        ({"content": "words"}, "content: 'words' is not known; ask for 'texts' or 'counts'"),
        ({"per_group": 3}, "per_group: 3 must be between 1 and 2"),
        ({"content": "counts"}, "20newsgroups/counts_body.npz: no such file in the data folder"),
    ],
)
def test_wrong_questions_are_answered(small_folder, arguments, message):
    with pytest.raises(InputError, match=message):
        load_newsgroups(**arguments, folder=small_folder)


def test_the_folder_comes_from_the_environment(small_folder, monkeypatch, tmp_path):
    monkeypatch.setenv("COTERIE_DATA", str(small_folder))
    assert len(load_newsgroups().data) == 10
    monkeypatch.setenv("COTERIE_DATA", str(tmp_path / "elsewhere"))
    with pytest.raises(InputError, match=f"data folder {tmp_path}/elsewhere.*set COTERIE_DATA"):
        load_newsgroups()
    monkeypatch.delenv("COTERIE_DATA")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="shared/data"):
        load_newsgroups()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Subject: a\nFrom: b\n\nbody\n\nmore", "a\nbody\n\nmore"),
        ("SUBJECT:a\n b\nFrom: c\n d\n\nbody", "a\n b\nbody"),
        ("From: c\n\nSubject: quoted\n", "Subject: quoted\n"),
        ("no header at all", "no header at all"),
        ("From: c\n\n", ""),
    ],
)
def test_strip_headers(message, expected):
    assert strip_headers(message) == expected


def test_strip_headers_keeps_what_is_asked_for():
    message = "From: b\nSubject: a\nOrganization: c\n\nbody"
    assert strip_headers(message, keep=["organization", "From"]) == "b\nc\nbody"


def test_the_real_collection(data_folder):
    counts = load_newsgroups(content="counts", folder=data_folder)
    assert counts.data.shape == (18_846, 43_030)
    assert counts.data.nnz == 2_524_704
    assert len(counts.column_names) == 43_030
    assert (counts.details["split"] == "train").sum() == 11_314
    assert len(set(counts.details["ten"])) == 10
    sizes = {
        name: len(load_newsgroups(name, content="counts", folder=data_folder).target)
        for name in NEWSGROUP_SETS
    }
    assert sizes == {"Binary": 1715, "Multi5": 4890, "Multi10": 9588, "Science": 3952}


def test_the_real_texts(data_folder):
    news = load_newsgroups("Multi5", per_group=100, random_state=0, folder=data_folder)
    assert np.bincount(news.target).tolist() == [100] * 5
    assert not any(text.startswith(("From:", "Subject:")) for text in news.data)
