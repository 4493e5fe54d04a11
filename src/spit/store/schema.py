"""The tables of a store, as they are in its newest revision.

Owns their columns and indexes, and the list of revisions. How an older schema becomes this one is
`spit.store.migrations`'; a test holds the two together.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
)

REVISIONS: Final = ("0001", "0002")
"""Every revision there has been, the newest one last."""

HEAD: Final = REVISIONS[-1]

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts up by itself in a column of exactly this type alone.
NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")

journal: Final = Table(
    "journal",
    METADATA,
    Column("id", NUMBER, primary_key=True, autoincrement=False),
    Column("entries", LargeBinary, nullable=False),
)
"""One row a commit: MessagePack of ``[[table, entry], …]``."""

live: Final = Table(
    "live",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("checkpoint", LargeBinary, nullable=False),
)
"""One row a live table; its entries are those in journal rows after `since`."""

guests: Final = Table(
    "guests",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("secret_hash", LargeBinary, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False, index=True),
    sqlite_autoincrement=True,
)
"""A number is never given to a second one, not even once its guest is forgotten."""

matches: Final = Table(
    "matches",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("match", Text, nullable=False, unique=True),
    Column("table_name", Text, nullable=False),
    Column("started_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger, nullable=False, index=True),
    Column("rules_label", Text, nullable=False),
    Column("name0", Text, nullable=False),
    Column("name1", Text, nullable=False),
    Column("folded0", Text, nullable=False, index=True),
    Column("folded1", Text, nullable=False, index=True),
    Column("guest0", ForeignKey("guests.id")),
    Column("guest1", ForeignKey("guests.id"), index=True),
    Column("bot0", Text),
    Column("bot1", Text),
    Column("winner", SmallInteger),
    Column("reason", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Index(None, "guest0", "guest1", "winner"),
    sqlite_autoincrement=True,
)
"""`folded0` and `folded1` are the names without their case, `record` is compressed by zlib."""

marks: Final = Table(
    "marks",
    METADATA,
    Column("name", Text, primary_key=True),
)
"""What is done once in the life of a store."""

blocks: Final = Table(
    "blocks",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at_ms", BigInteger, nullable=False),
)

reports: Final = Table(
    "reports",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("match", Text, nullable=False, index=True),
    Column("reporter", ForeignKey("guests.id"), index=True),
    Column("reported", ForeignKey("guests.id"), index=True),
    Column("seat", SmallInteger, nullable=False),
    Column("words", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("record", LargeBinary, nullable=False),
)
