"""WebSockets: the bytes on their way, and the conversations with clients."""
