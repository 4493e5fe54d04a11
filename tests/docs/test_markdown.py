"""Pages are read the way a viewer reads them."""

from pathlib import Path

from tools.markdown import Page, slug, split_command

TEXT = """\
# A `title`, and more
See [the rules](rules.md#r1-cards) and ![a picture](table.png).
In code `[no](link.md)` is none, but `make play` and `spit verify x.spit` are commands.
`spit.rules` and `make` alone are not.

```console
$ make test ARGS=-x  # everything
$ spit serve --port 8080 | cat
```

## Second

```python
import json
# Not a heading
```

Between.

```python
two = 2
```
"""


def page(text: str = TEXT) -> Page:
    """A page with that text."""
    return Page(Path("/docs/page.md"), tuple(text.splitlines()))


def test_links() -> None:
    """Links and pictures are found with their lines, and those in code are left alone."""
    assert list(page().links()) == [(2, "rules.md#r1-cards"), (2, "table.png")]


def test_html_pictures() -> None:
    """A picture given as HTML is a link too."""
    assert list(page('<img src="a.png" alt="">').links()) == [(1, "a.png")]


def test_commands() -> None:
    """Commands come from shell blocks and from code that begins like one."""
    assert list(page().commands()) == [
        (3, ["make", "play"]),
        (3, ["spit", "verify", "x.spit"]),
        (7, ["make", "test", "ARGS=-x"]),
        (8, ["spit", "serve", "--port", "8080"]),
    ]


def test_anchors() -> None:
    """Each heading outside code is an anchor."""
    assert page().anchors() == {"a-title-and-more", "second"}


def test_section() -> None:
    """A section ends at the next heading, and a name that no heading has gives none."""
    section = page().section("A title, and more")
    assert section is not None
    assert "the rules" in section
    assert "import json" not in section
    assert page().section("Third") is None


def test_blocks() -> None:
    """Blocks of one language are kept apart, with the lines they begin on."""
    assert list(page().blocks("python")) == [
        (14, "import json\n# Not a heading\n"),
        (21, "two = 2\n"),
    ]


def test_slug() -> None:
    """An anchor is lower case, without punctuation, with hyphens for spaces."""
    assert slug("`spit verify` FILE…, and so on") == "spit-verify-file-and-so-on"


def test_command_ends_at_a_shell_sign() -> None:
    """What follows a pipe, a comment or a redirection is not the command's."""
    assert split_command("spit play --port 80 > log") == ["spit", "play", "--port", "80"]
