"""JSON lines hold texts, events or bags of numbers."""

import json

import pytest

from coterie import sources


def lines(*records):
    return "\n".join(json.dumps(record) for record in records)


def test_a_text_field_makes_documents(write):
    path = write(
        "a.jsonl", lines({"id": "m", "n": 1, "text": "whale"}, {"id": "e", "text": "ball"})
    )
    documents = sources.read(path)
    assert (list(documents.texts), documents.row_names.tolist()) == (["whale", "ball"], ["m", "e"])


def test_long_text_is_found_under_any_name(write):
    path = write(
        "a.jsonl", lines({"story": "call me Ishmael, said he"}, {"story": "it is a truth"})
    )
    assert list(sources.read(path).texts) == ["call me Ishmael, said he", "it is a truth"]


def test_blocks_do_not_matter(write, monkeypatch):
    records = [{"user": f"u{i % 7}", "page": i % 5, "n": i % 3} for i in range(400)]
    path = write("a.jsonl", lines(*records) + "\n\n")
    options = {"rows": "user", "columns": "page", "weight": "n"}
    whole = sources.read(path, **options)
    monkeypatch.setattr("coterie.sources._json_lines.BLOCK", 50)
    monkeypatch.setattr("coterie.sources._json_lines.CHUNK", 50)
    parts = sources.read(path, **options)
    assert parts.matrix.toarray().tolist() == whole.matrix.toarray().tolist()
    assert whole.matrix.sum() == sum(record["n"] for record in records)
    assert parts.column_names.tolist() == ["0", "1", "2", "3", "4"]


def test_mixed_types_of_ids_are_text(write):
    path = write("a.jsonl", lines({"u": 1, "p": "x"}, {"u": "1", "p": 2.5}, {"u": True, "p": "x"}))
    table = sources.read(path, rows="u", columns="p")
    assert table.row_names.tolist() == ["1", "True"]
    assert table.column_names.tolist() == ["2.5", "x"]


def test_a_bag_without_ids(write):
    table = sources.read(write("a.jsonl", lines({"whale": 3}, {"sea": 2, "whale": None})))
    assert table.matrix.toarray().tolist() == [[3, 0], [0, 2]]
    assert table.row_names.tolist() == ["0", "1"]


def test_any_field_can_name_the_bags(write):
    path = write("a.jsonl", lines({"book": "m", "bag": {"a": 1}}, {"book": "e", "bag": {"b": 2}}))
    assert sources.read(path, rows="book").row_names.tolist() == ["m", "e"]
    assert sources.describe(path, rows="book").row_names == ("m", "e")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1}\n{"a": \n', "line 2 is not JSON"),
        ('{"a": 1}\n[1, 2]\n', "line 2 holds '[1, 2]', not an object"),
        ('[{"a": 1}]', "not an object in braces"),
        (
            '{"id": "x", "a": 1}\n{"id": "y", "a": "much"}\n{"a": 2}\n',
            "line 2, key 'a' holds 'much'",
        ),
        ('{"a": 1}\n{"a": 1e999}\n{"a": 3}\n', "1 entry is infinite"),
        ('{"a": 1}\n{"a": ' + "9" * 400 + "}\n", "line 2, key 'a' holds 999"),
        ('{"id": "x", "a": 1}\n{"id": "x", "a": 2}\n', "1 row id stands more than once ('x')"),
        (
            '{"a": {"x": 1}}\n{"a": 5}\n{"a": {}}\n',
            "line 2 holds 5 where other lines hold an object",
        ),
        ('{"a": {}}\n{"a": {}}\n', "no line names anything"),
        ('{"\\ud800": 1}\n', "holds half of a surrogate pair"),
        ('{"a": ' + "[" * 100_000 + "\n", "line 1 is not JSON"),
        ("\n\n", "holds no records"),
        ("", "is empty"),
    ],
)
def test_broken_lines_are_refused(text, words, write, refusal):
    path = write("a.jsonl", text)
    sentence = refusal(path)
    assert sentence.startswith(f"{path}: ")
    assert words in sentence


def test_a_broken_line_after_the_sample_has_its_number(write, refusal):
    good = lines(*({"user": f"u{i}", "text": "a b c d e"} for i in range(3000)))
    path = write("a.jsonl", good + '\n{"user": "x", "text": "cut o')
    assert "line 3,001 is not JSON" in refusal(path)


def test_a_bad_weight_has_its_line(write):
    path = write("a.jsonl", lines({"u": "a", "p": "x", "n": 1}, {"u": "b", "p": "y", "n": "much"}))
    with pytest.raises(ValueError, match="line 2, column 'n' holds 'much', which is not a number"):
        sources.read(path, rows="u", columns="p", weight="n")
