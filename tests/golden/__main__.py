"""``make golden``: rewrite everything in this folder that is recorded.

Each module here that has a ``rewrite()`` rewrites its own files and returns their paths. Golden
files change only by this command, so that a change of them is seen and meant.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def main() -> int:
    """Rewrites all and prints what was written."""
    for found in sorted(pkgutil.iter_modules([str(FOLDER)]), key=lambda each: each.name):
        if found.name.startswith(("test_", "__")):
            continue
        rewrite = getattr(importlib.import_module(f"tests.golden.{found.name}"), "rewrite", None)
        for path in rewrite() if rewrite is not None else ():
            sys.stdout.write(f"wrote {path.relative_to(FOLDER.parent.parent)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
