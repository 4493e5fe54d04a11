"""What a player's screen shows, as the browser's client has it."""

from __future__ import annotations

from spit.arena.screen import FRAME_MS, Screen, Shown
from spit.bots.duel import fresh_round
from spit.protocol import messages as m
from spit.rules import Card, State, apply, legal_actions, view_of
from spit.rules import Play as PlayAction
from spit.rules.settle import Outcome


def _shown(state: State, *versions: int) -> Shown:
    return Shown(view_of(state), versions)


def _first_play() -> tuple[State, PlayAction, State]:
    """A state, a play in it, and the state after it."""
    for number in range(100):
        state = fresh_round(str(number))
        for seat in (0, 1):
            for action in legal_actions(state, seat):
                if isinstance(action, PlayAction):
                    outcome = apply(state, action)
                    assert isinstance(outcome, Outcome)
                    return state, action, outcome.state
    raise AssertionError("no play in a hundred deals")


def _play_message(state: State, action: PlayAction) -> m.Play:
    card = state.stocks[action.seat][action.stock].up[-1]
    return m.Play(
        id=1,
        seat=action.seat,
        stock=action.stock,
        pile=action.pile,
        card=str(card),
        top=str(state.tops[action.pile]),
        top_version=4,
    )


def _update(version: int, *events: m.AnyEvent) -> m.Update:
    return m.Update(epoch=1, version=version, events=list(events))


def test_an_own_play_is_shown_at_once() -> None:
    """Before the server has answered, with a version that it may get; and goes if it is refused."""
    state, action, _ = _first_play()
    screen = Screen(action.seat, 0.0)
    screen.follow(_update(4), _shown(state, 4, 4), 100.0)
    message = _play_message(state, action)
    screen.act(message, 500.0)
    assert screen.shown is not None
    assert str(screen.shown.view.tops[action.pile]) == message.card
    assert screen.shown.versions[action.pile] == 5
    refused = m.Refused(id=1, seat=action.seat, reason=m.Reason.LOST_RACE)
    screen.refused(refused, 600.0)
    assert screen.shown == _shown(state, 4, 4)


def test_a_landed_play_is_shown_once() -> None:
    """Its event shows it; from its acceptance on nothing is pending."""
    state, action, after = _first_play()
    screen = Screen(action.seat, 0.0)
    screen.follow(_update(4), _shown(state, 4, 4), 100.0)
    message = _play_message(state, action)
    screen.act(message, 500.0)
    played = m.Played(
        seat=action.seat, stock=action.stock, pile=action.pile, card=message.card, tentative=True
    )
    screen.follow(_update(5, played), _shown(after, 5, 5), 600.0)
    assert screen.shown == _shown(after, 5, 5)
    assert screen.pending[0].is_landed
    screen.accepted(m.Accepted(id=1, seat=action.seat, version=6), 610.0)
    assert screen.pending
    screen.follow(_update(6, m.Settled(plays=[5])), _shown(after, 5, 5), 620.0)
    assert screen.pending == []


def test_a_pending_play_hides_what_arrives_below_it() -> None:
    """The server judges; until then the own card lies on top."""
    state, action, after = _first_play()
    screen = Screen(action.seat, 0.0)
    screen.follow(_update(4), _shown(state, 4, 4), 100.0)
    message = _play_message(state, action)
    screen.act(message, 500.0)
    screen.follow(_update(5), _shown(state, 5, 5), 550.0)
    assert screen.shown is not None
    assert str(screen.shown.view.tops[action.pile]) == message.card
    del after


def test_reactions_count_from_the_frame() -> None:
    """A top is seen at the next frame after it has come, and stays seen since then."""
    state, _, _ = _first_play()
    screen = Screen(0, 5.0)
    screen.follow(_update(4), _shown(state, 4, 4), 100.0)
    painted_ms = screen.painted_ms(100.0)
    assert 100.0 <= painted_ms < 100.0 + FRAME_MS
    assert (painted_ms - 5.0) % FRAME_MS < 1e-6 or FRAME_MS - (painted_ms - 5.0) % FRAME_MS < 1e-6
    screen.follow(_update(5), _shown(state, 5, 5), 300.0)
    assert screen.seen_top(0, 500.0).reacted_ms(500.0) == round(500.0 - painted_ms)
    assert screen.first_ms[0, state.tops[0]] == painted_ms


def test_an_own_card_is_shown_from_its_touch_on() -> None:
    """The truth about a reaction to it counts from there."""
    state, action, _ = _first_play()
    screen = Screen(action.seat, 0.0)
    screen.follow(_update(4), _shown(state, 4, 4), 100.0)
    message = _play_message(state, action)
    screen.act(message, 500.0)
    assert screen.first_ms[action.pile, Card.parse(message.card)] == 500.0


def test_a_touch_before_the_frame_is_for_what_was_painted() -> None:
    """The screen still shows the top that was there before; its own version and time are named."""
    state, action, after = _first_play()
    screen = Screen(1 - action.seat, 5.0)
    screen.follow(_update(4), _shown(state, 4, 4), 100.0)
    first_ms = screen.painted_ms(100.0)
    screen.follow(_update(5), _shown(after, 5, 5), 300.0)
    painted_ms = screen.painted_ms(300.0)
    assert painted_ms > 300.0
    before, since = screen.seen_top(action.pile, 300.0), screen.seen_top(action.pile, painted_ms)
    assert (before.card, before.version) == (state.tops[action.pile], 4)
    assert before.reacted_ms(300.0) == round(300.0 - first_ms)
    assert (since.version, since.reacted_ms(painted_ms + 40)) == (5, 40)
    assert since.card != before.card


def test_a_flip_turns_until_its_card_is_there() -> None:
    """And only that pile's."""
    state, _, _ = _first_play()
    screen = Screen(0, 0.0)
    screen.follow(_update(4), _shown(state, 4, 4), 100.0)
    screen.act(m.Flip(id=1, seat=0, stock=3), 200.0)
    assert screen.is_turning()
    assert screen.is_turning(3)
    assert not screen.is_turning(2)
    screen.follow(_update(5, m.Flipped(seat=0, stock=3, card="2s")), _shown(state, 4, 4), 300.0)
    assert not screen.is_turning()
