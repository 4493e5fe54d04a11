"""The command ``spit``: the composition root.

Owns options and what a person reads at a terminal. A wrong option, a taken port, a file that
cannot be read: one line on standard error that says what is wrong and what to do, and exit code 2.
What a command needs is imported in it, since a server takes longer to load than a record to verify.
"""

from spit.cli.command import app, main

__all__ = ["app", "main"]
