"""Lines on the terminal."""

from __future__ import annotations

import signal

import pytest

from app.console.terminal import print_error, stopping, tell
from core.base.systems import system


def test_name_of_a_file_moves_no_cursor_and_turns_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_error("a\x1b[2J\nb\u202e.png: gone")
    tell("a\x1b]0;title\x07\nsecond line")
    assert capsys.readouterr().err == "a�[2J b�.png: gone\na�]0;title�\nsecond line\n"


@pytest.mark.parametrize("number", system.ENDING)
def test_request_to_end_is_heard_once_and_a_ctrl_c_after_it_ends_at_once(number: int) -> None:
    heard: list[bool] = []
    before = [signal.getsignal(each) for each in system.ENDING]
    with pytest.raises(KeyboardInterrupt), stopping(lambda: heard.append(True)):
        signal.raise_signal(number)
        if number != signal.SIGINT:
            signal.raise_signal(number)
        assert heard == [True]
        signal.raise_signal(signal.SIGINT)
    assert heard == [True]
    assert [signal.getsignal(each) for each in system.ENDING] == before
