"""Reading and writing messages: `spit.protocol.codec`."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spit.protocol import messages as m
from spit.protocol.codec import (
    BadMessageError,
    decode,
    decode_body,
    decode_outbound,
    encode,
)
from spit.protocol.limits import MAX_INBOUND_BYTES
from spit.rules import Reason
from tests.protocol.samples import KINDS, SAMPLES, plain, spoiled, tag

SPOILED = [
    pytest.param(spoilt, id=f"{tag(sample)}: {name}")
    for sample in SAMPLES
    for name, spoilt in spoiled(sample)
]


def reason(data: bytes | str) -> str:
    """What is said of a message that must be refused."""
    with pytest.raises(BadMessageError) as refused:
        decode(data)
    return str(refused.value)


def test_every_inbound_type_has_a_sample() -> None:
    """The tests that go over the samples leave no message out."""
    assert tuple(type(sample) for sample in SAMPLES) == KINDS


@pytest.mark.parametrize("sample", SAMPLES, ids=tag)
def test_round_trip(sample: m.AnyInbound) -> None:
    """What is encoded decodes to the same message, from bytes and from text."""
    data = encode(sample)
    assert decode(data) == sample
    assert decode(data.decode()) == sample
    assert len(data) <= 250


@pytest.mark.parametrize("spoilt", SPOILED)
def test_malformed(spoilt: dict[str, Any]) -> None:
    """A message that is a little wrong is refused in one sentence of readable length."""
    text = reason(json.dumps(spoilt))
    assert text.endswith(".")
    assert len(text) <= 201
    assert "\n" not in text


@pytest.mark.parametrize("sample", SAMPLES, ids=tag)
def test_left_out_fields_have_their_defaults(sample: m.AnyInbound) -> None:
    """A message with its required fields alone is the one that says every default."""
    kind = type(sample)
    needed = {
        name: value
        for name, value in plain(sample).items()
        if name == "type" or kind.__struct_fields__.index(name) < _required(kind)
    }
    short = decode(json.dumps(needed))
    assert type(short) is kind
    assert decode(encode(short)) == short


def _required(kind: type[m.AnyInbound]) -> int:
    return sum(field.required for field in msgspec.structs.fields(kind))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "truncated"),
        (b'{"type":"ping","n":1', "truncated"),
        (b'{"type":"ping","n":1}{}', "trailing"),
        (b"[]", "got `array`"),
        (b"null", "got `null`"),
        (b'{"n":1}', "missing required field `type`"),
        (b'{"type":"welcome","n":1}', "'welcome'"),
        (b'{"type":"ping","n":1,"m":2}', "unknown field `m`"),
        (b'{"type":"ping","n":"\xff"}', "got `str`"),
        (b'{"type":"hello","version":1,"secrets":["\xff"]}', "UTF-8"),
        ('{"type":"hello","version":1,"secrets":["\ud800"]}', "UTF-8"),
        (b'{"type":"flip","id":0,"seat":0,"stock":0}', "$.id"),
        (b'{"type":"flip","id":1,"seat":2,"stock":0}', "$.seat"),
        (b'{"type":"flip","id":1,"seat":0,"stock":5}', "$.stock"),
        (b'{"type":"shift","id":1,"seat":0,"stock":0,"slot":1,"card":"10s"}', "$.card"),
        (b'{"type":"shift","id":1,"seat":0,"stock":0,"slot":1,"card":"As\\n"}', "$.card"),
        (b'{"type":"shift","id":1,"seat":0,"stock":0,"slot":1,"card":"as"}', "$.card"),
        (b'{"type":"hello","version":1,"secrets":["","",""]}', "$.secrets"),
        (b'{"type":"hello","version":1,"secrets":["' + b"x" * 65 + b'"]}', "$.secrets[0]"),
        (b'{"type":"hello","version":0,"secrets":[]}', "$.version"),
        (b'{"type":"resync","have":{"epoch":1,"version":1,"x":1}}', "unknown field `x`"),
    ],
)
def test_sentence(data: bytes | str, says: str) -> None:
    """The sentence names the place or the thing that is wrong."""
    assert says in reason(data)


def test_size() -> None:
    """The longest message is measured in bytes, and one byte more is too long."""
    message = b'{"type":"ping","n":1}'
    assert decode(message.ljust(MAX_INBOUND_BYTES)) == m.Ping(n=1)
    assert "at most 4096 bytes" in reason(message.ljust(MAX_INBOUND_BYTES + 1))
    assert "at most 4096 bytes" in reason('{"type":"ping","n":"' + "ü" * 2_040 + '"}')


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"type":"resync","have":'])
def test_nesting(opening: str) -> None:
    """Nesting as deep as a message has room for is refused, not followed to the end."""
    reason(opening * (MAX_INBOUND_BYTES // len(opening)))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=12,
)
CHANGED = st.builds(
    lambda sample, changes: {**plain(sample), **changes},
    st.sampled_from(SAMPLES),
    st.dictionaries(
        st.sampled_from([name for kind in KINDS for name in (*kind.__struct_fields__, "type")]),
        JSON,
        max_size=3,
    ),
)


@settings(max_examples=300)
@given(st.binary(max_size=200) | st.text(max_size=200) | (JSON | CHANGED).map(json.dumps))
def test_whatever_comes(data: bytes | str) -> None:
    """Any bytes give a message that can be written again, or a BadMessageError, nothing else."""
    with suppress(BadMessageError):
        message = decode(data)
        assert decode(encode(message)) == message
    with suppress(BadMessageError):
        decode_body(m.NewTable, data.encode(errors="replace") if isinstance(data, str) else data)


def test_new_table() -> None:
    """An empty body wishes for nothing; a full one is read as strictly as a message."""
    assert decode_body(m.NewTable, b"") == decode_body(m.NewTable, b"{}") == m.NewTable()
    wish = m.NewTable(level="sharp", name="Ana", rules={"name": "house", "max_rounds": 3}, seed=5)
    assert decode_body(m.NewTable, encode(wish)) == wish
    for bad in (b'{"level":"hard"}', b'{"names":"x"}', b'{"seed":-1}', b'{"rules":{"wrap":[]}}'):
        with pytest.raises(BadMessageError):
            decode_body(m.NewTable, bad)


@pytest.mark.parametrize(
    "message",
    [
        m.Welcome(
            version=1, table="t", seats=[m.OwnSeat(0, next_id=1, away_ms=30_000)], grace_ms=30_000
        ),
        m.Update(epoch=1, version=2, events=[m.CallsWithdrawn(), m.Claimable(seat=None)]),
        m.Accepted(id=1, seat=0, version=2),
        m.Refused(id=1, seat=0, reason=Reason.LOST_RACE, wait_ms=5, margin_ms=38),
        m.Pong(n=0),
        m.Problem(code="closing", detail="The server is stopping.", fatal=True),
    ],
    ids=lambda message: type(message).__name__,
)
def test_outbound(message: m.AnyOutbound) -> None:
    """A client reads what the server writes, every field of it, and ignores what it knows not."""
    written = json.loads(encode(message))
    assert set(written) == {"type", *message.__struct_fields__}
    assert decode_outbound(json.dumps({**written, "later": 1})) == message
