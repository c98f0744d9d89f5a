"""Events are counted within a fixed memory, and by steps that do not hold everything."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from pathlib import Path
from coterie import sources

def peak():
    # of this program alone: what getrusage says includes the parent's memory
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024

before = peak()
table = sources.read(sys.argv[1], rows="user", columns="page")
matrix = table.matrix
held = (matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes) / 2**20
print(table.shape[0], matrix.sum(), peak() - before - held)
"""

N_EVENTS = 4_000_000
N_USERS = 200_000


@pytest.fixture
def events(tmp_path) -> Path:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "events.csv"
    connection = duckdb.connect()
    connection.execute("SET threads = 1; SELECT setseed(0.5)")
    connection.execute(
        f"COPY (SELECT 'user_' || lpad((i * 7919 % {N_USERS})::VARCHAR, 7, '0') AS user, "
        "'/page/' || (random() * 50000)::INT AS page, 1700000000 + i AS at "
        f"FROM range({N_EVENTS}) t(i)) TO '{path}' (HEADER)"
    )
    connection.close()
    return path


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc to see the peak")
def test_counting_does_not_hold_the_file(events):
    size = events.stat().st_size / 2**20
    assert size > 130  # and five times as much, as strings of Python in two columns
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(events)], check=True, capture_output=True, text=True
    )
    n_rows, total, above = done.stdout.split()
    assert (int(n_rows), int(total)) == (N_USERS, N_EVENTS)
    # DuckDB may take 300 MB; Arrow's blocks and the libraries themselves take the rest
    assert float(above) < 400
