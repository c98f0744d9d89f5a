"""The table of sections: their order on the page, their titles and who builds their content.

A section is one builder here, one template block ``templates/sections/<key>.html`` and, if it
draws, one script ``templates/sections/<key>.js``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coterie.report._blocks import blocks
from coterie.report._choices import choices
from coterie.report._curve import curve
from coterie.report._findings import findings
from coterie.report._judged import JudgedStudy
from coterie.report._members import listing, members
from coterie.report._method import method
from coterie.report._pairs import pairs
from coterie.report._plane import plane
from coterie.report._points import points
from coterie.report._reliability import reliability
from coterie.report._restarts import restarts
from coterie.report._sizes import plain_sizes, sizes
from coterie.report._telling import telling
from coterie.report._temperatures import temperatures
from coterie.report._transfer import transfer
from coterie.report._tree import tree
from coterie.report._verdict import verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie.report._grouped import Grouped

    Builder = Callable[[Any], dict[str, Any] | None]


@dataclass(frozen=True)
class Section:
    """One part of the page; a builder returns None where the part has nothing to say.

    Parameters
    ----------
    key, title : str
        Name of its template, and what it is called.
    counted : callable or None
        Builds its content for counts in groups of most information.
    judged : callable or None
        Builds its content where reliable bits judged the groups.
    """

    key: str
    title: str
    counted: Builder | None = None
    judged: Builder | None = None

    def build(self, study: Grouped) -> dict[str, Any] | None:
        """Return the content for a study of either sort."""
        builder = self.judged if isinstance(study, JudgedStudy) else self.counted
        return None if builder is None else builder(study)


SECTIONS = (
    Section("findings", "Findings", findings, verdict),
    Section("curve", "Number of groups", curve),
    Section("choices", "What was tried", None, choices),
    Section("points", "The points", None, points),
    Section("sizes", "Sizes", sizes, plain_sizes),
    Section("reliability", "What is reliable", reliability, reliability),
    Section("temperatures", "Bits and temperature", None, temperatures),
    Section("transfer", "Transferred costs", None, transfer),
    Section("tree", "How they relate", tree),
    Section("plane", "What bits cost", plane),
    Section("telling", "What tells them apart", telling),
    Section("blocks", "The whole table", blocks),
    Section("pairs", "All pairs", None, pairs),
    Section("members", "Members", members, listing),
    Section("restarts", "Restarts", restarts),
    Section("method", "How it was made", method, method),
)
