"""What commands there are: the Makefile's targets, and the subcommands and options of ``spit``."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Final

import typer.main

from spit.cli import app

_TARGET: Final = re.compile(r"^([a-z][a-z-]*):(?!=)", re.MULTILINE)
_DESCRIBED: Final = re.compile(r"^([a-z][a-z-]*):.*?## \S", re.MULTILINE)


def make_targets(makefile: Path) -> set[str]:
    """The targets that a person may name."""
    return set(_TARGET.findall(makefile.read_text(encoding="utf-8")))


def described_targets(makefile: Path) -> set[str]:
    """The targets that ``make help`` lists."""
    return set(_DESCRIBED.findall(makefile.read_text(encoding="utf-8")))


def spit_commands() -> Mapping[str, set[str]]:
    """Each subcommand of ``spit`` by its words, ``records list`` too, with its options.

    Under "" are the options of ``spit`` itself.
    """
    found: dict[str, set[str]] = {}
    _collect(typer.main.get_command(app), "", found)
    return found


def _collect(command: object, name: str, found: dict[str, set[str]]) -> None:
    """Adds a command and those below it."""
    found[name] = _options(command)
    for word, below in getattr(command, "commands", {}).items():
        if not below.hidden:
            _collect(below, f"{name} {word}".strip(), found)


def _options(command: object) -> set[str]:
    parameters = getattr(command, "params", [])
    return {
        option
        for parameter in parameters
        if not getattr(parameter, "hidden", False)
        for option in [*parameter.opts, *parameter.secondary_opts]
        if option.startswith("--")
    }


def make_fault(words: Sequence[str], targets: set[str]) -> str | None:
    """What is wrong with ``make`` and those words, or None."""
    for word in words:
        if "=" not in word and not word.startswith("-") and word not in targets:
            return f"the Makefile has no target {word}"
    return None


def spit_fault(words: Sequence[str], known: Mapping[str, set[str]]) -> str | None:
    """What is wrong with ``spit`` and those words, or None."""
    plain = list(takewhile(lambda word: not word.startswith("-"), words))
    names = (" ".join(plain[:count]) for count in range(len(plain), -1, -1))
    name = next(name for name in names if name in known)
    rest = plain[len(name.split()) :]
    is_group = any(other.startswith(f"{name} ".lstrip()) for other in known if other != name)
    if rest and is_group:
        return f"there is no command spit {name} {rest[0]}".replace("  ", " ")
    for word in words:
        option = word.partition("=")[0]
        if option.startswith("--") and option not in known[name] | {"--help"}:
            return f"spit {name} has no option {option}".replace("spit  ", "spit ")
    return None


def npm_packages(package_json: Path) -> set[str]:
    """The packages that the browser client names itself."""
    package = json.loads(package_json.read_text(encoding="utf-8"))
    return {*package.get("dependencies", {}), *package.get("devDependencies", {})}
