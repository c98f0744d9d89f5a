"""Docstrings turn into pages without a complaint, by the steps that the docs build takes."""

import importlib.util
import inspect
import io

import pytest

ROLES = ("obj", "class", "func", "meth", "attr", "mod", "ref", "doc", "py:class", "py:func")
OF_SPHINX = ("seealso", "only", "autosummary", "index", "plot")


@pytest.fixture(scope="module")
def escape(root):
    path = root / "docs" / "_ext" / "plain_docstrings.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.escape


@pytest.fixture(scope="module")
def complaints(escape):
    """What docutils says about an object's docstring, once numpydoc has set it in sections."""
    pytest.importorskip("numpydoc", reason="turns docstrings into pages")
    from docutils import nodes
    from docutils.core import publish_doctree
    from docutils.parsers.rst import Directive, directives, roles
    from numpydoc.docscrape_sphinx import get_doc_object

    class Holder(Directive):
        has_content, optional_arguments, final_argument_whitespace = True, 99, True

        def run(self):
            holder = nodes.container()
            self.state.nested_parse(self.content, self.content_offset, holder)
            return [holder]

    for role in ROLES:
        roles.register_generic_role(role, nodes.literal)
    for directive in OF_SPHINX:
        directives.register_directive(directive, Holder)

    def complain(thing, name):
        lines = str(get_doc_object(thing, config={"show_class_members": False})).splitlines()
        escape(None, "class", name, thing, None, lines)
        said = io.StringIO()
        publish_doctree("\n".join(lines), settings_overrides={"warning_stream": said})
        return said.getvalue()

    return complain


def with_members(documented):
    """Public objects and, of classes, what they define themselves."""
    for name, thing in documented.items():
        yield name, thing
        for member, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not member.startswith("_") and inspect.getdoc(value) and inspect.isroutine(value):
                yield f"{name}.{member}", value


def test_every_docstring_becomes_a_page_without_a_complaint(documented, complaints):
    wrong = {
        name: said for name, thing in with_members(documented) if (said := complaints(thing, name))
    }
    assert not wrong


def test_a_broken_docstring_is_noticed(complaints):
    def broken():
        """Return what is `open, and a link_."""

    assert "start-string without end-string" in complaints(broken, "broken")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("(n_iter_ + 1, 2), (n_,)", r"(n_iter\_ + 1, 2), (n\_,)"),
        ("p(y|x) of `labels_` | ``a_|b``", r"p(y\|x) of `labels_` \| ``a_|b``"),
        ("a_b, :obj:`tree_`, see `page`_", r"a_b, :obj:`tree_`, see `page`_"),
    ],
)
def test_text_is_escaped_and_code_is_not(escape, line, expected):
    lines = [line, ">>> tree_ | 1"]
    escape(None, "class", "name", None, None, lines)
    assert lines == [expected, ">>> tree_ | 1"]
