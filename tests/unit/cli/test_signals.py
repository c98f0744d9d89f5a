"""A run that is stopped keeps what it has found, or leaves nothing."""

import json
import signal
import threading

import pytest

LONG = ("example:books", "--restarts", "5000", "--jobs", "1", "--out", "found", "--max-iter", "99")
SLOW_WRITER = """
import time
import coterie.analysis._paged as paged
def write(path, content):
    print("writing", flush=True)
    time.sleep(60)
paged.write_report = write
"""


SLOW_READER = """
import time
import coterie.analysis as analysis
def obtain(data, **reading):
    print("reading", flush=True)
    time.sleep(60)
analysis.obtain = obtain
"""


def wait_for(stream, words):
    """Read lines until one holds the words; return all of them."""
    lines = []
    for line in stream:
        lines.append(line)
        if words in line:
            return lines
    pytest.fail(f"{words!r} never came: {lines}")


@pytest.fixture(autouse=True)
def not_for_ever():
    """A hanging run fails the test instead of the whole suite."""
    alarm = threading.Timer(120, signal.raise_signal, (signal.SIGABRT,))
    alarm.start()
    yield
    alarm.cancel()


@pytest.mark.parametrize(
    ("command", "sign"),
    [
        (("cluster", "-k", "12"), "SequentialIB: run 2 "),
        (("analyse", "-k", "2..400"), "numbers of clusters: run 2 "),
    ],
    ids=["fit", "search"],
)
def test_ctrl_c_keeps_what_was_found(command, sign, process, tmp_path):
    words = ("--restarts", "3") if command[0] == "analyse" else ()
    run = process(*command, *LONG, *words)
    wait_for(run.stderr, sign)
    run.send_signal(signal.SIGINT)
    if command[0] == "analyse":  # the search ends; what follows is the last fit
        wait_for(run.stderr, "SequentialIB: run 1 ")
    out, err = run.communicate()
    assert run.returncode == 130, err
    assert "The run was interrupted; this is the best that it had found." in err
    assert "Traceback" not in err
    assert "The report is found/report.html" in out
    facts = json.loads((tmp_path / "found/summary.json").read_text())
    assert facts["interrupted"] is True
    assert len(facts["cluster_sizes"]) > 1
    if command[0] == "analyse":
        assert 3 <= len(facts["tried"]) < 399
    assert [path.name for path in tmp_path.iterdir()] == ["found"]


def test_ctrl_c_before_anything_was_found(process, tmp_path):
    run = process("analyse", "example:books", before=SLOW_READER)
    wait_for(run.stdout, "reading")
    run.send_signal(signal.SIGINT)
    _, err = run.communicate()
    assert run.returncode == 130
    assert err == "Stopped before there was a result; nothing was written.\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_killed_while_it_clusters(how, process, tmp_path):
    run = process("cluster", "-k", "12", *LONG)
    wait_for(run.stderr, "SequentialIB: run 2 ")
    run.send_signal(how)
    _, err = run.communicate()
    assert run.returncode == (143 if how == signal.SIGTERM else -signal.SIGKILL)
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_killed_while_it_writes(how, process, coterie, tmp_path):
    assert coterie("cluster", "example:women", "-k", "2", "--out", "found").code == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "found").glob("*.*")}
    run = process("cluster", "example:women", "-k", "3", "--out", "found", "--force",
                  before=SLOW_WRITER)  # fmt: skip
    wait_for(run.stdout, "writing")
    run.send_signal(how)
    run.communicate()
    assert run.returncode in {143, -signal.SIGKILL}
    after = {path.name: path.read_bytes() for path in (tmp_path / "found").glob("*.*")}
    assert after == before
    seen = [path.name for path in tmp_path.iterdir() if not path.name.startswith(".")]
    assert seen == ["found"]
    if how != signal.SIGKILL:  # nobody can tidy up after that
        assert [path.name for path in tmp_path.iterdir()] == ["found"]
    assert coterie("cluster", "example:women", "-k", "3", "--out", "found", "--force").code == 0
