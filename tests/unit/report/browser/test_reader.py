"""A reader searches, sorts, zooms and downloads, with the pointer or by keyboard."""

import pytest

pytestmark = pytest.mark.browser

HOSTILE = "<script>alert(1)</script>"


def test_search_and_group_filter_the_members(fresh, act):
    from selenium.webdriver.common.keys import Keys

    status, search = act.one("#members-status"), act.one("#members-search")
    assert status.text == "1 to 50 of 300 documents"
    search.send_keys("LETTER 12")
    assert status.text == "1 to 11 of 11 documents found"
    assert all("letter 12" in name for name in act.names())
    act.select("#members-group", "1")
    assert status.text == "No document matches."
    search.send_keys(Keys.CONTROL, "a", Keys.BACKSPACE)
    assert status.text == "1 to 50 of 100 documents found"
    act.one("#members-next").click()
    assert status.text == "51 to 100 of 100 documents found"
    assert not act.one("#members-next").is_enabled()


def test_members_are_sorted_by_their_headings(fresh, act):
    def heading(key):
        return act.one(f"#members-table th[data-key={key}]")

    heading("name").find_element("css selector", "button").click()
    assert heading("name").get_attribute("aria-sort") == "ascending"
    assert act.names()[1:4] == ["letter 1.txt", "letter 2.txt", "letter 3.txt"]
    heading("name").find_element("css selector", "button").click()
    assert act.names()[0] == "letter 299.txt"
    heading("group").find_element("css selector", "button").click()
    assert heading("name").get_attribute("aria-sort") == "none"


def test_a_card_leads_to_its_members(fresh, act):
    fresh.execute_script("document.querySelector('[data-members-of=\"2\"]').click()")
    said = "1 to 50 of 50 documents found"
    assert act.settled(lambda: act.one("#members-status").text, said) == said
    assert act.focused().get_attribute("id") == "members-group"


def test_numbers_are_one_arrow_key_away(fresh, act):
    from selenium.webdriver.common.keys import Keys

    panels = [act.one(f"#curve-{name}") for name in ("picture", "numbers")]
    act.focus("#curve-show-picture")
    act.press(Keys.ARROW_RIGHT)
    assert [panel.is_displayed() for panel in panels] == [False, True]
    assert act.focused().get_attribute("id") == "curve-show-numbers"
    first = [
        cell.text for cell in panels[1].find_elements("css selector", "tbody tr:first-child > *")
    ]
    assert first == ["1", "0.000", "0.000", "0.000", "0.014"]  # 0.01 nats are 0.014 bits
    act.press(Keys.HOME)
    assert [panel.is_displayed() for panel in panels] == [True, False]


def test_the_keyboard_skips_to_the_findings_and_shows_where_it_is(fresh, act):
    from selenium.webdriver.common.keys import Keys

    act.press(Keys.TAB)
    skip = act.focused()
    assert skip.get_attribute("class") == "skip"
    assert act.style(".skip", "outlineStyle") == "solid"
    act.press(Keys.ENTER)
    assert act.focused().get_attribute("id") == "main"


def test_the_block_picture_zooms_by_button_group_and_key(fresh, act):
    def views(expected):
        script = "const at = document.querySelector('[data-picture=blocks] .plot').layout;"
        script += "return [at.xaxis.range, at.yaxis.range]"
        return act.settled(lambda: fresh.execute_script(script), expected) == expected

    assert views([[0, 1], [300, 0]])
    act.one("#blocks [data-zoom='0.5']").click()
    assert views([[0.25, 0.75], [225, 75]])
    act.focus("#blocks-picture")
    act.press("-", "-")
    assert views([[0, 1], [300, 0]])
    act.select("#blocks-group", "1")
    assert views([[0, 1], [250, 150]])


def test_the_block_picture_reads_out_a_cell(fresh, act):
    act.point("[data-picture=blocks] .plot")
    readout = act.one("#blocks-readout").text
    assert readout.startswith("Group ")
    assert "times what chance would bring" in readout


def test_numbers_download_as_csv(fresh, act):
    """What the page hands to the browser to save, and under which name."""
    catch = """
        const [key, done] = arguments;
        const make = URL.createObjectURL;
        let saved;
        URL.createObjectURL = (blob) => { saved = blob; return make.call(URL, blob); };
        HTMLAnchorElement.prototype.click = function () {
          saved.text().then((text) => done([this.download, text]));
        };
        document.querySelector(`[data-download=${key}]`).click();
    """

    def download(key):
        name, text = fresh.execute_async_script(catch, key)
        assert name == f"coterie-{key}.csv"
        return text.splitlines()

    telling, restarts = download("telling"), download("restarts")
    assert telling[0] == "group,word,contribution_bits,share_of_group,times_as_frequent"
    assert telling[1].startswith(f"0,{HOSTILE},")
    assert restarts[0] == "start,information_bits,sweeps,settled,moves"
    assert len(restarts) == 4


def test_nothing_was_written_to_the_console_on_the_way(fresh):
    assert fresh.get_log("browser") == []
