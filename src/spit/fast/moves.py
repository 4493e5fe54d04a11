"""Applying an action, as `spit.rules.engine` and `spit.rules.settle` do.

Owns every change of a match but the deal. What it is given must be legal.
"""

from __future__ import annotations

from spit.fast.compiled import Row, compiled
from spit.fast.layout import (
    ACTIONS,
    BOUND,
    CALL,
    CLEARED,
    COIN,
    COUNT,
    DEAL,
    DEPTH,
    DOWN,
    FIRST,
    FITS,
    FLIP,
    HAND,
    HELD,
    LAID,
    LOOK,
    MULTI,
    NEXT,
    NOBODY,
    NOTHING,
    O_AUTO,
    O_FITS,
    O_MAX_ROUNDS,
    O_OWN,
    O_POINTS,
    O_SMALLER,
    O_STOCK_ONLY,
    O_TARGET,
    OVER,
    PACKET,
    PHASE,
    PILES,
    PLAY,
    POINTS,
    RACE,
    REASON,
    ROUND,
    SAY,
    SEAT,
    SHIFT,
    SHOWN,
    SLAP,
    SLAPPING,
    SPIT,
    STOCK,
    TOP,
    UNDER,
    UP,
    WINNER,
)
from spit.fast.legal import plays_of, smaller


