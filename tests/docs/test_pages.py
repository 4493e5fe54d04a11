"""The project's own pages pass every check of tools.docs, and their snippets run."""

from pathlib import Path

import pytest

from tools.docs import CHECKS, ROOT
from tools.markdown import Page, read_pages

PAGES = read_pages(ROOT)
SNIPPETS = [
    pytest.param(code, id=f"{page.path.relative_to(ROOT)}:{line}")
    for page in PAGES
    for line, code in page.blocks("python")
]


@pytest.mark.parametrize("name", CHECKS)
def test_pages_pass(name: str) -> None:
    """No page has a fault that the check of this name would find."""
    assert list(CHECKS[name](ROOT, PAGES)) == []


@pytest.mark.parametrize("code", SNIPPETS)
def test_snippet_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python block on a page runs as it stands, with nothing around it."""
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "snippet", "exec"), {"__name__": "snippet"})


def test_readme_has_a_snippet() -> None:
    """README shows a builder code, so the test above has something to run."""
    readme = next(page for page in PAGES if page.path == ROOT / "README.md")
    assert list(readme.blocks("python"))


def test_readme_opens_with_picture_and_commands() -> None:
    """README's first screen has the picture of the table and the two commands."""
    readme = next(page for page in PAGES if page.path == ROOT / "README.md")
    first_screen = Page(readme.path, readme.lines[:30])
    shown = [" ".join(words) for _, words in first_screen.commands()]
    assert [target for _, target in first_screen.links()].count("docs/pictures/table.jpg") == 1
    assert {"make play", "make test"} <= set(shown)
