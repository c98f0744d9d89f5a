"""How long one waits at the start: for the import, and for the compiler.

    python -m benchmarks.limits.start      # half a minute

Each figure is the least of several fresh processes. The first fit of a fresh environment compiles
the sweep; later processes read it from the disk.
"""

import os
import subprocess
import sys
import tempfile
import time

from benchmarks.machine import save

REPEATS = 7
FIT = """
import time
import numpy as np
from coterie import SequentialIB
counts = np.random.default_rng(0).poisson(1.0, (200, 100)) + 1
began = time.perf_counter()
SequentialIB(5, n_init=1, random_state=0).fit(counts)
print(time.perf_counter() - began)
"""
GOALS = {"import over import": 1.3, "first fit, seconds": 15.0, "later fit, seconds": 1.0}


def seconds_of(program, **environment):
    """Wall time of a fresh process."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, **environment})
    return time.perf_counter() - began


def import_ratio():
    """Time to import an estimator over that of scikit-learn's clusterings, turn by turn."""
    nothing, ours, theirs = [], [], []
    for _ in range(REPEATS):
        nothing.append(seconds_of(""))
        ours.append(seconds_of("from coterie import SequentialIB"))
        theirs.append(seconds_of("import sklearn.cluster"))
    bare = min(nothing)
    return (min(ours) - bare) / (min(theirs) - bare)


def fit_seconds(folder):
    """Seconds of a fit in a fresh process, with compiled code in that folder."""
    run = subprocess.run(
        [sys.executable, "-c", FIT], check=True, capture_output=True, text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": folder},
    )  # fmt: skip
    return float(run.stdout)


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = {
            "import over import": import_ratio(),
            "first fit, seconds": fit_seconds(folder),
            "later fit, seconds": min(fit_seconds(folder) for _ in range(3)),
        }
    for what, value in found.items():
        verdict = "" if value <= GOALS[what] else "  above the goal"
        print(f"{what:20} {value:7.2f}  (at most {GOALS[what]:.1f}){verdict}")
    save("start", found)


if __name__ == "__main__":
    main()