@compiled
def act(byte: Row, words: Row, options: Row, seat: int, code: int) -> None:
    """Applies a legal action of a seat."""
    words[ACTIONS] += 1
    if code < FLIP:
        play(byte, words, options, seat, (code - PLAY) >> 1, (code - PLAY) & 1)
    elif code < SHIFT:
        turn_up(byte, seat, code - FLIP)
        recall(byte, words)
    elif code < SAY:
        shift(byte, options, seat, (code - SHIFT) // 5, (code - SHIFT) % 5)
        recall(byte, words)
    elif code < SLAP:
        say(byte, words, options, seat, code - SAY)
    else:
        take(byte, words, options, seat, code - SLAP)


@compiled
def play(byte: Row, words: Row, options: Row, seat: int, stock: int, pile: int) -> None:
    """R4.1: a face-up top card onto a spit pile."""
    card = lift(byte, options, seat, stock)
    s = seat * SEAT
    byte[s + STOCK] -= 1
    words[HELD + seat] ^= 1 << card
    put(byte, words, card, pile)
    words[FITS] = options[O_FITS + 14 * byte[TOP] + byte[TOP + 1]]
    if byte[s + STOCK] == 0:
        stop(byte, words, options, seat)


@compiled
def put(byte: Row, words: Row, card: int, pile: int) -> None:
    """A card comes on a spit pile."""
    words[SPIT + pile] |= 1 << card
    byte[COUNT + pile] += 1
    byte[TOP + pile] = card >> 2


@compiled
def lift(byte: Row, options: Row, seat: int, stock: int) -> int:
    """Takes the face-up top card off a stock pile; with `flip=auto` the next one turns (R5.1)."""
    s = seat * SEAT
    down = byte[s + DOWN + stock]
    up = byte[s + UP + stock]
    at = s + stock * DEPTH + down + up - 1
    card = byte[at]
    byte[s + UP + stock] = up - 1
    if up > 1:
        byte[s + LOOK + stock] = byte[at - 1] >> 2 << 1
        if up == 2:
            byte[s + MULTI] &= ~(1 << stock)
    else:
        byte[s + LOOK + stock] = NOTHING
        byte[s + SHOWN] &= ~(1 << stock)
        if down and options[O_AUTO]:
            turn_up(byte, seat, stock)
    return card


@compiled
def turn_up(byte: Row, seat: int, stock: int) -> None:
    """R5.1: turns the next card of a pile face up."""
    s = seat * SEAT
    down = byte[s + DOWN + stock] - 1
    byte[s + DOWN + stock] = down
    byte[s + UP + stock] = 1
    byte[s + LOOK + stock] = byte[s + stock * DEPTH + down] >> 2 << 1
    byte[s + SHOWN] |= 1 << stock
    if down == 0:
        byte[s + UNDER] &= ~(1 << stock)


@compiled
def shift(byte: Row, options: Row, seat: int, stock: int, slot: int) -> None:
    """R5.2, R5.4: a top card into an empty slot or onto a card of equal rank."""
    card = lift(byte, options, seat, stock)
    s = seat * SEAT
    up = byte[s + UP + slot]
    byte[s + slot * DEPTH + byte[s + DOWN + slot] + up] = card
    byte[s + UP + slot] = up + 1
    byte[s + LOOK + slot] = card >> 2 << 1
    byte[s + SHOWN] |= 1 << slot
    if up:
        byte[s + MULTI] |= 1 << slot


@compiled
def recall(byte: Row, words: Row) -> None:
    """Takes back what was said if a play has become legal (R3.5)."""
    if byte[CALL] == 0 and byte[SEAT + CALL] == 0:
        return
    if plays_of(byte, words, 0) or plays_of(byte, words, 1):
        byte[CALL] = byte[SEAT + CALL] = 0
        byte[FIRST] = NOBODY


@compiled
def say(byte: Row, words: Row, options: Row, seat: int, what: int) -> None:
    """R3: "spit"; when both have said it the cards turn, or the round is blocked (R6.2)."""
    byte[seat * SEAT + CALL] = what + 1
    if byte[FIRST] == NOBODY:
        byte[FIRST] = seat
    if byte[(1 - seat) * SEAT + CALL] == 0:
        return
    if byte[HAND] or byte[SEAT + HAND]:
        spit_both(byte, words, options)
    else:
        stop(byte, words, options, NOBODY)


@compiled
def spit_both(byte: Row, words: Row, options: Row) -> None:
    """Each seat that has a spit card turns its next one up (R3.1, R3.2)."""
    seat = byte[FIRST]
    landed = alone_on = 0
    for _ in range(2):
        s = seat * SEAT
        if byte[s + HAND]:
            pile = byte[s + CALL] - 2
            if pile < 0:
                pile = seat if byte[PILES] == 2 else 0
            card = byte[PACKET + 52 * seat + byte[s + NEXT]]
            byte[s + NEXT] += 1
            byte[s + HAND] -= 1
            words[HELD + seat] ^= 1 << card
            put(byte, words, card, pile)
            landed += 1
            alone_on = pile
        seat = 1 - seat
    if landed == 1 and byte[PHASE] == RACE and options[O_OWN] and byte[PILES] == 2:
        byte[BOUND] = alone_on
    byte[CALL] = byte[SEAT + CALL] = 0
    byte[FIRST] = NOBODY
    byte[PHASE] = RACE
    words[FITS] = options[O_FITS + 14 * byte[TOP] + byte[TOP + 1]]


# ------------------------------------------------------------------ R6, R7, R8: the end of a round


@compiled
def stop(byte: Row, words: Row, options: Row, cleared: int) -> None:
    """Ends the race: cleared by a seat (R6.1), or blocked with `NOBODY` (R6.2)."""
    byte[CLEARED] = cleared
    byte[CALL] = byte[SEAT + CALL] = 0
    byte[FIRST] = NOBODY
    if options[O_POINTS]:
        end_round(byte, words, options)
    elif byte[PILES] == 1 and cleared != NOBODY:  # R6.4
        words[HELD + 1 - cleared] |= words[SPIT]
        end_round(byte, words, options)
    elif not options[O_SMALLER]:
        byte[PHASE] = SLAPPING
    elif cleared == NOBODY or smaller(byte) == NOBODY:
        byte[PHASE] = COIN
    else:
        take(byte, words, options, cleared, smaller(byte))


@compiled
def flip_coin(byte: Row, words: Row, options: Row, side: int) -> None:
    """R6.3: side 0 or 1 of the coin of `slap=smaller`, as `spit.rules.chance_actions` lists it."""
    pile = smaller(byte)
    if pile != NOBODY:
        take(byte, words, options, side, pile)
    else:
        take(byte, words, options, 0 if byte[CLEARED] == NOBODY else byte[CLEARED], side)


@compiled
def take(byte: Row, words: Row, options: Row, seat: int, pile: int) -> None:
    """R6.3, R6.5: a seat takes a pile, the other seat the other one."""
    words[HELD + seat] |= words[SPIT + pile]
    words[HELD + 1 - seat] |= words[SPIT + 1 - pile]
    end_round(byte, words, options)


@compiled
def end_round(byte: Row, words: Row, options: Row) -> None:
    """Counts the round (R6.6, R8.2) and judges whether it has decided the match (R7.5, R8.3)."""
    winner, reason = NOBODY, 0
    if options[O_POINTS]:
        for seat in range(2):
            s = seat * SEAT
            words[POINTS + seat] += byte[s + STOCK]
            if not options[O_STOCK_ONLY]:
                words[POINTS + seat] += byte[s + HAND]
        first, second = words[POINTS], words[POINTS + 1]
        if first != second and max(first, second) >= options[O_TARGET]:
            winner, reason = int(second < first), 4
    else:
        cleared = byte[CLEARED]
        held = words[HELD]
        if cleared != NOBODY and byte[PILES] == 1 and byte[cleared * SEAT + LAID] == 0:
            winner, reason = cleared, 1
        elif held == 0 or words[HELD + 1] == 0:
            winner, reason = int(held != 0), 2
        elif words[ROUND] == options[O_MAX_ROUNDS]:
            cards = 0
            for card in range(52):
                cards += held >> card & 1
            winner, reason = NOBODY if cards == 26 else int(cards > 26), 3
    byte[WINNER] = winner
    byte[REASON] = reason
    byte[PHASE] = OVER if reason else DEAL
