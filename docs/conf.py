"""How the documentation is built: Sphinx, without the network, warnings as errors."""

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
    "plain_docstrings",
    "capabilities",
    "commands",
]
exclude_patterns = ["_build"]
nitpicky = True  # a reference that leads nowhere is an error
nitpick_ignore_regex = [  # members stand on the page of their class, under no name of their own
    ("py:obj", r"coterie\.\w+\.[A-Z]\w*\.\w+"),
    ("py:obj", r"[a-z]\w*_"),
]
autodoc_typehints = "none"  # docstrings say what a parameter is
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
html_static_path = ["_static"]
html_css_files = ["coterie.css"]
html_show_sourcelink = False
html_copy_source = False
html_sidebars = {page.stem: [] for page in DOCS.glob("*.md") if page.stem != "api"}  # no children
html_theme_options = {
    "show_prev_next": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "navbar_align": "left",
}
