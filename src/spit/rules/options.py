"""Rule options and presets.

Owns the set of options that RULES.md names, their values, their presets, and the table of what
fits on what that follows from them (R1.3, R4.6). It knows no state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Final

from spit.rules.cards import PACK, RANKS


class OptionsError(ValueError):
    """An unknown option, an unknown value, or options that do not go together."""


class Wrap(StrEnum):
    """Which ranks are next across the ace and the 2 (R1.3)."""

    CYCLIC = "cyclic"
    LITERAL = "literal"
    NONE = "none"


class Switch(StrEnum):
    """Whether a house rule is played: `same_rank` (R4.6), `stacking` (R5.4)."""

    OFF = "off"
    ON = "on"


class ShortDeal(StrEnum):
    """How fewer than 15 cards are laid (R2.4)."""

    ROWS = "rows"
    COLUMNS = "columns"


class Respit(StrEnum):
    """Where a spit card goes after the first spit (R3.2)."""

    ANY = "any"
    OWN = "own"


class FlipMode(StrEnum):
    """Whether the next card of a pile turns by itself (R5.1)."""

    MANUAL = "manual"
    AUTO = "auto"


class SlapMode(StrEnum):
    """How the spit piles are shared out (R6.3)."""

    RACE = "race"
    SMALLER = "smaller"


class Scoring(StrEnum):
    """How a match is won (R7, R8.1)."""

    STANDARD = "standard"
    POINTS = "points"


class PointsCount(StrEnum):
    """Which cards count in the points variant (R8.2)."""

    STOCK_AND_SPIT = "stock+spit"
    STOCK = "stock"


OptionValue = str | int | None


@dataclass(frozen=True, slots=True)
class Rules:
    """One choice for every option; the defaults are the standard game.

    Raises:
        OptionsError: `max_rounds` or `target` is not a whole number of at least 1, or
            `max_rounds` is set in a points match (R7.4).
    """

    wrap: Wrap = Wrap.CYCLIC
    same_rank: Switch = Switch.OFF
    short_deal: ShortDeal = ShortDeal.ROWS
    respit: Respit = Respit.ANY
    flip: FlipMode = FlipMode.MANUAL
    stacking: Switch = Switch.OFF
    slap: SlapMode = SlapMode.RACE
    max_rounds: int | None = None
    scoring: Scoring = Scoring.STANDARD
    points_count: PointsCount = PointsCount.STOCK_AND_SPIT
    target: int = 100
    fits: tuple[bytes, ...] = field(init=False, repr=False, compare=False)
    """`fits[top][card]` is 1 where `card` may be played on `top`, else 0: 52 rows of 52."""
    fits_two: tuple[tuple[bytes, ...], ...] = field(init=False, repr=False, compare=False)
    """`fits_two[top0][top1][card]` has bit 0 set where `card` may be played on spit pile 0 with
    its top `top0`, and bit 1 where it may be on pile 1 with `top1`: 52 by 52 rows of 52."""

    def __post_init__(self) -> None:
        """Checks the numbers and looks up what fits."""
        for name in ("max_rounds", "target"):
            value = getattr(self, name)
            if value is None and name == "max_rounds":
                continue
            if type(value) is not int or value < 1:
                raise OptionsError(f"{name} must be a whole number of at least 1, not {value!r}")
        if self.max_rounds is not None and self.scoring is Scoring.POINTS:
            raise OptionsError("max_rounds goes with scoring=standard only (R7.4)")
        object.__setattr__(self, "fits", _fits(self.wrap, self.same_rank))
        object.__setattr__(self, "fits_two", _fits_two(self.wrap, self.same_rank))

    @staticmethod
    def from_options(options: Mapping[str, object]) -> Rules:
        """Builds rules from names and values as a record's header has them, without `name`.

        Raises:
            OptionsError: An option or a value is unknown, or they do not go together.
        """
        chosen: dict[str, object] = {}
        for name, value in options.items():
            if name not in OPTIONS:
                raise OptionsError(f"unknown option {name!r}; known are {', '.join(OPTIONS)}")
            kind = OPTIONS[name]
            if kind is None:
                chosen[name] = value
                continue
            members = {member.value: member for member in kind}
            if not isinstance(value, str) or value not in members:
                known = ", ".join(members)
                raise OptionsError(f"{name} must be one of {known}, not {value!r}")
            chosen[name] = members[value]
        return Rules(**chosen)  # type: ignore[arg-type]

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options that differ from the defaults, by the names a record uses."""
        return {
            name: value if type(value) is int else str(value)
            for name in OPTIONS
            if (value := getattr(self, name)) != getattr(STANDARD, name)
        }

    @property
    def label(self) -> str:
        """Name of the preset with these options, or ``"custom"``."""
        return _LABELS.get(self, CUSTOM)

    @property
    def header(self) -> dict[str, OptionValue]:
        """What a record's header and the wire say of these rules: `label` and `options`."""
        return {"name": self.label, **self.options}


