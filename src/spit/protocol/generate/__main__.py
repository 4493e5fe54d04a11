"""``python -m spit.protocol.generate [--check]``: write the generated files, or say which are old.

Exit codes: 0 if all are (now) fresh, 1 if ``--check`` found one that is not, 2 outside a source
tree.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from spit.protocol.generate.page import page
from spit.protocol.generate.schema import schema
from spit.protocol.generate.typescript import typescript

ROOT = Path(__file__).resolve().parents[4]

FILES: dict[str, Callable[[Path], str]] = {
    "docs/protocol.md": page,
    "docs/protocol.schema.json": lambda _: schema(),
    "web/src/protocol.gen.ts": lambda _: typescript(),
}
"""What is generated, by path from the root; each is made from the classes and the root's files."""


def stale(root: Path) -> list[str]:
    """The generated files that are missing or differ from what would be written now."""
    return [name for name, make in FILES.items() if _read(root / name) != make(root)]


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m spit.protocol.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, name what is old")
    options = parser.parse_args(arguments)
    if not (root / "web" / "src").is_dir() or not (root / "docs").is_dir():
        sys.stderr.write(f"{root} is no source tree: it has no docs and web/src.\n")
        return 2
    old = stale(root)
    if options.check:
        for name in old:
            sys.stdout.write(f"{name} is not what the messages say; run make docs\n")
        return 1 if old else 0
    for name in old:
        (root / name).write_text(FILES[name](root), encoding="utf-8")
        sys.stdout.write(f"wrote {name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
