"""The page is complete, closed to the network, and shows names as names."""

import base64
import hashlib
import html
import json
import re

import pytest

from coterie._core.errors import InputError
from coterie.report import _page as module
from coterie.report import describe, render, write_report
from coterie.report._sections import SECTIONS

HOSTILE = "</script><script>alert('1')</script><b>&amp;\u2028"


@pytest.fixture
def content(planted, build):
    table = build.table(
        planted.counts,
        rows=[HOSTILE, *(f"row {i}" for i in range(1, 60))],
        columns=[f"{HOSTILE} {j}" for j in range(12)],
        origin=HOSTILE,
        kind="text",
    )
    request = build.request(
        command=HOSTILE, rows=HOSTILE, columns=HOSTILE, settings={HOSTILE: HOSTILE},
        excerpts=[HOSTILE] * 60, made=HOSTILE,
    )  # fmt: skip
    return describe(request, table, planted.model, build.search([0.1, 0.2, 0.3]))


@pytest.fixture
def page(content):
    return render(content)


def scripts(page):
    return re.findall(r"<script([^>]*)>(.*?)</script>", page, flags=re.DOTALL)


def test_there_are_no_scripts_but_our_own(page):
    kinds = [attributes for attributes, _ in scripts(page)]
    assert kinds == ["", ' type="application/json" id="content"', "", ""]
    assert page.count("</script") == 4


def test_the_policy_names_exactly_our_scripts_and_nothing_of_the_network(page):
    policy = html.unescape(re.search(r'Security-Policy" content="([^"]*)"', page)[1])
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert "connect-src" not in rules  # so that default-src holds for it
    ours = {
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for attributes, text in scripts(page)
        if "json" not in attributes
    }
    assert set(rules["script-src"].split()) == ours
    assert not re.search(r"https?:|wss?:|\*", policy)


def test_the_embedded_content_is_the_content_in_bits(content, page):
    embedded = json.loads(next(text for kind, text in scripts(page) if "json" in kind))
    assert embedded == module.in_bits(content)
    assert "_nats" not in json.dumps(embedded)
    assert HOSTILE in embedded["sections"]["members"]["names"]


def test_names_stand_escaped_in_the_words(page):
    words = page.split("<main", 1)[1].split("</main>", 1)[0]
    assert "alert(" in words
    assert "<script" not in words
    assert "<b>&amp;" not in re.sub(r"<b>[\d.]+</b>", "", words)


def test_every_section_is_on_the_page_and_in_the_navigation(page):
    counted = [each for each in SECTIONS if each.counted and each.key != "reliability"]
    for section in counted:
        assert f'<section id="{section.key}"' in page
        assert f'href="#{section.key}"' in page


def test_sections_without_content_are_left_out(planted):
    page = render(describe(planted.request, planted.table, planted.model))
    assert 'id="curve"' not in page
    assert "drawers.curve" not in page


def test_every_section_has_a_template_and_every_drawer_a_section():
    keys = {section.key for section in SECTIONS}
    folder = module.TEMPLATES / "sections"
    assert {path.stem for path in folder.glob("*.html")} == keys
    assert {path.stem for path in folder.glob("*.js")} <= keys


def test_templates_never_build_markup_from_text_or_reach_out():
    for path in module.TEMPLATES.rglob("*.*"):
        text = path.read_text()
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
                     "http://", "https://", "fetch(", "| safe"):  # fmt: skip
            assert word not in text, (path.name, word)


def test_content_read_back_from_json_renders_the_same(content, page):
    assert render(json.loads(json.dumps(content))) == page


@pytest.mark.parametrize("schema", [None, 0, "1", 99])
def test_content_of_another_version_is_refused(content, schema):
    with pytest.raises(InputError, match=r"schema is .*, this version of coterie reads 1"):
        render({**content, "schema": schema})


def test_the_file_is_written_whole_in_utf8(content, page, tmp_path):
    write_report(tmp_path / "report.html", content)
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_failed_write_leaves_what_was_there(content, tmp_path, monkeypatch):
    target = tmp_path / "report.html"
    target.write_text("the old one")
    monkeypatch.setattr(module.Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        write_report(target, content)
    assert target.read_text() == "the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
