"""Lets ``(n_iter_ + 1,)`` and ``p(y|x)`` stand as written: docstrings are read as text, too."""

import re

MARKUP = re.compile(r"(?<=\w)_(?!\w)|\|")
"""An underscore behind a word, which would make a link of it, or a bar."""

LITERAL = re.compile(r"``.*?``|(:[\w:]+:)?`[^`]*`_{0,2}")
"""Code, roles and links, which stay."""


def plain(line):
    r"""Escape what a reader takes for text and docutils for markup.

    >>> print(plain("(n_iter_ + 1,), see `tree_`"))
    (n_iter\_ + 1,), see `tree_`
    """
    parts, end = [], 0
    for kept in LITERAL.finditer(line):
        parts += [MARKUP.sub(r"\\\g<0>", line[end : kept.start()]), kept.group()]
        end = kept.end()
    return "".join([*parts, MARKUP.sub(r"\\\g<0>", line[end:])])


def escape(app, what, name, thing, options, lines):
    """Escape a docstring as numpydoc leaves it, but for its examples."""
    in_example = False
    for number, line in enumerate(lines):
        in_example = line.strip() != "" and (in_example or ">>>" in line)
        if not in_example:
            lines[number] = plain(line)


def setup(app):
    app.connect("autodoc-process-docstring", escape, priority=900)  # after numpydoc
    return {"parallel_read_safe": True}
