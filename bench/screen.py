"""What the page weighs and how long it takes, in Chromium with the processor slowed down.

- The scripts, gzipped: what every visit loads, what the lessons and the rules add, and a language.
- The first paint of a table, from the navigation until its cards have been drawn.
- A whole match, played by keys against the fastest level. Two things are timed: a state update,
  which is a change of what is shown worked out and written to the page, by the page's own measure
  (`spit:update`); and a message from its arrival until the page's scripts, with sound and the words
  for a screen reader, and then its styles and its layout are done. Long tasks are counted.
- The memory after a few matches and after many.
"""

import gzip
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.host import Host
from tests.browser.player import Means, Player, decide
from tests.table.harness import position
from tools.chromium import LAUNCH_ARGUMENTS, find_chromium

BUILT: Final = Path(__file__).resolve().parent.parent / "src/spit/server/static"
"""Where the built client lies."""

STATE: Final = position(
    "6d, 2c|Ts, 4h 8c|3d, Jc 9d Kc|Qs, 7h 5c As|Jh",
    "Qc, 3c|9s, 5h 6c|Kd, 2d Ah|4s, 8h 7d Tc|2s",
    ["9c Th Jd Qd Kh", "3h 4d 5d 6s 7c"],
    ("Ac 2h 3s 4c 5s", "6h 7s 8d 8s 9h Td Js Ad"),
)
"""A round in full swing."""

SLOWDOWN: Final = 6
"""How many times slower the page's processor is made."""

TARGET_MS: Final = 4.0
"""Milliseconds that are wanted of an update in the middle (p50)."""

SCRIPTS_KB: Final = 90
"""Kilobytes of gzipped scripts that are allowed for all that one language needs."""

PAINT_SLOWDOWN: Final = 4
PAINT_MS: Final = 1_000
"""Within how many milliseconds the table is to be painted, at that slowdown."""

LONG_MS: Final = 50
"""A task longer than this many milliseconds is one too many."""

MATCHES: Final = 50
SETTLED_MATCHES: Final = 10
"""After how many matches the memory is what later ones are compared with."""

MOVES: Final = 6
"""How many moves of a match are played before it is given up, for the memory."""

LATER: Final = ("local-page", "rules-page", "made-up")
"""The scripts that are loaded when they are gone to, by the beginnings of their names."""

_PAINTED: Final = """window.painted = new Promise((done) => {
  const look = () => {
    if (!document.querySelector('[data-card]')) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => done(performance.now())))
  }
  requestAnimationFrame(look)
})"""

_LONG: Final = """(() => {
  window.longTasks = []
  new PerformanceObserver((list) => {
    longTasks.push(...list.getEntries().map((task) => task.duration))
  }).observe({ type: 'longtask' })
})()"""

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
    long_tasks: list[float]


class Weights(NamedTuple):
    """Kilobytes of gzipped scripts."""

    first: float
    """What every visit loads, English with it."""
    later: float
    """The lessons, practice, and the rules in English."""
    language: float
    """The heaviest language, its rules with it."""


def weigh(folder: Path) -> Weights:
    """Weighs the built scripts.

    Args:
        folder: Where the built client lies.
    """
    sizes = {
        path.name: len(gzip.compress(path.read_bytes(), compresslevel=9)) / 1000
        for path in folder.rglob("*.js")
    }
    languages: dict[str, float] = {}
    for name, size in sizes.items():
        if name[2] == "-":
            languages[name[:2]] = languages.get(name[:2], 0.0) + size
    later = sum(size for name, size in sizes.items() if name.startswith(LATER))
    first = sum(size for name, size in sizes.items() if name[2] != "-") - later
    return Weights(first, later + languages.pop("en"), max(languages.values()))


