"""The texts: the first page shows the commands, every example in them runs, no machine shows."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MACHINE_PATH = re.compile(r"(?<![\w.:/}-])/(?:home|root|work|Users|mnt)/\w")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b|raise NotImplementedError")


def written() -> list[Path]:
    """List the texts of the project, those in folders and those at the top."""
    folders = (".ci", "src", "tests", "docs", "examples", "benchmarks", "reproductions")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*")] + [*ROOT.glob("*")]
    suffixes = ("", ".py", ".md", ".rst", ".toml", ".txt", ".cff", ".html", ".js", ".css")
    built = ROOT / "docs/_build"
    return [
        path
        for path in found
        if path.is_file()
        and path.suffix in suffixes
        and path.name != ".git"  # of a worktree: where its repository is
        and built not in path.parents
    ]


@pytest.mark.parametrize("command", ["make demo", "make test"])
def test_the_readme_shows_the_commands_and_make_has_them(command):
    assert command in (ROOT / "README.md").read_text()
    assert re.search(rf"^{command[5:]}:", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)


def test_no_absolute_path_of_a_machine():
    found = {
        path.relative_to(ROOT).as_posix(): MACHINE_PATH.findall(text)
        for path in written()
        if MACHINE_PATH.search(text := path.read_text())
    }
    assert not found


def test_nothing_is_left_unfinished():
    folders = ("src", "examples", "benchmarks", "reproductions")
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if UNFINISHED.search(path.read_text())
    ]
    assert not found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_python_in_pages_runs(page, tmp_path, monkeypatch):
    """Blocks of one page share their names; a block with ``>>>`` is checked line by line."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text(), flags=re.DOTALL | re.M):
        if ">>>" not in block:
            exec(block, names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
        report: list[str] = []
        runner.run(test, out=report.append, clear_globs=False)
        assert not runner.failures, "".join(report)
        names.update(test.globs)
