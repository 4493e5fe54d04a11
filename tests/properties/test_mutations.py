"""Records with something changed: whatever it is, the verifier answers and never breaks."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from spit.rules import FORMAT, PRESETS, Fault, verify
from tests.rules.random_play import opened, record_of
from tests.rules.test_every_rule import NUMBERS

NAMES = st.sampled_from(sorted(PRESETS))
PLACES = st.integers(0, 2**20)
BYTES = st.sampled_from(
    [b"", b"\n", b"\r\n", b"\xff", b"\xef\xbb\xbf", b"\x00", b"[", b"]" * 9, b"{", b"}", b'"', b",",
     b"null", b"true", b"NaN", b"1e9", b"1.0", b"-", b"9" * 5_000, b"[" * 9_000, b'"\\ud800"',
     b'"t":0,', b'"seat":0,', b"As", b"x" * 70_000]
)  # fmt: skip
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 6),
    st.sampled_from([10**4_000, -1.0, 1.0, 1e300, "", "2s", "Ac", "ten", "standard", "\ud800"]),
    st.lists(st.one_of(st.none(), st.integers(-1, 2), st.just({})), max_size=3),
    st.just({}),
)


@cache
def record(name: str) -> bytes:
    """A whole record of a preset."""
    return record_of(PRESETS[name], seed=6)


def assert_answered(data: bytes) -> None:
    """Either it verifies, or one line of ASCII says what is wrong and where."""
    fault = verify(opened(data))
    if fault is None:
        return
    assert isinstance(fault, Fault)
    assert 1 <= fault.line <= data.count(b"\n") + 1
    assert fault.rule == FORMAT or fault.rule in NUMBERS
    assert str(fault).isascii()
    assert str(fault).isprintable()


@settings(max_examples=400)
@given(name=NAMES, cuts=st.lists(st.tuples(PLACES, st.integers(0, 40), BYTES), max_size=4))
def test_bytes_may_be_cut_out_and_put_in_anywhere(
    name: str, cuts: list[tuple[int, int, bytes]]
) -> None:
    """At any place, any number of them."""
    data = record(name)
    for place, length, new in cuts:
        at = place % (len(data) + 1)
        data = data[:at] + new + data[at + length :]
    assert_answered(data)


@settings(max_examples=300)
@given(name=NAMES, moves=st.lists(st.tuples(PLACES, PLACES, st.sampled_from("dmcs")), max_size=3))
def test_lines_may_be_dropped_moved_copied_and_swapped(
    name: str, moves: list[tuple[int, int, str]]
) -> None:
    """In any order."""
    lines = record(name).splitlines(keepends=True)
    for first, second, what in moves:
        a, b = first % len(lines), second % len(lines)
        if what == "d" and len(lines) > 1:
            del lines[a]
        elif what == "m":
            lines.insert(b, lines.pop(a))
        elif what == "c":
            lines.insert(b, lines[a])
        else:
            lines[a], lines[b] = lines[b], lines[a]
    assert_answered(b"".join(lines))


@settings(max_examples=400)
@given(name=NAMES, place=PLACES, key=PLACES, value=VALUES)
def test_any_field_of_any_line_may_have_any_value(
    name: str, place: int, key: int, value: object
) -> None:
    """Also those inside the header's rules and a spit's cards."""
    lines = record(name).splitlines(keepends=True)
    # The first lines have what is rare, the header and the deal, so they are hit more often.
    at = (place % 8 if place % 3 == 0 else place) % len(lines)
    fields = json.loads(lines[at])
    inner = _parts(fields)
    owner, name_of = inner[key % len(inner)]
    owner[name_of] = value
    lines[at] = json.dumps(fields).encode() + b"\n"
    assert_answered(b"".join(lines))


def _parts(value: Any) -> list[tuple[Any, Any]]:
    """Every place inside a JSON value that could hold another one."""
    keys = value if isinstance(value, dict) else range(len(value))
    found: list[tuple[Any, Any]] = []
    for key in keys:
        found.append((value, key))
        if isinstance(value[key], dict | list):
            found += _parts(value[key])
    return found


@given(data=st.binary())
@example(data=b"")
@example(data=b"\n")
@example(data=b"{}\n")
def test_any_bytes_at_all_are_answered(data: bytes) -> None:
    """And none of them is a record."""
    assert_answered(data)
    assert verify(opened(data)) is not None
