"""Writes one page for each public package, from its ``__all__``: the list cannot go stale.

What is imported from ``coterie`` itself has its page where it is at home; both names lead there.
"""

import importlib
import inspect
import pkgutil
from pathlib import Path

import coterie

FOLDER = Path(__file__).parents[1] / "api" / "generated"
HIDDEN = {"cli", "kernels"}  # commands have a page of their own; kernels are called by engines


def packages() -> list[str]:
    """Name the public packages that hold something."""
    names = [found.name for found in pkgutil.iter_modules(coterie.__path__)]
    return [name for name in names if not name.startswith("_") and name not in HIDDEN]


def page(name: str) -> str:
    """Write the page of one package: its first sentence and a table of its names."""
    package = importlib.import_module(f"coterie.{name}")
    title = f"coterie.{name}"
    called = {each: getattr(package, each) for each in sorted(package.__all__)}
    called = {each: thing for each, thing in called.items() if callable(thing)}
    own = [each for each, thing in called.items() if thing.__module__.startswith("coterie.")]
    foreign = [f"``{each}``" for each in called if each not in own]
    lines = [
        title,
        "=" * len(title),
        "",
        (inspect.getdoc(package) or "").partition("\n\n")[0],
        "",
        f".. currentmodule:: {title}",
        "",
        ".. autosummary::",
        f"   :toctree: {name}",
        "",
        *(f"   {each}" for each in own),
        "",
    ]
    if foreign:
        lines += [f"As in scikit-learn: {', '.join(foreign)}.", ""]
    return "\n".join(lines)


def at_home(app, env, node, contnode):
    """Lead a reference to ``coterie.SequentialIB`` to ``coterie.estimators.SequentialIB``."""
    package, _, name = node.get("reftarget", "").rpartition(".")
    if package != "coterie" or name not in coterie.HOMES:
        return None
    target = f"{coterie.HOMES[name]}.{name}"
    python = env.get_domain("py")
    kind = node["reftype"]
    return python.resolve_xref(env, node["refdoc"], app.builder, kind, target, node, contnode)


def setup(app):
    app.connect("missing-reference", at_home)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in packages():
        text, path = page(name), FOLDER / f"{name}.rst"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    return {"parallel_read_safe": True}
