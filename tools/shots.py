"""Take pictures of the running game: the real server, in a real browser.

The two of the documentation lie in docs/pictures. Every screen in every format is written to
shots/, to be looked at; nothing of that is kept.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.browser.conftest import SIZES
from tests.browser.host import Host
from tests.browser.test_screens import SCREENS
from tests.table.harness import position
from tools.chromium import LAUNCH_ARGUMENTS, find_chromium

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURES: Final = ROOT / "docs" / "pictures"
SHOTS_FOLDER: Final = ROOT / "shots"

Screen = Callable[[Page, Host], None]

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


class Format(NamedTuple):
    """How every screen is taken: a window and what was chosen in the settings."""

    name: str
    size: str
    settings: dict[str, str]


FORMATS: Final = (
    Format("phone", "phone", {}),
    Format("small-phone", "small", {}),
    Format("landscape-phone", "wide-phone", {}),
    Format("desktop", "desktop", {}),
    Format("day", "phone", {"theme": "day"}),
    Format("night", "phone", {"theme": "dark"}),
    Format("large", "phone", {"theme": "dark", "print": "large", "deck": "four"}),
    Format("right-to-left", "phone", {"language": "ar-XB"}),
    Format("long-words", "phone", {"language": "en-XA"}),
)
"""Phone, small phone, landscape phone, desktop, day, night, large, right to left, long words."""


def _local(name: str) -> Screen:
    """A screen that needs no table: the lessons, practice, the rules, who is here."""

    def show(page: Page, host: Host) -> None:
        del host
        page.goto(f"/#{name}")
        expect(page.locator("main").first).to_be_visible()
        page.wait_for_load_state("networkidle")

    return show


OTHERS: Final[dict[str, Screen]] = {
    name: _local(name) for name in ("learn", "practice", "rules", "people", "same-screen")
}


def take_all(browser: Browser, host: Host, folder: Path, wanted: str = "") -> None:
    """Take every screen in every format.

    Args:
        browser: The browser.
        host: The server.
        folder: Where the pictures go, one folder for each format.
        wanted: Only what has this in its name, ``format/screen``.
    """
    for form in FORMATS:
        for name, show in (SCREENS | OTHERS).items():
            if wanted not in f"{form.name}/{name}":
                continue
            size = ViewportSize(**SIZES[form.size])  # type: ignore[typeddict-item]
            context = browser.new_context(base_url=host.url, viewport=size, reduced_motion="reduce")
            page = context.new_page()
            kept = json.dumps(json.dumps(form.settings))
            page.add_init_script(f"localStorage.setItem('spit.settings', {kept})")
            show(page, host)
            path = folder / form.name / f"{name}.png"
            page.screenshot(path=path, animations="disabled")
            context.close()
            print(path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures and print where each lies."""
    parser = argparse.ArgumentParser(prog="python -m tools.shots", description=__doc__)
    parser.add_argument("--folder", type=Path, default=PICTURES, help="where those of docs go")
    parser.add_argument("--only", default="", metavar="TEXT", help="as in phone/stuck")
    chosen = parser.parse_args(arguments)
    folder: Path = chosen.folder
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        Host(Path(data)) as host,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(LAUNCH_ARGUMENTS)
        )
        for shot in SHOTS if not chosen.only else ():
            print(take(browser, host, shot, folder))
        take_all(browser, host, SHOTS_FOLDER, chosen.only)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
