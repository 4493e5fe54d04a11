"""How long the page takes for an update, in Chromium with the processor slowed down.

A whole match is played by keys against the fastest level. For each update from the server the time
is taken from the message's arrival until the page's scripts, its styles and its layout are done.
"""

import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.host import Host
from tests.browser.player import Means, Player
from tools.chromium import LAUNCH_ARGUMENTS, find_chromium

SLOWDOWN: Final = 6
"""How many times slower the page's processor is made."""

TARGET_MS: Final = 4.0
"""Milliseconds that are wanted of an update in the middle (p50)."""

_MEASURE: Final = """(() => {
  const times = (window.updateTimes = [])
  const Native = window.WebSocket
  window.WebSocket = class extends Native {
    get onmessage() { return super.onmessage }
    set onmessage(handler) {
      super.onmessage = handler && ((event) => {
        const start = performance.now()
        handler(event)
        // Svelte works in microtasks; those that it has queued by now come before this one.
        queueMicrotask(() => queueMicrotask(() => {
          const scripted = performance.now()
          void document.body.offsetHeight
          const laidOut = performance.now()
          if (JSON.parse(event.data).type === 'update')
            times.push([scripted - start, laidOut - start])
        }))
      })
    }
  }
})()"""


def measure(browser: Browser, host: Host) -> list[tuple[float, float]]:
    """Plays a match; returns the milliseconds of each update: scripts, and with layout."""
    page = browser.new_context(base_url=host.url).new_page()
    page.add_init_script(_MEASURE)
    page.goto("/")
    page.get_by_role("radio", name="Lightning").check()
    page.locator('[data-action="play"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "ready")
    chrome = page.context.new_cdp_session(page)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    Player(page, Means.KEYS).play_to_the_end()
    times: list[list[float]] = page.evaluate("updateTimes")
    page.context.close()
    return [(scripted, laid_out) for scripted, laid_out in times]


def main() -> None:
    """Prints how long an update takes."""
    with (
        tempfile.TemporaryDirectory() as data,
        Host(Path(data)) as host,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(LAUNCH_ARGUMENTS)
        )
        times = measure(browser, host)
        browser.close()
    scripts = [scripted for scripted, _ in times]
    whole = [laid_out for _, laid_out in times]
    print(
        f"screen: {median(scripts):.1f} ms an update in scripts, "
        f"{median(whole):.1f} ms with styles and layout (p50; p95 "
        f"{quantiles(scripts, n=20)[-1]:.1f} and {quantiles(whole, n=20)[-1]:.1f}; "
        f"{len(times)} updates, processor slowed {SLOWDOWN}×; wanted: {TARGET_MS:.0f} ms p50)"
    )


if __name__ == "__main__":
    main()
