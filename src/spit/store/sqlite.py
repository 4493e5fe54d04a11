"""What is SQLite's alone: the file, its connections, copies, who may write, what errors say.

Owns everything that another database would do in another way. It knows no table of the schema.
"""

from __future__ import annotations

import errno
import os
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from spit.store.errors import StoreError

__all__ = ["FILE", "FolderLock", "copy", "insert", "make_engine", "prepare", "stated", "sync"]

FILE: Final = "spit.sqlite"
"""The file of a store, in the data folder."""

_LOCK: Final = "spit.lock"
_BUSY_SECONDS: Final = 5.0
_LOG_BYTES: Final = 4 << 20
"""Beyond this size the write-ahead log is copied into the file and begun anew."""
_MOST_LOG_PAGES: Final = 8_000
"""At this size the writer does that itself, if it comes to that, and commits wait for it."""
_COPIES: Final = 3
"""So often the log is copied at once, since the writer adds to it meanwhile."""

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderLock:
    """The right to write in a folder; the system takes it back when the process is gone.

    Args:
        folder: It is made if there is none.

    Raises:
        StoreError: Another process has it, or the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        with stated(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _try_lock(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise StoreError(
                    f"another server keeps its data in {folder}; stop it, or give this one "
                    "another folder with --data"
                ) from error
            raise StoreError(
                f"{folder} cannot be locked ({error.strerror}); put it on a disk of this machine"
            ) from error

    def release(self) -> None:
        """Lets another one write."""
        os.close(self._descriptor)


def prepare(path: Path) -> None:
    """Makes the file if there is none, for its owner alone, and makes sure that it can be written.

    Raises:
        StoreError: It cannot.
    """
    with stated(path.parent):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if sys.platform != "win32":
                mode = os.fstat(descriptor).st_mode
                with suppress(PermissionError):  # it is somebody else's, and open to us
                    os.fchmod(descriptor, mode & 0o700)
        finally:
            os.close(descriptor)


def make_engine(path: Path, *, may_write: bool) -> Engine:
    """Connections to a file that exists.

    A commit hands its pages to the system and does not wait for the disk: from then on it outlives
    the process. `sync` makes it outlive the machine.
    """
    url = URL.create(
        "sqlite+pysqlite",
        database=path.absolute().as_uri(),
        query={"mode": "rw", "uri": "true"},
    )
    connect_args = {"timeout": _BUSY_SECONDS, "check_same_thread": False}
    engine = create_engine(url, connect_args=connect_args)
    pragmas = ["foreign_keys=ON"]
    if may_write:
        pragmas += ["journal_mode=WAL", "synchronous=NORMAL", f"journal_size_limit={_LOG_BYTES}"]
        pragmas.append(f"wal_autocheckpoint={_MOST_LOG_PAGES}")
    else:
        pragmas.append("query_only=ON")

    @event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _record: object) -> None:
        try:
            cursor = connection.cursor()
            for pragma in pragmas:
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()
        except BaseException:
            connection.close()  # nobody else knows of it yet
            raise

    return engine


def sync(path: Path) -> None:
    """Waits until all that was committed is on the disk; the writer need not wait meanwhile.

    Raises:
        StoreError: The disk fails.
    """
    log = path.with_name(f"{path.name}-wal")
    with stated(path):
        try:
            descriptor = os.open(log, os.O_RDWR)
        except FileNotFoundError:  # the last one who had the file open has put all into it
            return
        try:
            os.fsync(descriptor)
            size_bytes = os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)
    if size_bytes > _LOG_BYTES:
        with suppress(sqlite3.Error):  # no room for the copy; the log has everything
            _copy_log(path)


def _copy_log(path: Path) -> None:
    """Copies the write-ahead log into the file; one that is all there is begun anew."""
    with closing(_plain(path)) as connection:
        for _ in range(_COPIES):
            is_busy, pages, copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if is_busy or pages == copied:
                return


def copy(path: Path, to: Path) -> None:
    """Copies a store as it is at one moment, while others go on writing to it.

    The copy is one file of its own. It appears whole or not at all, and is checked before.

    Raises:
        StoreError: `to` exists, or cannot be written, or what was copied is damaged.
    """
    if to.exists():
        raise StoreError(f"{to} exists already; give the copy another name")
    partial = to.with_name(f"{to.name}.{secrets.token_hex(4)}.partial")
    try:
        with stated(to):
            os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            with closing(_plain(path)) as source, closing(_plain(partial)) as target:
                source.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")
                faults = target.execute("PRAGMA integrity_check(1)").fetchall()
            if faults != [("ok",)]:
                raise StoreError(f"{path} is damaged ({faults[0][0]}); it was not copied")
            _put(partial, to)
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            partial.with_name(partial.name + suffix).unlink(missing_ok=True)


def _plain(path: Path) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS)


def _put(partial: Path, to: Path) -> None:
    """Gives a file its name, unless something else has it by now."""
    try:
        os.link(partial, to)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if to.exists():
            raise
        partial.rename(to)
    if sys.platform != "win32":
        folder = os.open(to.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def stated(path: Path) -> Iterator[None]:
    """Turns what goes wrong with a file or folder into a sentence.

    Raises:
        StoreError: In place of an error of the database or of the system.
    """
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise StoreError(_sentence(error, path)) from error
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(f"cannot keep data in {path}: {why}") from error


_SENTENCES: Final = {
    "SQLITE_FULL": "the disk with {path} is full; make room on it",
    "SQLITE_NOTADB": "{path} is damaged, or no store; move it away, or put a backup in its place",
    "SQLITE_CORRUPT": "{path} is damaged; move it away, or put a backup in its place",
    "SQLITE_READONLY": "{path} cannot be written; give this user the right to",
    "SQLITE_PERM": "{path} cannot be opened; give this user the right to",
    "SQLITE_CANTOPEN": "{path} cannot be opened; see whether it exists and who may read it",
    "SQLITE_BUSY": "{path} is locked by another program; end that, and try again",
    "SQLITE_IOERR": "the disk with {path} fails ({why}); see what the system says of it",
}


def _sentence(error: SQLAlchemyError | sqlite3.Error, path: Path) -> str:
    original = error.orig if isinstance(error, DBAPIError) else error
    why = " ".join(str(original).split())
    name = getattr(original, "sqlite_errorname", "")
    for prefix, sentence in _SENTENCES.items():
        if name.startswith(prefix):
            return sentence.format(path=path, why=why)
    return f"{path} cannot be used: {why}"
