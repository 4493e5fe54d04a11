"""Guests, whom they have blocked, and what they have reported.

Owns the queries about them; each takes a connection and leaves the transaction to its caller.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, and_, delete, or_, select

from spit.store.matches import AT_ONCE, packed, unpacked
from spit.store.model import FinishedMatch, Guest, GuestSeen, Report
from spit.store.schema import blocks, guests, matches, reports
from spit.store.sqlite import insert

_NEW = insert(guests)
_SEE = _NEW.on_conflict_do_update(
    index_elements=["secret_hash"],
    set_={"name": _NEW.excluded.name, "seen_ms": _NEW.excluded.seen_ms},
)
_ENROL = _SEE.returning(guests.c.id)
_BLOCK = insert(blocks).on_conflict_do_nothing()
_REPORTER, _REPORTED = guests.alias(), guests.alias()


def _row(seen: GuestSeen) -> dict[str, object]:
    return {
        "secret_hash": seen.secret_hash,
        "name": seen.name,
        "made_ms": seen.now_ms,
        "seen_ms": seen.now_ms,
    }


def see(connection: Connection, seen: Iterable[GuestSeen]) -> None:
    """Notes who is here, by which name and when."""
    rows = [_row(each) for each in seen]
    if rows:
        connection.execute(_SEE, rows)


def enrol(connection: Connection, seen: GuestSeen) -> int:
    """Notes who is here; returns the guest's number, a new one for a new guest."""
    number: int = connection.execute(_ENROL, _row(seen)).scalar_one()
    return number


def guest(connection: Connection, secret_hash: bytes) -> Guest | None:
    """The guest with that secret."""
    row = connection.execute(
        select(guests).where(guests.c.secret_hash == secret_hash)
    ).one_or_none()
    return None if row is None else Guest(row.id, row.name, row.made_ms, row.seen_ms)


def block(connection: Connection, guest: int, blocked: int, now_ms: int) -> None:
    """Keeps two apart."""
    connection.execute(_BLOCK, {"guest": guest, "blocked": blocked, "at_ms": now_ms})


def unblock(connection: Connection, guest: int, blocked: int) -> None:
    """Takes a guest's own block back."""
    connection.execute(delete(blocks).where(blocks.c.guest == guest, blocks.c.blocked == blocked))


def is_blocked(connection: Connection, guest: int, other: int) -> bool:
    """Whether either of two has blocked the other."""
    query = select(blocks.c.guest).where(
        or_(
            and_(blocks.c.guest == guest, blocks.c.blocked == other),
            and_(blocks.c.guest == other, blocks.c.blocked == guest),
        )
    )
    return connection.execute(query.limit(1)).first() is not None


def blocks_of(connection: Connection, guest: int) -> set[int]:
    """All whom a guest has blocked, and all who have blocked the guest."""
    query = select(blocks.c.guest, blocks.c.blocked).where(
        or_(blocks.c.guest == guest, blocks.c.blocked == guest)
    )
    return {number for row in connection.execute(query) for number in row} - {guest}


def report(connection: Connection, said: Report) -> None:
    """Keeps a report and the record as it was then."""
    connection.execute(
        insert(reports),
        {
            "match": said.match,
            "reporter": said.reporter,
            "reported": said.reported,
            "seat": said.seat,
            "words": said.words,
            "at_ms": said.now_ms,
            "record": packed(said.record_so_far),
        },
    )


def doubt(connection: Connection, finished: Iterable[FinishedMatch]) -> None:
    """Keeps what the server itself has noticed in matches that are over, as reports by nobody."""
    for each in finished:
        for seat, words in each.doubts:
            said = Report(
                match=each.match,
                reporter=None,
                reported=each.guests[seat],
                seat=seat,
                words=words,
                now_ms=each.ended_ms,
                record_so_far=each.record,
            )
            report(connection, said)


def newest_reports(connection: Connection, limit: int) -> list[Report]:
    """The newest reports, the newest one first."""
    query = (
        select(reports, _REPORTER.c.name.label("by"), _REPORTED.c.name.label("about"))
        .outerjoin(_REPORTER, _REPORTER.c.id == reports.c.reporter)
        .outerjoin(_REPORTED, _REPORTED.c.id == reports.c.reported)
        .order_by(reports.c.id.desc())
        .limit(limit)
    )
    return [
        Report(
            match=row.match,
            reporter=row.reporter,
            reported=row.reported,
            seat=row.seat,
            words=row.words,
            now_ms=row.at_ms,
            record_so_far=unpacked(row.record),
            reporter_name=row.by,
            reported_name=row.about,
        )
        for row in connection.execute(query)
    ]


def forget(connection: Connection, before_ms: int) -> int:
    """Deletes up to `AT_ONCE` guests not seen since then whom no match or report is about.

    Their blocks go with them.

    Returns:
        How many.
    """
    places = (matches.c.guest0, matches.c.guest1, reports.c.reporter, reports.c.reported)
    gone = (
        select(guests.c.id)
        .where(
            guests.c.seen_ms < before_ms,
            *(~select(place).where(place == guests.c.id).exists() for place in places),
        )
        .limit(AT_ONCE)
    )
    return connection.execute(delete(guests).where(guests.c.id.in_(gone))).rowcount
