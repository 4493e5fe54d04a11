"""Whole matches in virtual time: an eye, a mind and one hand for each seat.

Owns the laws of `spit.bots.tempo` as kernels and the order of touches. It is simpler than
`spit.bots.Player`: a seat decides on the table as it is, and the eye's delay only comes before
the decision; nothing is between a hand and the table. As there, a plan that still fits after a
change is kept, one that does not is dropped, unless the hand cannot be stopped any more: then it
lands in vain, and a race is lost (R4.3).

A seat's hand is six numbers: when it touches, when it leaves, where it is (across, away, in card
widths), since when it thinks, and the share of thought done before. Times are milliseconds.
"""

from __future__ import annotations

from dataclasses import astuple
from math import cos, exp, hypot, inf, log, log2, pi, sqrt
from typing import Final

import numpy as np

from spit.bots import Tempo, places
from spit.fast.compiled import Row, compiled
from spit.fast.deals import deal
from spit.fast.layout import (
    BITS,
    CALL,
    CHOICES,
    COIN,
    DEAL,
    FLIP,
    OVER,
    PHASE,
    PILES,
    PLAY,
    READY,
    SAY,
    SEAT,
    SHIFT,
    SHOWN,
    SLAP,
    WAIT,
)
from spit.fast.legal import is_legal, plays_of
from spit.fast.moves import act, flip_coin
from spit.fast.numbers import below, drawn, half
from spit.fast.policies import choose

HAND_NUMBERS: Final = 6
_TOUCH: Final = 0
_LEAVE: Final = 1
_ACROSS: Final = 2
_AWAY: Final = 3
_SINCE: Final = 4
_AHEAD: Final = 5

# places in a row of `tempo_row`, in the order of the fields of `Tempo`
_PERCEIVE: Final = 0
_SEARCH: Final = 1
_CHOOSE: Final = 2
_AIM: Final = 3
_MOVE: Final = 4
_STOP: Final = 5
_SPREAD: Final = 6
_TAIL: Final = 7
_JITTER: Final = 8
_AHEAD_SHARE: Final = 9
_SLIP: Final = 10
_LAPSE: Final = 11
_LAPSE_MS: Final = 12

_STEP: Final = places.stock_place(3)[0]
_ASIDE, _BEYOND = places.spit_place(0, 1)
_REST_ACROSS, _REST_AWAY = places.REST
_CARD: Final = places.CARD
_PILE: Final = places.PILE


def tempo_row(tempo: Tempo) -> Row:
    """A tempo as the kernels read it: its 13 numbers in the order of its fields, `float64`."""
    return np.array(astuple(tempo), dtype=np.float64)


@compiled
def _share(words: Row) -> float:
    """A number above 0 and below 1."""
    return (below(words, CHOICES, 1 << 20) + 0.5) / (1 << 20)


@compiled
def _gauss(words: Row) -> float:
    """Standard normal (G. E. P. Box and M. E. Muller, Ann. Math. Stat. 29, 1958)."""
    return sqrt(-2 * log(_share(words))) * cos(2 * pi * _share(words))


@compiled
def _reaction(words: Row, mean: float, tempo: Row) -> float:
    """As `spit.bots.tempo.reaction_ms`."""
    bell = mean * (1 - tempo[_TAIL]) + mean * tempo[_SPREAD] * _gauss(words)
    return max(bell - log(_share(words)) * mean * tempo[_TAIL], mean / 4)


@compiled
def _thought(words: Row, items: int, choices: int, tempo: Row) -> float:
    """As `spit.bots.tempo.thought_ms`."""
    looked_at = (items + 1) / 2 if choices else items
    mean = looked_at * tempo[_SEARCH] + log2(choices + 1) * tempo[_CHOOSE]
    return _reaction(words, mean, tempo)


