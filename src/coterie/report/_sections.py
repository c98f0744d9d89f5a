"""The table of sections: their order on the page, their titles and who builds their content.

A section is one builder here, one template block ``templates/sections/<key>.html`` and, if it
draws, one script ``templates/sections/<key>.js``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coterie.report._blocks import blocks
from coterie.report._curve import curve
from coterie.report._findings import findings
from coterie.report._members import members
from coterie.report._method import method
from coterie.report._plane import plane
from coterie.report._restarts import restarts
from coterie.report._sizes import sizes
from coterie.report._telling import telling
from coterie.report._tree import tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie.report._study import Study


@dataclass(frozen=True)
class Section:
    """One part of the page; the builder returns None where the part has nothing to say."""

    key: str
    title: str
    build: Callable[[Study], dict[str, Any] | None]


SECTIONS = (
    Section("findings", "Findings", findings),
    Section("curve", "Number of groups", curve),
    Section("sizes", "Sizes", sizes),
    Section("tree", "How they relate", tree),
    Section("plane", "What bits cost", plane),
    Section("telling", "What tells them apart", telling),
    Section("blocks", "The whole table", blocks),
    Section("members", "Members", members),
    Section("restarts", "Restarts", restarts),
    Section("method", "How it was made", method),
)
