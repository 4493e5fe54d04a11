"""The second revision: players can be blocked and reported."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "blocks",
        sa.Column("guest", _NUMBER, nullable=False),
        sa.Column("blocked", _NUMBER, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", "blocked", name="pk_blocks"),
        sa.ForeignKeyConstraint(
            ["guest"], ["guests.id"], name="fk_blocks_guest", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["blocked"], ["guests.id"], name="fk_blocks_blocked", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "reports",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("reporter", _NUMBER),
        sa.Column("reported", _NUMBER),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.ForeignKeyConstraint(["reporter"], ["guests.id"], name="fk_reports_reporter"),
        sa.ForeignKeyConstraint(["reported"], ["guests.id"], name="fk_reports_reported"),
    )
    for column in ("match", "reporter", "reported"):
        op.create_index(f"ix_reports_{column}", "reports", [column])
