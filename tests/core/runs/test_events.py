from __future__ import annotations

import pickle
import threading
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from core.model.training.control import Control
from core.runs import events


def test_events_cross_the_border_of_a_process() -> None:
    sent = [
        events.Step(3, 10, {"loss": 0.5}, 1e-3, 2.0, 30.0, None),
        events.Warned("disk full", "disk"),
        events.Finished(10, "steps", Path("run/model.keras"), 8, {"word_accuracy": 0.5}, 12.0),
        events.Failed(3, "no", "memory"),
    ]
    assert pickle.loads(pickle.dumps(sent)) == sent
    prediction = events.Prediction(3, "a.png", "ab", 0.5, {"ids": np.arange(3)})
    assert pickle.loads(pickle.dumps(prediction)).text == "ab"


def test_events_cannot_be_changed() -> None:
    for kind in get_args(events.Event):
        assert kind.__dataclass_params__.frozen, kind


def test_stop_ends_a_pause() -> None:
    control = Control()
    control.pause()
    assert control.paused
    control.stop()
    assert control.stopped
    assert not control.paused


@pytest.mark.parametrize("wish", ["resume", "stop", "watch"])
def test_wait_ends_with_a_wish_of_another_thread(wish: str) -> None:
    control = Control()
    control.pause()
    waited = threading.Thread(target=control.wait, daemon=True)
    waited.start()
    getattr(control, wish)(*([Path("a.png")],) if wish == "watch" else ())
    waited.join(10)
    assert not waited.is_alive()


def test_watched_images_are_taken_once() -> None:
    control = Control()
    assert control.take_watched() is None
    control.watch([Path("a.png")])
    control.watch([])
    assert control.take_watched() == ()
    assert control.take_watched() is None
