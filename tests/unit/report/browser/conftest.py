"""One report in one headless Chromium, and what a reader does with it."""

import os
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse as sp

from coterie.report import describe, write_report

CHROMIUM, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--force-prefers-reduced-motion", "--window-size=1280,900",
)  # fmt: skip
HOSTILE = "<script>alert(1)</script>"
ENTITIES = "<b>bold</b> &amp; %{x}"


def settled(probe, expected, seconds=20.0):
    """Ask again until the answer is the expected one, or time is up: pages draw when they can."""
    deadline = time.monotonic() + seconds
    while (found := probe()) != expected and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


@pytest.fixture(scope="session")
def report(build, tmp_path_factory):
    """Three hundred texts in three groups, with names that would be markup elsewhere."""
    rng = np.random.default_rng(5)
    labels = np.repeat([0, 1, 2], [150, 100, 50])
    rates = np.full((3, 30), 0.3)
    for label in range(3):
        rates[label, 10 * label : 10 * label + 10] = 4.0
    rates[0, 0], rates[1, 10] = 30.0, 30.0  # so that the hostile names lead their groups
    counts = rng.poisson(rates[labels])
    model = build.model(counts, labels)
    model.restarts_ = [build.restart(model.information_ * part) for part in (1.0, 0.99, 0.9)]
    columns = [f"word{j}" for j in range(30)]
    columns[0], columns[10] = HOSTILE, ENTITIES
    rows = ["</script><script>alert(2)</script>", *(f"letter {i}.txt" for i in range(1, 300))]
    table = build.table(sp.csr_array(counts), rows=rows, columns=columns, kind="text")
    search = build.search([0.0, 0.3, 0.5, 0.48, 0.4])
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(path, describe(build.request(command="coterie analyse x"), table, model, search))
    return path


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """One headless Chromium with a profile of its own."""
    absent = [str(path) for path in (CHROMIUM, DRIVER) if not path.exists()]
    if absent:
        reason = f"no {' and no '.join(absent)}: apt-get install chromium chromium-driver"
        if os.environ.get("COTERIE_FULL") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    driver.get("about:blank")
    yield driver
    driver.quit()


def visit(browser, report):
    """Open the page afresh, and wait until its script has come to the end."""
    browser.get("about:blank")
    browser.get(report.as_uri())
    ready = "return document.documentElement.dataset.ready"
    assert settled(lambda: browser.execute_script(ready), "yes") == "yes"


@pytest.fixture(scope="session")
def first_visit(browser, report):
    """The page as it opens, with all that the browser noted on the way."""
    for log in ("browser", "performance"):
        browser.get_log(log)
    visit(browser, report)
    console, events = browser.get_log("browser"), browser.get_log("performance")
    return {"console": console, "events": events, "changed": False}


@pytest.fixture
def page(browser, first_visit, report):
    """The page as it opens; tests that read it share one visit."""
    if first_visit["changed"]:
        visit(browser, report)
        first_visit["changed"] = False
    return browser


@pytest.fixture
def fresh(page, first_visit):
    """The page as it opens, for a test that changes it."""
    yield page
    first_visit["changed"] = True
    page.execute_script("localStorage.clear()")
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.fixture(scope="session")
def act(browser):
    """What tests do to the page and read from it."""
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.support.select import Select

    def one(selector):
        return browser.find_element("css selector", selector)

    def style(selector, what):
        script = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
        return browser.execute_script(script, selector, what)

    def names():
        return browser.execute_script(
            "return [...document.querySelectorAll('#members-table tbody th')]"
            ".map((cell) => cell.firstChild.textContent)"
        )

    return SimpleNamespace(
        settled=settled,
        one=one,
        style=style,
        names=names,
        press=lambda *keys: ActionChains(browser).send_keys(*keys).perform(),
        focus=lambda selector: browser.execute_script("arguments[0].focus()", one(selector)),
        point=lambda selector: ActionChains(browser).move_to_element(one(selector)).perform(),
        select=lambda selector, value: Select(one(selector)).select_by_value(value),
        focused=lambda: browser.switch_to.active_element,
    )
