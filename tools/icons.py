"""Write the app's icons in web/public: drawn here, turned into PNG by the tests' Chromium."""

import sys
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tools.chromium import LAUNCH_ARGUMENTS, find_chromium

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "web" / "public"
VECTOR: Final = ROOT / "web" / "src" / "view" / "icon.svg"

CARDS: Final = (
    '<g stroke="#061617" stroke-width="1">'
    '<rect x="13" y="14" width="26" height="38" rx="4" fill="#f4ecdb"'
    ' transform="rotate(-12 26 33)"/>'
    '<rect x="25" y="12" width="26" height="38" rx="4" fill="#fffdf6" transform="rotate(8 38 31)"/>'
    '</g><path d="M38 42c-2-4-9-8-8-14 1-4 6-4 8 0 2-4 8-3 8 1 0 6-6 9-8 13Z" fill="#b51d2c"'
    ' transform="rotate(8 38 31)"/>'
)
"""Two cards in a square of 64, the front one a heart."""


class Icon(NamedTuple):
    """One picture: its name, its side in pixels, and whether a system cuts its edge to a shape."""

    name: str
    side: int
    is_whole: bool = False


ICONS: Final = (
    Icon("icon-192", 192),
    Icon("icon-512", 512),
    Icon("icon-whole-512", 512, is_whole=True),
)


def drawing(*, is_whole: bool = False) -> str:
    """The icon as SVG; a whole one fills its square, with the cards in the four fifths that stay.

    Args:
        is_whole: A system will cut it to its own shape.
    """
    felt = '<rect width="64" height="64" fill="#0d2f2e"/>'
    cards = f'<g transform="translate(9 9) scale(.72)">{CARDS}</g>'
    if not is_whole:
        felt = '<rect width="64" height="64" rx="14" fill="#0d2f2e"/>'
        cards = CARDS
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>Spit</title>'
    return f"{head}{felt}{cards}</svg>\n"


def write(browser: Browser, icon: Icon, folder: Path) -> Path:
    """Writes one picture; returns where it lies."""
    page = browser.new_page(viewport={"width": icon.side, "height": icon.side})
    page.set_content(f"<style>body{{margin:0}}</style>{drawing(is_whole=icon.is_whole)}")
    path = folder / f"{icon.name}.png"
    page.screenshot(path=path, omit_background=True)
    page.close()
    return path


def main() -> int:
    """Writes every icon and prints where it lies."""
    FOLDER.mkdir(exist_ok=True)
    VECTOR.write_text(drawing(), encoding="utf-8")
    print(VECTOR)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(LAUNCH_ARGUMENTS)
        )
        for icon in ICONS:
            print(write(browser, icon, FOLDER))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
