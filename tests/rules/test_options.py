"""Options, presets and what fits on what: R1.3, R4.6 and the presets."""

from __future__ import annotations

from itertools import product

import pytest

from spit.rules import (
    OPTIONS,
    PRESETS,
    RANKS,
    STANDARD,
    Card,
    FlipMode,
    OptionsError,
    Respit,
    Rules,
    Scoring,
    SlapMode,
    Switch,
    Wrap,
    choose_rules,
    parse_rules,
)


def taken(rules: Rules, top: str) -> str:
    """The ranks that may be played on a rank, in the order of R1.2."""
    on = Card.parse(top + "s")
    return "".join(rank for rank in RANKS if rules.fits[on][Card.parse(rank + "h")])


@pytest.mark.parametrize(
    ("wrap", "on_two", "on_king", "on_ace"),
    [(Wrap.CYCLIC, "3A", "QA", "2K"), (Wrap.LITERAL, "3", "QA", "2K"), (Wrap.NONE, "3", "QA", "K")],
)
def test_r1_3_ranks_are_next_across_the_ace_as_wrap_says(
    wrap: Wrap, on_two: str, on_king: str, on_ace: str
) -> None:
    """All three values of `wrap`, at the only ranks at which they differ."""
    rules = Rules(wrap=wrap)
    assert taken(rules, "2") == on_two
    assert taken(rules, "K") == on_king
    assert taken(rules, "A") == on_ace


def test_r1_3_other_ranks_take_their_two_neighbours() -> None:
    """Between the 3 and the queen every rank takes the one below and the one above."""
    for below, rank, above in zip(RANKS, RANKS[1:], RANKS[2:], strict=False):
        assert taken(STANDARD, rank) == below + above


def test_r4_6_an_equal_rank_fits_only_as_a_house_rule() -> None:
    """With `same_rank` on, each rank takes itself besides its neighbours."""
    assert taken(STANDARD, "7") == "68"
    assert taken(Rules(same_rank=Switch.ON), "7") == "678"


@pytest.mark.parametrize(("wrap", "same_rank"), list(product(Wrap, Switch)))
def test_the_table_for_two_tops_agrees_with_the_one_for_one(wrap: Wrap, same_rank: Switch) -> None:
    """`fits_two` is nothing but `fits` for either pile, side by side."""
    rules = Rules(wrap=wrap, same_rank=same_rank)
    for first, second in product(range(0, 52, 3), repeat=2):
        row = rules.fits_two[first][second]
        for card in range(52):
            assert row[card] == rules.fits[first][card] + 2 * rules.fits[second][card]


def test_presets_differ_from_the_defaults_as_documented() -> None:
    """Each preset is the standard game with its one or two options changed."""
    assert {name: dict(rules.options) for name, rules in PRESETS.items()} == {
        "standard": {},
        "points": {"scoring": "points"},
        "pagat": {"respit": "own"},
        "literal": {"wrap": "literal"},
        "house": {"stacking": "on"},
        "relaxed": {"flip": "auto", "slap": "smaller"},
    }
    assert PRESETS["relaxed"] == Rules(flip=FlipMode.AUTO, slap=SlapMode.SMALLER)
    assert PRESETS["pagat"].respit is Respit.OWN


@pytest.mark.parametrize("name", PRESETS)
def test_a_header_reads_back_to_the_same_rules(name: str) -> None:
    """What a record says of a preset names it, and means it again when read."""
    rules = PRESETS[name]
    assert rules.label == name
    assert parse_rules(rules.header) == rules
    assert parse_rules(rules.options) == rules
    assert choose_rules({"name": name}) == rules


def test_a_set_that_is_no_preset_is_called_custom() -> None:
    """Its header says so, and reads back."""
    rules = Rules(max_rounds=3, stacking=Switch.ON)
    assert rules.header == {"name": "custom", "stacking": "on", "max_rounds": 3}
    assert parse_rules(rules.header) == rules
    assert choose_rules({"name": "house", "max_rounds": 3}) == rules
    assert choose_rules({"name": "custom", "stacking": "on", "max_rounds": 3}) == rules


@pytest.mark.parametrize(
    "header",
    [
        {"name": "points"},
        {"name": "house", "stacking": "on", "wrap": "none"},
        {"name": "standard", "wrap": "literal"},
        {"name": "unheard of"},
        {"name": 1},
        {"name": None},
        {"name": []},
    ],
)
def test_a_name_without_its_options_is_refused(header: dict[str, object]) -> None:
    """A name is only a label, and must not lie."""
    with pytest.raises(OptionsError, match="these options are called"):
        parse_rules(header)


@pytest.mark.parametrize(
    "options",
    [
        {"wrapp": "cyclic"},
        {"wrap": "round"},
        {"wrap": 1},
        {"wrap": None},
        {"wrap": ["cyclic"]},
        {"same_rank": True},
        {"fits": []},
        {"target": 0},
        {"target": True},
        {"target": 1.0},
        {"target": None},
        {"target": "100"},
        {"max_rounds": 0},
        {"max_rounds": False},
        {"max_rounds": 1, "scoring": "points"},
    ],
)
def test_unknown_options_and_values_are_refused(options: dict[str, object]) -> None:
    """Every option has its own values and no others."""
    with pytest.raises(OptionsError):
        Rules.from_options(options)
    with pytest.raises(OptionsError):
        choose_rules(options)


@pytest.mark.parametrize("name", ["unheard of", None, 7, ["house"]])
def test_a_wish_for_an_unknown_preset_is_refused(name: object) -> None:
    """Only the presets, and `custom`, can be asked for by name."""
    with pytest.raises(OptionsError, match="unknown preset"):
        choose_rules({"name": name})


def test_every_option_is_known_with_its_default_first() -> None:
    """The list that menus and readers use agrees with the defaults."""
    for name, values in OPTIONS.items():
        if values is not None:
            assert next(iter(values)) is getattr(STANDARD, name)
    assert (STANDARD.max_rounds, STANDARD.target) == (None, 100)
    assert Rules.from_options({"scoring": "points"}).scoring is Scoring.POINTS
