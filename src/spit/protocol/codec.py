"""Bytes to messages and back.

Owns how strictly an inbound message is read and what is said of one that cannot be. Outbound
messages are encoded once, however many clients they go to.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from spit.protocol.http import NewTable
from spit.protocol.inbound import AnyInbound
from spit.protocol.limits import MAX_INBOUND_BYTES
from spit.protocol.outbound import AnyOutbound

_DETAIL_CHARS = 200

T = TypeVar("T")

_inbound: msgspec.json.Decoder[AnyInbound] = msgspec.json.Decoder(AnyInbound)
_outbound: msgspec.json.Decoder[AnyOutbound] = msgspec.json.Decoder(AnyOutbound)
_new_table = msgspec.json.Decoder(NewTable)
_encoder = msgspec.json.Encoder()


class BadMessageError(ValueError):
    """An inbound message that is none; its text is a sentence for whoever wrote the client."""


def decode(data: bytes | str) -> AnyInbound:
    """Reads an inbound message.

    Args:
        data: One WebSocket text message, UTF-8 where it is bytes.

    Raises:
        BadMessageError: It is too long, no JSON, or no message of this protocol.
    """
    return _decode(_inbound, data)


def decode_new_table(data: bytes) -> NewTable:
    """Reads the body of ``POST /api/tables``; an empty one asks for nothing in particular.

    Raises:
        BadMessageError: As in `decode`.
    """
    return _decode(_new_table, data) if data else NewTable()


def encode(message: msgspec.Struct) -> bytes:
    """Writes an outbound message, or any other struct of this protocol, as JSON in UTF-8."""
    return _encoder.encode(message)


def decode_outbound(data: bytes | str) -> AnyOutbound:
    """Reads an outbound message as a Python client does: unknown fields are ignored.

    Raises:
        msgspec.DecodeError: It is not one of the messages known here; a client ignores it.
    """
    return _outbound.decode(data)


def _decode(decoder: msgspec.json.Decoder[T], data: bytes | str) -> T:
    try:
        encoded = data.encode() if isinstance(data, str) else data
        if len(encoded) > MAX_INBOUND_BYTES:
            raise BadMessageError(f"A message has at most {MAX_INBOUND_BYTES} bytes.")
        return decoder.decode(encoded)
    except msgspec.DecodeError as error:
        raise BadMessageError(f"{str(error)[:_DETAIL_CHARS].rstrip('.')}.") from None
    except UnicodeError:
        raise BadMessageError("A message is UTF-8 text.") from None
    except RecursionError:
        raise BadMessageError("A message is not nested so deeply.") from None
