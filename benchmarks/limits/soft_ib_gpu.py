"""Soft assignment on a GPU, beside its two matrix products alone: rates, and the answer checked.

    python benchmarks/limits/soft_ib_gpu.py             # two minutes on an H200
    python benchmarks/limits/soft_ib_gpu.py --device cpu --shapes 2000,1000,20

Needs numpy, torch and a device, and nothing else. The products are measured in single precision,
with and without TF32, and in double precision, which is what the iteration computes in.
"""

import argparse
import math
import time
from types import SimpleNamespace

import numpy as np
import torch

from coterie.accelerated import SoftTwin

FARTHEST = -708.0
BETA = 20.0
SHARE = 0.5
"""Least rate asked for, as a share of that of the products in single precision without TF32."""

CLOSE = 1e-5
"""How near memberships and free energies must come to those of numpy."""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--shapes", nargs="+", default=["20000,5000,50", "200000,10000,200"])
    parser.add_argument("--iterations", type=int, default=30)
    parser.add_argument("--checked", type=int, default=5, help="iterations compared with numpy")
    return parser.parse_args()


def planted(n_rows, n_columns, n_clusters, luck):
    """Zeros and ones in double precision: rows of a group share how often each column is one."""
    table = np.empty((n_rows, n_columns))
    rates = luck.integers(16, 160, size=(n_clusters, n_columns), dtype=np.uint8)
    groups = luck.integers(n_clusters, size=n_rows)
    for begin in range(0, n_rows, 2000):
        rows = slice(begin, begin + 2000)
        noise = luck.integers(0, 256, size=table[rows].shape, dtype=np.uint8)
        np.less(noise, rates[groups[rows]], out=table[rows], casting="unsafe")
    return table


def parts_of(table):
    """What a bottleneck cost lays out, at one beta and the prior of the counts."""
    total = table.sum(axis=1)
    return SimpleNamespace(
        problem=Problem(table),
        weight=total / total.sum(),
        by_count=BETA / total,
        negentropy=-BETA * np.log(total),  # of entries that are zero or one
        faintest=0.0,
        farthest=FARTHEST,
    )


class Problem:
    """A problem, as far as the twin looks."""

    def __init__(self, table):
        self.table = table


def plain(parts, memberships, steps):
    """The same iterations written out in numpy."""
    table, energies = parts.problem.table, []
    for _ in range(steps):
        joint = (memberships * (parts.weight * parts.by_count)[:, None]).T @ table
        conditional = joint / joint.sum(axis=1, keepdims=True)
        logs = np.full(joint.shape, FARTHEST)
        np.log(conditional, out=logs, where=conditional > 0.0)
        field = (logs @ table.T).T * parts.by_count[:, None] + np.log(parts.weight @ memberships)
        top = field.max(axis=1, keepdims=True)
        log_normaliser = top + np.log(np.exp(field - top).sum(axis=1, keepdims=True))
        memberships = np.exp(field - log_normaliser)
        energies.append(parts.weight @ (parts.negentropy - log_normaliser.ravel()))
    return memberships, np.array(energies)


def least(work, device, repeats=10):
    """Seconds of a call once it is warm, the least of several."""
    times = []
    for _ in range(repeats + 2):
        wait(device)
        began = time.perf_counter()
        work()
        wait(device)
        times.append(time.perf_counter() - began)
    return min(times[2:])


def wait(device):
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def product_seconds(table, n_clusters, dtype, device, *, tf32=False):
    """Both products of an iteration, each in the faster of two orders."""
    torch.backends.cuda.matmul.allow_tf32 = tf32
    here = torch.as_tensor(table, dtype=dtype, device=device)
    wide = torch.randn(n_clusters, table.shape[1], dtype=dtype, device=device)
    members = torch.rand(n_clusters, table.shape[0], dtype=dtype, device=device)
    tall, rows_first = wide.T.contiguous(), members.T.contiguous()
    pairs = (
        (lambda: wide @ here.T, lambda: here @ tall),
        (lambda: members @ here, lambda: here.T @ rows_first),
    )
    seconds = sum(min(least(order, device) for order in pair) for pair in pairs)
    torch.backends.cuda.matmul.allow_tf32 = False
    return seconds


def square_rate(dtype, device, size):
    """Operations a second of a large square product."""
    one = torch.rand(size, size, dtype=dtype, device=device)
    return 2.0 * size**3 / least(lambda: one @ one, device)


def copy_rate(device, size):
    """Bytes a second that are read and written."""
    source = torch.rand(size, device=device)
    target = torch.empty_like(source)
    return 2 * 4 * size / least(lambda: target.copy_(source), device)


def measure(shape, options, device):
    """Print the rates of one shape; tell whether they are as good as asked for."""
    n_rows, n_columns, n_clusters = shape
    luck = np.random.default_rng(0)
    table = planted(n_rows, n_columns, n_clusters, luck)
    parts = parts_of(table)
    start = luck.dirichlet(np.ones(n_clusters), size=n_rows)
    twin = SoftTwin(parts, start, options.device)
    energies = np.array([twin.advance() for _ in range(options.checked)])
    memberships, expected = plain(parts, start, options.checked)
    apart = float(np.abs(twin.memberships - memberships).max())
    energy_apart = float(np.abs(energies - expected).max())
    began = time.perf_counter()
    for _ in range(options.iterations):
        twin.advance()  # waits for the device
    seconds = (time.perf_counter() - began) / options.iterations
    del twin
    singles, tf32, doubles = (
        product_seconds(table, n_clusters, dtype, device, tf32=fast)
        for dtype, fast in (
            (torch.float32, False), (torch.float32, True), (torch.float64, False)
        )
    )  # fmt: skip
    operations = 4.0 * math.prod(shape)
    print(f"{n_rows} x {n_columns}, {n_clusters} clusters")
    print(f"  apart from numpy after {options.checked} iterations: memberships {apart:.1e}, "
          f"free energy {energy_apart:.1e} (at most {CLOSE:.0e})")  # fmt: skip
    for what, taken in (
        ("iteration, float64", seconds), ("products, float64", doubles),
        ("products, float32", singles), ("products, TF32", tf32),
    ):  # fmt: skip
        print(f"  {what:20} {1e3 * taken:9.3f} ms  {operations / taken / 1e12:7.2f} TFLOP/s")
    print(f"  table read twice: {2 * table.nbytes / seconds / 1e12:.2f} TB/s")
    share = singles / seconds
    verdict = "" if share >= SHARE else "  below the goal"
    print(f"  rate over that of the float32 products: {share:.2f} (at least {SHARE}){verdict}; "
          f"over the float64 products: {doubles / seconds:.2f}", flush=True)  # fmt: skip
    return share >= SHARE and apart <= CLOSE and energy_apart <= CLOSE


def main():
    options = arguments()
    if options.device != "cpu" and not torch.cuda.is_available():
        print("no CUDA device here: nothing was measured")
        return
    device = torch.device(options.device)
    size = 1024 if device.type == "cpu" else 8192
    name = "processor" if device.type == "cpu" else torch.cuda.get_device_name(device)
    print(f"{name}, torch {torch.__version__}")
    for dtype in (torch.float32, torch.float64):
        print(f"square product, {dtype}: {square_rate(dtype, device, size) / 1e12:.2f} TFLOP/s")
    print(f"copy: {copy_rate(device, 4 * size**2) / 1e12:.3f} TB/s", flush=True)
    good = [
        measure(tuple(int(part) for part in shape.split(",")), options, device)
        for shape in options.shapes
    ]
    if not all(good):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
