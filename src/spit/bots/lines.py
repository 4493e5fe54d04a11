"""What a program is asked and answers, as lines of JSON.

Owns the shape of those lines, so that a bot can be written in any language. It opens nothing;
`spit.arena.ladder.program` runs the program. The shapes are on docs/arena.md, and
`spit.bots.bot.PROTOCOL` is their version.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from spit.bots.bot import PROTOCOL, Decision, Wait
from spit.rules import Call, Flip, PileView, Play, Rules, SeatAction, Shift, Slap, View

MAX_WAIT_MS: Final = 600_000
"""The longest pause that a bot may ask for, ms."""

MAX_LINE_BYTES: Final = 4_096
"""The longest answer, with its newline."""

_KINDS: Final[dict[str, tuple[type[Play | Flip | Shift | Call | Slap], tuple[str, ...]]]] = {
    "play": (Play, ("stock", "pile")),
    "flip": (Flip, ("stock",)),
    "shift": (Shift, ("stock", "slot")),
    "call": (Call, ("pile",)),
    "slap": (Slap, ("pile",)),
}


class AnswerError(ValueError):
    """A line that is no answer; the message says why."""


def start_line(seat: int, rules: Rules) -> str:
    """The first line that a program is told: version, seat and the rules of the match."""
    return _line({"type": "start", "protocol": PROTOCOL, "seat": seat, "rules": rules.header})


def question_line(view: View, actions: Sequence[SeatAction], seed: int) -> str:
    """A question: what it sees, what is legal, and a number to seed its chance with."""
    fields = {
        "type": "decide",
        "view": view_fields(view),
        "actions": [action_fields(each) for each in actions],
        "seed": seed,
    }
    return _line(fields)


def read_answer(line: str, seat: int) -> Decision:
    """The decision that a program's line says.

    Raises:
        AnswerError: It is none.
    """
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise AnswerError(f"{line.strip()[:200]!r} is no JSON") from None
    kind = fields.get("type") if isinstance(fields, dict) else None
    if kind == "none":
        return None
    if kind == "wait":
        return Wait(_whole(fields, "ms"))
    if not isinstance(kind, str) or kind not in _KINDS:
        raise AnswerError(f"the type of {line.strip()[:200]!r} is none of an answer's")
    make, names = _KINDS[kind]
    if kind == "call" and fields.get("pile") is None:
        return Call(seat, None)
    return make(seat, *[_whole(fields, name) for name in names])


def action_fields(action: SeatAction) -> dict[str, object]:
    """An action as the JSON object that a program answers with."""
    for kind, (made, names) in _KINDS.items():
        if isinstance(action, made):
            return {"type": kind, **{name: getattr(action, name) for name in names}}
    raise AssertionError(f"{action!r} is no action of a seat")


def view_fields(view: View) -> dict[str, object]:
    """A view as a JSON object; lists of two are by seat, lists of five by slot."""
    stopped = view.stopped
    return {
        "phase": view.phase.value,
        "round": view.round,
        "stocks": [[_pile_fields(pile) for pile in piles] for piles in view.stocks],
        "hands": list(view.hands),
        "spits": [
            {"top": None if pile.top is None else str(pile.top), "cards": pile.cards}
            for pile in view.spits
        ],
        "calls": [None if each is None else {"pile": each.pile} for each in view.calls],
        "cards": list(view.cards),
        "points": list(view.points),
        "stopped": None
        if stopped is None
        else {"reason": stopped.reason.value, "cleared": stopped.cleared},
    }


def _pile_fields(pile: PileView) -> dict[str, object]:
    return {"down": pile.down, "up": [str(card) for card in pile.up]}


def _whole(fields: dict[str, Any], name: str) -> int:
    value = fields.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise AnswerError(f"{name} is {value!r}, not a whole number")
    return value


def _line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":")) + "\n"
