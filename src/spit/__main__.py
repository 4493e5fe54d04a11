"""``python -m spit`` is the command ``spit``."""

from spit.cli import main

main()
