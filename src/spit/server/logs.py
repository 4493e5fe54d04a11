"""The server's log.

Owns its form: one event a line on standard error, with the table it is about. Nothing that is
logged holds a card or a secret.
"""

from __future__ import annotations

import sys
from typing import TextIO, cast

import structlog
from structlog.typing import FilteringBoundLogger, Processor

from spit.server.settings import LogFormat

Log = FilteringBoundLogger


def make_log(form: LogFormat, stream: TextIO | None = None) -> Log:
    """A log that writes to a stream, standard error if None; nothing global is changed."""
    out = sys.stderr if stream is None else stream
    for_people = form == "console" or (form == "auto" and out.isatty())
    processors: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(
            fmt="%H:%M:%S" if for_people else "iso", utc=not for_people
        ),
    ]
    if for_people:
        processors.append(structlog.dev.ConsoleRenderer(colors=out.isatty()))
    else:
        processors += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    log = structlog.wrap_logger(
        structlog.WriteLogger(out),
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger("info"),
        cache_logger_on_first_use=True,
    )
    return cast(Log, log)
