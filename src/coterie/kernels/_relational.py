"""One object after another against clusters of a similarity matrix: placed, drawn or averaged.

The cost of label k for object i, up to a constant of the object, needs the similarities of i to the
members of k, which are kept for all objects, and a few sums of each cluster. When i changes sides,
its row is added to those of one cluster and taken from another [GRA 1.6].
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from coterie._core.jit import kernel, stage

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray
    from coterie.kernels._relational_state import Form, Links, Sums

QUADRATIC, ASSOCIATION, MIN_MAX, ADAPTIVE = 0, 1, 2, 3

EMPTY = 1e-10
"""Share of the mass of a cluster that is rounding, when an object has been drawn out."""

LOOSEST = 1e-9
"""Share of its mass that a cluster without inner links is taken to hold, so that it can be left."""

SETTLED, SAME = 1e-9, 1e-12
"""Changes of the memberships of an object, and of one of them, that are not worth the update."""


@kernel
def balance(a: float, b: float, r: float) -> float:
    """w(a, b) = (a^-r + b^-r)^(1/r), 1 / min(a, b) at infinite r; 0 if one is empty [GRA 117]."""
    low, high = min(a, b), max(a, b)
    if low <= EMPTY:
        return 0.0
    if r == math.inf:
        return 1.0 / low
    return math.exp(math.log1p(math.exp(r * math.log(low / high))) / r) / low


@stage
def recall(memberships: FloatArray, own: FloatArray) -> None:
    """Copy the memberships of an object. Mutates: own."""
    for k in range(own.size):
        own[k] = memberships[k]


@stage
def look_up(links: Links, sums: Sums, i: int) -> None:
    """pull[k] = sum_{j != i} X_ij q_jk. Mutates: sums.pull."""
    for k in range(sums.mass.size):
        sums.pull[k] = sums.near[i, k] - links.stored[i] * sums.own[k]
    for p in range(sums.held[0]):
        similarity = links.dense[i, sums.waiting[p]]
        for k in range(sums.mass.size):
            sums.pull[k] += similarity * sums.steps[p, k]


@stage
def spread_row(links: Links, sums: Sums, i: int) -> None:
    """near[j, k] += X_ij step[k] for the objects j that i is linked to. Mutates: sums.near.

    Where a label moved, only two clusters change; where memberships did, all do, side by side.
    """
    steps, changed = sums.steps[0], 0
    for k in range(steps.size):
        changed += steps[k] != 0.0
    if 4 * changed < steps.size:
        for k in range(steps.size):
            if steps[k] != 0.0:
                for e in range(links.start[i], links.start[i + 1]):
                    sums.near[links.neighbor[e], k] += steps[k] * links.value[e]
        return
    for e in range(links.start[i], links.start[i + 1]):
        near, value = sums.near[links.neighbor[e]], links.value[e]
        for k in range(steps.size):
            near[k] += steps[k] * value


@kernel
def spread_rows(links: Links, sums: Sums) -> None:
    """near[j, k] += sum_p X_pj steps[p, k] over the objects p that wait. Mutates: sums."""
    first, second, third, fourth = (
        links.dense[sums.waiting[0]],
        links.dense[sums.waiting[1]],
        links.dense[sums.waiting[2]],
        links.dense[sums.waiting[3]],
    )
    for p in range(sums.held[0], sums.waiting.size):
        sums.steps[p] = 0.0
    for k in range(sums.mass.size):
        a, b, c, d = sums.steps[0, k], sums.steps[1, k], sums.steps[2, k], sums.steps[3, k]
        near = sums.near[:, k]
        if b == 0.0 and c == 0.0 and d == 0.0:
            if a != 0.0:
                for j in range(near.size):
                    near[j] += a * first[j]
            continue
        for j in range(near.size):
            near[j] += (a * first[j] + b * second[j]) + (c * third[j] + d * fourth[j])
    sums.held[0] = 0


@stage
def flush(links: Links, sums: Sums) -> None:
    """Let nobody wait any longer. Mutates: sums."""
    if sums.held[0] > 0:
        spread_rows(links, sums)


@stage
def associate(form: Form, sums: Sums, i: int) -> None:
    """field[k] = -c (T' / V' - T / V), T' and V' with the object in k. Mutates: sums.field."""
    x, b, w = form.diagonal[i], form.linear[i], form.weight[i]
    for k in range(sums.mass.size):
        q, g = sums.own[k], sums.pull[k]
        inside = sums.inside[k] - q * (2.0 * g + q * x + b)
        mass = sums.mass[k] - q * w
        least = EMPTY * sums.mass[k]
        before, after = form.vacant, form.vacant
        if mass > least:
            before = -form.factor * inside / mass
        if mass + w > least:
            after = -form.factor * (inside + 2.0 * g + x + b) / (mass + w)
        sums.field[k] = after - before


@stage
def looseness(mass: float, inside: float) -> float:
    """V / S - 1, what a cluster of that mass is linked to outside over inside; 0 if it is empty."""
    return mass / max(inside, LOOSEST * mass) - 1.0 if mass > 0.0 else 0.0


@stage
def loosen(form: Form, sums: Sums, i: int) -> None:
    """field[k] = V' / S' - V / S, S' and V' with the object in k. Mutates: sums.field."""
    x, w = form.diagonal[i], form.weight[i]
    for k in range(sums.mass.size):
        q, g = sums.own[k], sums.pull[k]
        inside = sums.inside[k] - q * (2.0 * g + q * x)
        mass = sums.mass[k] - q * w
        if mass <= EMPTY * sums.mass[k]:
            inside, mass = 0.0, 0.0
        after = looseness(mass + w, inside + 2.0 * g + x)
        sums.field[k] = after - looseness(mass, inside)


@stage
def adapt(form: Form, sums: Sums, i: int) -> None:
    """field[k] = sum_{v != k} (L_kv + g_v) w(n_k + 1, n_v) - L_kv w(n_k, n_v).

    L and n are those without the object. Mutates: sums.field.
    """  # fmt: skip
    x, r = form.diagonal[i], form.parameter
    own, pull, field = sums.own, sums.pull, sums.field
    for k in range(field.size):
        size = sums.mass[k] - own[k]
        field[k] = -form.vacant if size <= EMPTY else 0.0
        for v in range(k):
            other = sums.mass[v] - own[v]
            cut = sums.between[k, v] - own[k] * pull[v] - own[v] * (pull[k] + own[k] * x)
            before = cut * balance(size, other, r)
            field[k] += (cut + pull[v]) * balance(size + 1.0, other, r) - before
            field[v] += (cut + pull[k]) * balance(size, other + 1.0, r) - before


@kernel
def conditional(form: Form, links: Links, sums: Sums, i: int) -> None:
    """field[k] = cost of label k for object i, whose memberships are in own.

    Mutates: sums (pull, field).
    """
    look_up(links, sums, i)
    if form.family == ASSOCIATION:
        associate(form, sums, i)
    elif form.family == MIN_MAX:
        loosen(form, sums, i)
    elif form.family == ADAPTIVE:
        adapt(form, sums, i)
    else:
        for k in range(sums.mass.size):
            others = sums.mass[k] - sums.own[k]
            sums.field[k] = -form.factor * (sums.pull[k] + form.parameter * others)


@kernel
def change(form: Form, links: Links, sums: Sums, i: int, new: FloatArray) -> None:
    """Give object i other memberships than those in own. Mutates: sums."""
    look_up(links, sums, i)
    own, pull, x = sums.own, sums.pull, form.diagonal[i]
    for u in range(sums.between.shape[0]):
        for v in range(sums.between.shape[0]):
            sums.between[u, v] += (
                (new[u] - own[u]) * pull[v]
                + (new[v] - own[v]) * pull[u]
                + (new[u] * new[v] - own[u] * own[v]) * x
            )
    steps = sums.steps[sums.held[0]]
    for k in range(own.size):
        steps[k] = new[k] - own[k]
        sums.inside[k] += steps[k] * (2.0 * pull[k] + (new[k] + own[k]) * x + form.linear[i])
        sums.mass[k] += steps[k] * form.weight[i]
    if links.dense.size == 0:
        spread_row(links, sums, i)
        return
    sums.waiting[sums.held[0]] = i
    sums.held[0] += 1
    if sums.held[0] == sums.waiting.size:
        spread_rows(links, sums)


@stage
def move(
    form: Form, links: Links, sums: Sums, labels: IntArray, sizes: IntArray, i: int, label: int
) -> None:
    """Give object i another label. Mutates: sums, labels, sizes."""
    new = sums.new[0]
    new[:] = 0.0
    new[label] = 1.0
    change(form, links, sums, i, new)
    sizes[labels[i]] -= 1
    sizes[label] += 1
    labels[i] = label


@stage
def weigh(sums: Sums, temperature: float, new: FloatArray) -> None:
    """new[k] in proportion to exp(-field[k] / temperature), summing to 1. Mutates: new."""
    least, total = sums.field[0], 0.0
    for k in range(new.size):
        least = min(least, sums.field[k])
    for k in range(new.size):
        new[k] = math.exp((least - sums.field[k]) / temperature)
        total += new[k]
    for k in range(new.size):
        new[k] /= total


@kernel
def place_all(
    form: Form,
    links: Links,
    sums: Sums,
    labels: IntArray,
    sizes: IntArray,
    order: IntArray,
    keep_all: bool,
    tolerance: float,
) -> int:
    """Put each object where it costs least; returns how many moved.

    Within the tolerance its own label wins, else the lowest. Mutates: sums, labels, sizes.
    """  # fmt: skip
    moves = 0
    for place in range(order.size):
        i = order[place]
        present = labels[i]
        if keep_all and sizes[present] == 1:
            continue
        sums.own[:] = 0.0
        sums.own[present] = 1.0
        conditional(form, links, sums, i)
        limit = sums.field[0]
        for k in range(sums.field.size):
            limit = min(limit, sums.field[k])
        limit += tolerance
        if sums.field[present] <= limit:
            continue
        best = 0
        while sums.field[best] > limit:
            best += 1
        move(form, links, sums, labels, sizes, i, best)
        moves += 1
    flush(links, sums)
    return moves


@kernel
def draw_all(
    form: Form,
    links: Links,
    sums: Sums,
    labels: IntArray,
    sizes: IntArray,
    order: IntArray,
    keep_all: bool,
    temperature: float,
    uniforms: FloatArray,
) -> int:
    """Draw the label of each object in proportion to exp(-field / temperature).

    Returns how many moved. Mutates: sums, labels, sizes.
    """
    moves, last = 0, sums.field.size - 1
    new = sums.new[0]
    for place in range(order.size):
        i = order[place]
        if keep_all and sizes[labels[i]] == 1:
            continue
        sums.own[:] = 0.0
        sums.own[labels[i]] = 1.0
        conditional(form, links, sums, i)
        weigh(sums, temperature, new)
        label, reached = 0, new[0]
        while reached <= uniforms[place] and label < last:
            label += 1
            reached += new[label]
        if label != labels[i]:
            move(form, links, sums, labels, sizes, i, label)
            moves += 1
    flush(links, sums)
    return moves


@kernel
def average_all(
    form: Form,
    links: Links,
    sums: Sums,
    memberships: FloatArray,
    order: IntArray,
    temperature: float,
) -> float:
    """Give each object the memberships that its field asks for, as many at once as there is room.

    Returns the largest change. Mutates: sums, memberships.
    """
    largest, room = 0.0, sums.new.shape[0]
    for first in range(0, order.size, room):
        block = order[first : first + room]
        for place in range(block.size):
            i = block[place]
            recall(memberships[i], sums.own)
            conditional(form, links, sums, i)
            weigh(sums, temperature, sums.new[place])
        for place in range(block.size):
            i, new, most = block[place], sums.new[place], 0.0
            for k in range(new.size):
                step = abs(new[k] - memberships[i, k])
                most = max(most, step)
                if step < SAME:
                    new[k] = memberships[i, k]
            largest = max(largest, most)
            if most > SETTLED:
                recall(memberships[i], sums.own)
                change(form, links, sums, i, new)
                recall(new, memberships[i])
    flush(links, sums)
    return largest
