"""Section: what the data support and what they do not, in plain words."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from coterie.report._curve import spans
from coterie.report._evidence import BIT
from coterie.report._grouped import name
from coterie.report._request import GROUP
from coterie.report._units import amount, plain, say_bits, say_error, say_share

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coterie.report._evidence import Tried
    from coterie.report._grouped import Grouped
    from coterie.report._judged import JudgedStudy


def verdict(study: JudgedStudy) -> dict[str, Any]:
    """Return the question and the answer in sentences, with the figures they rest on."""
    evidence = study.evidence
    said = (support, mistaken, second_best, beyond, alone, basis)
    return {
        "asked": asked(study),
        "headline": headline(study),
        "sentences": [words for sentence in said if (words := sentence(study))],
        "grouped": len(study.clusters) > 1,
        "supported": evidence.supported,
        "n_groups": len(study.clusters),
        "n_rows": len(study.model.labels_),
        "reliable_nats": plain(evidence.nats),
        "raw_nats": plain(evidence.capacity.raw * BIT),
        "tellable_nats": plain(float(evidence.capacity.entropies.mean())),
    }


def asked(study: JudgedStudy) -> str:
    """Repeat the question."""
    rows = study.nouns[0]
    source = name(PurePath(study.table.origin).name or study.table.origin)
    objects = f"the {rows.count(len(study.model.labels_))} in {source}"
    numbers = sorted({each.candidate.n_clusters or 0 for each in study.evidence.tried} - {0})
    methods = list(dict.fromkeys(each.candidate.method for each in study.evidence.tried))
    tried = f"{methods[0]} was tried" if len(methods) == 1 else f"{len(methods)} methods were tried"
    groups = f", with {spans(numbers)} groups" if numbers else ""
    return f"You asked how many groups {objects} fall into; {tried}{groups}."


def headline(study: JudgedStudy) -> str:
    """Give the answer in one sentence."""
    evidence, rows = study.evidence, study.nouns[0]
    objects = f"Your {rows.count(len(study.model.labels_))}"
    if len(study.clusters) < 2:
        return f"{objects} do not fall into groups that these data support."
    groups = GROUP.count(len(study.clusters))
    if not evidence.supported:
        return f"{objects} were put into {groups}, as you asked; these data do not support them."
    told = amount(evidence.capacity.entropy)
    return (
        f"{objects} fall into {groups}, and of the {told} bits that a group tells about "
        f"{a(rows.one)}, {say_bits(evidence.nats)} are reliable."
    )


def a(noun: str) -> str:
    """Return a noun with its article.

    Examples
    --------
    >>> a("row"), a("object")
    ('a row', 'an object')
    """
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def support(study: JudgedStudy) -> str:
    """Say what two noisy instances agree on."""
    evidence, rows = study.evidence, study.nouns[0]
    raw, error = evidence.capacity.raw, evidence.capacity.standard_error
    if not evidence.supported:
        top = study.top
        which = "" if top is None else f" ({top.candidate})"
        return (
            f"Two noisy instances of the data agree on {raw:.3f} ± {error:.3f} bits for each "
            f"{rows.one} at most{which}; independent noise would give 0. Either there are no "
            "groups, or the data are too few or too noisy to show them."
        )
    as_many = 2.0**evidence.bits
    return (
        f"Two noisy instances of the data agree on {say_error(evidence.nats, evidence.error)} bits "
        f"about the group of each {rows.one}: as much as {as_many:.1f} groups of equal size tell "
        "that are never mistaken."
    )


def agreed(study: Grouped) -> str:
    """Say how much of the groups of counts shows again."""
    evidence, row = study.evidence, study.nouns[0].one
    if evidence is None or len(study.clusters) < 2:
        return ""
    halves = evidence.capacity.instances == "thinning"
    who = "Two halves of your counts" if halves else "The two replicates"
    return (
        f"{who} agree on {say_error(evidence.nats, evidence.error)} bits about the group of each "
        f"{row}, of the {amount(evidence.capacity.entropy)} that so many groups tell: these are "
        f"its reliable bits{' in half of your counts' if halves else ''}."
    )


def mistaken(study: Grouped) -> str:
    """Say how many rows change sides."""
    evidence = study.evidence
    if evidence is None or len(study.clusters) < 2:
        return ""
    delta, rows = evidence.capacity.delta, study.nouns[0]
    if delta == 0.0:
        return f"No {rows.one} changes its group from one instance to the other."
    return (
        f"{say_share(delta)} of the {rows.many} change their group from one instance to the other; "
        "the list of members says which."
    )


def second_best(study: JudgedStudy) -> str:
    """Say what the best of the other methods and measures would have given."""
    evidence = study.evidence
    if evidence.chosen is None or not evidence.supported:
        return ""
    own = evidence.chosen.candidate
    others = [each for each in evidence.tried if each.candidate.group != own.group]
    if not others:
        return f"{own.method} made the groups."
    other = max(others, key=lambda each: each.capacity.raw)
    if other.capacity.bits <= 0.0:
        return f"{called(evidence.chosen)} made the groups; no other method found any."
    return (
        f"{called(evidence.chosen)} made the groups; the best of the other ways, "
        f"{called(other)} with {GROUP.count(other.candidate.n_clusters or 0)}, "
        f"would have given {amount(other.capacity.bits)} bits"
        f"{' on the same rows' if evidence.sampled else ''}."
    )


def called(tried: Tried) -> str:
    """Name a method with its measure."""
    own = tried.candidate
    return own.method + (f" by {own.similarity}" if own.similarity else "")


def beyond(study: JudgedStudy) -> str:
    """Say what more groups would bring."""
    evidence = study.evidence
    if evidence.chosen is None or not evidence.supported:
        return ""
    own = evidence.chosen.candidate
    number = own.n_clusters
    family = [each for each in evidence.tried if each.candidate.group == own.group]
    more = [each for each in family if (each.candidate.n_clusters or 0) > (number or 0)]
    effective = evidence.capacity.n_clusters_effective
    merged = ""
    if number and effective < number:
        merged = f" At the best temperature {effective} of the {number} groups differ."
    if not more:
        return f"No larger number was tried, and more groups may be better still.{merged}"
    best = best_of(more)
    fewer = best.capacity.raw < evidence.chosen.capacity.raw - 0.005
    told = "tell less for sure" if fewer else "tell no more for sure"
    other = f"{best.candidate.n_clusters} give {amount(best.capacity.bits)} bits"
    return f"More groups {told}: {other}.{merged}"


def best_of(tried: Iterable[Tried]) -> Tried:
    """Return the candidate of most bits."""
    return max(tried, key=lambda each: each.capacity.raw)


def alone(study: JudgedStudy) -> str:
    """Say which rows are in no group."""
    count, rows = len(study.model.labels_) - study.n_grouped, study.nouns[0]
    if not count:
        return ""
    return f"{rows.count(count)} {'is' if count == 1 else 'are'} in no group."


def basis(study: Grouped) -> str:
    """Say how the instances were made, and what must hold for that."""
    evidence = study.evidence
    if evidence is None:
        return ""
    capacity = evidence.capacity
    return f"The instances: {capacity.instances}. {capacity.assumption}"
