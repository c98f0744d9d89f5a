"""What is loaded, when, from where, and which extra brings it. The staircase is import-linter's."""

import ast
import importlib.metadata
import re
import subprocess
import sys

HEAVY = [
    "adbc_driver_postgresql",
    "dask",
    "duckdb",
    "jinja2",
    "matplotlib",
    "networkx",
    "numba",
    "pandas",
    "plotly",
    "polars",
    "pyarrow",
    "rich",
    "torch",
    "typer",
]


def loaded_after(statement: str) -> set[str]:
    """Run a statement in a fresh interpreter and return the top-level modules it loaded."""
    code = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_import_loads_nothing_heavy():
    assert loaded_after("import coterie") & set(HEAVY) == set()


def test_estimators_load_no_compiler_before_it_is_needed():
    assert "numba" not in loaded_after("import coterie.estimators")


def test_no_module_below_the_surface_needs_an_optional_library(sources):
    surface = ("coterie.cli", "coterie.report", "coterie.plotting")
    below = [module for module in sources if not module.startswith(surface)]
    loaded = loaded_after("\n".join(f"import {module}" for module in below))
    inevitable = loaded_after("import numba, sklearn.cluster")
    assert loaded & (set(HEAVY) - inevitable) == set()


def required(sources) -> set[tuple[str, str, str]]:
    """Find each ``require("library", extra="name")``: module, library and extra."""
    return {
        (module, node.args[0].value, word.value.value)
        for module, tree in sources.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "require"
        for word in node.keywords
        if word.arg == "extra"
    }


def distributions(extra: str, project: dict) -> set[str]:
    """Name the distributions that an extra installs, those of the extras it contains included."""
    names = set()
    for requirement in project["project"]["optional-dependencies"][extra]:
        name, parts = re.match(r"([\w.-]+)(?:\[([\w,]+)\])?", requirement).groups()
        if name == "coterie":
            names.update(*(distributions(part, project) for part in parts.split(",")))
        else:
            names.add(name.lower())
    return names


def test_each_optional_library_is_in_the_extra_that_the_error_names(sources, project):
    owners = importlib.metadata.packages_distributions()
    assert required(sources)
    for module, library, extra in required(sources):
        owner = owners[library.partition(".")[0]][0].lower()
        assert owner in distributions(extra, project), f"{module}: {library} is not in [{extra}]"


def test_all_contains_every_extra(project):
    extras = set(project["project"]["optional-dependencies"]) - {"all"}
    every = set().union(*(distributions(extra, project) for extra in extras))
    assert distributions("all", project) == every


def test_optional_libraries_are_loaded_where_the_contracts_allow(sources, project):
    """The contracts see import statements; ``require`` names its library in a string."""
    allowed: dict[str, list[str]] = {}
    for contract in project["tool"]["importlinter"]["contracts"]:
        for library in contract.get("forbidden_modules", []):
            rules = [rule.split(" -> ") for rule in contract["ignore_imports"]]
            allowed[library] = [
                importer.removesuffix("**") for importer, imported in rules if imported == library
            ]
    for module, library, _ in required(sources):
        places = allowed.get(library.partition(".")[0], [""])
        assert f"{module}.".startswith(tuple(places)), f"{module} loads {library}; see {places}"
