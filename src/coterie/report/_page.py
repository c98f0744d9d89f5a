"""From content to one HTML page that needs nothing from anywhere else."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coterie._core.errors import InputError
from coterie._core.extras import require
from coterie.report._content import SCHEMA
from coterie.report._sections import SECTIONS
from coterie.report._units import amount, in_bits, say_share, unbroken

if TYPE_CHECKING:
    from collections.abc import Mapping

TEMPLATES = Path(__file__).with_name("templates")
STYLES = ("page.css", "parts.css", "print.css")
SCRIPTS = ("start.js", "figure.js")
PURPOSE = "writing the HTML report"
POLICY = (
    "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)
ESCAPES = {code: f"\\u{code:04x}" for code in (*map(ord, "<>&"), 0x2028, 0x2029)}


def render(content: Mapping[str, Any]) -> str:
    """Return the report as one HTML page.

    The page asks nothing of the network and says so in its content security policy; scripts other
    than its own do not run.

    Parameters
    ----------
    content : mapping
        From `describe`, or read back from the JSON it was stored in.

    Returns
    -------
    str
        The page; write it as UTF-8.

    Raises
    ------
    InputError
        If the content was made by a version of coterie with another layout.

    See Also
    --------
    describe : Make the content.
    write_report : Write the page to a file.

    Examples
    --------
    >>> from coterie.report import render
    >>> page = render({"schema": 1, "title": "Cats & dogs", "nouns": {}, "sections": {}})
    >>> "<title>Cats &amp; dogs</title>" in page
    True
    """
    if content.get("schema") != SCHEMA:
        message = (
            f"report content: schema is {content.get('schema')!r}, this version of coterie reads "
            f"{SCHEMA}; run the analysis again."
        )
        raise InputError(message)
    shown = in_bits(content)
    sections = [section for section in SECTIONS if section.key in shown["sections"]]
    theme, plotly, page = read("theme.js"), plotly_script(), page_script(sections)
    allowed = " ".join(fingerprint(script) for script in (theme, plotly, page))
    jinja2 = require("jinja2", extra="report", purpose=PURPOSE)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        share=lambda part: unbroken(say_share(part)), amount=amount, unbroken=unbroken
    )
    safe = jinja2.utils.markupsafe.Markup
    html: str = environment.get_template("page.html").render(
        content=shown,
        sections=sections,
        policy=POLICY.format(scripts=allowed),
        style=safe("\n".join(read(style) for style in STYLES)),
        theme_script=safe(theme),
        plotly_script=safe(plotly),
        page_script=safe(page),
        data=safe(as_json(shown)),
    )
    return html


def write_report(path: str | os.PathLike[str], content: Mapping[str, Any]) -> None:
    """Write the report to a file, whole or not at all.

    Parameters
    ----------
    path : str or path-like
        Where to write; what is there is replaced.
    content : mapping
        From `describe`.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from coterie.report import write_report
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "report.html")
    ...     write_report(path, {"schema": 1, "title": "-", "nouns": {}, "sections": {}})
    ...     path.read_text(encoding="utf-8")[:15]
    '<!doctype html>'
    """
    page = render(content)
    target = Path(path)
    try:
        handle, unfinished = tempfile.mkstemp(dir=target.parent, prefix=".report-", suffix=".html")
    except OSError as error:  # in the words of who asked, who knows of no unfinished file
        raise type(error)(error.errno, error.strerror, str(target)) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(page)
        Path(unfinished).chmod(0o644)
        Path(unfinished).replace(target)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise


def read(name: str) -> str:
    """Return a template file as text."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def plotly_script() -> str:
    """Return plotly's own JavaScript, from the installed package."""
    script: str = require("plotly.offline", extra="report", purpose=PURPOSE).get_plotlyjs()
    return script.replace("</script", "<\\/script")


def page_script(sections: list[Any]) -> str:
    """Join the page's scripts: what all sections use, then one drawer for each section."""
    drawers = [f"sections/{section.key}.js" for section in sections]
    names = [*SCRIPTS, *(name for name in drawers if (TEMPLATES / name).exists()), "finish.js"]
    return "\n".join(['(() => {\n"use strict";', *(read(name) for name in names), "})();"])


def fingerprint(script: str) -> str:
    """Return the source expression that lets exactly this script run."""
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def as_json(content: Any) -> str:
    """Return JSON that can stand inside a script element: nothing in it can end the element."""
    return json.dumps(content, allow_nan=False, separators=(",", ":")).translate(ESCAPES)