@compiled
def _way(words: Row, hand: Row, across: float, away: float, width: float, tempo: Row) -> float:
    """As `spit.bots.tempo.movement_ms`; the hand is at its goal after it."""
    far = hypot(across - hand[_ACROSS], away - hand[_AWAY])
    hand[_ACROSS] = across
    hand[_AWAY] = away
    mean = tempo[_AIM] + tempo[_MOVE] * log2(far / width + 1)
    jitter = tempo[_JITTER]
    return mean * exp(jitter * _gauss(words) - jitter * jitter / 2)


@compiled
def plan(byte: Row, words: Row, seat: int, code: int, tempo: Row, hand: Row, plans: Row) -> None:
    """Sets a hand on its way to do `code`, or lets it rest with `WAIT`."""
    hand[_LEAVE] = hand[_TOUCH] = inf
    plans[seat] = code
    if code == WAIT:
        return
    since = hand[_SINCE]
    piles = byte[PILES]
    if code >= SAY and code < SLAP:
        if byte[PHASE] == READY:
            is_answer = byte[(1 - seat) * SEAT + CALL] != 0
            least, most = (600, 1_200) if is_answer else (1_500, 2_500)
            wait = least + (most - least) * _share(words)
        else:
            items = piles * (BITS[byte[SHOWN]] + BITS[byte[SEAT + SHOWN]])
            wait = _thought(words, items, 0, tempo) + _reaction(words, tempo[_CHOOSE], tempo)
        hand[_LEAVE] = hand[_TOUCH] = since + wait
        return
    wait = _search(byte, words, seat, code, tempo) * (1 - hand[_AHEAD])
    if _share(words) < tempo[_LAPSE]:
        wait -= log(_share(words)) * tempo[_LAPSE_MS]
    if code < FLIP and _share(words) < tempo[_SLIP]:
        code = plans[seat] = _slipped(words, code, piles)
    hand[_LEAVE] = since + wait
    hand[_TOUCH] = hand[_LEAVE] + max(1.0, _move(words, seat, code, hand, tempo))


@compiled
def _search(byte: Row, words: Row, seat: int, code: int, tempo: Row) -> float:
    """Time to search the table and to choose, as `spit.bots.Player` counts what is looked at."""
    items, choices = 1, 1
    if code >= SLAP:
        items = choices = 2
    elif code < FLIP or code >= SHIFT:
        items = byte[PILES] * BITS[byte[seat * SEAT + SHOWN]]
        choices = BITS[plays_of(byte, words, seat)]
    return _thought(words, items, choices, tempo)


@compiled
def _slipped(words: Row, code: int, piles: int) -> int:
    """The play that a slip makes of the one meant: onto the other pile, or of a neighbour."""
    stock, pile = (code - PLAY) >> 1, (code - PLAY) & 1
    if piles == 2:
        pile = 1 - pile
    elif stock == 0 or (stock < 4 and _share(words) < 0.5):
        stock += 1
    else:
        stock -= 1
    return PLAY + 2 * stock + pile


@compiled
def _move(words: Row, seat: int, code: int, hand: Row, tempo: Row) -> float:
    """Time of the hand's way to what it does; it is there after it."""
    stock = goal = pile = -1
    if code < FLIP:
        stock, pile = (code - PLAY) >> 1, (code - PLAY) & 1
    elif code < SHIFT:
        stock = code - FLIP
    elif code < SLAP:
        stock, goal = (code - SHIFT) // 5, (code - SHIFT) % 5
    else:
        pile = code - SLAP
    moving = 0.0
    if stock >= 0:
        moving += _way(words, hand, (stock - 2) * _STEP, 0.0, _CARD, tempo)
    if goal >= 0:
        moving += _way(words, hand, (goal - 2) * _STEP, 0.0, _CARD, tempo)
    if pile >= 0:
        side = -_ASIDE if pile == seat else _ASIDE
        moving += _way(words, hand, side, _BEYOND, _PILE, tempo)
    return moving


