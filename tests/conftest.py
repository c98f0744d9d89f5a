"""Shared fixtures, and a compiled-code cache that belongs to this version of the kernels."""

import hashlib
import os
import signal
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def kernel_digest() -> str:
    """Name the cache after the sources: numba does not notice an edit in another file."""
    digest = hashlib.sha256()
    sources = [
        *sorted((ROOT / "src/coterie/kernels").glob("*.py")),
        *(ROOT / "src/coterie/_core" / name for name in ("jit.py", "lanes.py")),
    ]
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


os.environ.setdefault(
    "NUMBA_CACHE_DIR", str(Path(tempfile.gettempdir()) / f"coterie-kernels-{kernel_digest()}")
)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a job in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def rng():
    import numpy as np

    return np.random.default_rng(20260101)


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """Where the larger real data sets lie; tests that need them are skipped without."""
    folder = Path(os.environ.get("COTERIE_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no data folder at {folder}; set COTERIE_DATA")
    return folder
