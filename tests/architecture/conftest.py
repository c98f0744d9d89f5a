"""What the checks of the house look at: the sources, the project file, the public objects."""

import ast
import enum
import importlib
import inspect
import pkgutil
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.fixture(scope="session")
def sources() -> dict[str, ast.Module]:
    """Each module of the library, parsed, by its dotted name."""
    folder = ROOT / "src"
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(
            ".__init__"
        ): ast.parse(path.read_text())
        for path in sorted(folder.rglob("*.py"))
    }


@pytest.fixture(scope="session")
def public() -> dict[str, object]:
    """Each public object, by the dotted name under which a user imports it."""
    coterie = importlib.import_module("coterie")
    packages = [
        f"coterie.{found.name}"
        for found in pkgutil.iter_modules(coterie.__path__)
        if not found.name.startswith("_") and found.name != "kernels"  # called by costs, not users
    ]
    return {
        f"{name}.{public_name}": getattr(package, public_name)
        for name in ["coterie", *packages]
        if (package := importlib.import_module(name))
        for public_name in getattr(package, "__all__", [])
    }


@pytest.fixture(scope="session")
def documented(public) -> dict[str, object]:
    """The public classes and functions that are our own and that a user calls."""
    return {
        name: thing
        for name, thing in public.items()
        if (inspect.isclass(thing) or inspect.isroutine(thing) or hasattr(thing, "py_func"))
        and thing.__module__.startswith("coterie.")
        and not (inspect.isclass(thing) and issubclass(thing, BaseException | enum.Enum))
        and not getattr(thing, "_is_protocol", False)  # nothing to call: costs and engines show it
    }
