"""What has to be true once a server has been killed.

Owns the comparison of three: what was noted, what is kept, and what people were shown. Each check
returns sentences, one for each thing that is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from spit.protocol import messages as m
from spit.protocol.follow import step
from spit.rules import State, parse_rules, verify
from spit.rules.record import read_record
from spit.server.tables.ledger import Revived, read
from spit.server.tables.seats import key_of
from spit.store import MatchRow, Store, StoreReader
from spit.table import MatchLog, Table, TableSettings
from tests.soak.notes import Life
from tests.soak.people import Seat, Shown, difference, timeless

ALLOWED_MS = 50.0
"""So much of what has happened last may be rolled back."""

_BEGAN, _CLOCK_AND_NUMBER = b"B", 12
_FINAL = (
    m.Dealt, m.Called, m.CallsWithdrawn, m.Spat, m.Played, m.Flipped, m.Shifted, m.RoundStopped,
    m.Slapped, m.RoundEnded, m.MatchEnded, m.Seated,
)  # fmt: skip


class Kept(NamedTuple):
    """What the store of a dead server holds."""

    tables: dict[str, Revived]
    logs: dict[str, bytes]
    """By table, the log of the match that is on."""
    matches: dict[str, MatchRow]


async def kept_in(copy: Path) -> Kept:
    """What a store holds; to be asked of a copy, so that the next server finds all as it was."""
    store = await Store.open(copy)
    try:
        tables = {each.name: read(each) for each in await store.live()}
        rows = await store.matches(100_000)
    finally:
        await store.close()
    logs = {name: bytes(revived.log) for name, revived in tables.items()}
    return Kept(tables, logs, {row.match: row for row in rows})


class Loss(NamedTuple):
    """What was rolled back at one table."""

    table: str
    entries: int
    ms: float
    """From when the first of it was noted to the kill; 0 for nothing."""


def losses(before: Kept | None, life: Life, after: Kept, killed_ns: int) -> list[Loss | str]:
    """What each table has lost by the server's own view, or what else is wrong with it.

    What is kept must be a beginning of what was kept before and noted since: nothing is missing
    in between, and no entry is there in part.
    """
    noted = defaultdict(list)
    for entry in life.entries:
        noted[entry.table].append(entry)
    found: list[Loss | str] = []
    for name in noted.keys() | (before.tables.keys() if before else set()):
        if name not in after.tables:
            found.append(f"{name} is gone")
            continue
        log = MatchLog(before.logs[name] if before else b"")
        stands = [bytes(log)]
        for entry in noted[name]:
            data = entry.data[1:]
            if entry.data[:1] == _BEGAN:
                log, data = MatchLog(), data[_CLOCK_AND_NUMBER:]
            log.add(data)
            stands.append(bytes(log))
        if after.logs[name] not in stands:
            found.append(f"{name}: what is kept is no beginning of what was noted")
            continue
        lost = noted[name][stands.index(after.logs[name]) :]
        if lost and lost[0].at_ns < life.kept_ns:
            found.append(f"{name} has lost what was written")
        ms = (killed_ns - lost[0].at_ns) / 1e6 if lost else 0.0
        found.append(Loss(name, len(lost), ms))
    return found


def core(view: m.TableView) -> m.TableView:
    """What of a view is final and outlives a server: no clocks, no versions, nobody's presence."""
    if view.tentative:
        plays = [play.version for play in reversed(view.tentative)]
        view = step(view, m.TakenBack(plays=plays, margin_ms=None))
    return replace(
        timeless(view), epoch=0, version=0, online=[], paused=None, countdown=None, claimable=None,
        rematch=[], watching=0, round_trips=[None, None], saved=True, tentative=[],
        spits=[replace(pile, version=0) for pile in view.spits],
    )  # fmt: skip


class Rollback(NamedTuple):
    """What somebody has seen undone."""

    events: int
    ms: float
    """From when the first of it was received to the kill; 0 for nothing."""


