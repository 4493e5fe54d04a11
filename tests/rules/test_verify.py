"""Verifying records: the cases, each kind of fault, and that it streams."""

from __future__ import annotations

import csv
import json
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from spit.rules import (
    FORMAT,
    PRESETS,
    STANDARD,
    EarlyReason,
    EndEarly,
    Extra,
    Fault,
    MatchEnded,
    Phase,
    RecordError,
    RecordWriter,
    Replay,
    ResultReason,
    Rules,
    SlapMode,
    apply,
    read_record,
    verify,
)
from tests.rules.random_play import header, opened, random_match, record_of

CASES = Path(__file__).parent / "cases"
VALID = sorted((CASES / "valid").glob("*.spit"))
EXPECTED = (CASES / "faulty" / "expected.tsv").read_text().splitlines()
FAULTY = list(csv.DictReader(EXPECTED, delimiter="\t"))

Line = dict[str, Any]


def case(name: str) -> list[Line]:
    """The lines of a valid case."""
    (path,) = (CASES / "valid").glob(f"{name}-*.spit")
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


def judged(lines: list[Line]) -> Fault | None:
    """The verdict on a record of these lines."""
    return verify(opened("".join(json.dumps(line) + "\n" for line in lines)))


def where(lines: list[Line], wanted: Callable[[Line], bool], start: int = 1) -> int:
    """Index of the first line like that; its number in the file is one more."""
    return next(i for i in range(start, len(lines)) if wanted(lines[i]))


def one_pile_round(lines: list[Line]) -> int:
    """Index of the first spit of the first one-pile round."""
    return next(
        i
        for i in range(2, len(lines))
        if lines[i - 1].get("type") == "deal" and len(lines[i]["flips"]) == 1
    )


def is_type(kind: str, **values: object) -> Callable[[Line], bool]:
    """Whether a line is an event of that kind with those values."""
    return lambda line: {"type": kind, **values}.items() <= line.items()


def assert_fault(lines: list[Line], index: int, rule: str) -> None:
    """The first fault of the record is at that line, and names that rule."""
    fault = judged(lines)
    assert fault is not None
    assert (fault.line, fault.rule) == (index + 1, rule), fault


# ------------------------------------------------------------------ the cases


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_valid_cases_verify(path: Path) -> None:
    """Records of every option and of the rare ends."""
    with path.open("rb") as file:
        assert verify(file) is None


@pytest.mark.parametrize("expected", FAULTY, ids=lambda row: row["file"])
def test_faulty_cases_fail_at_the_expected_line(expected: dict[str, str]) -> None:
    """And name the rule that an independent referee names."""
    with (CASES / "faulty" / expected["file"]).open("rb") as file:
        fault = verify(file)
    assert fault is not None
    assert (fault.line, fault.rule) == (int(expected["line"]), expected["rule"])


def test_no_case_is_left_out() -> None:
    """Every faulty record is listed, and there are records of either kind."""
    assert {row["file"] for row in FAULTY} == {p.name for p in (CASES / "faulty").glob("*.spit")}
    assert len(VALID) == 26


# ------------------------------------------------------------------ the shape of a record


def test_a_record_without_a_result_is_faulty_at_its_last_line() -> None:
    """Be it all but the result, the header alone, or nothing."""
    lines = case("standard")
    assert_fault(lines[:-1], len(lines) - 2, FORMAT)
    assert_fault(lines[:1], 0, FORMAT)
    assert judged([]) == Fault(1, FORMAT, "the record is empty")


def test_a_record_cut_short_at_any_byte_is_faulty_at_the_last_line_present() -> None:
    """A line without its newline is never taken for whole, the result included."""
    data = record_of(Rules(max_rounds=1), seed=4)
    for size in [*range(1, 900, 7), len(data) - 1]:
        fault = verify(opened(data[:size]))
        assert fault is not None
        assert fault.line == data[:size].rstrip(b"\n").count(b"\n") + 1
        assert fault.rule == FORMAT


def test_only_extra_events_follow_the_result() -> None:
    """They too need a time that does not run back."""
    lines = case("standard")
    last = lines[-1]["t"]
    assert judged([*lines, {"t": last, "type": "x-end"}]) is None
    assert_fault([*lines, {"t": last - 1, "type": "x-end"}], len(lines), FORMAT)
    assert_fault([*lines, lines[-1]], len(lines), FORMAT)
    assert_fault([*lines, {"t": last, "type": "x-end"}, lines[-1]], len(lines) + 1, FORMAT)


