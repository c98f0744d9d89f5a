"""Whatever the bytes are, only sentences come out."""

import warnings

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coterie import sources
from coterie._core.errors import DataWarning, InputError


@st.composite
def damage(draw):
    """Draw a way to damage bytes: cut off, cut out, overwritten, or with something put in."""
    how = draw(st.sampled_from(["truncate", "remove", "flip", "insert", "repeat"]))
    start, stop = sorted(draw(st.tuples(st.floats(0, 1), st.floats(0, 1))))
    garbage = draw(st.binary(min_size=1, max_size=8))

    def apply(content: bytes) -> bytes:
        low, high = int(start * len(content)), int(stop * len(content))
        if how == "truncate":
            return content[:high]
        if how == "remove":
            return content[:low] + content[high:]
        if how == "flip":
            return content[:low] + garbage + content[low + len(garbage) :]
        if how == "insert":
            return content[:low] + garbage + content[low:]
        return content[:high] + content[low:]

    return apply


def look(path, options):
    """Read and describe, allowing only results and sentences."""
    for function in (sources.read, sources.describe):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DataWarning)
            try:
                function(path, **options)
                sentence = "."
            except InputError as error:
                sentence = str(error)
        assert sentence.endswith(".")
        assert "\n" not in sentence


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(changes=st.lists(damage(), min_size=1, max_size=3))
def test_damaged_files_give_a_result_or_a_sentence(changes, written, tmp_path):
    content = written.content
    for change in changes:
        content = change(content)
    path = tmp_path / written.name
    path.write_bytes(content)
    look(path, written.options)


@settings(max_examples=60, deadline=None)
@given(
    content=st.one_of(
        st.binary(max_size=60),
        st.text(st.sampled_from(',;\t|"\n\r\x00 01.-eaé{}[]:'), max_size=60).map(str.encode),
    ),
    ending=st.sampled_from([".csv", ".tsv", ".jsonl", ".txt", "", ".mtx", ".gz"]),
)
def test_any_bytes_give_a_result_or_a_sentence(content, ending, tmp_path_factory):
    path = tmp_path_factory.mktemp("bytes") / f"a{ending}"
    path.write_bytes(content)
    look(path, {})


@pytest.mark.parametrize("folder", [False, True])
def test_options_that_do_not_fit_give_a_sentence(folder, written, tmp_path):
    path = tmp_path / written.name
    path.write_bytes(written.content)
    names = ["id", "whale", 'us"er', "page", "nobody", "", "0"]
    for kind in (None, *sources.KINDS):
        for rows, columns in zip(names, reversed(names), strict=True):
            options = {"rows": rows, "columns": columns, "kind": kind}
            look(tmp_path if folder else path, options)
    look(path, {"query": "SELECT"})
    look(path, {"weight": "n"})
