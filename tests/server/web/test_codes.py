"""Links as QR codes."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from spit.server.web.codes import qr_of

LINK = "http://192.168.1.20:7310/t/k3m9rtxdw"


def test_a_code_is_a_picture_that_scales() -> None:
    """An SVG that says its shape and not its size, dark on light with a rim around it."""
    root = ET.fromstring(qr_of(LINK))
    assert root.tag.endswith("svg")
    assert "viewBox" in root.attrib
    assert "width" not in root.attrib
    colours = [path.get("fill") or path.get("stroke") for path in root]
    assert colours == ["#fffdf6", "#061617"]


def test_another_link_is_another_code() -> None:
    """And the same link the same one."""
    assert qr_of(LINK) == qr_of(LINK) != qr_of(LINK + "x")


def test_a_code_stays_readable_for_the_longest_links() -> None:
    """A handover under a long name and a base path: no more than 45 modules a side."""
    link = f"https://spit.some-long-name.example.org/games/spit/t/k3m9rtxdw#take={'x' * 24}"
    sides = ET.fromstring(qr_of(link)).attrib["viewBox"].split()[2:]
    assert sides[0] == sides[1]
    assert int(sides[0]) <= 45 + 4


def test_a_code_holds_no_markup_of_the_link() -> None:
    """The link is in its pattern alone."""
    assert "script" not in qr_of("http://localhost/<script>")
