"""What a run will need is told, and a run that would not fit is refused with the numbers."""

import json

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import analysis
from coterie._core import memory
from coterie.analysis import Settings, forecast


@pytest.fixture
def room(monkeypatch):
    """Set the memory that there is."""

    def leave(number):
        def available(threads=0):
            return number

        for module in (analysis, analysis._forecast):
            monkeypatch.setattr(module, "available_memory", available)

    return leave


def test_a_dry_run_tells_and_writes_nothing(coterie, counts_csv, tmp_path):
    before = sorted(tmp_path.iterdir())
    done = coterie("analyse", counts_csv, "--dry-run", "--out", "found")
    assert done.code == 0
    assert "60 rows, 40 columns" in done.out
    assert "Memory: about" in done.out
    assert "Time:   about" in done.out
    assert "Nothing was written." in done.out
    assert sorted(tmp_path.iterdir()) == before


def test_a_run_that_does_not_fit_is_refused_with_the_numbers(coterie, counts_csv, room, sentence):
    room(100_000_000)
    done = coterie("cluster", counts_csv, "-k", 3, "--out", "found")
    assert "needs about 430 MB of memory, and 100 MB are free" in sentence(done)
    done = coterie("cluster", counts_csv, "-k", 3, "--dry-run")
    assert "This does not fit" in done.out


def test_a_large_file_is_looked_at_before_it_is_read(
    coterie, tmp_path, room, sentence, monkeypatch
):
    path = tmp_path / "large.npz"
    luck = np.random.default_rng(0)
    counts = sp.random_array((40_000, 500), density=0.11, rng=luck, format="csr")
    counts.data = np.ceil(counts.data * 5)
    sp.save_npz(path, counts)
    room(10_000_000)

    def read(*_, **__):
        pytest.fail("the data were read")

    monkeypatch.setattr(analysis, "obtain", read)
    assert "of memory to be read, and 10 MB are free" in sentence(coterie("analyse", path))
    facts = json.loads(coterie("cluster", path, "-k", 3, "--dry-run", "--json").out)
    assert (facts["n_rows"], facts["n_columns"]) == (40_000, 500)
    assert facts["n_nonzero"] == counts.nnz
    assert facts["fits"] is False


def test_events_that_were_only_looked_at_are_told_as_a_guess(coterie, events_csv, monkeypatch):
    monkeypatch.setattr("coterie.cli._run.is_small", lambda order: False)
    monkeypatch.setattr(analysis, "obtain", lambda *_, **__: pytest.fail("the data were read"))
    asked = ("analyse", events_csv, "--dry-run", "--rows", "user", "--columns", "page")
    out = coterie(*asked).out
    n_events = len(events_csv.read_text().splitlines()) - 1
    assert f"about 60 rows, 40 columns, at most {min(n_events, 2400):,} entries" in out
    assert json.loads(coterie(*asked, "--json").out)["exact"] is False
    done = coterie("analyse", events_csv, "--dry-run")
    assert done.code == 2 or "60 rows" not in done.out


def test_more_work_takes_longer_and_more_memory():
    shape, entries = (10_000, 5_000), 1_000_000
    one = forecast(shape, entries, Settings(n_clusters=10, n_jobs=1))
    assert 0 < one.seconds <= one.longest
    for settings, columns, n in (
        (Settings(n_clusters=100, n_jobs=1), 5_000, entries),
        (Settings(n_clusters=10, n_jobs=1), 5_000, 10 * entries),
        (Settings(n_clusters=[5, 10], n_jobs=1, max_words=10), 50_000, entries),
    ):
        other = forecast((10_000, columns), n, settings)
        assert other.memory > one.memory
        assert other.seconds > one.seconds
    hurried = forecast(shape, entries, Settings(n_clusters="auto", max_time=0.01))
    assert hurried.seconds < forecast(shape, entries, Settings(n_clusters="auto")).seconds


@pytest.fixture
def system(tmp_path, monkeypatch):
    """A made-up machine: 8 GB free, and control groups that allow less."""
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 16000000 kB\nMemAvailable: 8000000 kB\n")
    monkeypatch.setattr(memory, "MEMINFO", meminfo)
    monkeypatch.setattr(memory, "OWN_CGROUP", tmp_path / "own")
    monkeypatch.setattr(memory, "CGROUPS", tmp_path / "groups")
    monkeypatch.setattr(memory, "_address_space", lambda threads: None)
    return tmp_path


def group(folder, limit, usage, cached, names):
    folder.mkdir(parents=True, exist_ok=True)
    values = (limit, usage, f"anon 1\n{names[2]} {cached}")
    for name, value in zip((*names[:2], "memory.stat"), values, strict=True):
        (folder / name).write_text(f"{value}\n")


V2 = ("memory.max", "memory.current", "inactive_file")
V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


def test_free_memory_of_the_machine(system):
    assert memory.available_memory() == 8_000_000 * 1024
    memory.MEMINFO.unlink()
    assert memory.available_memory() is None


def test_the_tightest_control_group_counts(system):
    (system / "own").write_text("0::/batch/job\n")
    group(system / "groups/batch/job", "max", 5, 0, V2)
    assert memory.available_memory() == 8_000_000 * 1024
    group(system / "groups/batch", 3_000_000_000, 2_500_000_000, 400_000_000, V2)
    assert memory.available_memory() == 900_000_000
    group(system / "groups/batch/job", 1_000_000_000, 800_000_000, 0, V2)
    assert memory.available_memory() == 200_000_000


def test_control_groups_of_the_first_version(system):
    (system / "own").write_text("5:cpu,memory:/job\n4:devices:/job\n")
    group(system / "groups/memory/job", 2_000_000_000, 1_500_000_000, 100_000_000, V1)
    assert memory.available_memory() == 600_000_000


def test_threads_take_address_space(monkeypatch):
    """Each sets a stack and an arena aside, used or not; ulimit -v counts them."""
    taken = memory._field(memory.STATUS, "VmSize:")
    monkeypatch.setattr(memory.resource, "getrlimit", lambda which: (2 * taken, 2 * taken))
    without, with_threads = memory._address_space(0), memory._address_space(3)
    assert without - with_threads >= 3 * 64 * 2**20


def test_a_limit_that_is_passed_leaves_nothing(system):
    (system / "own").write_text("0::/\n")
    group(system / "groups", 1_000, 2_000, 0, V2)
    assert memory.available_memory() == 0
