"""Read the project's pages: what they link to, which commands they show, which code they run."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FENCE: Final = re.compile(r"^\s*```\s*([a-z]*)")
_LINK: Final = re.compile(r"\]\(([^()\s]+)\)|<(?:img|a)\s[^>]*?(?:src|href|srcset)=\"([^\"]+)\"")
_CODE: Final = re.compile(r"`([^`]+)`")
_HEADING: Final = re.compile(r"^#+ +(.*)")
_SHELLS: Final = frozenset({"sh", "console"})
_SHELL_ENDS: Final = frozenset({"|", ">", "&&", ";", "&", "#"})


@dataclass(frozen=True)
class Page:
    """One Markdown page.

    Attributes:
        path: absolute.
        lines: without their ends; line 1 is ``lines[0]``.
    """

    path: Path
    lines: tuple[str, ...]

    def fault(self, root: Path, line: int, what: str) -> str:
        """A fault's one line, with the page's path from the root."""
        return f"{self.path.relative_to(root)}:{line}: {what}"

    def _marked(self) -> Iterator[tuple[int, str, str | None]]:
        """Each line with its number and the language of the fence it is in, None outside."""
        language: str | None = None
        for number, line in enumerate(self.lines, start=1):
            fence = _FENCE.match(line)
            if fence is None:
                yield number, line, language
            else:
                language = fence[1] if language is None else None

    def links(self) -> Iterator[tuple[int, str]]:
        """Every link and picture with its line, as written; those in code do not count."""
        for number, line, language in self._marked():
            if language is None:
                for match in _LINK.finditer(_CODE.sub("", line)):
                    yield number, match[1] or match[2]

    def anchors(self) -> set[str]:
        """The anchors that the page's headings make."""
        heads = (_HEADING.match(line) for _, line, language in self._marked() if language is None)
        return {slug(head[1]) for head in heads if head}

    def section(self, title: str) -> str | None:
        """The text below the heading of that name, down to the next one; None if there is none."""
        inside = False
        text: list[str] = []
        for _, line, language in self._marked():
            head = _HEADING.match(line) if language is None else None
            if head is not None:
                if inside:
                    break
                inside = head[1].replace("`", "").strip() == title
            elif inside:
                text.append(line)
        return "\n".join(text) if inside else None

    def commands(self) -> Iterator[tuple[int, list[str]]]:
        """Every command with its line: those in shell blocks, and code that begins like one."""
        for number, line, language in self._marked():
            if language is None:
                for match in _CODE.finditer(line):
                    if re.match(r"(make|spit) [a-z-]", match[1]):
                        yield number, split_command(match[1])
            elif language in _SHELLS:
                command = line.strip().removeprefix("$ ")
                if command and not command.startswith("#"):
                    yield number, split_command(command)

    def blocks(self, language: str) -> Iterator[tuple[int, str]]:
        """Every fenced block in that language with the line it begins on."""
        start, block = 0, list[str]()
        for number, line, inside in self._marked():
            if inside == language:
                if block and number != start + len(block):
                    yield start, "\n".join(block) + "\n"
                    block = []
                start = start if block else number
                block.append(line)
        if block:
            yield start, "\n".join(block) + "\n"


def slug(heading: str) -> str:
    """The anchor of a heading, as the usual viewers make it."""
    plain = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return plain.replace(" ", "-")


def split_command(text: str) -> list[str]:
    """A command's words, up to the first shell sign that ends it."""
    words: list[str] = []
    for word in shlex.split(text):
        if word in _SHELL_ENDS:
            break
        words.append(word)
    return words


def read_pages(root: Path) -> list[Page]:
    """All pages: those in the root and those in docs/, in order of their paths."""
    paths = sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")])
    return [Page(path, tuple(path.read_text(encoding="utf-8").splitlines())) for path in paths]
