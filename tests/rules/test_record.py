"""What the lines of a record say, read and written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from spit.rules import (
    FORMAT,
    PACK,
    PRESETS,
    STANDARD,
    Called,
    CallsWithdrawn,
    Dealt,
    Event,
    Extra,
    FlipMode,
    Flipped,
    Header,
    MatchEnded,
    Played,
    RecordError,
    RecordWriter,
    ResultReason,
    RoundEnded,
    Rules,
    Shifted,
    Slapped,
    Spat,
    SpitFlip,
    Stopped,
    StopReason,
    read_record,
    write_packet,
)
from tests.rules.random_play import STARTED, header, opened, record_of

VALID = sorted((Path(__file__).parent / "cases" / "valid").glob("*.spit"))
POINTS = PRESETS["points"]

EVENTS: list[tuple[Event, dict[str, object]]] = [
    (
        Dealt(1, (PACK[:26], PACK[26:])),
        {"type": "deal", "round": 1, "packets": [write_packet(PACK[:26]), write_packet(PACK[26:])]},
    ),
    (
        Spat((SpitFlip(1, PACK[0], 0), SpitFlip(0, PACK[51], 1))),
        {
            "type": "spit",
            "flips": [{"seat": 1, "card": "2s", "pile": 0}, {"seat": 0, "card": "Ac", "pile": 1}],
        },
    ),
    (
        Played(1, 4, 0, PACK[0]),
        {"type": "play", "seat": 1, "stock": 4, "pile": 0, "card": "2s"},
    ),
    (Flipped(1, 4, PACK[0]), {"type": "flip", "seat": 1, "stock": 4, "card": "2s"}),
    (
        Shifted(0, 3, 1, PACK[51]),
        {"type": "shift", "seat": 0, "stock": 3, "slot": 1, "card": "Ac"},
    ),
    (Slapped(0, 1), {"type": "slap", "seat": 0, "pile": 1}),
    (
        RoundEnded(2, StopReason.BLOCKED, None, (19, 33), (0, 0)),
        {"type": "round", "round": 2, "reason": "blocked", "cleared": None, "cards": [19, 33]},
    ),
    (
        MatchEnded(0, ResultReason.NO_CARDS),
        {"type": "result", "winner": 0, "reason": "no-cards"},
    ),
]
HEADER: dict[str, Any] = {
    "format": "spit-record",
    "version": 1,
    "match": "k3v9q",
    "started": STARTED,
    "rules": {"name": "standard"},
    "seats": ["Ana", "bot:skilled"],
}


def record(*events: dict[str, object], **changes: object) -> str:
    """A record with a header that differs so, and these events."""
    lines = [{**HEADER, **changes}, *events]
    return "".join(json.dumps(line) + "\n" for line in lines)


def fault_of(text: str) -> RecordError:
    """The error of reading a record to its end."""
    with pytest.raises(RecordError) as caught:
        list(read_record(opened(text))[1])
    return caught.value


@pytest.mark.parametrize(("event", "fields"), EVENTS, ids=lambda value: type(value).__name__)
def test_an_event_is_written_as_its_line_and_read_back(
    event: Event, fields: dict[str, object]
) -> None:
    """One line of each kind, field by field in the documented order."""
    line = RecordWriter(header(STANDARD)).event(event, 3000)
    assert list(json.loads(line).items()) == [("t", 3000), *fields.items()]
    (read,) = read_record(opened(record() + line))[1]
    assert (read.number, read.t_ms, read.event) == (2, 3000, event)
    assert read.write() == line


def test_a_points_round_is_written_with_its_points() -> None:
    """In place of the cards, which are always 26 each."""
    event = RoundEnded(1, StopReason.CLEARED, 1, (26, 26), (12, 0))
    line = RecordWriter(header(POINTS)).event(event, 0)
    assert json.loads(line) == {
        "t": 0, "type": "round", "round": 1, "reason": "cleared", "cleared": 1, "points": [12, 0]
    }  # fmt: skip
    (read,) = read_record(opened(record(rules={"scoring": "points"}) + line))[1]
    assert read.event == event


@pytest.mark.parametrize(
    "event", [Called(0, 1), CallsWithdrawn(), Stopped(StopReason.CLEARED, 0)], ids=repr
)
def test_what_a_record_does_not_keep_is_not_written(event: Event) -> None:
    """Calls and the end of the race follow from the lines that there are."""
    assert RecordWriter(header(STANDARD)).event(event, 0) == ""


def test_r5_1_cards_that_turn_by_themselves_are_not_written() -> None:
    """A flip is recorded where it was made by hand."""
    event = Flipped(0, 1, PACK[0])
    assert RecordWriter(header(Rules(flip=FlipMode.AUTO))).event(event, 0) == ""
    assert RecordWriter(header(STANDARD)).event(event, 0) != ""


def test_the_header_is_written_and_read_back() -> None:
    """Its rules by the options that differ, its name the label."""
    for rules in (*PRESETS.values(), Rules(max_rounds=7)):
        line = RecordWriter(header(rules)).header()
        assert json.loads(line)["rules"] == rules.header
        read, lines = read_record(opened(line))
        assert read == header(rules)
        assert read.write() == line
        assert list(lines) == []


def test_events_of_ones_own_are_written_and_skipped() -> None:
    """Their fields are kept, and mean nothing."""
    writer = RecordWriter(header(STANDARD))
    line = writer.extra("x-deal", 12, {"secret": "0a"})
    (read,) = read_record(opened(record() + line))[1]
    assert (read.event, read.t_ms) == (Extra("x-deal"), 12)
    assert read.fields == {"t": 12, "type": "x-deal", "secret": "0a"}
    with pytest.raises(ValueError, match="begins with x-"):
        writer.extra("deal", 12, {})


def test_time_does_not_run_back_for_a_writer() -> None:
    """It is a bug of the caller, so it raises."""
    writer = RecordWriter(header(STANDARD))
    writer.event(Slapped(0, 1), 12)
    writer.event(Slapped(0, 1), 12)
    with pytest.raises(ValueError, match="from 12 to 11 ms"):
        writer.event(Slapped(0, 1), 11)
    with pytest.raises(ValueError, match="from 0 to -1 ms"):
        RecordWriter(header(STANDARD)).event(Slapped(0, 1), -1)


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_record_comes_out_as_it_went_in(path: Path) -> None:
    """Every value of every line, with the keys and events that no reader knows."""
    data = path.read_bytes()
    read, lines = read_record(opened(data))
    written = [read.write(), *(line.write() for line in lines)]
    assert list(map(json.loads, written)) == list(map(json.loads, data.split(b"\n")[:-1]))


def test_a_record_of_ours_comes_out_byte_for_byte() -> None:
    """What the writer wrote, the reader gives back."""
    data = record_of(PRESETS["house"], seed=1)
    read, lines = read_record(opened(data))
    assert "".join([read.write(), *(line.write() for line in lines)]).encode() == data


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "chess"},
        {"format": None},
        {"version": 2},
        {"version": 1.0},
        {"version": True},
        {"version": "1"},
        {"match": 7},
        {"started": "2026-11-30"},
        {"started": "2026-11-30T09:15:00"},
        {"started": "2026-11-30T09:15:00+01:00"},
        {"started": "2026-02-30T09:15:00Z"},
        {"started": "2026-11-30T24:00:00Z"},
        {"started": "2026-11-30 09:15:00Z"},
        {"started": "2026-11-30T09:15:00Z\n"},
        {"started": "٢٠٢٦-11-30T09:15:00Z"},
        {"started": 0},
        {"rules": "standard"},
        {"rules": {"name": "points"}},
        {"rules": {"wrapp": "none"}},
        {"rules": {"wrap": "sometimes"}},
        {"rules": {"target": 1.0}},
        {"rules": {"\ud800": "\ud800"}},
        {"seats": ["Ana"]},
        {"seats": ["Ana", "Bo", "Cy"]},
        {"seats": ["Ana", None]},
        {"seats": "AB"},
    ],
    ids=repr,
)
def test_a_header_that_is_not_well_formed_is_a_format_fault(changes: dict[str, object]) -> None:
    """On line 1."""
    error = fault_of(record(**changes))
    assert (error.line, error.rule) == (1, FORMAT)


@pytest.mark.parametrize("key", HEADER)
def test_a_header_has_all_its_keys(key: str) -> None:
    """Each of them is required."""
    rest = {name: value for name, value in HEADER.items() if name != key}
    error = fault_of(json.dumps(rest) + "\n")
    assert (error.line, error.rule, str(error)) == (1, FORMAT, f"{key} is missing")


@pytest.mark.parametrize(
    "started",
    ["2026-11-30T09:15:00.125Z", "2024-02-29t23:59:60z", "2026-11-30T09:15:00+00:00"],
)
def test_other_ways_to_write_a_time_in_utc_are_read(started: str) -> None:
    """Fractions, small letters, a leap second, an offset of zero: RFC 3339 has them all."""
    assert read_record(opened(record(started=started)))[0].started == started


def test_a_header_cannot_be_made_with_another_time() -> None:
    """So that no record is written that would not be read."""
    with pytest.raises(RecordError, match="RFC 3339"):
        Header("m", "yesterday", STANDARD, ("a", "b"))


def test_unknown_keys_are_kept_and_ignored() -> None:
    """In the header, in events and inside them."""
    more: dict[str, object] = {
        "t": 1,
        "type": "slap",
        "seat": 0,
        "pile": 1,
        "x": [1.5, {"y": None}],
    }
    read, lines = read_record(opened(record(more, hall={"name": "Ελλάδα"})))
    assert read.fields["hall"] == {"name": "Ελλάδα"}
    (line,) = lines
    assert line.event == Slapped(0, 1)
    assert json.loads(line.write()) == more


def changed(kind: int, **changes: object) -> dict[str, object]:
    """The line of a kind of event, in the order of EVENTS, with other values in it."""
    return {"t": 5, **EVENTS[kind][1], **changes}


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "slap", "seat": 0, "pile": 1},
        changed(5, t=None),
        changed(5, t=1.0),
        changed(5, t=True),
        changed(5, t="5"),
        changed(5, t=-1),
        {"t": 5},
        changed(5, type=None),
        changed(5, type="pley"),
        changed(5, type=[]),
        changed(5, type="X-up"),
        {"type": "x-end"},
        {"t": 1.5, "type": "x-end"},
        changed(0, round="1"),
        changed(0, packets=[]),
        changed(0, packets=["2s"]),
        changed(0, packets=["2s", 7]),
        changed(0, packets={"0": "2s", "1": "3s"}),
        changed(1, flips=None),
        changed(1, flips={}),
        changed(1, flips=[[]]),
        changed(1, flips=[{"seat": 0, "card": "2s"}]),
        changed(1, flips=[{"seat": 2, "card": "2s", "pile": 0}]),
        changed(2, seat=None),
        changed(2, seat=2),
        changed(2, seat=-1),
        changed(2, seat=False),
        changed(2, stock=1.0),
        changed(2, pile="0"),
        changed(2, card=7),
        changed(2, card=None),
        changed(4, slot=None),
        changed(6, reason="over"),
        changed(6, reason=None),
        changed(6, cleared=2),
        changed(6, cards=None),
        changed(6, cards=[1, True]),
        changed(6, cards=[1, 2, 3]),
        changed(7, winner=2),
        changed(7, winner="0"),
        changed(7, reason="luck"),
    ],
    ids=repr,
)
def test_an_event_that_is_not_well_formed_is_a_format_fault(fields: dict[str, object]) -> None:
    """A field that is missing or of the wrong kind."""
    error = fault_of(record(fields))
    assert (error.line, error.rule) == (2, FORMAT)


@pytest.mark.parametrize("key", ["cleared", "winner"])
def test_a_seat_that_may_be_null_must_still_be_there(key: str) -> None:
    """Null is a value, and to leave it out is a fault."""
    fields = changed(6 if key == "cleared" else 7)
    del fields[key]
    assert str(fault_of(record(fields))) == f"{key} is missing"


@pytest.mark.parametrize(
    "fields",
    [
        changed(2, card="1s"),
        changed(0, packets=["2s  3s", ""]),
        changed(0, packets=["", "2S"]),
        changed(1, flips=[{"seat": 0, "card": "", "pile": 0}]),
    ],
    ids=repr,
)
def test_r1_4_a_card_that_is_no_card_is_named_so(fields: dict[str, object]) -> None:
    """By the number of its rule."""
    error = fault_of(record(fields))
    assert (error.line, error.rule) == (2, "R1.4")


def test_time_may_stand_still_but_not_run_back() -> None:
    """Events of one's own included."""

    def end(t_ms: int) -> dict[str, object]:
        return {"t": t_ms, "type": "x-end"}

    assert len(list(read_record(opened(record(end(3), end(3), end(4))))[1])) == 3
    error = fault_of(record(end(3), end(2)))
    assert (error.line, error.rule) == (3, FORMAT)
