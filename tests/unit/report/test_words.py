"""The sentences say what the figures say."""

import numpy as np
import pytest

from coterie.report import Request, describe
from coterie.report._units import in_bits, say_share


def words(study, build, search=None, **request):
    return describe(build.request(**request), study.table, study.model, search)["sections"]


def test_the_headline_counts_groups_share_and_bits(planted, build):
    planted.table.kind = "text"
    headline = words(planted, build)["findings"]["headline"]
    model = planted.model
    kept = model.information_ / np.log(2)
    share = say_share(model.information_fraction_)
    assert headline == (
        f"Your 60 documents fall into 3 groups, which keep {share} of the information that "
        f"documents carry about words: {kept:.2f} of {kept / model.information_fraction_:.2f} bits."
    )


def test_the_question_is_repeated(planted, build):
    asked = words(planted, build)["findings"]["asked"]
    assert asked == "You asked for 3 groups of the 60 rows in toy.csv."
    asked = words(planted, build, build.search([0, 1, 2, 1]))["findings"]["asked"]
    assert asked == "You asked how many groups the 60 rows in toy.csv fall into; 1 to 4 were tried."


def test_rows_and_columns_are_called_what_the_user_calls_them(planted, build):
    sections = words(planted, build, rows="user_id", columns="city")
    assert "users carry about cities" in sections["findings"]["headline"]


def test_no_grouping_is_said_plainly(build):
    counts = np.arange(1, 13).reshape(4, 3)
    table, model = build.table(counts), build.model(counts, [0, 0, 0, 0])
    sections = describe(Request(), table, model, build.search([0.0, -0.1, -0.2]))["sections"]
    findings, curve = sections["findings"], sections["curve"]
    assert (
        findings["headline"] == "Your 4 rows do not fall into groups that these data can confirm."
    )
    assert "no division at all" in findings["sentences"][0]
    assert len(curve["sentences"]) == 1
    assert "no grouping, is the choice" in curve["sentences"][0]
    assert not findings["grouped"]


def test_one_group_on_request_is_not_called_a_finding(build):
    counts = np.arange(1, 13).reshape(4, 3)
    sections = describe(Request(), build.table(counts), build.model(counts, [0, 0, 0, 0]))
    headline = sections["sections"]["findings"]["headline"]
    assert headline == "Your 4 rows stay together in one group, as you asked."


def test_rows_of_equal_profile_carry_no_information(build):
    counts = np.array([[1, 2], [2, 4], [3, 6]])
    model = build.model(counts, [0, 1, 1])
    model.information_, model.information_fraction_ = 0.0, 0.0
    headline = describe(Request(), build.table(counts), model)["sections"]["findings"]["headline"]
    assert headline == "Your 3 rows were put into 2 groups, but carry no information about columns."


def test_rows_without_counts_are_not_counted_in(build):
    counts = np.array([[5, 0], [0, 0], [0, 5], [4, 1]])
    sections = describe(Request(), build.table(counts), build.model(counts, [0, -1, 1, 0]))
    findings = sections["sections"]["findings"]
    assert findings["headline"].startswith("3 of your 4 rows fall into 2 groups")
    assert findings["sentences"][-1] == "1 row holds no counts and is in no group (row 1)."


def test_a_model_that_is_not_the_choice_is_owned_up_to(planted, build):
    said = words(planted, build, build.search([0.0, 0.5, 0.4]))["findings"]["sentences"][0]
    assert said.startswith("Of the ")
    assert " bits, 0.58 show in data that were set aside" in said
    said = words(planted, build, build.search([0.0, 0.5]))["findings"]["sentences"][0]
    assert said.startswith(
        "2 groups tell most about columns in data that were set aside: 0.72 bits"
    )
    assert said.endswith("The report shows 3 groups.")


@pytest.mark.parametrize(
    ("held_out", "expected"),
    [
        ([0.0, 0.5, 0.2], "does not carry over to unseen data"),
        ([0.0, 0.2, 0.5], "the largest number tried"),
        (
            [0.0, 0.5, 0.495, 0.494, 0.1],
            "Within one standard error, 3 to 4 do as well; the smallest number is taken.",
        ),
        (
            [0.0, 0.5, 0.495, 0.1],
            "Within one standard error, 3 does as well; the smallest number is taken.",
        ),
    ],
)
def test_the_curve_is_read_out(planted, build, held_out, expected):
    said = " ".join(words(planted, build, build.search(held_out))["curve"]["sentences"])
    assert expected in said


