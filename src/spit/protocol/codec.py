"""Bytes to messages and back.

Owns how strictly an inbound message is read and what is said of one that cannot be. Outbound
messages are encoded once, however many clients they go to.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from spit.protocol.inbound import AnyInbound
from spit.protocol.limits import MAX_INBOUND_BYTES
from spit.protocol.lobby import AnyLobbyInbound, AnyLobbyOutbound
from spit.protocol.outbound import AnyOutbound

_DETAIL_CHARS = 200

T = TypeVar("T")

_inbound: msgspec.json.Decoder[AnyInbound] = msgspec.json.Decoder(AnyInbound)
_outbound: msgspec.json.Decoder[AnyOutbound] = msgspec.json.Decoder(AnyOutbound)
_lobby_inbound: msgspec.json.Decoder[AnyLobbyInbound] = msgspec.json.Decoder(AnyLobbyInbound)
_lobby_outbound: msgspec.json.Decoder[AnyLobbyOutbound] = msgspec.json.Decoder(AnyLobbyOutbound)
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


def decode_lobby(data: bytes | str) -> AnyLobbyInbound:
    """Reads what a client says to the lobby.

    Args:
        data: As in `decode`.

    Raises:
        BadMessageError: As in `decode`.
    """
    return _decode(_lobby_inbound, data)


def decode_body(kind: type[T], data: bytes) -> T:
    """Reads the body of a request; an empty one is an object without fields.

    Args:
        kind: The struct that it holds, one of `spit.protocol.http`.
        data: The body, UTF-8.

    Raises:
        BadMessageError: As in `decode`.
    """
    return _decode(msgspec.json.Decoder(kind), data or b"{}")


def encode(message: msgspec.Struct) -> bytes:
    """Writes an outbound message, or any other struct of this protocol, as JSON in UTF-8."""
    return _encoder.encode(message)


def decode_outbound(data: bytes | str) -> AnyOutbound:
    """Reads an outbound message as a Python client does: unknown fields are ignored.

    Raises:
        msgspec.DecodeError: It is not one of the messages known here; a client ignores it.
    """
    return _outbound.decode(data)


def decode_lobby_outbound(data: bytes | str) -> AnyLobbyOutbound:
    """Reads what the lobby says, as a Python client does.

    Raises:
        msgspec.DecodeError: As in `decode_outbound`.
    """
    return _lobby_outbound.decode(data)


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
