"""A person at the page: sees what is on the screen and plays by pointer, by tap or by keys.

It knows nothing but what the page shows and says: labels for what lies where, and places for what
can be touched.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple, TypedDict

from playwright.sync_api import Page

RANKS = {"jack": 9, "queen": 10, "king": 11, "ace": 12} | {str(n): n - 2 for n in range(2, 11)}

LOOK = """() => {
  const text = (node) => node.getAttribute('aria-label') ?? ''
  const middle = (node) => {
    const box = node.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const main = document.querySelector('main')
  const button = document.querySelector('[data-action="spit"]')
  return {
    phase: main?.dataset.phase ?? 'none',
    stocks: [...document.querySelectorAll('[data-pile]')].map(
      (pile) => ({ state: pile.dataset.state, label: text(pile), at: middle(pile) })),
    spits: [...document.querySelectorAll('[data-spit]')].map(
      (pile) => ({ label: text(pile), at: middle(pile) })),
    button: button ? middle(button) : [0, 0],
    canSpit: button ? !button.disabled : false,
    isOver: document.querySelector('[data-action="rematch"]') !== null,
    isPaused: main?.classList.contains('covered') ?? false,
  }
}"""


Point = tuple[float, float]


class PileSight(TypedDict):
    """A spit pile as the page shows it: what it says, and its middle."""

    label: str
    at: Point


class StockSight(PileSight):
    """An own stock pile as the page shows it."""

    state: str


class Sight(TypedDict):
    """What the page shows."""

    phase: str
    stocks: list[StockSight]
    spits: list[PileSight]
    button: Point
    canSpit: bool
    isOver: bool
    isPaused: bool


class Move(NamedTuple):
    """What the player wants: `kind`, an own pile, and a spit pile or slot."""

    kind: str
    stock: int = -1
    goal: int = -1


class Means(StrEnum):
    """With what the player plays."""

    POINTER = "pointer"
    TAP = "tap"
    KEYS = "keys"


def rank_in(label: str) -> int | None:
    """The rank that a label names, None if it names no card."""
    words = label.replace(":", " ").replace(",", " ").split()
    if "of" not in words:
        return None
    return RANKS[words[words.index("of") - 1]]


def cards_in(label: str) -> int:
    """How many cards a label says there are."""
    words = label.replace(",", " ").split()
    numbers = [
        int(word) for word, unit in pairwise(words) if unit.startswith("card") and word.isdigit()
    ]
    return numbers[-1] if numbers else 0


def decide(sight: Sight) -> Move | None:
    """The first thing that can be done: play, flip, shift, or say "spit"; or slap the smaller."""
    if sight["isPaused"] or sight["isOver"]:
        return None
    if sight["phase"] == "slap":
        counts = [cards_in(pile["label"]) for pile in sight["spits"]]
        return Move("slap", goal=counts.index(min(counts)))
    if sight["phase"] == "ready":
        return Move("spit") if sight["canSpit"] else None
    if sight["phase"] != "play":
        return None
    tops = [rank_in(pile["label"]) for pile in sight["spits"]]
    ranks = [rank_in(pile["label"]) if pile["state"] == "up" else None for pile in sight["stocks"]]
    for stock, rank in enumerate(ranks):
        for goal, top in enumerate(tops):
            if rank is not None and top is not None and (rank - top) % 13 in (1, 12):
                return Move("play", stock, goal)
    for stock, pile in enumerate(sight["stocks"]):
        if pile["state"] == "down" and "turning" not in pile["label"]:
            return Move("flip", stock)
    empty = [slot for slot, pile in enumerate(sight["stocks"]) if pile["state"] == "empty"]
    deep = [
        slot
        for slot, pile in enumerate(sight["stocks"])
        if pile["state"] == "up" and cards_in(pile["label"]) > 1
    ]
    if empty and deep:
        return Move("shift", deep[0], empty[0])
    return Move("spit") if sight["canSpit"] else None


class Player:
    """Plays at a page.

    Args:
        page: A page that shows a table.
        means: With what.
    """

    def __init__(self, page: Page, means: Means) -> None:
        self.page = page
        self._means = means

    def look(self) -> Sight:
        """What the page shows now."""
        sight: Sight = self.page.evaluate(LOOK)
        return sight

    def play_to_the_end(self, limit_ms: int = 300_000) -> None:
        """Plays until the result is on the screen.

        Args:
            limit_ms: What counts as never, by the page's clock.
        """
        ends_at = self.page.evaluate("performance.now()") + limit_ms
        while self.page.evaluate("performance.now()") < ends_at:
            sight = self.look()
            if sight["isOver"]:
                return
            move = decide(sight)
            if move is None:
                self.page.wait_for_timeout(30)
            else:
                self.do(move, sight)
        raise AssertionError(f"no result in {limit_ms} ms; the page shows {self.look()}")

    def do(self, move: Move, sight: Sight) -> None:
        """Makes a move by the player's means, where things were when they were seen."""
        if self._means is Means.KEYS:
            self._by_keys(move)
        else:
            self._by_hand(move, sight)
        self.page.wait_for_timeout(60)

    def _by_keys(self, move: Move) -> None:
        keys = self.page.keyboard
        arrow = "ArrowLeft" if move.goal == 0 else "ArrowRight"
        match move.kind:
            case "play":
                keys.press(str(move.stock + 1))
                keys.press(arrow)
            case "flip":
                keys.press(str(move.stock + 1))
            case "shift":
                keys.press(str(move.stock + 1))
                keys.press(str(move.goal + 1))
            case "slap":
                keys.press(arrow)
            case _:
                keys.press("Space")

    def _by_hand(self, move: Move, sight: Sight) -> None:
        stocks = [pile["at"] for pile in sight["stocks"]]
        spits = [pile["at"] for pile in sight["spits"]]
        match move.kind:
            case "play" if self._means is Means.POINTER:
                self._drag(stocks[move.stock], spits[move.goal])
            case "play" | "flip":
                self._touch(stocks[move.stock])
            case "shift":
                self._touch(stocks[move.stock])
                self._touch(stocks[move.goal])
            case "slap":
                self._touch(spits[move.goal])
            case _:
                self._touch(sight["button"])

    def _touch(self, at: Point) -> None:
        if self._means is Means.TAP:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def _drag(self, start: Point, goal: Point) -> None:
        """In a straight line; the card is played where it first touches a pile that it fits."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*goal, steps=4)
        mouse.up()
