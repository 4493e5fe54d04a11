"""Take the pictures in docs/pictures from the running game: the real server, in a real browser."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser.host import Host
from tests.table.harness import position
from tools.chromium import LAUNCH_ARGUMENTS, find_chromium

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURES: Final = ROOT / "docs" / "pictures"

STATE: Final = position(
    "6d, 2c|Ts, 4h 8c|3d, Jc 9d Kc|Qs, 7h 5c As|Jh",
    "Qc, 3c|9s, 5h 6c|Kd, 2d Ah|4s, 8h 7d Tc|2s",
    ["9c Th Jd Qd Kh", "3h 4d 5d 6s 7c"],
    ("Ac 2h 3s 4c 5s", "6h 7s 8d 8s 9h Td Js Ad"),
)
"""A round in full swing, with something to play on either pile."""


QUALITY: Final = 90
"""Of a JPEG, in percent. The felt is one large gradient, of which a PNG makes a megabyte."""


class Shot(NamedTuple):
    """One picture: its name, the window in CSS pixels, and the theme."""

    name: str
    size: ViewportSize
    theme: Literal["dark", "light"]


SHOTS: Final = (
    Shot("table", {"width": 1280, "height": 800}, "dark"),
    Shot("phone", {"width": 390, "height": 844}, "light"),
)


def take(browser: Browser, host: Host, shot: Shot, folder: Path) -> Path:
    """Take one picture; returns where it lies."""
    table = host.adopt(STATE)
    context = browser.new_context(base_url=host.url, viewport=shot.size, color_scheme=shot.theme)
    page = context.new_page()
    page.add_init_script(table.keep_script)
    page.goto(table.path)
    expect(page.locator("main")).to_have_attribute("data-phase", "play", timeout=10_000)
    expect(page.locator("main.covered")).to_have_count(0, timeout=10_000)
    path = folder / f"{shot.name}.jpg"
    page.screenshot(path=path, type="jpeg", quality=QUALITY, animations="disabled")
    context.close()
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Take every picture and print where it lies."""
    parser = argparse.ArgumentParser(prog="python -m tools.shots", description=__doc__)
    parser.add_argument("--folder", type=Path, default=PICTURES, help="where the pictures go")
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        Host(Path(data)) as host,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(LAUNCH_ARGUMENTS)
        )
        for shot in SHOTS:
            print(take(browser, host, shot, folder))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