def rollback(seat: Seat, kept: Kept, killed_ns: Mapping[int, int]) -> Rollback | str:
    """What somebody saw undone when the server lived again, or what else is wrong with it.

    The first whole view of the new life must be one that was shown before, or must follow from
    the last one that was.

    Args:
        seat: Who.
        kept: What the store held when that life began.
        killed_ns: By life of the server, when it was killed.
    """
    history = seat.history
    begins = (i for i, shown in enumerate(history) if shown.life == seat.life)
    start = next(begins)
    if start == 0:
        return Rollback(0, 0.0)  # somebody who has just come
    past, restored = history[:start], core(history[start].view)
    if history[start].view.epoch <= past[-1].view.epoch:
        return f"{seat.table}: seat {seat.seat} has seen no new epoch"
    same = last_index(past, restored)
    if same is None:
        if leads_to(past[-1].view, kept.tables[seat.table]):
            return Rollback(0, 0.0)
        return f"{seat.table}: {restored} is nothing that seat {seat.seat} has seen"
    lost = [
        shown
        for shown in past[same + 1 :]
        if isinstance(shown.event, _FINAL) and not getattr(shown.event, "tentative", False)
    ]
    return Rollback(len(lost), (killed_ns[past[-1].life] - lost[0].at_ns) / 1e6 if lost else 0.0)


def last_index(past: Sequence[Shown], restored: m.TableView) -> int | None:
    """Where a position was shown last."""
    for index in range(len(past) - 1, -1, -1):
        if past[index].view.match == restored.match and core(past[index].view) == restored:
            return index
    return None


def leads_to(view: m.TableView, revived: Revived) -> bool:
    """Whether the match that is kept has come through what somebody was shown."""
    if view.phase == "over" and view.match != match_of(revived):
        return True  # the next match began, and nobody was told of it
    wanted = replace(core(view), wins=[])
    states = (state for _, state in revived.log.replay())
    return any(replace(core(view_of(revived, state)), wins=[]) == wanted for state in states)


def match_of(revived: Revived) -> str:
    """Name of the match that is kept."""
    name, number = revived.kept.name, revived.kept.number
    return name if number == 1 else f"{name}-{number}"


def view_of(revived: Revived, state: State) -> m.TableView:
    """A state of a table that is kept, as the wire has it."""
    first, second = revived.kept.names
    table = Table(
        revived.kept.name, (first, second), (False, False), parse_rules(revived.kept.rules),
        TableSettings(), lambda: bytes(32), 0,
    )  # fmt: skip
    table.adopt(state, 2, number=revived.kept.number)
    table.count_wins_from((revived.kept.wins[0], revived.kept.wins[1]))
    return table.view(0)


def agreement(seats: Iterable[Seat]) -> Iterator[str]:
    """Two at a table were shown the same at every position, and each what the server had."""
    shown: dict[tuple[str, int, int], m.TableView] = {}
    for seat in seats:
        yield from seat.differences
        for each in seat.history:
            key = (seat.table, each.view.epoch, each.view.version)
            view = timeless(each.view)
            if shown.setdefault(key, view) != view:
                yield f"{seat.table}: {difference(shown[key], view)}"


def results(seats: Iterable[Seat], matches: Mapping[str, MatchRow]) -> Iterator[str]:
    """Every result that was told as kept is kept, as it was told."""
    for seat in seats:
        for match, winner in seat.told.items():
            if match not in matches:
                yield f"the result of {match} was told, and is gone"
            elif matches[match].winner != winner:
                yield f"{match} was told as won by {winner}, and is kept as {matches[match].winner}"


async def records(
    folder: Path, seats: Sequence[Seat], guests: Mapping[str, tuple[str, str]]
) -> list[str]:
    """Every match that was finished has one record, which verifies, and counts once.

    Args:
        folder: Of a server that has stopped.
        seats: All people.
        guests: By table, the secrets of the two, where they have some.
    """
    wrong: list[str] = []
    async with await StoreReader.open(folder) as store:
        rows = await store.matches(100_000)
        told = {match for seat in seats for match in seat.told}
        names = [row.match for row in rows]
        if sorted(names) != sorted(told):
            wrong.append(f"kept are {sorted(names)}, told were {sorted(told)}")
        for row in rows:
            text = await store.record(row.match)
            assert text is not None
            data = text.encode()
            fault = verify(BytesIO(data))
            if fault is not None:
                wrong.append(f"the record of {row.match} does not verify: {fault}")
            elif read_record(BytesIO(data))[0].match != row.match:
                wrong.append(f"the record of {row.match} is of another match")
        for seat in seats:
            won = [row.winner for row in rows if row.table == seat.table]
            if seat.view.wins != [won.count(0), won.count(1)]:
                wrong.append(f"{seat.table}: {seat.view.wins} wins are shown, of {won}")
        for name, (first, second) in guests.items():
            one, other = await store.guest(key_of(first)), await store.guest(key_of(second))
            assert one is not None
            assert other is not None
            won = [row.winner for row in rows if row.table == name]
            if await store.head_to_head(one.id, other.id) != (won.count(0), won.count(1)):
                wrong.append(f"{name}: the two have not won {won} against each other")
    return wrong
