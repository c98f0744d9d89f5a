"""Small data in files, and two ways to run the command line: in this process, or in its own."""

import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

from coterie.cli import app
from coterie.datasets import make_counts


@pytest.fixture(scope="session")
def planted():
    """Sixty rows in three groups, deep enough to be found."""
    return make_counts(n_rows=60, n_columns=40, n_clusters=3, depth=120, random_state=0)


@pytest.fixture
def counts_csv(planted, tmp_path):
    path = tmp_path / "visits.csv"
    header = ",".join(["user", *(f"page {column}" for column in range(40))])
    rows = planted.data.toarray().astype(int)
    lines = [",".join([f"u{at}", *map(str, row)]) for at, row in enumerate(rows)]
    path.write_text("\n".join([header, *lines]) + "\n")
    return path


@pytest.fixture
def events_csv(planted, tmp_path):
    path = tmp_path / "log.csv"
    entries = planted.data.tocoo()
    lines = [
        f"u{row:02},p{column:02},{int(n)}"
        for row, column, n in zip(*entries.coords, entries.data, strict=True)
    ]
    path.write_text("\n".join(["user,page,n", *np.random.default_rng(0).permutation(lines)]))
    return path


@pytest.fixture
def coterie(tmp_path, monkeypatch):
    """Run the command line in this process, inside the temporary folder."""
    monkeypatch.chdir(tmp_path)

    def run(*words, stdin=None):
        arguments = [str(word) for word in words]
        monkeypatch.setattr(sys, "argv", ["coterie", *arguments])
        done = CliRunner().invoke(app, arguments, input=stdin, prog_name="coterie")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return SimpleNamespace(code=done.exit_code, out=done.stdout, err=done.stderr)

    return run


@pytest.fixture
def process(tmp_path):
    """Start the command line in a process of its own; what still runs at the end is ended."""
    started = []

    def start(*words, before="", **how):
        code = f"{before}\nfrom coterie.cli import main\nmain()"
        run = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            **how,
        )
        started.append(run)
        return run

    yield start
    for run in started:
        run.kill()
        run.communicate()


@pytest.fixture
def sentence():
    """Check that a run was refused in one sentence, and return it."""

    def check(done):
        assert done.code == 2, (done.code, done.out, done.err)
        assert done.out == ""
        lines = done.err.splitlines()
        assert lines[-1].startswith("Error: "), done.err
        assert not [line for line in lines[:-1] if not line.startswith(("Every", "Warning"))]
        assert "Traceback" not in done.err
        return lines[-1]

    return check
