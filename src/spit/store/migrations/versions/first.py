"""The first revision: journal, live tables, guests and finished matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "journal",
        sa.Column("id", _NUMBER, autoincrement=False, nullable=False),
        sa.Column("entries", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_journal"),
    )
    op.create_table(
        "live",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("checkpoint", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_live"),
    )
    op.create_table(
        "marks",
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_marks"),
    )
    op.create_table(
        "guests",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
        sa.UniqueConstraint("secret_hash", name="uq_guests_secret_hash"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_guests_seen_ms", "guests", ["seen_ms"])
    _make_matches()


def _make_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.Column("rules_label", sa.Text, nullable=False),
        sa.Column("name0", sa.Text, nullable=False),
        sa.Column("name1", sa.Text, nullable=False),
        sa.Column("folded0", sa.Text, nullable=False),
        sa.Column("folded1", sa.Text, nullable=False),
        sa.Column("guest0", _NUMBER),
        sa.Column("guest1", _NUMBER),
        sa.Column("bot0", sa.Text),
        sa.Column("bot1", sa.Text),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("match", name="uq_matches_match"),
        sa.ForeignKeyConstraint(["guest0"], ["guests.id"], name="fk_matches_guest0"),
        sa.ForeignKeyConstraint(["guest1"], ["guests.id"], name="fk_matches_guest1"),
        sqlite_autoincrement=True,
    )
    for columns in (
        ["ended_ms"],
        ["folded0"],
        ["folded1"],
        ["guest1"],
        ["guest0", "guest1", "winner"],
    ):
        op.create_index("ix_matches_" + "_".join(columns), "matches", columns)
