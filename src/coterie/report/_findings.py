"""Section: what was asked and what was found, in words."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import numpy as np

from coterie._core.errors import some
from coterie.report._curve import share_at_bend, spans
from coterie.report._request import GROUP
from coterie.report._study import Study, name
from coterie.report._units import plain, say_bits, say_share
from coterie.report._verdict import agreed

LONGEST_LIST = 6


def findings(study: Study) -> dict[str, Any]:
    """Return the question and the answer in sentences, with the figures they rest on."""
    told, confirmed = study.information_in_data, study.confirmed
    grouped = len(study.clusters) > 1
    return {
        "asked": asked(study),
        "headline": headline(study),
        "sentences": [
            said
            for sentence in (ended, shown_again, chosen, agreed, found, left_out)
            if (said := sentence(study))
        ],
        "grouped": grouped,
        "n_groups": len(study.clusters),
        "n_rows": len(study.model.labels_),
        "n_columns": len(study.table.column_names),
        "information_nats": plain(study.model.information_),
        "information_in_data_nats": None if told is None else plain(told),
        "fraction": plain(study.model.information_fraction_),
        "confirmed_nats": None if confirmed is None else plain(confirmed),
        "confirmed_fraction": None if not told or confirmed is None else plain(confirmed / told),
    }


def asked(study: Study) -> str:
    """Repeat the question."""
    rows = study.nouns[0]
    source = name(PurePath(study.table.origin).name or study.table.origin)
    objects = f"the {rows.count(len(study.model.labels_))} in {source}"
    if study.search is None:
        return f"You asked for {GROUP.count(len(study.sizes))} of {objects}."
    numbers = [int(number) for number in study.search.n_clusters]
    tried = spans(numbers)
    if tried.count(",") > LONGEST_LIST:
        tried = f"{len(numbers)} numbers from {numbers[0]} to {numbers[-1]}"
    return f"You asked how many groups {objects} fall into; {tried} were tried."


def headline(study: Study) -> str:
    """Give the answer in one sentence."""
    rows, columns = study.nouns
    given = len(study.model.labels_)
    objects = f"Your {rows.count(given)}"
    if study.n_grouped < given:
        objects = f"{study.n_grouped:,} of your {rows.count(given)}"
    if len(study.clusters) < 2:
        if study.search is None:
            stay = "stays" if given == 1 else "stay together"
            return f"{objects} {stay} in one group, as you asked."
        return f"{objects} do not fall into groups that these data can confirm."
    groups = GROUP.count(len(study.clusters))
    told = study.information_in_data
    if told is None:
        return f"{objects} were put into {groups}, but carry no information about {columns.many}."
    return (
        f"{objects} fall into {groups}, which keep "
        f"{say_share(study.model.information_fraction_)} of the information that {rows.many} carry "
        f"about {columns.many}: {say_bits(study.model.information_)} of {say_bits(told)} bits."
    )


def ended(study: Study) -> str:
    """Say that there is more to be found."""
    if not study.request.interrupted:
        return ""
    return "The run was interrupted; this is the best that it had found, and more may be there."


def shown_again(study: Study) -> str:
    """Say how much of what is kept was found again in data that were set aside."""
    confirmed = study.confirmed
    if confirmed is None or len(study.clusters) < 2 or study.information_in_data is None:
        return ""
    kept, real = say_bits(study.model.information_), say_bits(confirmed)
    if kept == real:
        return f"All of the {kept} bits show in data that were set aside, too."
    return (
        f"Of the {kept} bits, {real} show in data that were set aside: so much is real. The others "
        "may be accidents of these counts, or need more counts to show."
    )


def chosen(study: Study) -> str:
    """Say how the number of groups came about."""
    search = study.search
    columns = study.nouns[1].many
    if search is None:
        return ""
    if search.best_n_clusters == 1:
        return (
            f"No division that was tried tells reliably more about {columns} in the half of the "
            "counts that was set aside than no division at all. Either there are no groups, or the "
            "counts are too few to confirm them; a number of groups that you name is made all the "
            "same."
        )
    best = int(search.best_n_clusters)
    at = [int(number) for number in search.n_clusters].index(best)
    tell = "tell most" if at == search.held_out.argmax() else "are enough to tell what can be told"
    said = f"{GROUP.count(best)} {tell} about {columns} in data that were set aside"
    if best != len(study.clusters):
        said += f": {say_bits(float(search.held_out[at]))} bits"
    share = share_at_bend(search, at)
    if share is not None:
        said += f"; {GROUP.count(int(search.elbow))} tell {say_share(share)} of that"
    said += "."
    if at == len(search.n_clusters) - 1 and not study.request.interrupted:
        said += " No larger number was tried."
    if best != len(study.clusters):
        said += f" The report shows {GROUP.count(len(study.clusters))}."
    return said


def found(study: Study) -> str:
    """Say what dividing further could still bring."""
    told = study.information_in_data
    if len(study.clusters) < 2 or told is None:
        return ""
    kept = study.model.information_
    if say_bits(told) == say_bits(kept):
        return ""
    return (
        f"The other {say_bits(told - kept)} bits in the data set single {study.nouns[0].many} of "
        "one group apart; part of that is chance."
    )


def left_out(study: Study) -> str:
    """Say which rows are in no group."""
    empty = len(study.model.labels_) - study.n_grouped
    if not empty:
        return ""
    holds = "holds" if empty == 1 else "hold"
    is_in = "is" if empty == 1 else "are"
    without = np.flatnonzero(study.model.labels_ < 0)[:4]
    named = some(name(study.table.row_names[row]) for row in without)
    return f"{study.nouns[0].count(empty)} {holds} no counts and {is_in} in no group ({named})."
