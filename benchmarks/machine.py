"""What the scripts share: compiled code of this version, data, limits of the machine, results."""

import hashlib
import json
import os
import platform
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
MEGABYTE = 2**20


def use_own_cache():
    """Name the compiled code after the sources: numba does not notice an edit in another file."""
    digest = hashlib.sha256()
    for source in [
        *sorted((ROOT / "src/coterie/kernels").glob("*.py")),
        *(ROOT / "src/coterie/_core" / name for name in ("jit.py", "lanes.py")),
    ]:
        digest.update(source.read_bytes())
    folder = Path(tempfile.gettempdir()) / f"coterie-kernels-{digest.hexdigest()[:16]}"
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))


use_own_cache()

import numpy as np  # noqa: E402
import scipy.sparse as sp  # noqa: E402

from coterie._core.jit import kernel  # noqa: E402

TERMS = 8


@kernel
def polynomials(x, rounds):
    """A chain of TERMS fused products and sums for each number of a short array."""
    a, b = np.float32(0.5), np.float32(1e-3)
    for _ in range(rounds):
        for k in range(x.size):
            y = x[k]
            for _ in range(TERMS):
                y = y * a + b
            x[k] = y


def copy_rate(repeats=5):
    """Bytes a second that are read and written when a large array is copied."""
    source = np.ones(32 * MEGABYTE)
    target = np.zeros_like(source)
    fastest = min(seconds(lambda: np.copyto(target, source)) for _ in range(repeats))
    return 2 * source.nbytes / fastest


def multiply_rate(repeats=5):
    """Single-precision operations a second, in the fastest cache."""
    x, rounds = np.ones(4096, np.float32), 20_000
    polynomials(x, 1)
    fastest = min(seconds(lambda: polynomials(x, rounds)) for _ in range(repeats))
    return 2.0 * TERMS * x.size * rounds / fastest


def seconds(work):
    """Processor time of a call in this thread."""
    began = time.thread_time()
    work()
    return time.thread_time() - began


def newsgroups(n_words=10_000):
    """Counts of the most frequent words in the messages of 20 Newsgroups, empty rows dropped."""
    folder = Path(os.environ.get("COTERIE_DATA", ROOT.parent / "shared" / "data"))
    counts = sp.csr_array(sp.load_npz(folder / "20newsgroups" / "counts_body.npz"))
    totals = counts.sum(axis=0)
    counts = counts[:, np.sort(np.argsort(-totals, kind="stable")[:n_words])]
    return sp.csr_array(counts[counts.sum(axis=1) > 0])


def describe_machine():
    """Limits that the speed of a program is judged by."""
    return {
        "processor": platform.processor() or platform.machine(),
        "copy_bytes_per_second": copy_rate(),
        "single_operations_per_second": multiply_rate(),
        "load_average": os.getloadavg()[0],
    }


def save(name, content):
    """Write a result where git does not look."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(content, indent=1))
    print(f"written: {path.relative_to(ROOT)}")
