"""What the server writes about itself, and in which form."""

from __future__ import annotations

import json
from io import StringIO

from aiohttp.http_exceptions import BadHttpMessage

from spit.server.logs import framework_logger, make_log


def _tell(error: Exception) -> str:
    """What the log says when the framework tells of an error."""
    text = StringIO()
    logger = framework_logger(make_log("json", text))
    try:
        raise error
    except type(error):
        logger.exception("Error handling request from %s", "127.0.0.1")
    return text.getvalue()


def test_a_fault_of_the_framework_is_one_line() -> None:
    """With where it came from, as every other line."""
    line = json.loads(_tell(ZeroDivisionError("x")))
    assert line["level"] == "error"
    assert line["said"] == "Error handling request from 127.0.0.1"
    assert "ZeroDivisionError: x" in line["exception"]


def test_a_fault_of_a_client_is_no_line() -> None:
    """Whoever wants to fill the log has to find another way."""
    assert _tell(BadHttpMessage("no host")) == ""
    assert _tell(ConnectionResetError("gone")) == ""


def test_lines_for_people_have_no_braces() -> None:
    """On a terminal the log is read by eye."""
    text = StringIO()
    make_log("console", text).info("serving", port=7310)
    assert "serving" in text.getvalue()
    assert "port=7310" in text.getvalue()
    assert "{" not in text.getvalue()
