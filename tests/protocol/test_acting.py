"""What a client sends for an action of someone who sees a table."""

from __future__ import annotations

import pytest

from spit.protocol import messages as m
from spit.protocol.acting import ANY_CARD, Tops, message_for
from spit.rules import Call, Flip, Play, SeatAction, Shift, Slap, view_of
from tests.table.harness import position

SEEN = view_of(position("9h|5s, 4c", "9d|7s, 3d", ["6h", "Jh"], ("2s", "2h")))


def _version(pile: int, top: str) -> int:
    return {(0, "6h"): 7, (1, "Jh"): 8}.get((pile, top), 0)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Play(0, 0, 1), m.Play(id=3, seat=0, stock=0, pile=1, card="5s", top="Jh", top_version=8)),
        (Flip(1, 2), m.Flip(id=3, seat=1, stock=2)),
        (Shift(0, 1, 4), m.Shift(id=3, seat=0, stock=1, slot=4, card="4c")),
        (Shift(0, 3, 4), m.Shift(id=3, seat=0, stock=3, slot=4, card=ANY_CARD)),
        (Call(1, None), m.Spit(id=3, seat=1, pile=None)),
        (Slap(0, 1), m.Slap(id=3, seat=0, pile=1)),
    ],
)
def test_an_action_becomes_its_message(action: SeatAction, message: m.AnyInbound) -> None:
    """With the card and the top that its player saw, and any card where he saw none."""
    assert message_for(action, SEEN, 3, _version) == message


def test_tops_are_known_by_the_version_that_put_them_there() -> None:
    """Each event raises the version by one; a new deal forgets them."""
    tops = Tops()
    flips = [m.SpitFlip(seat=0, card="2s", pile=0), m.SpitFlip(seat=1, card="2h", pile=1)]
    spat = m.Spat(flips=flips, spit_choices=[[], []])
    played = m.Played(seat=0, stock=0, pile=1, card="3s")
    tops.follow(m.Update(epoch=1, version=9, events=[spat, played]))
    assert [tops.version(*each) for each in ((0, "2s"), (1, "2h"), (1, "3s"), (0, "3s"))] == [
        8,
        8,
        9,
        0,
    ]
