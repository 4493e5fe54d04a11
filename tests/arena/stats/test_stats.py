"""Figures of many matches: simulated ones, and those that records tell."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from spit.arena.stats.matches import Happening, recorded, simulated
from spit.arena.stats.sums import Sums, mean_of
from spit.arena.stats.variants import VARIANTS, play, worth_of_slots
from spit.bots import LEVELS
from spit.rules import (
    OPTIONS,
    STANDARD,
    Dealt,
    MatchEnded,
    RecordError,
    RoundEnded,
    Rules,
    Scoring,
    Shifted,
)

VALID = sorted((Path(__file__).parents[2] / "rules" / "cases" / "valid").glob("*.spit"))
STEADY = LEVELS["steady"]


def _told(path: Path) -> list[Happening]:
    with path.open("rb") as file:
        return list(recorded(file))


def test_a_simulated_match_is_a_whole_one() -> None:
    """It begins with a deal, its rounds follow one another in time, and it has a result."""
    match = list(simulated(STANDARD, STEADY, "one"))
    assert isinstance(match[0].event, Dealt)
    assert isinstance(match[-1].event, MatchEnded)
    times = [each.t_ms for each in match]
    assert times == sorted(times)
    rounds = [each.event.round for each in match if isinstance(each.event, RoundEnded)]
    assert rounds == list(range(1, len(rounds) + 1))
    assert match == list(simulated(STANDARD, STEADY, "one"))
    assert match != list(simulated(STANDARD, STEADY, "two"))


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_record_is_counted_as_its_match_was_played(path: Path) -> None:
    """As many rounds, each with its plays and its spits, and one match if the rules decided it."""
    match = _told(path)
    sums = Sums()
    sums.add(match)
    ended = [each.event for each in match if isinstance(each.event, RoundEnded)]
    assert sums.plays.total() == sums.stuck.total() == sums.round_s.total() == len(ended)
    assert sums.blocked[1] == sum(each.cleared is None for each in ended)
    is_decided = match[-1].event.reason in ("cleared", "no-cards", "max-rounds", "points")  # type: ignore[union-attr]
    assert sums.matches.total() == is_decided
    assert sums.cards_decided.total() == 2 * len(sums.matches) * sum(
        isinstance(each.event, Dealt) for each in match
    )


def test_a_record_that_breaks_the_rules_is_not_counted(tmp_path: Path) -> None:
    """The line that breaks them is named."""
    lines = VALID[0].read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "broken.spit"
    path.write_text("".join(lines[:5] + lines[6:]), encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        _told(path)
    assert caught.value.line is not None


def test_shares_are_of_both_players() -> None:
    """One of the two wins a match from the 26 cards with which both begin it."""
    sums = Sums()
    for number in range(4):
        sums.add(simulated(STANDARD, STEADY, f"few/{number}"))
    assert sums.cards_decided[26] >= 8
    assert sum(sums.cards_won.values()) == sum(
        rounds * matches for rounds, matches in sums.matches.items()
    )
    for cards in sums.cards:
        assert sums.cards[cards] == sums.cards[52 - cards]
        assert sums.won_from(cards).won + sums.won_from(52 - cards).won == sums.cards[cards] * (
            0.5 if cards == 26 else 1
        ) * (2 if cards == 26 else 1)
    assert 0 < sums.cleared_ahead(1).percent < 100


def test_figures_do_not_depend_on_processes() -> None:
    """Nor on how the matches are dealt out to them."""
    some = [VARIANTS["standard"], VARIANTS["flip=auto"]]
    played: list[int] = []
    alone = play(some, "casual", 12, "seed", 1, played.append)
    assert alone == play(some, "casual", 12, "seed", 2)
    assert sum(played) == 24
    assert [each.matches.total() for each in alone] == [12, 12]


def test_every_option_has_a_variant() -> None:
    """Each but the default value, so that the effect of every option is told."""
    for name, kind in OPTIONS.items():
        values = {options[name] for options in VARIANTS.values() if name in options}
        assert values if kind is None else values == {each.value for each in list(kind)[1:]}
    for options in VARIANTS.values():
        Rules.from_options(options)


def test_points_are_counted_too() -> None:
    """Each round is dealt anew from the full pack (R8.1)."""
    sums = Sums()
    sums.add(simulated(Rules(scoring=Scoring.POINTS, target=20), STEADY, "points"))
    assert set(sums.cards) == {26}
    assert sums.matches.total() == 1


def test_empty_slots_are_worth_something() -> None:
    """Who uses them wins more rounds than who does not, and it is only that which differs."""
    share = worth_of_slots("steady", 40, "worth", 1)
    assert share.of == 80
    assert share.interval[0] > 50
    moved = {type(each.event) for each in simulated(STANDARD, STEADY, "moved")}
    assert Shifted in moved


def test_a_mean_has_an_interval() -> None:
    """Of 1, 1, 2 and 4: two, give or take 1.96 standard errors."""
    mean = mean_of(Counter({1: 2, 2: 1, 4: 1}))
    assert mean.value == 2
    assert mean.margin == pytest.approx(1.96 * (2 / 4) ** 0.5)
    assert str(mean_of(Counter())) == "–"
