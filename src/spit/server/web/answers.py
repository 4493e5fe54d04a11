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

_KEPT_HEADERS = ("Allow", "Retry-After")

_SENTENCES = {
    400: "That is not a request that can be understood.",
    404: "There is nothing here.",
    405: "That cannot be done here.",
    413: "That is too long.",
    426: "This address takes WebSockets.",
}


def answer(message: msgspec.Struct, status: int = 200) -> web.Response:
    """A struct of the protocol as a JSON answer."""
    return web.Response(body=encode(message), status=status, content_type=JSON)


def refusal(
    kind: type[web.HTTPError], sentence: str, headers: Mapping[str, str] | None = None
) -> web.HTTPError:
    """An error to raise, which `as_json` turns into an `HttpError` with this sentence."""
    return kind(headers=headers, text=sentence, content_type=JSON)


def too_many(sentence: str) -> web.HTTPError:
    """The error for whoever asks too often."""
    return refusal(web.HTTPTooManyRequests, sentence, {"Retry-After": "10"})


def as_json(error: web.HTTPException) -> web.Response:
    """The answer for an error: one of ours, or one that the framework raised itself."""
    is_ours = error.content_type == JSON
    sentence = (error.text or "") if is_ours else _SENTENCES.get(error.status, f"{error.reason}.")
    response = answer(HttpError(sentence), error.status)
    for name in _KEPT_HEADERS:
        if name in error.headers:
            response.headers[name] = error.headers[name]
    return response
