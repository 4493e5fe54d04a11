"""Keep modules, functions and folders small enough to read (docs/style.md says how small)."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

MODULE_LINES: Final = 500
FUNCTION_LINES: Final = 80
FOLDER_MODULES: Final = 15

_PYTHON: Final = ("src", "tools", "bench")
_CLIENT_SUFFIXES: Final = frozenset({".ts", ".svelte", ".css"})


def long_modules(root: Path) -> Iterator[str]:
    """A line for each module over MODULE_LINES that a person writes; generated ones may be long."""
    client = (
        path
        for path in (root / "web" / "src").rglob("*")
        if path.suffix in _CLIENT_SUFFIXES and ".gen." not in path.name
    )
    python = (path for folder in _PYTHON for path in (root / folder).rglob("*.py"))
    for path in sorted([*python, *client]):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MODULE_LINES:
            yield f"{path.relative_to(root)}: {lines} lines, at most {MODULE_LINES}"


def long_functions(root: Path) -> Iterator[str]:
    """A line for each Python function over FUNCTION_LINES, its docstring counted in."""
    for path in sorted(path for folder in _PYTHON for path in (root / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    yield (
                        f"{path.relative_to(root)}:{node.lineno}: {node.name} has {lines} lines, "
                        f"at most {FUNCTION_LINES}"
                    )


def full_folders(root: Path) -> Iterator[str]:
    """A line for each package folder with more than FOLDER_MODULES modules."""
    counts = Counter(path.parent for path in (root / "src").rglob("*.py"))
    for folder, modules in sorted(counts.items()):
        if modules > FOLDER_MODULES:
            yield f"{folder.relative_to(root)}: {modules} modules, at most {FOLDER_MODULES}"


def main() -> int:
    """Print what is too big; 1 if anything is."""
    found = [*long_modules(ROOT), *long_functions(ROOT), *full_folders(ROOT)]
    for line in found:
        print(line)
    print(f"sizes: {len(found)} found" if found else "sizes: ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