def test_lone_surrogates_and_other_odd_text_never_break_the_report() -> None:
    """A fault that shows them is ASCII on one line."""
    lines = case("standard")
    lines[3]["card"] = "\ud800\n\u2028é"
    fault = judged(lines)
    assert fault is not None
    assert (fault.line, fault.rule) == (4, "R1.4")
    assert str(fault).isascii()
    assert "\n" not in str(fault)


@pytest.mark.parametrize("number", [10**4000, -(10**4000)])
def test_numbers_of_any_length_are_judged(number: int) -> None:
    """In every place where a number stands."""
    lines = case("standard")
    for index, key, rule in [(1, "round", FORMAT), (3, "stock", "R5.3"), (3, "pile", "R2.5")]:
        changed = [*lines[:index], {**lines[index], key: number}, *lines[index + 1 :]]
        assert_fault(changed, index, rule)


# ------------------------------------------------------------------ early ends


@pytest.mark.parametrize("name", ["standard", "relaxed", "points", "smaller_block", "ghost_slap"])
def test_an_early_result_may_stand_in_any_events_place(name: str) -> None:
    """Until a round has decided the match."""
    lines = case(name)
    decided = max(i for i, line in enumerate(lines) if line.get("type") == "round")
    for index in range(1, decided + 1, decided // 40):
        early = {"t": lines[index]["t"], "type": "result", "winner": 1, "reason": "resigned"}
        assert judged([*lines[:index], early]) is None
    early = {"t": lines[-1]["t"], "type": "result", "winner": 1, "reason": "resigned"}
    fault = judged([*lines[: decided + 1], early])
    assert fault is not None
    assert fault.line == decided + 2
    assert fault.rule in ("R7.1", "R8.3")


@pytest.mark.parametrize(
    ("winner", "reason", "is_possible"),
    [
        (0, "resigned", True), (1, "timeout", True), (None, "abandoned", True),
        (None, "resigned", False), (None, "timeout", False), (1, "abandoned", False),
    ],
)  # fmt: skip
def test_an_early_result_names_a_winner_unless_abandoned(
    winner: int | None, reason: str, is_possible: bool
) -> None:
    """As the format says."""
    lines = case("standard")[:5]
    lines.append({"t": 10**6, "type": "result", "winner": winner, "reason": reason})
    if is_possible:
        assert judged(lines) is None
    else:
        assert_fault(lines, 5, FORMAT)


# ------------------------------------------------------------------ faults by rule


def test_r2_5_a_play_onto_pile_1_of_a_one_pile_round_is_a_fault() -> None:
    """As there is no such pile."""
    lines = case("fifteen")
    play = where(lines, is_type("play"), one_pile_round(lines))
    lines[play]["pile"] = 1
    assert_fault(lines, play, "R2.5")


def test_r3_1_at_the_first_spit_each_seat_takes_its_own_pile() -> None:
    """Either order of landing will do, another pile or another card will not."""
    lines = case("standard")
    flips = lines[2]["flips"]
    lines[2]["flips"] = flips[::-1]
    assert judged(lines) is None
    lines[2]["flips"] = [{**flips[0], "pile": 1}, flips[1]]
    assert_fault(lines, 2, "R3.1")
    lines[2]["flips"] = [flips[0]]
    assert_fault(lines, 2, "R3.1")
    lines[2]["flips"] = [{**flips[0], "card": flips[1]["card"]}, flips[1]]
    assert_fault(lines, 2, "R2.3")


@pytest.mark.parametrize("wrong", ["none", "one", "twice"])
def test_r3_2_all_who_have_a_spit_card_turn_one_up(wrong: str) -> None:
    """No seat is left out, and none turns two."""
    lines = case("standard")
    index = where(lines, lambda line: len(line.get("flips", [])) == 2, 3)
    first, _ = lines[index]["flips"]
    lines[index]["flips"] = {"none": [], "one": [first], "twice": [first, first]}[wrong]
    assert_fault(lines, index, "R3.2")


def test_r3_2_the_pile_a_lone_spitter_is_bound_to_is_judged() -> None:
    """With respit=own the other pile is a fault."""
    lines = case("lone_own")
    alone = [
        i
        for i, line in enumerate(lines)
        if len(line.get("flips", [])) == 1 and lines[i - 1]["type"] != "deal"
    ]
    index = next(j for i, j in pairwise(alone) if not _deals(lines[i:j]))
    lines[index]["flips"][0]["pile"] ^= 1
    assert_fault(lines, index, "R3.2")


def _deals(lines: list[Line]) -> bool:
    return any(line["type"] == "deal" for line in lines)


def test_r6_1_after_a_round_is_cleared_nothing_moves() -> None:
    """A play in the slap's place, and one in the round's."""
    lines = case("standard")
    slap = where(lines, is_type("slap"))
    play = {**lines[where(lines, is_type("play"))], "t": lines[slap]["t"]}
    assert_fault([*lines[:slap], play], slap, "R6.1")
    assert_fault([*lines[: slap + 1], {**play, "t": lines[slap + 1]["t"]}], slap + 1, "R6.1")


def test_r6_1_a_round_that_goes_on_cannot_be_told_as_ended() -> None:
    """Cleared by nobody, or blocked with plays left."""
    lines = case("standard")
    told = lines[where(lines, is_type("round"))]
    assert_fault([*lines[:3], {**told, "t": lines[3]["t"]}], 3, "R6.1")
    blocked = {**told, "t": lines[3]["t"], "reason": "blocked", "cleared": None}
    assert_fault([*lines[:3], blocked], 3, "R6.2")


@pytest.mark.parametrize("changes", [{"reason": "blocked", "cleared": None}, {"cleared": None}])
def test_r6_1_how_a_round_ended_is_judged(changes: dict[str, object]) -> None:
    """The seat that cleared it, and that it was cleared."""
    lines = case("standard")
    index = where(lines, is_type("round"))
    lines[index].update(changes)
    assert_fault(lines, index, "R6.1")


def test_r6_2_a_blocked_round_cannot_be_told_as_cleared() -> None:
    """Though the counts are right."""
    lines = case("two_pile_block")
    index = where(lines, is_type("round", reason="blocked"))
    lines[index].update(reason="cleared", cleared=0)
    assert_fault(lines, index, "R6.2")


def test_r6_3_a_two_pile_round_is_not_counted_before_the_slap() -> None:
    """Cleared or blocked, by race or by the smaller pile."""
    for name in ("standard", "two_pile_block", "smaller_block", "relaxed"):
        lines = case(name)
        slap = where(lines, is_type("slap"))
        assert_fault([*lines[:slap], *lines[slap + 1 :]], slap, "R6.3")


def test_r6_3_a_slap_is_told_once() -> None:
    """The first decides."""
    lines = case("standard")
    slap = where(lines, is_type("slap"))
    assert_fault([*lines[: slap + 1], *lines[slap:]], slap + 1, "R6.3")


def test_r6_3_only_the_coin_may_choose_where_no_one_slaps() -> None:
    """With slap=smaller and a blocked round the larger pile goes to nobody by name."""
    lines = case("smaller_block")
    blocked = where(lines, is_type("round", reason="blocked"))
    lines[blocked - 1]["pile"] ^= 1
    assert_fault(lines, blocked - 1, "R6.3")


def test_r6_4_a_cleared_one_pile_round_has_no_slap() -> None:
    """The pile goes to the other seat by itself."""
    lines = case("fifteen")
    index = where(lines, is_type("round", reason="cleared"), one_pile_round(lines))
    slap = {"t": lines[index]["t"], "type": "slap", "seat": 0, "pile": 0}
    assert_fault([*lines[:index], slap, *lines[index:]], index, "R6.4")


def test_r6_5_the_empty_pile_can_be_slapped() -> None:
    """And whoever does so is held to it by the counts."""
    lines = case("ghost_slap")
    index = where(lines, is_type("slap", pile=1))
    assert judged(lines) is None
    lines[index]["seat"] ^= 1
    fault = judged(lines)
    assert fault is not None
    assert fault.line >= index + 2


def test_rounds_are_numbered_one_by_one() -> None:
    """At the deal and at the end."""
    for kind in ("deal", "round"):
        lines = case("standard")
        index = where(lines, is_type(kind))
        lines[index]["round"] += 1
        assert_fault(lines, index, FORMAT)


@pytest.mark.parametrize(
    ("name", "rule"),
    [("standard", "R7.1"), ("no_cards", "R7.3"), ("draw", "R7.4"), ("points", "R8.3")],
)
def test_r7_5_the_result_is_judged(name: str, rule: str) -> None:
    """Winner and reason; and that the match is over when the rules say so."""
    lines = case(name)
    last = next(i for i, line in enumerate(lines) if line.get("type") == "result")
    for winner in {0, 1, None} - {lines[last]["winner"]}:
        assert_fault([*lines[:last], {**lines[last], "winner": winner}], last, rule)
    others = {"cleared", "no-cards", "max-rounds", "points"} - {lines[last]["reason"]}
    for reason in others:
        assert_fault([*lines[:last], {**lines[last], "reason": reason}], last, rule)
    deal = {**lines[1], "t": lines[last]["t"]}
    assert_fault([*lines[:last], deal], last, rule)


def test_r7_5_a_result_that_no_round_has_decided_is_a_fault() -> None:
    """In the middle of a round, and between two."""
    lines = case("standard")
    after_round = where(lines, is_type("round")) + 1
    for index in (1, 3, after_round):
        early = {**lines[-1], "t": lines[index]["t"]}
        assert_fault([*lines[:index], early], index, "R7.1")


def test_r8_1_points_have_no_slap() -> None:
    """Neither while the race is on nor after it."""
    lines = case("points")
    index = where(lines, is_type("round"))
    for at in (4, index):
        slap = {"t": lines[at]["t"], "type": "slap", "seat": 0, "pile": 0}
        assert_fault([*lines[:at], slap], at, "R8.1")


def test_r8_2_points_are_counted() -> None:
    """The running totals of both seats."""
    lines = case("points")
    index = where(lines, is_type("round"))
    lines[index]["points"][1] += 1
    assert_fault(lines, index, "R8.2")


# ------------------------------------------------------------------ replaying


@pytest.mark.parametrize("name", PRESETS)
def test_a_replay_comes_to_the_states_of_the_match(name: str) -> None:
    """After every action that a record tells, apart from what has been said."""
    replay = Replay(PRESETS[name])
    for step in random_match(PRESETS[name], seed=9):
        writer = RecordWriter(header(PRESETS[name]))
        told = "".join(writer.event(event, 0) for event in step.events)
        for line in read_record(opened(writer.header() + told))[1]:
            replay.step(line.event)
        if told:
            assert replay.state == step.after._replace(calls=(None, None), first_call=None)
    assert replay.is_over
    replay.finish()


def test_a_replay_ends_early_as_its_record_says() -> None:
    """Also where the rules have already settled what the record does not tell."""
    rules = Rules(slap=SlapMode.SMALLER)
    early = MatchEnded(1, ResultReason.RESIGNED)
    replay = Replay(rules)
    for line in read_record(opened(record_of(rules, seed=2)))[1]:
        replay.step(line.event)
        if replay.state.phase is Phase.DEAL:
            break
    replay.step(early)
    assert (replay.is_over, replay.state.result) == (True, early)
    fresh = Replay(rules)
    fresh.step(Extra("x-hello"))
    fresh.step(early)
    outcome = apply(Replay(rules).state, EndEarly(EarlyReason.RESIGNED, 1))
    assert fresh.state == outcome[0]


def test_a_replay_without_a_result_is_not_finished() -> None:
    """It says so."""
    with pytest.raises(RecordError, match="without a result"):
        Replay(STANDARD).finish()


# ------------------------------------------------------------------ memory


class Generated:
    """A record that is made while it is read."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines
        self.size = 0

    def readline(self, size: int, /) -> bytes:
        """The next line, none of which is longer than `size`."""
        line = next(self._lines, b"")
        assert len(line) <= size
        self.size += len(line)
        return line


def _long_match() -> Iterator[bytes]:
    """Twenty megabytes: rounds for points without end, and long lines that mean nothing."""
    rules = Rules.from_options({"scoring": "points", "target": 10**9})
    writer = RecordWriter(header(rules))
    yield writer.header().encode()
    for t_ms, step in enumerate(random_match(rules, seed=1)):
        for event in step.events:
            yield writer.event(event, t_ms).encode() or b'{"t":%d,"type":"x-call"}\n' % t_ms
        yield writer.extra("x-text", t_ms, {"text": "x" * 8000}).encode()
        if t_ms == 2600:
            break
    yield b'{"t":9999999,"type":"result","winner":null,"reason":"abandoned"}\n'


def test_verifying_streams() -> None:
    """A record of 20 MB takes less than 1 MB of memory."""
    source = Generated(_long_match())
    tracemalloc.start()
    try:
        assert verify(source) is None
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert source.size > 20_000_000
    assert peak < 1_000_000
