"""Matches in fixed ticks of time: both seats act at once, and chance says whose hand is first.

Owns the kernels below `spit.env`: a tick of many matches, and what a seat may do as a mask.
"""

from __future__ import annotations

from spit.fast.compiled import Row, compiled
from spit.fast.deals import begin, deal
from spit.fast.layout import (
    CALL,
    CHOICES,
    CLEARED,
    COIN,
    DEAL,
    FLIP,
    LOOK,
    MULTI,
    NOTHING,
    O_STACKING,
    OVER,
    PHASE,
    PLAY,
    RACE,
    READY,
    SAY,
    SEAT,
    SHIFT,
    SHOWN,
    SLAP,
    SLAPPING,
    STOCK,
    UNDER,
    WAIT,
    WINNER,
)
from spit.fast.legal import calls_of, is_legal, plays_of
from spit.fast.moves import act, flip_coin
from spit.fast.numbers import below, drawn, half
from spit.fast.policies import choose


@compiled
def mask(byte: Row, words: Row, options: Row, seat: int, out: Row) -> None:
    """`out[code]` is 1 where the seat may do `code`, else 0; waiting always."""
    out[:] = 0
    out[WAIT] = 1
    phase = byte[PHASE]
    s = seat * SEAT
    if phase == READY:
        out[SAY] = byte[s + CALL] == 0
    elif phase == SLAPPING:
        out[SLAP] = out[SLAP + 1] = 1
    elif phase == RACE:
        _race_mask(byte, words, options, seat, out)


@compiled
def _race_mask(byte: Row, words: Row, options: Row, seat: int, out: Row) -> None:
    """Plays, flips, shifts and calls, in a race that is on."""
    s = seat * SEAT
    plays = plays_of(byte, words, seat)
    shown, under = byte[s + SHOWN], byte[s + UNDER]
    empty, movable = ~(shown | under) & 31, shown & (under | byte[s + MULTI])
    for stock in range(5):
        out[PLAY + 2 * stock] = plays >> (2 * stock) & 1
        out[PLAY + 2 * stock + 1] = plays >> (2 * stock + 1) & 1
        out[FLIP + stock] = (under & ~shown) >> stock & 1
        if empty and movable >> stock & 1:
            for slot in range(5):
                out[SHIFT + 5 * stock + slot] = empty >> slot & 1
    if options[O_STACKING]:
        for stock in range(5):
            look = byte[s + LOOK + stock]
            for slot in range(5):
                if slot != stock and look != NOTHING and look == byte[s + LOOK + slot]:
                    out[SHIFT + 5 * stock + slot] = 1
    if plays == 0:
        calls = calls_of(byte, words, options, seat, plays)
        for call in range(3):
            out[SAY + call] = calls >> call & 1


@compiled
def go_on(byte: Row, words: Row, options: Row) -> None:
    """Deals and tosses coins until a seat can act or the match is over."""
    while byte[PHASE] == DEAL or byte[PHASE] == COIN:
        if byte[PHASE] == DEAL:
            deal(byte, words, options)
        else:
            flip_coin(byte, words, options, below(words, CHOICES, 2))


@compiled
def tick(byte: Row, words: Row, options: Row, codes: Row, by_round: int) -> tuple[int, int]:
    """One tick of a match: both seats do what `codes` say, in an order that chance draws.

    What is not legal when its turn comes, as a play that came second, changes nothing.

    Args:
        byte: The match.
        words: The match.
        options: As `option_row`.
        codes: By seat.
        by_round: 1 if the end of a race ends the game, 0 if the match does.

    Returns:
        Whether the game is over, and what seat 0 won of it: 1, 0 or -1.
    """
    first = below(words, CHOICES, 2)
    for turn in range(2):
        seat = first ^ turn
        if codes[seat] == WAIT or not is_legal(byte, words, options, seat, codes[seat]):
            continue
        raced = byte[PHASE] == RACE
        act(byte, words, options, seat, codes[seat])
        phase = byte[PHASE]
        if by_round and raced and phase not in (RACE, READY):
            own, other = byte[STOCK], byte[SEAT + STOCK]
            if byte[CLEARED] < 2:
                return 1, 1 - 2 * byte[CLEARED]
            return 1, int(own < other) - int(own > other)
        if phase == OVER:
            return 1, (1, -1, 0)[byte[WINNER]]
        if phase in (DEAL, COIN):
            break
    go_on(byte, words, options)
    return (1, (1, -1, 0)[byte[WINNER]]) if byte[PHASE] == OVER else (0, 0)


@compiled
def answer(policy: int, byte: Row, words: Row, options: Row, seat: int) -> int:
    """The code of what a policy of ours does for a seat now; `WAIT` if nothing."""
    return choose(policy, byte, words, options, seat, half(drawn(words, CHOICES)))


@compiled
def seat_ticks(  # noqa: PLR0913, PLR0917
    bytes_: Row,
    words: Row,
    options: Row,
    codes: Row,
    policy: int,
    by_round: int,
    limit: int,
    ages: Row,
    rewards: Row,
    ended: Row,
    cut: Row,
    masks: Row,
) -> None:
    """A tick of many games in which seat 1 is played by a policy of ours.

    A game that was over before begins anew instead. `codes` has a row of two for each game, of
    which the second is written here.
    """
    for row in range(len(bytes_)):
        byte, word = bytes_[row], words[row]
        rewards[row] = 0
        if ended[row] or cut[row] or byte[PHASE] == DEAL:
            ended[row] = cut[row] = ages[row] = 0
            fresh(byte, word, options)
        else:
            codes[row, 1] = answer(policy, byte, word, options, 1)
            over, won = tick(byte, word, options, codes[row], by_round)
            ages[row] += 1
            ended[row] = over
            rewards[row] = won
            cut[row] = ages[row] >= limit and not over
        mask(byte, word, options, 0, masks[row])


@compiled
def fresh(byte: Row, words: Row, options: Row) -> None:
    """A new match from the generators as they are, dealt."""
    begin(byte, words)
    go_on(byte, words, options)
