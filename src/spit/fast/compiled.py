"""The compiler, and where it keeps what it has compiled.

Owns `compiled`, which every kernel of this package is marked with. numba's own cache notices a
change of the file that a function stands in, but not of the files it calls into; so the place of
ours is named after the content of the whole package. It lies in the user's cache folder, never
beside the sources, which may be read-only.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

try:
    import numba
    import numpy.typing as npt
except ImportError as error:  # the extra is not installed
    raise ImportError(
        f"spit.fast needs {error.name}: install the extra with pip install 'spit-cards[fast]'"
    ) from error

Row = npt.NDArray[Any]
"""A one-dimensional array; what its places mean is said in `spit.fast.layout`."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def cache_folder() -> str | None:
    """The folder for the content of this package, None if none can be written to.

    It lies below `NUMBA_CACHE_DIR` if that is set, else `XDG_CACHE_HOME`, else `~/.cache`.
    """
    digest = sha256()
    for path in sorted(Path(__file__).resolve().parent.glob("*.py")):
        digest.update(path.read_bytes())
    try:
        base = (
            numba.config.CACHE_DIR
            or os.environ.get("XDG_CACHE_HOME")
            or Path("~/.cache").expanduser()
        )
        folder = Path(base) / "spit" / f"fast-{digest.hexdigest()[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # read-only, or there is no home
        return None
    return str(folder) if os.access(folder, os.W_OK) else None


FOLDER: Final = cache_folder()
"""Where the compiled kernels are kept; with None every process compiles anew."""


def compiled(function: _Function) -> _Function:
    """Compiles a kernel when it is first called and keeps it for the next process.

    Kernels let go of the interpreter lock, so that threads run side by side.
    """
    if FOLDER is None:
        return _compiled(function, cache=False)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = FOLDER
    try:
        return _compiled(function, cache=True)
    finally:
        numba.config.CACHE_DIR = before


def _compiled(function: _Function, *, cache: bool) -> _Function:
    made: _Function = numba.njit(cache=cache, nogil=True, error_model="numpy")(function)
    return made
