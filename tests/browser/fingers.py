"""Two people at one page: fingers that touch at the same time, and what each of them sees.

It knows nothing but what the page shows and says, as `tests.browser.player` does for one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page

from tests.browser.player import Move, Point, Sight, cards_in, decide, rank_in

LOOK = """(seat) => {
  const text = (node) => node.getAttribute('aria-label') ?? ''
  const middle = (node) => {
    const box = node.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const main = document.querySelector('main')
  const half = document.querySelector(`[data-half="${seat}"]`)
  const button = half?.querySelector('[data-action="spit"]')
  return {
    phase: main?.dataset.phase ?? 'none',
    stocks: [...half?.querySelectorAll('[data-pile]') ?? []].map(
      (pile) => ({ state: pile.dataset.state, label: text(pile), at: middle(pile) })),
    spits: [...document.querySelectorAll(`[data-spit][data-for="${seat}"]`)].map(
      (pile) => ({ label: text(pile), at: middle(pile) })),
    button: button ? middle(button) : [0, 0],
    canSpit: button ? !button.disabled : false,
    isOver: document.querySelector('[data-action="rematch"]') !== null,
    isPaused: main?.classList.contains('covered') ?? false,
  }
}"""

KEYS = (
    (("KeyQ", "KeyW", "KeyE", "KeyR", "KeyT"), ("KeyS", "KeyD"), "KeyA"),
    (("KeyY", "KeyU", "KeyI", "KeyO", "KeyP"), ("KeyK", "KeyL"), "Semicolon"),
)
"""By seat the keys of its stock piles, of the spit piles, and of "spit"."""


def look(page: Page, seat: int) -> Sight:
    """What the page shows a seat."""
    sight: Sight = page.evaluate(LOOK, seat)
    return sight


class Fingers:
    """Fingers on a touch screen, each with a number of its own.

    Args:
        page: A page of a context that has touch.
    """

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._at: dict[int, Point] = {}

    def down(self, **fingers: Point) -> None:
        """Puts fingers down in one event, `down(a=(10, 20), b=(30, 40))`; others stay."""
        self._at |= {ord(name): point for name, point in fingers.items()}
        self._send("touchStart", self._at)

    def move(self, **fingers: Point) -> None:
        """Moves fingers that are down, in one event."""
        self._at |= {ord(name): point for name, point in fingers.items()}
        self._send("touchMove", self._at)

    def up(self, *names: str) -> None:
        """Lifts fingers, in one event; the others stay down."""
        lifted = {ord(name): self._at.pop(ord(name)) for name in names}
        self._send("touchEnd", lifted)

    def lose(self) -> None:
        """The system takes all fingers away: a call, a gesture of its own."""
        self._at = {}
        self._send("touchCancel", {})

    def drag(self, steps: int = 6, **ways: tuple[Point, Point]) -> None:
        """Drags several cards at the same time, each finger from a point to a point."""
        self.down(**{name: start for name, (start, _) in ways.items()})
        for step in range(1, steps + 1):
            self.move(**{name: _between(*way, step / steps) for name, way in ways.items()})
        self.up(*ways)

    def tap(self, **points: Point) -> None:
        """Taps with several fingers at once."""
        self.down(**points)
        self.up(*points)

    def _send(self, kind: str, points: dict[int, Point]) -> None:
        touches: list[dict[str, Any]] = [
            {"id": number, "x": x, "y": y} for number, (x, y) in points.items()
        ]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def _between(start: Point, goal: Point, share: float) -> Point:
    return (
        start[0] + (goal[0] - start[0]) * share,
        start[1] + (goal[1] - start[1]) * share,
    )


class SurePlay(NamedTuple):
    """A card that fits one spit pile and no other."""

    stock: int
    pile: int


def sure_plays(sight: Sight) -> list[SurePlay]:
    """The plays that can be meant in one way only."""
    tops = [rank_in(pile["label"]) for pile in sight["spits"]]
    found = []
    for stock, pile in enumerate(sight["stocks"]):
        rank = rank_in(pile["label"]) if pile["state"] == "up" else None
        if rank is None:
            continue
        fits = [i for i, top in enumerate(tops) if top is not None and (rank - top) % 13 in (1, 12)]
        if len(fits) == 1:
            found.append(SurePlay(stock, fits[0]))
    return found


def left_in(sight: Sight) -> int:
    """Cards that a seat has left in its stock."""
    return sum(cards_in(pile["label"]) for pile in sight["stocks"])


class Means(StrEnum):
    """With what the two play."""

    TOUCH = "touch"
    KEYS = "keys"


class Pair:
    """Two people who play at one page.

    Args:
        page: A page that shows a table for two people at one screen.
        means: With what.
    """

    def __init__(self, page: Page, means: Means) -> None:
        self.page = page
        self._means = means
        self._fingers = Fingers(page) if means is Means.TOUCH else None

    def play_to_the_end(self, limit_ms: int = 300_000) -> None:
        """Both play until the result is on the screen, at the same time whenever both can move.

        Args:
            limit_ms: What counts as never, by the page's clock.
        """
        ends_at = self.page.evaluate("performance.now()") + limit_ms
        while self.page.evaluate("performance.now()") < ends_at:
            if look(self.page, 0)["isOver"]:
                return
            if not self.move():
                self.page.wait_for_timeout(30)
        raise AssertionError(f"no result in {limit_ms} ms; the page shows {look(self.page, 0)}")

    def move(self) -> bool:
        """Each makes a move if there is one; false if there is none."""
        sights = (look(self.page, 0), look(self.page, 1))
        moves = [decide(sight) for sight in sights]
        if moves == [None, None]:
            return False
        if self._fingers is None:
            for seat, move in enumerate(moves):
                for key in [] if move is None else keys_of(seat, move):
                    self.page.keyboard.press(key)
        else:
            self._touch(self._fingers, sights, moves)
        self.page.wait_for_timeout(60)
        return True

    def _touch(
        self, fingers: Fingers, sights: tuple[Sight, Sight], moves: list[Move | None]
    ) -> None:
        ways = [
            [] if move is None else touches_of(sight, move)
            for sight, move in zip(sights, moves, strict=True)
        ]
        for first, second in _side_by_side(*ways):
            points = {"a": first, "b": second}
            fingers.tap(**{name: at for name, at in points.items() if at is not None})


def _side_by_side(a: list[Point], b: list[Point]) -> list[tuple[Point | None, Point | None]]:
    longest = max(len(a), len(b))
    return [(a[i] if i < len(a) else None, b[i] if i < len(b) else None) for i in range(longest)]


def touches_of(sight: Sight, move: Move) -> list[Point]:
    """The touches, one after the other, that make a move."""
    stocks = [pile["at"] for pile in sight["stocks"]]
    match move.kind:
        case "play" | "flip":
            return [stocks[move.stock]]
        case "shift":
            return [stocks[move.stock], stocks[move.goal]]
        case "slap":
            return [sight["spits"][move.goal]["at"]]
        case _:
            return [sight["button"]]


def keys_of(seat: int, move: Move) -> list[str]:
    """The keys, one after the other, that make a seat's move, both sitting side by side."""
    stocks, piles, say = KEYS[seat]
    match move.kind:
        case "play":
            return [stocks[move.stock], piles[move.goal]]
        case "flip":
            return [stocks[move.stock]]
        case "shift":
            return [stocks[move.stock], stocks[move.goal]]
        case "slap":
            return [piles[move.goal]]
        case _:
            return [say]
