"""``python -m spit``, the same as ``spit``."""

from spit.cli import main

if __name__ == "__main__":
    main()
