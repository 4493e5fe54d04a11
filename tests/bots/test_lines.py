"""Lines of JSON say what a bot in Python is told and answers."""

from __future__ import annotations

import json

import pytest

from spit.bots import Wait
from spit.bots.duel import fresh_round
from spit.bots.lines import AnswerError, action_fields, question_line, read_answer, start_line
from spit.rules import STANDARD, Call, Flip, Play, SeatAction, Shift, Slap, legal_actions, view_of

ACTIONS = [Play(1, 2, 0), Flip(1, 4), Shift(1, 0, 3), Call(1, None), Call(1, 1), Slap(1, 0)]


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_actions_come_back(action: SeatAction) -> None:
    """What is written is read as the same action."""
    assert read_answer(json.dumps(action_fields(action)), 1) == action


def test_pauses_are_read() -> None:
    """With a length, or until something changes."""
    assert read_answer('{"type":"wait","ms":30}', 0) == Wait(30)
    assert read_answer('{"type":"none"}', 0) is None


@pytest.mark.parametrize(
    "line", ["", "5", "[" * 100_000, '{"type":"fly"}', '{"type":"play","stock":true,"pile":0}']
)
def test_nonsense_is_refused(line: str) -> None:
    """Whatever it is, with the same error."""
    with pytest.raises(AnswerError):
        read_answer(line, 0)


def test_a_question_has_the_view_and_no_hidden_card() -> None:
    """Each card that is face up once, and numbers for the rest."""
    state = fresh_round("lines")
    view = view_of(state)
    line = question_line(view, legal_actions(view, 0), 7)
    assert line.endswith("\n")
    assert line.count("\n") == 1
    question = json.loads(line)
    assert [pile["cards"] for pile in question["view"]["spits"]] == [1, 1]
    assert [pile["down"] for pile in question["view"]["stocks"][0]] == [0, 1, 2, 3, 4]
    hidden = [str(card) for piles in state.stocks for pile in piles for card in pile.down]
    assert not [card for card in hidden if f'"{card}"' in line]
    assert question["actions"] == [action_fields(each) for each in legal_actions(view, 0)]


def test_a_match_begins_with_its_version() -> None:
    """And the seat and the rules."""
    assert json.loads(start_line(1, STANDARD)) == {
        "type": "start",
        "protocol": 1,
        "seat": 1,
        "rules": {"name": "standard"},
    }