def paint(browser: Browser, host: Host) -> float:
    """Opens a table for the first time; milliseconds until its cards are painted."""
    context = browser.new_context(base_url=host.url)
    page = context.new_page()
    table = host.adopt(STATE)
    page.add_init_script(table.keep_script)
    page.add_init_script(_PAINTED)
    chrome = context.new_cdp_session(page)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": PAINT_SLOWDOWN})
    page.goto(table.path)
    painted: float = page.evaluate("() => window.painted")
    context.close()
    return painted


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
    page.evaluate(_LONG)
    Player(page, Means.KEYS).play_to_the_end()
    times: list[list[float]] = page.evaluate("updateTimes")
    updates: list[float] = page.evaluate(
        "performance.getEntriesByName('spit:update').map((entry) => entry.duration)"
    )
    long_tasks: list[float] = page.evaluate("longTasks")
    page.context.close()
    scripts, whole = [scripted for scripted, _ in times], [laid_out for _, laid_out in times]
    return Times(updates, scripts, whole, long_tasks)


def remember(browser: Browser, host: Host) -> tuple[float, float]:
    """Plays many matches at one page; megabytes of its heap after a few, and after all."""
    page = browser.new_context(base_url=host.url).new_page()
    page.goto("/")
    page.locator('[data-action="play"]').click()
    chrome = page.context.new_cdp_session(page)
    player = Player(page, Means.KEYS)
    heaps: list[float] = []
    for match in range(1, MATCHES + 1):
        expect(page.locator("main")).to_have_attribute("data-phase", "ready")
        for _ in range(MOVES):
            move = decide(sight := player.look())
            if move is not None:
                player.do(move, sight)
        page.locator('[data-action="resign"]').click()
        page.locator('[data-action="resign-yes"]').click()
        page.locator('[data-action="rematch"]').wait_for()
        if match in (SETTLED_MATCHES, MATCHES):
            chrome.send("HeapProfiler.collectGarbage")
            heaps.append(chrome.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
        page.locator('[data-action="rematch"]').click()
    page.context.close()
    return heaps[0], heaps[1]


def report(times: Times) -> None:
    """Prints what was timed in a match."""
    print(
        f"screen: a state update takes {median(times.updates):.1f} ms, p95 "
        f"{quantiles(times.updates, n=20)[-1]:.1f} ({len(times.updates)} updates, processor "
        f"slowed {SLOWDOWN}×; wanted: {TARGET_MS:.0f} ms p50)"
    )
    print(
        f"screen: a message takes {median(times.scripts):.1f} ms in scripts, "
        f"{median(times.whole):.1f} ms with styles and layout ({len(times.whole)} messages, p50)"
    )
    print(
        f"screen: {len(times.long_tasks)} tasks of a match took over {LONG_MS} ms, the longest "
        f"{max(times.long_tasks, default=0):.0f} ms (processor slowed {SLOWDOWN}×; wanted: none)"
    )


def main() -> None:
    """Prints what the page weighs, and how long things take."""
    weights = weigh(BUILT)
    print(
        f"screen: scripts are {weights.first:.1f} kB gzipped, {weights.first + weights.later:.1f} "
        f"with the lessons and the rules (wanted: {SCRIPTS_KB} kB); a language up to "
        f"{weights.language:.1f} more"
    )
    with (
        tempfile.TemporaryDirectory() as data,
        Host(Path(data)) as host,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(LAUNCH_ARGUMENTS)
        )
        paints = [paint(browser, host) for _ in range(5)]
        print(
            f"screen: a table is painted in {median(paints):.0f} ms (p50 of {len(paints)} visits, "
            f"processor slowed {PAINT_SLOWDOWN}×; wanted: {PAINT_MS} ms)"
        )
        report(measure(browser, host))
        few, many = remember(browser, host)
        print(
            f"screen: the heap is {few:.1f} MB after {SETTLED_MATCHES} matches, {many:.1f} MB "
            f"after {MATCHES} (wanted: no more)"
        )
        browser.close()


if __name__ == "__main__":
    main()
