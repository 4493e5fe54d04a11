"""How long the page takes for an update, in Chromium with the processor slowed down.

A whole match is played by keys against the fastest level. Two things are timed: a state update,
which is a change of what is shown worked out and written to the page, by the page's own measure
(`spit:update`); and a message from its arrival until the page's scripts, with sound and the words
for a screen reader, and then its styles and its layout are done.
"""

import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

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


class Times(NamedTuple):
    """What was timed in one match, in milliseconds."""

    updates: list[float]
    scripts: list[float]
    whole: list[float]


def measure(browser: Browser, host: Host) -> Times:
    """Plays a match and times it."""
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
    updates: list[float] = page.evaluate(
        "performance.getEntriesByName('spit:update').map((entry) => entry.duration)"
    )
    page.context.close()
    return Times(updates, [scripted for scripted, _ in times], [whole for _, whole in times])


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
    print(
        f"screen: a state update takes {median(times.updates):.1f} ms, p95 "
        f"{quantiles(times.updates, n=20)[-1]:.1f} ({len(times.updates)} updates, processor "
        f"slowed {SLOWDOWN}×; wanted: {TARGET_MS:.0f} ms p50)"
    )
    print(
        f"screen: a message takes {median(times.scripts):.1f} ms in scripts, "
        f"{median(times.whole):.1f} ms with styles and layout ({len(times.whole)} messages, p50)"
    )


if __name__ == "__main__":
    main()
