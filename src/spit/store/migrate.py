"""Brings a store's schema up to date.

Owns the decision: nothing to do, a copy and then the revisions that are missing, or no. Alembic,
which is slow to load, is loaded only for the second.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, column, inspect, select, table

from spit.store import sqlite
from spit.store.errors import StoreError
from spit.store.schema import HEAD, REVISIONS

_VERSION = table("alembic_version", column("version_num"))


def revision_of(connection: Connection, path: Path) -> str | None:
    """The revision of a store's schema; None for a file with nothing in it.

    Raises:
        StoreError: It is the file of something else, or of a newer Spit.
    """
    names = inspect(connection).get_table_names()
    if not names:
        return None
    if _VERSION.name not in names:
        raise StoreError(f"{path} belongs to another program; give Spit another folder with --data")
    found = connection.scalar(select(_VERSION.c.version_num))
    if found not in REVISIONS:
        raise StoreError(
            f"{path} was written by a newer Spit (its schema is {found}, this one knows {HEAD}); "
            "install that one, or name another folder with --data"
        )
    return str(found)


def check(engine: Engine, path: Path) -> None:
    """Makes sure that a store can be read as it is.

    Raises:
        StoreError: Its schema is an older or a newer one.
    """
    with engine.connect() as connection:
        found = revision_of(connection, path)
    if found is None:
        raise StoreError(f"nothing has been kept in {path.parent} yet; play a match first")
    if found != HEAD:
        raise StoreError(
            f"{path} was written by an older Spit; start `spit serve` once, which brings it up to "
            "date and keeps a copy"
        )


def bring_up_to_date(engine: Engine, path: Path) -> None:
    """Makes the schema the newest one; what an older one holds is copied beside it first.

    Raises:
        StoreError: It cannot be done; the file is as it was.
    """
    with engine.connect() as connection:
        found = revision_of(connection, path)
    if found == HEAD:
        return
    if found is not None:
        now = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        sqlite.copy(path, path.with_name(f"{path.stem}-before-{HEAD}-{now}{path.suffix}"))
    upgrade(engine, HEAD)


def upgrade(engine: Engine, revision: str) -> None:
    """Runs all revisions up to that one, or none of them."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "spit.store:migrations")
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        # The driver begins no transaction by itself for what changes a schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
