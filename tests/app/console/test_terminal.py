"""Lines on the terminal."""

from __future__ import annotations

import pytest

from app.console.terminal import print_error, tell


def test_name_of_a_file_moves_no_cursor_and_turns_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_error("a\x1b[2J\nb\u202e.png: gone")
    tell("a\x1b]0;title\x07\nsecond line")
    assert capsys.readouterr().err == "a�[2J b�.png: gone\na�]0;title�\nsecond line\n"
