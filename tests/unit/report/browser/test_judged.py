"""A page about reliable bits: it is quiet, all is drawn, and its table answers to a reader."""

import numpy as np
import pytest

import coterie

pytestmark = pytest.mark.browser

HOSTILE = "</script><script>alert(3)</script>"


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Points that were measured twice, and a graph; one name would be markup elsewhere."""
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 20)
    names = [HOSTILE, *(f"p{at}" for at in range(1, 60))]
    centres = np.eye(3)[truth] * 7.0
    first, second = (
        pandas.DataFrame(centres + rng.normal(size=(60, 3)), names, list("abc")) for _ in range(2)
    )
    points = coterie.analyse(
        first, range(1, 5), kind="points", replicate=second, similarity="path",
    )  # fmt: skip
    edges = np.triu(rng.poisson(np.where(np.equal.outer(truth, truth), 2.0, 0.1)), 1)
    graph = pandas.DataFrame(edges + edges.T, names, names)
    pairs = coterie.analyse(graph, range(1, 5), kind="similarity", method="NormalizedCut")
    home = tmp_path_factory.mktemp("judged")
    for name, found in (("points", points), ("pairs", pairs)):
        found.save(home / name)
    return home


@pytest.fixture(params=["points", "pairs"])
def sheet(request, browser, judged, act):
    """Each page, freshly opened."""
    browser.get_log("browser")
    browser.get("about:blank")
    browser.get((judged / request.param / "report.html").as_uri())
    ready = "return document.documentElement.dataset.ready"
    assert act.settled(lambda: browser.execute_script(ready), "yes") == "yes"
    return browser


def test_it_is_quiet_and_every_picture_is_drawn(sheet, act):
    undrawn = """
        return [...document.querySelectorAll('[data-picture]')].filter((figure) =>
          !figure.querySelector('.point, .js-line, .heatmaplayer image, .hm image'))
          .map((figure) => figure.dataset.picture)"""
    assert act.settled(lambda: sheet.execute_script(undrawn), []) == []
    assert sheet.get_log("browser") == []
    pictures = sheet.execute_script(
        "return [...document.querySelectorAll('[data-picture]')]"
        ".map((each) => each.dataset.picture)"
    )
    assert {"choices", "reliability", "changes", "temperatures", "transfer"} <= set(pictures)
    assert {"points", "pairs"} & set(pictures)


def test_names_show_as_they_are(sheet, act):
    act.one("#members-search").send_keys("alert(3)")
    assert act.names() == [HOSTILE]


def test_nothing_sticks_out_on_a_phone(sheet, act):
    sheet.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True},
    )
    wide = "return document.documentElement.scrollWidth"
    assert act.settled(lambda: sheet.execute_script(wide), 390) == 390
    sheet.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_models_are_sorted_and_filtered(sheet, act):
    count = "return document.querySelectorAll('#choices-table tbody tr').length"
    groups = """return [...document.querySelectorAll('#choices-table tbody tr')]
        .map((row) => Number(row.querySelector('td.number').textContent))"""
    before = sheet.execute_script(count)
    assert before >= 4
    act.one("#choices-table th[data-key=groups] button").click()
    found = sheet.execute_script(groups)
    assert found == sorted(found)
    heading = act.one("#choices-table th[data-key=groups]")
    assert heading.get_attribute("aria-sort") == "ascending"
    method = sheet.execute_script(
        "return document.querySelector('#choices-method option:nth-child(2)').value"
    )
    act.select("#choices-method", method)
    status = act.one("#choices-status").text
    assert status.startswith(f"{sheet.execute_script(count)} of {before} models")


def test_the_numbers_are_downloads(sheet, act):
    saved = sheet.execute_script("""
        const kept = [];
        URL.createObjectURL = (blob) => { kept.push(blob); return "#"; };
        document.querySelector('[data-download="choices"]').click();
        return kept[0].text();""")
    lines = saved.strip().splitlines()
    assert lines[0].startswith("method,")
    assert "raw_bits" in lines[0]
    assert len(lines) > 4
