"""Runs the revisions on the connection that `spit.store.migrate` hands over.

Alembic reads it as a script; nothing imports it.
"""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
