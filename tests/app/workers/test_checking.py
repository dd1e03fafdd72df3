"""Progress of a child that checks or prepares: told seldom, and ended where nobody needs the child any more."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from app.workers.child import checking_on
from app.workers.messages import Checking
from core.base.progress import Cancelled, report_stage, report_time_left


@dataclass
class Windows:
    """The channel of a child, as far as progress uses it."""

    is_over: bool = False
    sent: list[object] = field(default_factory=list)

    def send(self, message: object, keep: str = "") -> None:
        self.sent.append(message)


@pytest.fixture
def windows() -> Any:
    return Windows()


def test_thousands_of_steps_are_few_messages_and_the_last_one_is_sent(windows: Any):
    progress = checking_on(windows)
    for done in range(1, 5001):
        progress(done, 5000)
    assert windows.sent[-1] == Checking(5000, 5000)
    assert len(windows.sent) < 1000


def test_the_stage_and_the_time_left_go_with_the_progress(windows: Any):
    progress = checking_on(windows)
    report_stage(progress, "4 of 9 words")
    report_time_left(progress, 5.0)
    progress(9, 9)
    report_time_left(progress, None)
    progress(9, 9)
    assert windows.sent == [Checking(9, 9, "4 of 9 words", 5.0), Checking(9, 9, "4 of 9 words", None)]


def test_the_work_is_cancelled_once_the_child_is_to_end(windows: Any):
    progress = checking_on(windows)
    windows.is_over = True
    with pytest.raises(Cancelled):
        progress(1, 2)
    assert windows.sent == []
