"""Answers over plain HTTP that are not files.

Owns their form: JSON, and one sentence for whatever went wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from aiohttp import web

from spit.protocol.codec import encode
from spit.protocol.http import HttpError

JSON = "application/json"


def answer(message: msgspec.Struct, status: int = 200) -> web.Response:
    """A struct of the protocol as a JSON answer."""
    return web.Response(body=encode(message), status=status, content_type=JSON)


def refusal(
    kind: type[web.HTTPError], sentence: str, headers: Mapping[str, str] | None = None
) -> web.HTTPError:
    """An error to raise, whose body is `HttpError` with this sentence."""
    return kind(headers=headers, body=encode(HttpError(sentence)), content_type=JSON)


def as_json(error: web.HTTPException) -> web.StreamResponse:
    """What is sent for an error that the framework raised itself."""
    if error.status < 400 or error.content_type == JSON:
        return error
    headers = {"Allow": error.headers["Allow"]} if "Allow" in error.headers else None
    body = encode(HttpError(_SENTENCES.get(error.status, f"{error.reason}.")))
    return web.Response(body=body, status=error.status, content_type=JSON, headers=headers)


_SENTENCES = {
    404: "There is nothing here.",
    405: "That cannot be done here.",
    413: "That is too long.",
}