@cache
def _fits(wrap: Wrap, same_rank: Switch) -> tuple[bytes, ...]:
    """The table of `Rules.fits` (R1.3, R4.6)."""
    return tuple(
        bytes(_is_next(top.rank, card.rank, wrap, same_rank) for card in PACK) for top in PACK
    )


@cache
def _fits_two(wrap: Wrap, same_rank: Switch) -> tuple[tuple[bytes, ...], ...]:
    """The table of `Rules.fits_two`; suits do not matter, so one row serves 16 pairs (R1.2)."""
    fits = _fits(wrap, same_rank)
    one_suit = [fits[4 * rank] for rank in range(len(RANKS))]
    rows = [
        [bytes(a | b << 1 for a, b in zip(first, second, strict=True)) for second in one_suit]
        for first in one_suit
    ]
    return tuple(tuple(rows[first.rank][second.rank] for second in PACK) for first in PACK)


def _is_next(top: int, card: int, wrap: Wrap, same_rank: Switch) -> bool:
    """Whether rank `card` may be played on rank `top` (R1.3, R4.6)."""
    ace, two = len(RANKS) - 1, 0
    if abs(top - card) == 1:
        return True
    if top == card:
        return same_rank is Switch.ON
    if (top, card) == (ace, two):
        return wrap is not Wrap.NONE
    return (top, card) == (two, ace) and wrap is Wrap.CYCLIC


OPTIONS: Final[dict[str, type[StrEnum] | None]] = {
    "wrap": Wrap,
    "same_rank": Switch,
    "short_deal": ShortDeal,
    "respit": Respit,
    "flip": FlipMode,
    "stacking": Switch,
    "slap": SlapMode,
    "max_rounds": None,
    "scoring": Scoring,
    "points_count": PointsCount,
    "target": None,
}
"""Every option by name: the enum of its values, the default first, or None for a number."""

assert set(OPTIONS) == {each.name for each in fields(Rules) if each.init}

STANDARD: Final = Rules()

PRESETS: Final[dict[str, Rules]] = {
    "standard": STANDARD,
    "points": Rules(scoring=Scoring.POINTS),
    "pagat": Rules(respit=Respit.OWN),
    "literal": Rules(wrap=Wrap.LITERAL),
    "house": Rules(stacking=Switch.ON),
    "relaxed": Rules(flip=FlipMode.AUTO, slap=SlapMode.SMALLER),
}
"""The named sets of options."""

CUSTOM: Final = "custom"
"""Label of a set of options that is no preset's."""

_LABELS: Final = {rules: name for name, rules in PRESETS.items()}


def parse_rules(header: Mapping[str, object]) -> Rules:
    """Reads `rules` of a record's header: options, and optionally `name`, which is a label.

    Raises:
        OptionsError: As `Rules.from_options`, or the name is a preset's whose options these are
            not, or it is neither a preset's nor ``custom``.
    """
    rules = Rules.from_options({key: value for key, value in header.items() if key != "name"})
    name = header.get("name", rules.label)
    if name not in (rules.label, CUSTOM):
        raise OptionsError(f"these options are called {rules.label!r}, not {name!r}")
    return rules


def choose_rules(request: Mapping[str, object]) -> Rules:
    """Reads a wish for rules: a preset's `name`, changed by the options beside it, or both alone.

    Unlike in `parse_rules` the name stands for its options: ``{"name": "house"}`` is the preset.

    Raises:
        OptionsError: As `Rules.from_options`, or no preset has that name.
    """
    name = request.get("name", "standard")
    if name == CUSTOM:
        name = "standard"
    preset = PRESETS.get(name) if isinstance(name, str) else None
    if preset is None:
        raise OptionsError(f"unknown preset {name!r}; known are {', '.join(PRESETS)}")
    changed = {key: value for key, value in request.items() if key != "name"}
    return Rules.from_options({**preset.options, **changed})
