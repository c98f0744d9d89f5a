"""Folders of results appear whole, and nothing of anybody's is lost."""

import pytest

from coterie._core.errors import InputError
from coterie._core.folders import fresh_folder

CONTENTS = frozenset(("a.txt", "b.txt"))


def write(target, text, *, replace=False):
    with fresh_folder(target, CONTENTS, replace=replace, way_out="--force") as home:
        (home / "a.txt").write_text(text)


def test_parents_are_made_and_nothing_else_is_left(tmp_path):
    write(tmp_path / "one/two/result", "new")
    assert (tmp_path / "one/two/result/a.txt").read_text() == "new"
    assert [path.name for path in (tmp_path / "one/two").iterdir()] == ["result"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_failure_leaves_what_was_there(error, tmp_path):
    target = tmp_path / "result"
    write(target, "old")

    def fail():
        with fresh_folder(target, CONTENTS, replace=True, way_out="--force") as home:
            (home / "a.txt").write_text("half")
            raise error

    with pytest.raises(error):
        fail()
    assert (target / "a.txt").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["result"]


def test_a_folder_that_came_meanwhile_is_kept(tmp_path):
    target = tmp_path / "result"

    def race():
        with fresh_folder(target, CONTENTS, replace=True, way_out="--force") as home:
            (home / "a.txt").write_text("ours")
            target.mkdir()
            (target / "theirs.txt").write_text("theirs")

    with pytest.raises(InputError, match=r"theirs\.txt"):
        race()
    assert [path.name for path in tmp_path.iterdir()] == ["result"]
    assert [path.name for path in target.iterdir()] == ["theirs.txt"]


def test_an_empty_folder_is_filled_and_results_are_replaced_on_request(tmp_path):
    target = tmp_path / "result"
    target.mkdir()
    write(target, "one")
    with pytest.raises(InputError, match="exists; give another folder, or --force"):
        write(target, "two")
    write(target, "two", replace=True)
    assert (target / "a.txt").read_text() == "two"


def test_a_link_is_followed(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "far")
    write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "far/a.txt").read_text() == "new"