@compiled
def land(
    byte: Row, words: Row, options: Row, tempos: Row, hands: Row, plans: Row, lost: Row, clock: Row
) -> int:
    """What happens next in a match that is not over: a deal, a coin, or a hand that touches.

    Returns:
        The seats that decide anew, as bits; 4 if nothing can ever happen.
    """
    now = clock[0]
    phase = byte[PHASE]
    if phase in (DEAL, COIN):
        if phase == DEAL:
            deal(byte, words, options)
        else:
            flip_coin(byte, words, options, below(words, CHOICES, 2))
        for seat in range(2):
            hands[seat, _SINCE] = now + _reaction(words, tempos[seat, _PERCEIVE], tempos[seat])
            hands[seat, _AHEAD] = 0.0
            hands[seat, _ACROSS], hands[seat, _AWAY] = _REST_ACROSS, _REST_AWAY
        return 3
    seat = int(hands[1, _TOUCH] < hands[0, _TOUCH])
    other = 1 - seat
    if hands[seat, _TOUCH] == inf:
        return 4
    now = clock[0] = hands[seat, _TOUCH]
    code = plans[seat]
    hands[seat, _SINCE] = now
    hands[seat, _AHEAD] = tempos[seat, _AHEAD_SHARE]
    if not is_legal(byte, words, options, seat, code):
        lost[seat] += 1
        hands[seat, _AHEAD] = 0.0
        hands[seat, _SINCE] = now + _reaction(words, tempos[seat, _PERCEIVE], tempos[seat])
        return 1 << seat
    act(byte, words, options, seat, code)
    if byte[PHASE] in (DEAL, COIN, OVER):
        return 0
    if code < SHIFT and code >= FLIP:
        hands[seat, _SINCE] = now + _reaction(words, tempos[seat, _PERCEIVE], tempos[seat])
    meant = plans[other]
    if meant != WAIT and is_legal(byte, words, options, other, meant):
        if byte[PHASE] == READY:
            hands[other, _TOUCH] = min(hands[other, _TOUCH], now + 600 + 600 * _share(words))
        return 1 << seat
    is_near = hands[other, _TOUCH] - now < tempos[other, _STOP]
    if meant != WAIT and is_near and hands[other, _LEAVE] <= now:
        return 1 << seat
    hands[other, _SINCE] = now + _reaction(words, tempos[other, _PERCEIVE], tempos[other])
    hands[other, _AHEAD] = 0.0
    return 3


@compiled
def run_timed(  # noqa: PLR0913, PLR0917
    bytes_: Row,
    words: Row,
    options: Row,
    policies: Row,
    tempos: Row,
    hands: Row,
    plans: Row,
    lost: Row,
    clocks: Row,
    limit: int,
) -> None:
    """Plays every match to its end, or for `limit` events.

    A policy below 0 is somebody else's: a match stops where that seat must decide, and leaves the
    seats that do in `plans[row, 2]`.
    """
    for row in range(len(bytes_)):
        byte, word = bytes_[row], words[row]
        plans[row, 2] = 0
        for _ in range(limit):
            if byte[PHASE] == OVER:
                break
            need = land(byte, word, options, tempos, hands[row], plans[row], lost[row], clocks[row])
            if need == 4:
                break
            for seat in range(2):
                if need >> seat & 1:
                    if policies[seat] < 0:
                        plans[row, 2] |= 1 << seat
                    else:
                        chance = half(drawn(word, CHOICES))
                        code = choose(policies[seat], byte, word, options, seat, chance)
                        plan(byte, word, seat, code, tempos[seat], hands[row, seat], plans[row])
            if plans[row, 2]:
                break


@compiled
def decide(
    bytes_: Row,
    words: Row,
    seat: int,
    rows: Row,
    codes: Row,
    tempos: Row,
    hands: Row,
    plans: Row,
) -> None:
    """Sets the hands of a seat on their way in those matches in which it decides."""
    for at in range(len(rows)):
        row = rows[at]
        plan(bytes_[row], words[row], seat, codes[at], tempos[seat], hands[row, seat], plans[row])
