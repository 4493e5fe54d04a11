"""Spit, the card race for two: rules, live tables, bots and a server."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("spit-cards")
except PackageNotFoundError:  # a source tree that was never installed
    __version__ = "0+unknown"
