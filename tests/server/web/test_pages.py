"""The browser client's files over HTTP."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from aiohttp.test_utils import make_mocked_request

from spit.server.web.pages import Pages

SCRIPT = "console.log('spit');" * 100


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built client, and beside it a file that is none of it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Spit</title>")
    (folder / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (folder / "assets" / "font.woff2").write_bytes(b"font")
    (folder / ".sources-sha256").write_text("digest")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


def test_the_page_is_asked_for_each_time(static: Path) -> None:
    """It names the assets, so an old one would name old ones."""
    page = Pages(static).page(make_mocked_request("GET", "/"))
    assert page.status == 200
    assert page.content_type == "text/html"
    assert page.headers["Cache-Control"] == "no-cache"


def test_assets_are_kept_for_ever(static: Path) -> None:
    """Their names change with their content."""
    found = Pages(static).file(make_mocked_request("GET", "/"), "assets/index-1a2b.js")
    assert found is not None
    assert "immutable" in found.headers["Cache-Control"]
    assert found.content_type == "text/javascript"


def test_text_is_packed_for_those_who_can_unpack_it(static: Path) -> None:
    """Others get it plain, and what is packed already is left alone."""
    pages, name = Pages(static), "assets/index-1a2b.js"
    packed = pages.file(make_mocked_request("GET", "/", {"Accept-Encoding": "br, gzip"}), name)
    plain = pages.file(make_mocked_request("GET", "/"), name)
    font = pages.file(
        make_mocked_request("GET", "/", {"Accept-Encoding": "gzip"}), "assets/font.woff2"
    )
    assert packed is not None
    assert plain is not None
    assert font is not None
    assert isinstance(packed.body, bytes)
    assert gzip.decompress(packed.body).decode() == SCRIPT
    assert packed.headers["Content-Encoding"] == "gzip"
    assert plain.body == SCRIPT.encode()
    assert font.body == b"font"
    assert font.content_type == "font/woff2"


def test_a_file_that_is_known_is_not_sent_again(static: Path) -> None:
    """Its tag is enough."""
    pages = Pages(static)
    tag = pages.page(make_mocked_request("GET", "/")).headers["ETag"]
    again = pages.page(make_mocked_request("GET", "/", {"If-None-Match": tag}))
    assert (again.status, again.body) == (304, None)


def test_a_new_build_is_seen_without_a_restart(static: Path) -> None:
    """A file that has changed is read again."""
    pages = Pages(static)
    pages.page(make_mocked_request("GET", "/"))
    (static / "index.html").unlink()
    (static / "index.html").write_text("<!doctype html><title>Newer</title>")
    body = pages.page(make_mocked_request("GET", "/")).body
    assert isinstance(body, bytes)
    assert b"Newer" in body


@pytest.mark.parametrize(
    "name",
    ["../secret.txt", "assets/../../secret.txt", ".sources-sha256", "", "assets", "assets/",
     "/etc/passwd", "nothing", "a\0b", "..\\secret.txt", "x" * 5_000],
)  # fmt: skip
def test_nothing_but_the_client_is_found(static: Path, name: str) -> None:
    """No name leads out of the folder, to a folder or to a hidden file."""
    assert Pages(static).file(make_mocked_request("GET", "/"), name) is None


def test_a_client_that_is_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    """The server runs, and the page tells what is missing."""
    pages = Pages(tmp_path)
    page = pages.page(make_mocked_request("GET", "/"))
    assert not pages.is_built
    assert page.status == 503
    assert page.text is not None
    assert "make play" in page.text
