"""The bytes of a record: lines, encoding, strict JSON."""

from __future__ import annotations

from io import BytesIO

import pytest

from spit.rules import FORMAT, Fault, RecordError
from spit.rules.record_format import (
    MAX_LINE,
    malformed,
    parse_object,
    read_objects,
    shown,
    write_object,
)


def line_of(size: int) -> bytes:
    """A line of exactly so many bytes, without its newline."""
    return b'{"x":"' + b"a" * (size - 8) + b'"}'


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"", "empty"),
        (b"{}", "cut short"),
        (b"\n", "empty"),
        (b"  \n", "not JSON"),
        (b"{}\r\n", "carriage return"),
        (b'{"a":\r1}\n', "carriage return"),
        (b'{"a":"\xff"}\n', "not UTF-8"),
        (b'{"a":"\xed\xa0\x80"}\n', "not UTF-8"),
        (b"\xef\xbb\xbf{}\n", "not JSON"),
        (b"\x00\n", "not JSON"),
        (b"{} {}\n", "not JSON"),
        (b'{"a":1,}\n', "not JSON"),
        (b"{'a':1}\n", "not JSON"),
        (b'{"a":01}\n', "not JSON"),
        (b'{"a":"\t"}\n', "not JSON"),
        (b"[]\n", "no JSON object"),
        (b"7\n", "no JSON object"),
        (b"null\n", "no JSON object"),
        (b'{"a":NaN}\n', "NaN is not"),
        (b'{"a":[-Infinity]}\n', "-Infinity is not"),
        (b'{"a":1e999}\n', "too large"),
        (b'{"a":' + b"9" * 5000 + b"}\n", "too long to read"),
        (b'{"a":1,"a":1}\n', "'a' is given twice"),
        (b'{"b":[{"a":1,"\\u0061":2}]}\n', "'a' is given twice"),
        (b'{"\\ud800":1,"\\ud800":2}\n', "given twice"),
        (b'{"a":' + b"[" * 30_000 + b"\n", "nested too deep"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"\n", "nested too deep"),
        (line_of(MAX_LINE + 1) + b"\n", "longer than 65536"),
        (line_of(MAX_LINE + 1), "longer than 65536"),
    ],
)  # fmt: skip
def test_what_is_not_strict_json_lines_is_a_format_fault(line: bytes, what: str) -> None:
    """Each way of being malformed is found and named, and never a traceback."""
    with pytest.raises(RecordError, match=what) as caught:
        list(read_objects(BytesIO(line)))
    assert caught.value.rule == FORMAT


def test_a_line_of_the_longest_length_is_read() -> None:
    """The limit counts the bytes before the newline."""
    (number, fields) = next(read_objects(BytesIO(line_of(MAX_LINE) + b"\n")))
    assert number == 1
    assert len(fields["x"]) == MAX_LINE - 8


def test_a_line_over_the_limit_is_not_read_whole() -> None:
    """Of a line of any length a reader takes the limit and one byte."""

    class Endless:
        """A line without an end."""

        asked = 0

        def readline(self, size: int, /) -> bytes:
            """Gives what was asked for, and counts it."""
            self.asked += size
            return b"x" * size

    source = Endless()
    with pytest.raises(RecordError, match="longer than"):
        next(read_objects(source))
    assert source.asked == MAX_LINE + 1


def test_lines_are_split_at_newline_bytes_alone() -> None:
    """The other characters that some take for the end of a line are text."""
    text = '{"a":"\u2028\u2029\u0085"}\n'
    assert list(read_objects(BytesIO(text.encode()))) == [(1, {"a": "\u2028\u2029\u0085"})]


def test_an_error_says_on_which_line_it_is() -> None:
    """Counted from 1."""
    with pytest.raises(RecordError) as caught:
        list(read_objects(BytesIO(b"{}\n{}\n{]\n{}\n")))
    assert caught.value.line == 3


def test_a_record_of_no_line_is_empty() -> None:
    """The fault is on line 1, where the header should be."""
    with pytest.raises(RecordError, match="empty") as caught:
        list(read_objects(BytesIO(b"")))
    assert caught.value.line == 1


@pytest.mark.parametrize("text", ["Ελλάδα", "\u2028", "\ud800", "tab\tand\nnewline", "\x7f"])
def test_text_comes_back_as_it_was_written(text: str) -> None:
    """Also lone surrogates, which UTF-8 cannot hold and JSON can."""
    line = write_object({"a": text, text: [1, None, True, 2.5]})
    assert parse_object(line.encode()) == {"a": text, text: [1, None, True, 2.5]}
    assert line.count("\n") == 1


def test_what_a_reader_would_refuse_is_not_written() -> None:
    """A line that is too long, and a number that JSON does not have."""
    with pytest.raises(ValueError, match="at most 65536 bytes, not 65537"):
        write_object({"x": "é" * 32_764 + "a"})
    assert len(write_object({"x": "é" * 32_764}).encode()) == MAX_LINE + 1
    with pytest.raises(ValueError, match="JSON"):
        write_object({"x": float("nan")})


def test_a_fault_is_one_short_line_of_ascii() -> None:
    """Whatever text from the record it shows."""
    fault = Fault.of(7, malformed("é\ud800\n" + "x" * 999))
    assert fault.text.isascii()
    assert len(fault.text) < 300
    assert str(Fault(7, "R4.1", "it is so")) == "line 7: R4.1: it is so"


def test_values_are_shown_short_and_on_one_line() -> None:
    """Also those that cannot be written out at all."""
    assert shown("a\nb\u2028") == r"'a\nb\u2028'"
    assert len(shown("x" * 1000)) < 70
    assert shown(10**9000) == "that"
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown(deep) == "that"
