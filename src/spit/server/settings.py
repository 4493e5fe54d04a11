"""What a server can be told when it starts.

Owns the settings and their defaults; where each comes from (option or environment) is the command
line's.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from spit.protocol import limits
from spit.server.limits import Rate
from spit.table import TableSettings

DEFAULT_PORT = 7310

LogFormat = Literal["auto", "console", "json"]
"""How logs are written; ``auto`` is for people on a terminal and JSON otherwise."""

STATIC = Path(__file__).parent / "static"
"""Where the built browser client lies."""

MESSAGES = Rate(limits.MESSAGES_PER_SECOND, limits.MESSAGES_AT_ONCE)
NEW_TABLES = Rate(0.5, 30)
GUESSES = Rate(0.2, 20)
NEW_CONNECTIONS = Rate(5.0, 60)

_BASE_PATH: Final = re.compile(r"(/[A-Za-z0-9_-]+)*")


class SettingError(ValueError):
    """A setting cannot be what it was given as; its text is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Everything a server needs to know."""

    data: Path
    """Folder for what is kept."""
    keep_days: int = 365
    """Finished matches are kept so long, those that were reported longer; 0 is for ever."""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    """0 takes any free port."""
    allow_hosts: frozenset[str] = frozenset()
    """Names in the ``Host`` header that are answered too, lower case, without a port."""
    log_format: LogFormat = "auto"
    static: Path = STATIC
    table: TableSettings = field(default_factory=TableSettings)

    max_tables: int = 2_000
    gone_ms: int = 300_000
    """A table without a match under way is dropped once its people were gone for so long."""
    invite_ms: int = 3_600_000
    """The same for a table with a free seat, whose maker waits for a friend elsewhere."""
    meet_ms: int = 20_000
    """So long two who were paired have to come to their table."""
    spectator_delay_ms: int = 3_000
    save_seconds: float = 2.0
    """How long the news of a result waits for its record to be on the disk."""
    hello_seconds: float = limits.HELLO_SECONDS
    body_seconds: float = 10.0
    """How long the body of a request may take to arrive."""
    ping_seconds: float = limits.PING_SECONDS
    silent_seconds: float = limits.SILENT_SECONDS
    """A player whose own pings have stopped for so long while a match runs is cut off."""
    close_seconds: float = 2.0
    """How long a connection that was told to end may take before it is cut."""
    queued_messages: int = limits.QUEUED_MESSAGES
    messages: Rate = MESSAGES
    dropped_messages: int = 100
    """After so many messages beyond the rate a connection is closed."""
    new_tables: Rate = NEW_TABLES
    """Tables that one address may make."""
    new_connections: Rate = NEW_CONNECTIONS
    """WebSockets that one address may open."""
    guesses: Rate = GUESSES
    """Names of tables and secrets that do not exist, which one address may try."""
    behind_proxy: bool = False
    """Whether requests come through a proxy that says from where (``X-Forwarded-…``)."""
    base_path: str = ""
    """What all addresses begin with, as ``/spit``; empty for none."""
    connections_of_address: int = 200
    """WebSockets that one address may have open."""


def read_base_path(text: str) -> str:
    """The base path that somebody typed, with one slash before it and none behind it.

    Raises:
        SettingError: It has what no path of ours may have: dots, queries, spaces.
    """
    path = text.strip("/")
    path = f"/{path}" if path else ""
    if _BASE_PATH.fullmatch(path) is None:
        raise SettingError(
            f"{text!r} is no base path; give one like /spit, of letters, digits, - and _"
        )
    return path


def default_data_folder() -> Path:
    """Where the platform keeps a user's data; the folder is not made yet."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "spit"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "spit"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "spit"
