"""What the game is like: figures of many matches, played here or kept as records.

Owns what is counted and how it is told. docs/the-game.md says what was found.
"""
