"""The kernels of columns written out, one pair of values at a time."""

import math


def log_kernel(kind, x, y, bandwidth, n_levels):
    """log k(x | y)."""
    if kind == "continuous":
        height = math.log(bandwidth * math.sqrt(2 * math.pi))
        return -((x - y) ** 2) / (2 * bandwidth**2) - height
    if kind == "nominal":
        if n_levels == 1:
            return 0.0
        return math.log(1 - bandwidth if x == y else bandwidth / (n_levels - 1))
    total = sum(bandwidth ** abs(grade - y) for grade in range(n_levels))
    return math.log(bandwidth ** abs(x - y) / total)


def shares(columns, rows, references):
    """p(y | x) as the product of kernels over its sum."""
    table = []
    for row in rows:
        product = [
            math.exp(
                sum(
                    log_kernel(column.kind, x, y, column.bandwidth, column.n_levels)
                    for column, x, y in zip(columns, row, reference, strict=True)
                )
            )
            for reference in references
        ]
        table.append([each / sum(product) for each in product])
    return table


def left_out_likelihood(columns, rows):
    """Mean log likelihood of each row under the kernels around the others."""
    total = 0.0
    for i, row in enumerate(rows):
        kernels = [
            math.exp(
                sum(
                    log_kernel(column.kind, x, y, column.bandwidth, column.n_levels)
                    for column, x, y in zip(columns, row, other, strict=True)
                )
            )
            for j, other in enumerate(rows)
            if j != i
        ]
        total += math.log(sum(kernels) / len(kernels))
    return total / len(rows)
