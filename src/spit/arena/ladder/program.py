"""A bot that is a program of its own, in any language.

Owns the process and its standard streams; what the lines say is `spit.bots.lines`. The program is
started for each match and seat, and ended with it.
"""

from __future__ import annotations

import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError
from random import Random
from typing import Final

from spit.arena.ladder.faults import NonsenseError, OutOfTimeError
from spit.bots import Decision
from spit.bots.lines import MAX_LINE_BYTES, AnswerError, question_line, read_answer, start_line
from spit.rules import View, legal_actions

START_MS: Final = 10_000
"""How long a program may take to start and give its first answer."""

_TAIL_BYTES: Final = 1_000


class ProgramError(RuntimeError):
    """A program that could not be run, or has ended; the message has the last it wrote."""


class ProgramBot:
    """A policy that asks a program.

    Args:
        command: The program and its arguments.
        seat: 0 or 1.
        limit_ms: The longest that an answer may take; the first one may take `START_MS`.

    Raises:
        ProgramError: There is no such program.
    """

    def __init__(self, command: tuple[str, ...], seat: int, limit_ms: int) -> None:
        self.seat = seat
        self._limit_ms = limit_ms
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        try:
            self._process = subprocess.Popen(  # noqa: S603 - it is whoever types the command's
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        except OSError as error:
            self._errors.close()
            raise ProgramError(f"cannot run {command[0]}: {error.strerror or error}") from None
        self._reader = ThreadPoolExecutor(1)
        self._is_fresh = True

    def decide(self, view: View, rng: Random) -> Decision:
        """As `spit.bots.bot.Bot.decide`.

        Raises:
            ProgramError: It has ended.
            NonsenseError: What it wrote is no answer.
            OutOfTimeError: It did not answer in time.
        """
        question = question_line(view, legal_actions(view, self.seat), rng.getrandbits(32))
        limit_ms = self._limit_ms
        if self._is_fresh:
            question = start_line(self.seat, view.rules) + question
            limit_ms = max(limit_ms, START_MS)
            self._is_fresh = False
        line = self._asked(question.encode(), limit_ms)
        if not line.endswith(b"\n"):
            if len(line) >= MAX_LINE_BYTES:
                raise NonsenseError(f"an answer is longer than {MAX_LINE_BYTES} bytes")
            raise ProgramError(f"the program has ended; its last words: {self._last_words()}")
        try:
            return read_answer(line.decode(errors="replace"), self.seat)
        except AnswerError as error:
            raise NonsenseError(str(error)) from None

    def close(self) -> None:
        """Ends the program, and waits until it is gone."""
        self._process.kill()
        self._process.wait()
        self._reader.shutdown()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # a question that it never read
                    continue

    def _asked(self, question: bytes, limit_ms: int) -> bytes:
        """The line that comes for a question, cut short where it is too long or the program ends.

        The other thread does the waiting, as pipes know no time limit everywhere.
        """
        future = self._reader.submit(self._exchange, question)
        try:
            return future.result(limit_ms / 1_000)
        except LateError:
            self._process.kill()
            raise OutOfTimeError from None

    def _exchange(self, question: bytes) -> bytes:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(question)
            stdin.flush()
        except OSError:
            return b""
        return stdout.readline(MAX_LINE_BYTES)

    def _last_words(self) -> str:
        self._process.kill()
        self._process.wait()
        self._errors.seek(0, 2)
        self._errors.seek(max(0, self._errors.tell() - _TAIL_BYTES))
        return self._errors.read().decode(errors="replace").strip() or "none"
