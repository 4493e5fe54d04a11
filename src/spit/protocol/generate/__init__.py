"""Writes what follows from the message classes: the page, the JSON Schema, the TypeScript types.

Owns ``docs/protocol.md``, ``docs/protocol.schema.json`` and ``web/src/protocol.gen.ts``. It is a
tool of the source tree: an installed package has neither docs nor web to write to.
"""
