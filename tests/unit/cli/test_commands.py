"""The rest of the command line: help, version, info, reproduce, and what is missing."""

import json
import sys

import pytest

from coterie._core.version import __version__

HEAVY = ("numpy", "numba", "sklearn", "pandas", "plotly", "duckdb", "pyarrow", "matplotlib")


def test_the_version_is_shown_without_loading_anything(process):
    report = "import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    run = process("--version", before=report)
    out, err = run.communicate()
    assert out == f"coterie {__version__}\n"
    assert run.returncode == 0
    loaded = {name.partition(".")[0] for name in err.split()}
    assert "typer" in loaded
    assert not loaded & set(HEAVY)


@pytest.mark.parametrize("command", [(), ("analyse",), ("cluster",), ("info",), ("reproduce",)])
def test_help(command, coterie):
    done = coterie(*command, "--help")
    assert done.code == 0
    assert "Usage: coterie" in done.out


def without(library):
    """Code that makes a library look as if it were not installed."""
    return (
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.partition('.')[0] == {library!r}:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Missing())"
    )


def test_without_typer(process):
    run = process("--version", before=without("typer"))
    _, err = run.communicate()
    assert run.returncode == 1
    assert err == (
        "coterie: the command line needs typer, which is not installed: "
        "pip install 'coterie[cli]'\n"
    )


def test_without_the_library_for_a_format(process, counts_csv):
    run = process("info", counts_csv.name, before=without("pyarrow"))
    _, err = run.communicate()
    assert run.returncode == 2
    assert err.splitlines()[-1].startswith("Error: reading CSV files needs pyarrow")
    assert "Traceback" not in err
    assert "pip install 'coterie[cli]'" in err


def test_without_the_libraries_of_the_page_the_rest_is_written(process, coterie, tmp_path):
    words = ("cluster", "example:women", "-k", "2", "--out", "found")
    run = process(*words, before=without("plotly"))
    out, err = run.communicate()
    assert run.returncode == 0, err
    assert "report.html was not written" in err
    assert "pip install 'coterie[report]'" in err
    assert "The groups are in found/labels.csv" in out
    assert not (tmp_path / "found/report.html").exists()
    assert coterie("report", "found").code == 0
    assert (tmp_path / "found/report.html").exists()


def test_a_reader_that_goes_away(process):
    run = process("info", "--examples")
    run.stdout.close()
    err = run.stderr.read()
    run.wait()
    assert "Traceback" not in err


def test_info(coterie, counts_csv, events_csv):
    out = coterie("info", counts_csv).out
    assert "kind:     counts" in out
    assert "60 rows, 40 columns" in out
    assert f"next:     coterie analyse {counts_csv}" in out
    out = coterie("info", events_csv).out
    assert "kind:     events" in out
    assert "--rows NAME --columns NAME" in out
    facts = json.loads(coterie("info", counts_csv, "--json").out)
    assert facts["shape"] == [60, 40]
    assert "kind:     text" in coterie("info", "example:passages").out


def test_examples_are_listed_and_can_be_read(coterie):
    listed = json.loads(coterie("info", "--examples", "--json").out)
    assert set(listed) == {
        "example:passages", "example:books", "example:women", "example:letters"
    }  # fmt: skip
    for name in listed:
        assert name in coterie("info", "--examples").out
        assert coterie("info", name).code == 0


@pytest.fixture
def scripts(tmp_path):
    folder = tmp_path / "reproductions"
    folder.mkdir()
    (folder / "_shared.py").write_text("FIGURE = 42\n")
    (folder / "first_table.py").write_text(
        '"""Table 1: everything.\n\nMore."""\nimport sys\n\nfrom _shared import FIGURE\n\n\n'
        'def main():\n    print("figure", FIGURE, len(sys.argv))\n'
    )
    (folder / "second_table.py").write_text(
        '"""Table 2: misses."""\n\n\ndef main():\n    return 1\n'
    )
    return folder


def completed(words, tmp_path):
    """What the shell is offered for the last word."""
    from typer.testing import CliRunner

    from coterie.cli import app

    asked = {"_COTERIE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": words}
    return CliRunner().invoke(app, [], env=asked, prog_name="coterie").stdout


def test_the_shell_completes_experiments_and_bundled_data(scripts, tmp_path):
    out = completed(f"coterie reproduce --folder {scripts} fi", tmp_path)
    assert "first_table" in out
    assert "Table 1" in out
    assert "second_table" not in out
    for command in ("analyse", "cluster", "info"):
        out = completed(f"coterie {command} exa", tmp_path)
        assert "passages" in out
        assert "letters" in out
    assert "passages" not in completed("coterie analyse ", tmp_path)  # files come first


def test_missing_data_are_no_failure(coterie, scripts):
    (scripts / "second_table.py").write_text(
        "from coterie import InputError\n\n\ndef main():\n    raise InputError('no such folder')\n"
    )
    assert coterie("reproduce", "--all", "--folder", scripts).code == 0


def test_info_on_standard_input_says_how_to_go_on(coterie):
    out = coterie("info", "-", "--rows", "user", stdin="user,a,b\nu,1,2\nv,3,0\n").out
    assert "next:     coterie analyse - --rows user\n" in out


def test_reproductions_are_listed_and_run(coterie, scripts):
    out = coterie("reproduce", "--folder", scripts).out
    assert "first_table" in out
    assert "Table 1: everything." in out
    assert "_shared" not in out
    assert coterie("reproduce", "first_table", "--folder", scripts).out == "figure 42 1\n"
    assert coterie("reproduce", "first-table", "--folder", scripts).code == 0
    assert coterie("reproduce", "second_table", "--folder", scripts).code == 1
    (scripts / "absent_data.py").write_text(
        "from coterie import InputError\n\n\ndef main():\n    raise InputError('no such folder')\n"
    )
    (scripts / "breaks.py").write_text("def main():\n    raise KeyError('off')\n")
    everything = coterie("reproduce", "--all", "--folder", scripts)
    assert everything.code == 1
    assert "Skipped: no such folder" in everything.err
    said = everything.err.splitlines()[-3:]
    assert said == [
        "== 1 of 4 experiments found what they claim.",
        "Skipped, as their data are missing: absent_data.",
        "Failed: breaks, second_table.",
    ]
    assert "figure 42 1" in everything.out
    assert str(scripts) not in sys.path
