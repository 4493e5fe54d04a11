"""Hold the written pages to the project: links, commands, options, rule numbers, dependencies.

Each check yields one line per fault, ``page:line: what is wrong``. ``make check`` prints them and
the tests in tests/docs assert that there are none.
"""

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from tools import commands
from tools.markdown import Page, read_pages

ROOT: Final = Path(__file__).resolve().parent.parent

_SOURCES: Final = ("src", "tests", "tools", "bench", "web/src")
_SOURCE_SUFFIXES: Final = frozenset({".py", ".ts", ".svelte", ".css", ".html"})
_RULE: Final = re.compile(r"\bR(\d+)(?:\.(\d+))?\b")
_RULE_HEAD: Final = re.compile(r"\*\*R(\d+)\.(\d+)\*\*|^#+ R(\d+)\b")
_OPTION: Final = re.compile(r"(?:^\| |, )`(--[a-z-]+)`", re.MULTILINE)
_SETTING: Final = re.compile(r"[\"`](SPIT_[A-Z][A-Z_]*)[\"`]")


def link_faults(root: Path, pages: list[Page]) -> Iterator[str]:
    """Relative links that lead nowhere: no such file, or no such heading in it."""
    by_path = {page.path: page for page in pages}
    for page in pages:
        for line, target in page.links():
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            path = (page.path.parent / name).resolve() if name else page.path
            if not path.exists():
                yield page.fault(root, line, f"the link to {target} leads nowhere")
            elif anchor and path in by_path and anchor not in by_path[path].anchors():
                yield page.fault(root, line, f"no heading is called #{anchor} in {path.name}")


def command_faults(root: Path, pages: list[Page]) -> Iterator[str]:
    """Commands on a page that the Makefile or the command line do not have."""
    targets = commands.make_targets(root / "Makefile")
    spit = commands.spit_commands()
    for page in pages:
        for line, words in page.commands():
            match words:
                case ["make", *rest]:
                    fault = commands.make_fault(rest, targets)
                case ["spit", *rest]:
                    fault = commands.spit_fault(rest, spit)
                case _:
                    fault = None
            if fault:
                yield page.fault(root, line, fault)


def reference_faults(root: Path, pages: list[Page]) -> Iterator[str]:
    """Commands, options and environment variables that docs/commands.md leaves out."""
    path = root / "docs" / "commands.md"
    page = next((page for page in pages if page.path == path), None)
    if page is None:
        yield "docs/commands.md: the page is missing"
        return
    for name, options in commands.spit_commands().items():
        command = f"spit {name}".strip()
        section = page.section(command)
        if section is None:
            yield page.fault(root, 1, f"no section describes {command}")
            continue
        described = set(_OPTION.findall(section))
        for option in sorted((options - {"--help"}) ^ described):
            where = "is not described" if option in options else "is described, but there is none"
            yield page.fault(root, 1, f"{command} {option} {where}")
    used = {
        name for path in _sources(root, "src", "tools") for name in _SETTING.findall(_text(path))
    }
    described = set(_SETTING.findall("\n".join(page.lines)))
    for name in sorted(used ^ described):
        where = "is not described" if name in used else "is described, but nothing reads it"
        yield page.fault(root, 1, f"{name} {where}")


def rule_faults(root: Path, pages: list[Page]) -> Iterator[str]:
    """Gaps in the numbers of docs/rules.md, and numbers cited anywhere that it does not have."""
    path = root / "docs" / "rules.md"
    if not path.is_file():
        yield "docs/rules.md: the page is missing"
        return
    heads = [match for line in _text(path).splitlines() for match in _RULE_HEAD.finditer(line)]
    numbers = [(int(head[1]), int(head[2])) for head in heads if head[1]]
    sections = {int(head[3]) for head in heads if head[3]}
    for before, after in pairwise(numbers):
        follows = after in ((before[0], before[1] + 1), (before[0] + 1, 1))
        if not follows:
            yield f"docs/rules.md: R{after[0]}.{after[1]} follows R{before[0]}.{before[1]}"
    written = [page.path for page in pages] + list(_sources(root, *_SOURCES))
    for source in written:
        for number, line in enumerate(_text(source).splitlines(), start=1):
            for match in _RULE.finditer(line):
                group, rule = int(match[1]), match[2]
                known = group in sections if rule is None else (group, int(rule)) in numbers
                if not known:
                    yield f"{source.relative_to(root)}:{number}: there is no rule {match[0]}"


def dependency_faults(root: Path, pages: list[Page]) -> Iterator[str]:
    """Packages without a line in docs/dependencies.md, and lines about packages long gone."""
    path = root / "docs" / "dependencies.md"
    page = next((page for page in pages if page.path == path), None)
    if page is None:
        yield "docs/dependencies.md: the page is missing"
        return
    project = tomllib.loads(_text(root / "pyproject.toml"))
    lines = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for extra in project["project"].get("optional-dependencies", {}).values():
        lines += extra
    for group in project["dependency-groups"].values():
        lines += [line for line in group if isinstance(line, str)]
    used = {re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0].lower() for line in lines}
    used |= commands.npm_packages(root / "web" / "package.json")
    cells = (re.match(r"\| `([^`]+)`", line) for line in page.lines)
    described = {cell[1].lower() for cell in cells if cell}
    for name in sorted(used - described):
        yield page.fault(root, 1, f"{name} is used, but has no line")
    for name in sorted(described - used):
        yield page.fault(root, 1, f"{name} has a line, but is not used")


def index_faults(root: Path, pages: list[Page]) -> Iterator[str]:
    """Pages in docs/ that its index does not lead to."""
    index = next((page for page in pages if page.path == root / "docs" / "README.md"), None)
    if index is None:
        yield "docs/README.md: the page is missing"
        return
    linked = {
        (index.path.parent / target.partition("#")[0]).resolve() for _, target in index.links()
    }
    for page in pages:
        inside = (root / "docs") in page.path.parents
        if inside and page is not index and page.path not in linked:
            yield index.fault(root, 1, f"{page.path.relative_to(root)} is not listed")


def help_faults(root: Path, pages: list[Page]) -> Iterator[str]:  # noqa: ARG001
    """Targets of the Makefile that ``make help`` would not list."""
    described = commands.described_targets(root / "Makefile")
    for target in sorted(commands.make_targets(root / "Makefile") - described):
        yield f"Makefile: {target} has no line for make help"


CHECKS: Final[dict[str, Callable[[Path, list[Page]], Iterator[str]]]] = {
    "links": link_faults,
    "commands": command_faults,
    "reference": reference_faults,
    "rules": rule_faults,
    "dependencies": dependency_faults,
    "index": index_faults,
    "help": help_faults,
}
"""Every check by its name."""


def _sources(root: Path, *folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in _SOURCE_SUFFIXES and "static" not in path.parts:
                yield path


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def main() -> int:
    """Print every fault; 1 if there is one."""
    pages = read_pages(ROOT)
    found = [fault for check in CHECKS.values() for fault in check(ROOT, pages)]
    for fault in found:
        print(fault)
    print(f"docs: {len(found)} faults" if found else f"docs: {len(pages)} pages ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
