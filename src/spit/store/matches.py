"""Finished matches: saved once, listed, counted, forgotten.

Owns the queries about them; each takes a connection and leaves the transaction to its caller.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Final

from sqlalchemy import (
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
    true,
    union,
)

from spit.store.model import FinishedMatch, MatchRow
from spit.store.schema import guests, matches, reports
from spit.store.sqlite import insert

AT_ONCE: Final = 500
"""How many rows are forgotten in one transaction, so that nothing waits for it."""


def _who(seat: int) -> object:
    """A guest's number, or NULL once the guest is forgotten: no match is lost over that."""
    return select(guests.c.id).where(guests.c.id == bindparam(f"who{seat}")).scalar_subquery()


_PLAIN = [
    column.name for column in matches.c if column.name not in ("id", "guest0", "guest1", "record")
]
_SAVE = (
    insert(matches)
    .values(
        {name: bindparam(name) for name in [*_PLAIN, "record"]}
        | {"guest0": _who(0), "guest1": _who(1)}
    )
    .on_conflict_do_nothing(index_elements=["match"])
)
_LISTED = [matches.c[name] for name in ["id", *_PLAIN, "guest0", "guest1"]]


def save(connection: Connection, finished: Iterable[FinishedMatch]) -> None:
    """Saves matches; one that is there already stays as it is."""
    rows = [
        {
            "match": each.match,
            "table_name": each.table,
            "started_ms": each.started_ms,
            "ended_ms": each.ended_ms,
            "rules_label": each.rules_label,
            "name0": each.names[0],
            "name1": each.names[1],
            "folded0": each.names[0].casefold(),
            "folded1": each.names[1].casefold(),
            "who0": each.guests[0],
            "who1": each.guests[1],
            "bot0": each.bots[0],
            "bot1": each.bots[1],
            "winner": each.winner,
            "reason": each.reason,
            "rounds": each.rounds,
            "record": packed(each.record),
        }
        for each in finished
    ]
    if rows:
        connection.execute(_SAVE, rows)


def packed(record: str) -> bytes:
    """A record as it is stored."""
    return zlib.compress(record.encode())


def unpacked(blob: bytes) -> str:
    """A record as it was."""
    return zlib.decompress(blob).decode()


def record(connection: Connection, match: str) -> str | None:
    """The record of a match."""
    blob = connection.scalar(select(matches.c.record).where(matches.c.match == match))
    return None if blob is None else unpacked(blob)


def find(connection: Connection, match: str) -> MatchRow | None:
    """The match of that name."""
    row = connection.execute(select(*_LISTED).where(matches.c.match == match)).one_or_none()
    return None if row is None else _listed(row)


def listing(limit: int, before: int | None, player: str | None) -> Select[*tuple[object, ...]]:
    """The query of `newest`.

    A player's matches are looked up seat by seat, the newest of each: somebody whom everybody has
    played against, as a program, has more than could be sorted.
    """
    order = matches.c.id.desc()
    query = select(*_LISTED).order_by(order).limit(limit)
    page = true() if before is None else matches.c.id < before
    if player is None:
        return query.where(page)
    seats = [
        select(matches.c.id)
        .where(folded == player.casefold(), page)
        .order_by(order)
        .limit(limit)
        .subquery()
        for folded in (matches.c.folded0, matches.c.folded1)
    ]
    return query.where(matches.c.id.in_(union(*(select(seat.c.id) for seat in seats))))


def newest(
    connection: Connection, limit: int, before: int | None, player: str | None
) -> list[MatchRow]:
    """The newest matches, the newest one first."""
    return [_listed(row) for row in connection.execute(listing(limit, before, player))]


def _listed(row: Row[*tuple[object, ...]]) -> MatchRow:
    return MatchRow(
        number=row.id,
        match=row.match,
        table=row.table_name,
        started_ms=row.started_ms,
        ended_ms=row.ended_ms,
        rules_label=row.rules_label,
        names=(row.name0, row.name1),
        guests=(row.guest0, row.guest1),
        bots=(row.bot0, row.bot1),
        winner=row.winner,
        reason=row.reason,
        rounds=row.rounds,
    )


def pair_wins(guest: int, other: int) -> Select[int | None, int, int]:
    """The query of `head_to_head`: guest at seat 0, winner's seat, how often."""
    pair, turned = (guest, other), (other, guest)
    return (
        select(matches.c.guest0, matches.c.winner, func.count())
        .where(
            or_(
                *(
                    and_(matches.c.guest0 == first, matches.c.guest1 == second)
                    for first, second in (pair, turned)
                )
            ),
            matches.c.winner.is_not(None),
        )
        .group_by(matches.c.guest0, matches.c.winner)
    )


def head_to_head(connection: Connection, guest: int, other: int) -> tuple[int, int]:
    """How often each of two has won against the other, wherever they sat; draws do not count."""
    wins = [0, 0]
    for first, winner, count in connection.execute(pair_wins(guest, other)):
        wins[winner if first == guest else 1 - winner] += count
    return wins[0], wins[1]


def forget(connection: Connection, before_ms: int) -> int:
    """Deletes up to `AT_ONCE` matches that ended before then and that no report is about.

    Returns:
        How many.
    """
    old = (
        select(matches.c.id)
        .where(
            matches.c.ended_ms < before_ms,
            ~select(reports.c.id).where(reports.c.match == matches.c.match).exists(),
        )
        .limit(AT_ONCE)
    )
    return connection.execute(delete(matches).where(matches.c.id.in_(old))).rowcount
