"""How much memory a run may take: the least of what machine, container and shell allow."""

from __future__ import annotations

import resource
from pathlib import Path

MEMINFO = Path("/proc/meminfo")
STATUS = Path("/proc/self/status")
OWN_CGROUP = Path("/proc/self/cgroup")
CGROUPS = Path("/sys/fs/cgroup")
KIBI = 1024
ARENA = 64 * KIBI**2
"""Address space that the C library sets aside for the memory of a thread."""

STACK = 8 * KIBI**2
"""The same for its stack, where no limit says how much."""


def available_memory(threads: int = 0) -> int | None:
    """Return the bytes that this process can still take, or None where the system does not tell.

    Looks at the free memory of the machine, at the limits of the control groups that the process is
    in (containers, batch systems), and at the limit on its address space (``ulimit -v``), of which
    threads that are to be started take their share whether they use it or not.

    Examples
    --------
    >>> from coterie._core.memory import available_memory
    >>> (available_memory() or 1) > 0
    True
    """
    bounds = [_machine(), *_control_groups(), _address_space(threads)]
    known = [bound for bound in bounds if bound is not None]
    return max(0, min(known)) if known else None


def _field(path: Path, name: str) -> int | None:
    """Return a field of a status file, in bytes."""
    try:
        for line in path.read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * KIBI
    except (OSError, ValueError, IndexError):
        return None
    return None


def _machine() -> int | None:
    return _field(MEMINFO, "MemAvailable:")


def _address_space(threads: int) -> int | None:
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    taken = _field(STATUS, "VmSize:")
    if limit == resource.RLIM_INFINITY or taken is None:
        return None
    stack, _ = resource.getrlimit(resource.RLIMIT_STACK)
    each = ARENA + (STACK if stack == resource.RLIM_INFINITY else stack)
    return limit - taken - threads * each


def _control_groups() -> list[int]:
    """Room below the limit of each control group around the process."""
    try:
        lines = [line.split(":", 2) for line in OWN_CGROUP.read_text().splitlines()]
    except OSError:
        return []
    found = []
    for _, controllers, path in (line for line in lines if len(line) == 3):
        if controllers == "":
            names = ("memory.max", "memory.current", "inactive_file")
            found += _walk(CGROUPS, path, names)
        elif "memory" in controllers.split(","):
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
            found += _walk(CGROUPS / "memory", path, names)
    return found


def _walk(root: Path, path: str, names: tuple[str, str, str]) -> list[int]:
    inner = root / path.strip("/")
    folders = [inner, *(parent for parent in inner.parents if parent.is_relative_to(root))]
    return [room for room in (_room(folder, names) for folder in folders) if room is not None]


def _room(folder: Path, names: tuple[str, str, str]) -> int | None:
    """Limit minus use; pages of files that were read can be given back."""
    limit, usage, cached = names
    try:
        bound = int((folder / limit).read_text())
        taken = int((folder / usage).read_text())
        stat = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
        return bound - taken + int(stat.get(cached, 0))
    except (OSError, ValueError):
        return None