def test_the_smallest_number_that_is_enough_is_not_called_the_best(planted, build):
    sections = words(planted, build, build.search([0.0, 0.1, 0.495, 0.5, 0.2], best=3))
    said = sections["findings"]["sentences"][1]
    assert said.startswith("3 groups are enough to tell what can be told about columns")
    assert "4 does as well; the smallest" in " ".join(sections["curve"]["sentences"])


def test_what_is_kept_is_told_apart_from_what_is_confirmed(planted, build):
    """The headline alone would give chance away as real."""
    findings = words(planted, build, build.search([0.0, 0.1, 0.3, 0.2], elbow=2))["findings"]
    kept = planted.model.information_
    assert findings["sentences"][0].startswith(
        f"Of the {kept / np.log(2):.2f} bits, 0.43 show in data that were set aside"
    )
    assert "2 groups tell 33 % of that" in findings["sentences"][1]
    assert findings["confirmed_nats"] == pytest.approx(0.3)
    assert findings["confirmed_fraction"] < findings["fraction"]


def test_nothing_is_called_confirmed_without_a_search_for_that_number(planted, build):
    for search in (None, build.search([0.0, 0.5])):
        assert words(planted, build, search)["findings"]["confirmed_nats"] is None


def test_more_is_never_confirmed_than_was_kept(planted, build):
    findings = words(planted, build, build.search([0.0, 0.1, 9.0]))["findings"]
    assert findings["confirmed_nats"] == findings["information_nats"]
    assert findings["sentences"][0].startswith("All of the ")


def test_what_rounds_to_nothing_is_left_out(build):
    """Two rows in two groups keep everything: the other bits are 0.00."""
    counts = np.array([[9, 1], [1, 9]])
    findings = describe(Request(), build.table(counts), build.model(counts, [0, 1]))["sections"]
    assert not findings["findings"]["sentences"]


def test_a_long_list_of_numbers_is_summed_up(planted, build):
    search = build.search(np.zeros(12), best=3)
    search.n_clusters = np.array([1, 3, 5, 7, 9, 11, 20, 30, 40, 50, 60, 70])
    asked = words(planted, build, search)["findings"]["asked"]
    assert asked.endswith("fall into; 12 numbers from 1 to 70 were tried.")


def test_a_search_on_one_split_has_no_error_to_report(planted, build):
    search = build.search([0.0, np.log(2), 0.2], error=np.nan)
    said = words(planted, build, search)["curve"]["sentences"]
    assert said[0].endswith("they carry 1.00 bits about columns.")
    assert not any("standard error" in sentence for sentence in said)


def test_a_clear_choice_has_no_rivals(planted, build):
    said = " ".join(words(planted, build, build.search([0.0, 0.5, 0.2]))["curve"]["sentences"])
    assert "Within" not in said


@pytest.mark.parametrize(
    ("parts", "settled", "expected"),
    [
        ([1.0, 0.995, 0.9], True, "2 of 3 came within 1 % of it."),
        ([1.0, 0.9, 0.8], True, "more starts may find a better one"),
        ([1.0, 1.0], False, "2 stopped at the limit of sweeps"),
    ],
)
def test_restarts_are_read_out(planted, build, parts, settled, expected):
    planted.model.restarts_ = [build.restart(part, converged=settled) for part in parts]
    assert expected in " ".join(words(planted, build)["restarts"]["sentences"])


def test_even_and_uneven_sizes(build):
    def sentence(labels):
        counts = np.eye(3, dtype=int)[np.asarray(labels) % 3] * 4 + 1
        sections = describe(Request(), build.table(counts), build.model(counts, labels))
        return sections["sections"]["sizes"]["sentence"]

    assert sentence([0, 1, 2]) == "Each group has 1 row."
    assert sentence([0, 0, 1, 1, 2]).endswith("The groups are of similar size.")
    assert sentence([0] * 20 + [1, 2]).endswith("The sizes are uneven.")


def test_bits_are_made_once_and_at_every_depth():
    content = {"a_nats": np.log(2), "deep": [{"b_nats": [np.log(4), None]}], "count": 3}
    assert in_bits(content) == {"a_bits": 1.0, "deep": [{"b_bits": [2.0, None]}], "count": 3}
    assert "a_nats" in content


def test_the_bend_is_named_for_who_wants_few_groups(planted, build):
    search = build.search([0, 0.6, 0.9, 0.95, 1.0], elbow=3)
    said = words(planted, build, search)["curve"]["sentences"]
    assert "The curve bends at 3 groups, which carry 90% of that." in said
    said = words(planted, build, build.search([0, 0.6, 0.9]))["curve"]["sentences"]
    assert not any("bends" in sentence for sentence in said)
