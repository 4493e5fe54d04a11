"""Work spread over processes.

Owns the pool. What comes out is in the order of what went in, so that nothing depends on how many
processes there are.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def spread(
    work: Callable[..., Answer], jobs: Iterable[tuple[Any, ...]], processes: int
) -> Iterator[Answer]:
    """Does the work of each job, with its fields as arguments.

    Args:
        work: A function of a module, since other processes have to find it.
        jobs: What it is called with.
        processes: How many work at the same time; with 1 it is this one.

    Yields:
        The answers, in the order of the jobs.
    """
    if processes == 1:
        for job in jobs:
            yield work(*job)
        return
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))
    try:
        for future in [pool.submit(work, *job) for job in jobs]:
            yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
