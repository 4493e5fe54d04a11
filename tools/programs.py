"""Find the programs that the tests of docs/host.md take, or get them where that is allowed.

Debian's packages are unpacked into .venv and not installed: nothing is started or set up, and the
machine stays as it is.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.docs import ROOT

PROGRAMS: Final = ("nginx", "openssl")
"""Each is in the Debian package of its own name."""

UNPACKED: Final = ROOT / ".venv" / "debian"
"""Where packages are unpacked."""

_FOLDERS: Final = ("/usr/sbin", "/usr/bin", "/sbin", "/usr/local/sbin")
"""Looked through after PATH, which lacks the sbin ones where one is not root."""


def missing(name: str) -> str:
    """What to say where a program is missing."""
    return (
        f"The tests of docs/host.md need {name} and are skipped without it. "
        f"Install it (on Debian: apt-get install {name})."
    )


def find_program(name: str) -> str | None:
    """The path of a program, None if there is none."""
    places = [*_FOLDERS, str(UNPACKED / "usr" / "sbin"), str(UNPACKED / "usr" / "bin")]
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(places))


def unpack(name: str) -> bool:
    """Gets the package of that name and unpacks it; says whether there is such a program now."""
    with tempfile.TemporaryDirectory() as folder:
        if not _download(name, Path(folder)):
            return False
        for package in Path(folder).glob("*.deb"):
            _run("dpkg-deb", "--extract", str(package), str(UNPACKED))
    return find_program(name) is not None


def _download(name: str, folder: Path) -> bool:
    """Gets a package, with new lists if the old ones will not do and one may get them."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        return False
    if _run("apt-get", "download", name, folder=folder):
        return True
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return (
        is_root and _run("apt-get", "update") and _run("apt-get", "download", name, folder=folder)
    )


def _run(*command: str, folder: Path | None = None) -> bool:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stderr.strip(), file=sys.stderr)
    return done.returncode == 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each program's path, or one clear line if there is none; never an error.

    The tests that need one are skipped without it, on a machine where it cannot be had.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.programs", description=__doc__)
    parser.add_argument("--unpack", action="store_true", help="get those that are missing")
    may_unpack: bool = parser.parse_args(arguments).unpack
    for name in PROGRAMS:
        if find_program(name) is None and not (may_unpack and unpack(name)):
            print(missing(name), file=sys.stderr)
        else:
            print(find_program(name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
