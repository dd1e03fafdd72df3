from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
import tensorflow as tf

from core.model.training.observing import Measured
from core.model.training.run_logs import RunLogs, open_logs
from core.model.training.tensorboard import Logs
from core.runs.config import make_config

MEASURED = Measured({"loss": 1.0}, {"word_accuracy": 0.5}, 3)
FULL = tf.errors.ResourceExhaustedError(None, None, "{{function_node x}} /run/events.v2; No space left on device")


class Failing:
    """Event files on a disk that is full when what waits is written."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def scalars(self, step: int, values: Any) -> None:
        self.asked.append(f"scalars {step}")

    def flush(self) -> None:
        self.asked.append("flush")
        raise FULL

    def close(self) -> None:
        self.asked.append("close")


def logs_of(writer: Any) -> RunLogs:
    config = make_config({"folder": "a", "run": "b"})
    nothing = cast("Any", None)
    return RunLogs(writer, config, nothing, nothing, nothing)


def test_writer_that_fails_is_given_up_and_told_once() -> None:
    writer = Failing()
    logs = logs_of(writer)
    logs.validation(5, MEASURED)
    logs.validation(6, MEASURED)
    logs.close()
    assert writer.asked == ["scalars 5", "flush"]
    failure = logs.take_failure()
    assert "/run/events.v2; No space left on device" in failure
    assert "\n" not in failure
    assert "function_node" not in failure
    assert logs.take_failure() == ""


def test_other_errors_of_the_program_are_not_taken_for_a_full_disk() -> None:
    class Broken(Failing):
        def flush(self) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        logs_of(Broken()).validation(5, MEASURED)


def test_without_event_files_nothing_is_written_and_nothing_told() -> None:
    logs = logs_of(None)
    logs.validation(5, MEASURED)
    logs.close()
    assert logs.take_failure() == ""


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModuleNotFoundError("No module named 'tensorboard'"), "TensorBoard is not installed"),
        (FULL, "No space left on device"),
        (PermissionError(13, "Permission denied"), "Permission denied"),
    ],
)
def test_files_that_cannot_be_opened_are_told_and_not_raised(error: Exception, said: str, tmp_path: Path) -> None:
    def failing(folder: Path) -> Logs:
        raise error

    logs, told = open_logs(tmp_path, failing)
    assert logs is None
    assert said in told
