"""The wire: messages, how they are read and written, and what events do to a view.

Owns version 1 of the protocol and the page that explains it. It knows no socket and no table.
"""
