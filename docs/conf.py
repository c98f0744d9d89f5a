"""How the documentation is built: Sphinx, without the network, warnings as errors."""

import re
import sys
import warnings
from pathlib import Path

import matplotlib as mpl

from coterie._core.version import __version__

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS / "_ext"))
mpl.use("agg")

project = "coterie"
author = "The coterie developers"
copyright = author
version = release = __version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_gallery.gen_gallery",
    "numpydoc",
    "myst_parser",
    "public_names",
    "capabilities",
    "commands",
]
exclude_patterns = ["_build"]
smartquotes = False  # two dashes are an option
autosummary_generate = True
autosummary_ignore_module_all = False
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["config.cache"]

sphinx_gallery_conf = {
    "examples_dirs": str(DOCS.parent / "examples"),
    "gallery_dirs": "gallery",
    "filename_pattern": r"/plot_",
    "download_all_examples": False,
    "show_memory": False,
    "min_reported_time": 1e9,
    "abort_on_example_error": True,
}
warnings.filterwarnings("ignore", category=UserWarning, message=".*non-interactive.*")

html_theme = "pydata_sphinx_theme"
html_title = "coterie"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "show_prev_next": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "navbar_align": "left",
}

MARKUP = re.compile(r"(?<=\w)_(?=[,)])|\|")


def escape(app, what, name, thing, options, lines):
    """Let ``(n_iter_,)`` and ``p(y|x)`` stand as written: docstrings are read as text, too."""
    in_example = False
    for number, line in enumerate(lines):
        in_example = line.strip() != "" and (in_example or ">>>" in line)
        if not in_example and "`" not in line:
            lines[number] = MARKUP.sub(r"\\\g<0>", line)


def setup(app):
    app.connect("autodoc-process-docstring", escape, priority=900)  # after numpydoc
