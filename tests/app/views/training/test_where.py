"""What a training runs on, as the form says it."""

from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import added

from app.session import Session
from app.views.training.where import WhereChooser
from core.base.graphics_cards import GraphicsCard
from core.runs.backends import NAMES, BackendSeen


@pytest.fixture
def chooser(session: Session, qtbot: QtBot) -> WhereChooser:
    return added(qtbot, WhereChooser(session, session.instruments.plan))


NOTHING = {name: BackendSeen(name, "3.0") for name in NAMES}
"""Backends that are installed and see no GPU."""


@pytest.mark.parametrize(
    ("seen", "said", "gpus"),
    [
        ({}, "CPU, through TensorFlow", []),
        ({"torch": ("Radeon RX 7900",)}, "Radeon RX 7900, through PyTorch", ["GPU:0 Radeon RX 7900"]),
        ({"jax": ("H200", "H200")}, "All 2 GPUs, through JAX", ["GPU:0 H200", "GPU:1 H200"]),
        ({"torch": ("Arc", "Arc"), "jax": ("Arc",)}, "Arc, through PyTorch", ["GPU:0 Arc", "GPU:1 Arc"]),
        ({"tensorflow": ("L4",), "torch": ("L4",)}, "L4, through TensorFlow", ["GPU:0 L4"]),
    ],
)
def test_what_a_training_runs_on_is_told_with_its_backend(
    chooser: WhereChooser, seen: dict[str, Any], said: str, gpus: list[str]
):
    chooser.take_seen(NOTHING | {name: BackendSeen(name, "3.0", cards) for name, cards in seen.items()})
    texts = [chooser.box.itemText(place) for place in range(chooser.box.count())]
    assert texts[0] == said == chooser.box.currentText() == chooser.box.toolTip()
    assert texts[1 : 1 + len(gpus)] == gpus
    assert ("CPU" in texts) == bool(gpus)
    assert not chooser.says.text()


def test_a_chosen_backend_is_told_in_place_of_the_one_that_sees_a_gpu(chooser: WhereChooser, session: Session):
    chooser.take_seen(NOTHING | {"torch": BackendSeen("torch", "2.9", ("Radeon",))})
    plan = session.instruments.plan
    plan.changed.connect(lambda: chooser.set_value(plan.value("devices"), ""))  # as the form does
    plan.set("backend", "jax")
    assert chooser.box.currentText() == "CPU, through JAX"
    assert chooser.box.findText("GPU:0 Radeon") < 0
    plan.reset("backend")
    chooser.box.activated.emit(chooser.box.findText("GPU:0 Radeon"))
    assert plan.value("devices") == ("GPU:0",)


def test_a_backend_that_is_missing_is_grey_with_the_command_and_a_card_that_none_sees_is_told(
    chooser: WhereChooser, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("core.runs.backends.installed_version", lambda name: None if name == "torch" else "3.0")
    chooser.take((GraphicsCard(0, "NVIDIA L4", 10**10, 10**10),))
    failing = BackendSeen("jax", "3.0", failure="exit code 1: libcuda.so is missing")
    chooser.take_seen(NOTHING | {"torch": BackendSeen("torch", None), "jax": failing})
    place = chooser.box.findText("PyTorch: cannot be used")
    item = chooser.box.model().item(place)
    assert not item.isEnabled() and "textscanner-studio[torch]" in item.toolTip()
    assert chooser.box.findText("JAX: cannot be used") < 0
    lines = chooser.says.text().splitlines()
    assert lines[0].startswith("No installed library can use NVIDIA L4. To install one, type: ")
    assert lines[1] == "JAX does not start: exit code 1: libcuda.so is missing"
