"""The page loads quietly, stays off the network, shows names as names, fits eye and paper."""

import json

import numpy as np
import pytest
import scipy.sparse as sp

from coterie.report import describe, write_report

pytestmark = pytest.mark.browser

HOSTILE = "<script>alert(1)</script>"
ENTITIES = "<b>bold</b> &amp; %{x}"


def test_it_loads_without_a_word_in_the_console(first_visit):
    assert first_visit["console"] == []


def test_it_requests_nothing_from_the_network(page, first_visit, report):
    messages = [json.loads(event["message"])["message"] for event in first_visit["events"]]
    asked = {
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    }
    assert report.as_uri() in asked
    assert {url.split(":")[0] for url in asked} <= {"file", "data", "blob"}
    entries = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
    assert {url.split(":")[0] for url in page.execute_script(entries)} <= {"data", "blob"}


def test_the_policy_stops_a_request_and_a_foreign_script(fresh):
    stopped = fresh.execute_async_script("""
        const done = arguments[0];
        const stopped = [];
        document.addEventListener("securitypolicyviolation", (event) => {
          stopped.push(event.effectiveDirective);
          if (stopped.length === 2) done(stopped.sort());
        });
        fetch("http://localhost:9/").catch(() => {});
        const script = document.createElement("script");
        script.textContent = "window.wasRun = true";
        document.body.append(script);
    """)
    assert stopped == ["connect-src", "script-src-elem"]
    assert fresh.execute_script("return window.wasRun") is None
    fresh.get_log("browser")  # holds the two refusals


def test_every_picture_is_drawn(page, act):
    count = """
        const marks = {
          curve: ".scatterlayer .point", sizes: ".barlayer .point", tree: ".scatterlayer .js-line",
          plane: ".scatterlayer .js-line", blocks: ".heatmaplayer image",
          restarts: ".scatterlayer .point",
        };
        return Object.fromEntries(Object.entries(marks).map(([key, mark]) =>
          [key, document.querySelectorAll(`[data-picture="${key}"] ${mark}`).length]));
    """
    wanted = {"curve": 5 + 5 + 1, "sizes": 3, "tree": 2, "plane": 1, "blocks": 1, "restarts": 3}
    assert act.settled(lambda: page.execute_script(count), wanted) == wanted


def test_names_show_as_text_everywhere(page, act):
    from selenium.common.exceptions import NoAlertPresentException

    with pytest.raises(NoAlertPresentException):
        page.switch_to.alert  # noqa: B018
    ticks = page.execute_script(
        "return [...document.querySelectorAll('[data-picture=sizes] .ytick text')]"
        ".map((tick) => tick.textContent)"
    )
    assert ticks[0].startswith(HOSTILE)
    assert ticks[1].startswith(ENTITIES)
    cards = [heading.text for heading in page.find_elements("css selector", ".card h3")]
    assert cards[0].startswith(HOSTILE)
    assert cards[1].startswith(ENTITIES)
    assert "</script><script>alert(2)</script>" in act.names()
    assert page.execute_script("return document.querySelectorAll('.card b, svg b').length") == 0


def test_headings_labels_and_captions_are_there(page):
    bare = page.execute_script("""
        const named = (item) => item.getAttribute("aria-label") || item.textContent.trim()
          || item.labels?.length;
        return {
          controls: [...document.querySelectorAll("button, input, select, [role=img], nav")]
            .filter((item) => !named(item)).map((item) => item.outerHTML),
          tables: [...document.querySelectorAll("table")].filter((table) => !table.caption).length,
          first: document.querySelectorAll("h1").length,
          lost: ["aria-labelledby", "aria-controls"].flatMap((kind) =>
            [...document.querySelectorAll(`[${kind}]`)].filter((item) =>
              !document.getElementById(item.getAttribute(kind)))).length,
        };
    """)
    assert bare == {"controls": [], "tables": 0, "first": 1, "lost": 0}


def test_a_phone_scrolls_only_downwards(fresh, report):
    fresh.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True},
    )
    fresh.get(report.as_uri())
    assert fresh.execute_script("return innerWidth") == 360
    assert fresh.execute_script("return document.documentElement.scrollWidth") <= 360
    wide = fresh.execute_script(
        "return [...document.querySelectorAll('.plot')].filter((plot) => plot.scrollWidth > 330)"
        ".length"
    )
    assert wide == 0


def test_dark_and_light_follow_the_button_and_the_pictures_follow_them(fresh, act):
    def look():
        return act.style("body", "backgroundColor"), act.style(".ytick text", "fill")

    def both_changed():
        return all(now != before for now, before in zip(look(), light, strict=True))

    light = look()
    act.one("#theme").click()
    assert act.one("#theme").get_attribute("aria-pressed") == "true"
    assert act.settled(both_changed, expected=True)
    act.one("#theme").click()
    assert act.settled(look, light) == light


def test_dark_and_light_follow_the_system(fresh, act):
    def look():
        return act.style("body", "backgroundColor"), act.style(".ytick text", "fill")

    def both_changed():
        return all(now != before for now, before in zip(look(), light, strict=True))

    light = look()
    dark_system = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    fresh.execute_cdp_cmd("Emulation.setEmulatedMedia", dark_system)
    assert act.settled(both_changed, expected=True)


def test_it_prints_in_light_colours_within_the_sheet(fresh, act):
    act.one("#theme").click()
    fresh.execute_script("dispatchEvent(new Event('beforeprint'))")
    widths = "return [...document.querySelectorAll('.plot .main-svg')].map((s) => s.clientWidth)"
    assert fresh.execute_script("return document.documentElement.dataset.theme") == "light"
    assert act.settled(lambda: set(fresh.execute_script(widths)), {660}) == {660}
    fresh.execute_script("dispatchEvent(new Event('afterprint'))")
    assert fresh.execute_script("return document.documentElement.dataset.theme") == "dark"


def test_the_navigation_fits_a_common_screen_and_follows_the_reader_on_a_phone(fresh, act, report):
    """At 1280 pixels no section is hidden; at 390 the one that is being read comes into view."""
    hidden = "const nav = document.querySelector('nav'); return nav.scrollWidth - nav.clientWidth"
    seen = """
        const nav = document.querySelector("nav");
        const link = nav.querySelector("a[aria-current]");
        const [outer, inner] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
        return link.hash === "#method" && inner.left >= outer.left && inner.right <= outer.right;
    """
    for width, mobile in ((1280, False), (390, True)):
        fresh.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": mobile},
        )
        fresh.get(report.as_uri())
        assert mobile or fresh.execute_script(hidden) <= 0
    fresh.execute_script("document.querySelector('#method').scrollIntoView()")
    assert act.settled(lambda: fresh.execute_script(seen), expected=True)


def test_many_groups_have_their_numbers_beside_the_picture(fresh, build, tmp_path, act):
    """Forty equal groups are a fortieth of the picture each: 16 pixels, enough for a number."""
    labels = np.repeat(np.arange(40), 5)
    counts = np.eye(40, dtype=int)[labels].repeat(2, axis=1) * 20 + 1
    model = build.model(counts, labels)
    content = describe(build.request(), build.table(sp.csr_array(counts)), model)
    write_report(tmp_path / "many.html", content)
    fresh.get((tmp_path / "many.html").as_uri())
    count = "return document.querySelectorAll('[data-picture=blocks] .ytick').length"
    assert act.settled(lambda: fresh.execute_script(count), 40) == 40
