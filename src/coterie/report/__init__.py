"""Results as one offline HTML page: `describe` makes the content, `render` the page."""

from __future__ import annotations

from coterie.report._content import describe, describe_judged
from coterie.report._evidence import Evidence
from coterie.report._page import render, write_report
from coterie.report._request import Request
from coterie.report._study import Study

__all__ = [
    "Evidence",
    "Request",
    "Study",
    "describe",
    "describe_judged",
    "render",
    "write_report",
]
