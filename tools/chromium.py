"""Find the Chromium that the browser tests drive, or get it where that is allowed.

Playwright's own download is not used: Debian's package is enough, and one less thing to fetch.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The programs looked for on PATH, in this order, unless SPIT_CHROMIUM names one."""

LAUNCH_ARGUMENTS: Final = (
    "--no-sandbox",  # Chromium refuses to start as root with it, and it only opens our own pages
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What a test's Chromium is started with."""

MISSING: Final = (
    "The browser tests need Chromium. Install it (on Debian: apt-get install chromium), "
    "or set SPIT_CHROMIUM to the path of a Chromium or Chrome."
)


def find_chromium() -> str | None:
    """The path of the browser to drive, or None if there is none."""
    named = os.environ.get("SPIT_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _as_root() -> list[str] | None:
    """What to put before a command so that it runs as root, or None if that is not allowed."""
    if not hasattr(os, "geteuid"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    asked = subprocess.run([sudo, "-n", "true"], capture_output=True, check=False)
    return [sudo, "-n"] if asked.returncode == 0 else None


def install_chromium() -> bool:
    """Install Debian's Chromium, if there is an apt-get that may be used; says whether it did."""
    prefix = _as_root()
    apt = shutil.which("apt-get")
    if apt is None or prefix is None:
        return False
    print("Installing Chromium for the browser tests…", flush=True)
    command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", apt]
    packages = ["install", "--yes", "--quiet", "--no-install-recommends", "chromium"]
    for arguments in (["update", "--quiet"], packages):
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stderr.strip(), file=sys.stderr)
            return False
    return find_chromium() is not None


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the browser's path; 1 with one clear line if there is none."""
    parser = argparse.ArgumentParser(prog="python -m tools.chromium", description=__doc__)
    parser.add_argument("--install", action="store_true", help="install it if it is missing")
    wants_install: bool = parser.parse_args(arguments).install
    if find_chromium() is None and not (wants_install and install_chromium()):
        print(MISSING, file=sys.stderr)
        return 1
    print(find_chromium())
    return 0


if __name__ == "__main__":
    sys.exit(main())
