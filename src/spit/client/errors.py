"""What can go wrong between a bot and a server."""


class ClientError(RuntimeError):
    """The server cannot be reached, or refuses; the message says why in a line."""
