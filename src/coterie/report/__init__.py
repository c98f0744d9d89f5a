"""Results as one offline HTML page: `describe` makes the content, `render` the page."""

from __future__ import annotations

from coterie.report._content import describe
from coterie.report._page import render, write_report
from coterie.report._request import Request
from coterie.report._study import Study

__all__ = ["Request", "Study", "describe", "render", "write_report"]
