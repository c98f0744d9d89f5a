"""Files and functions stay short enough to be read in one sitting."""

import ast

LONGEST_FILE = 400
LONGEST_FUNCTION = 40
EXEMPT: dict[str, str] = {}  # "src/coterie/...py" or "coterie.module.function": the reason


def statements(function: ast.AST) -> int:
    """Count what a reader has to follow: every statement inside, the docstring left out."""
    inside = sum(isinstance(node, ast.stmt) for node in ast.walk(function)) - 1
    return inside - (ast.get_docstring(function) is not None)


def test_files_are_short(root):
    folders = ("src", "tests", "examples", "benchmarks", "reproductions", "docs")
    lengths = {
        path.relative_to(root).as_posix(): len(path.read_text().splitlines())
        for folder in folders
        for path in (root / folder).rglob("*.py")
    }
    assert lengths
    long = {
        path: length
        for path, length in lengths.items()
        if length > LONGEST_FILE and path not in EXEMPT
    }
    assert not long, f"split these files (at most {LONGEST_FILE} lines): {long}"


def test_functions_are_short(sources):
    lengths = {
        f"{module}.{node.name}": statements(node)
        for module, tree in sources.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert lengths
    long = {
        name: length
        for name, length in lengths.items()
        if length > LONGEST_FUNCTION and name not in EXEMPT
    }
    assert not long, f"split these functions (at most {LONGEST_FUNCTION} statements): {long}"
