"""The server's log.

Owns its form: one event a line on standard error, with the table it is about. Nothing that is
logged holds a card or a secret.
"""

from __future__ import annotations

import logging
import sys
from typing import TextIO, cast

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from structlog.typing import FilteringBoundLogger, Processor

from spit.server.settings import LogFormat

Log = FilteringBoundLogger

_NOT_OURS = (HttpProcessingError, web.RequestPayloadError, ConnectionError)
"""What is wrong with a request or a connection, and not with the server."""


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


class _Forward(logging.Handler):
    """Says by our log what the framework says by the standard library's."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, _NOT_OURS):
            self._log.error("framework", said=record.getMessage(), exc_info=error)


def framework_logger(log: Log) -> logging.Logger:
    """A logger for the HTTP framework that passes its faults on, in the form of the others.

    What a client did wrong is left out: anybody could fill the log by it.
    """
    logger = logging.Logger("spit.server")  # noqa: LOG001 - nothing global is changed
    logger.addHandler(_Forward(log))
    return logger
