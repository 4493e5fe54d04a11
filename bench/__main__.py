"""``make bench``: measure what was promised a speed, and print it beside what is wanted.

``make bench ARGS=rules_play`` measures that alone.
"""

import argparse
from importlib import import_module
from typing import Final

BENCHES: Final = (
    "rules_play",
    "fast_play",
    "fast_same",
    "env_speed",
    "table_play",
    "bots_strength",
    "server_load",
    "server_relay",
    "server_tables",
    "server_races",
    "screen",
)
"""The modules of this folder that have a ``main()``, in the order in which they are run."""


def main() -> None:
    """Runs those that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHES)}")
    names: list[str] = parser.parse_args().names
    unknown = sorted(set(names) - set(BENCHES))
    if unknown:
        parser.error(f"no bench is called {unknown[0]}; there are {', '.join(BENCHES)}")
    for name in names or BENCHES:
        import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main()
