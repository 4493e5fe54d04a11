"""What commands there are: the Makefile's targets, and the subcommands and options of ``spit``."""

import json
import re
from collections.abc import Mapping, Sequence
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
    """Each subcommand of ``spit`` with its options; under "", the options of ``spit`` itself."""
    group = typer.main.get_command(app)
    found: dict[str, set[str]] = {"": _options(group)}
    for name, command in getattr(group, "commands", {}).items():
        if not command.hidden:
            found[name] = _options(command)
    return found


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
    name = "" if not words or words[0].startswith("-") else words[0]
    if name not in known:
        return f"there is no command spit {name}"
    for word in words:
        option = word.partition("=")[0]
        if option.startswith("--") and option not in known[name] | {"--help"}:
            return f"spit {name} has no option {option}".replace("spit  ", "spit ")
    return None


def npm_packages(package_json: Path) -> set[str]:
    """The packages that the browser client names itself."""
    package = json.loads(package_json.read_text(encoding="utf-8"))
    return {*package.get("dependencies", {}), *package.get("devDependencies", {})}
