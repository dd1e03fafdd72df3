"""Open foreign model…: what it asks for, and what it shows of a model."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import added

from app.plugins.foreign_graphs.dialog import ForeignModelDialog
from app.session import Session
from core.base.errors import ModelError, Sentence
from core.base.progress import Progress
from core.plugins.foreign_graphs.graph import ForeignGraph, ForeignOutput, ForeignRun, ForeignTensor, OpenedGraph

IMAGE = ForeignTensor("image", "image:0", "uint8", (None, 32, 64, 3))
NODES = (("image", "Placeholder", ""), ("conv", "Conv2D", "image, kernel"), ("secret", "ReadFile", "name"))


def graph(refused: tuple[str, ...] = ()) -> ForeignGraph:
    why = Sentence("It has operators that are not run here: {names}.", names="ReadFile") if refused else ""
    operators = {"Conv2D": 1, "Placeholder": 1, "ReadFile": 1}
    outputs = (ForeignTensor("conv", "conv:0"),)
    return ForeignGraph("frozen", "", "", (IMAGE,), outputs, operators, refused, why, NODES)


def inspected(path: Path, image: Path | None, *, values: str, progress: Progress) -> OpenedGraph:
    """A graph that is run unless its name says that it reads files."""
    progress(0, 0)
    if path.name == "broken.pb":
        raise ModelError("{name}: cut off.", name=path.name)
    if path.name == "reads.pb":
        return OpenedGraph(graph(("ReadFile",)), not_run=graph(("ReadFile",)).why_not)
    output = ForeignOutput("conv:0", "float32", (1, 8, 8, 4), 0.0, 0.25, 1.5, (0, 1, 2, 3))
    given = ForeignTensor("image", "image:0", "uint8", (1, 32, 64, 3))
    return OpenedGraph(graph(), ForeignRun(str(image), given, (output,), 0.02))


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> ForeignModelDialog:
    return added(qtbot, ForeignModelDialog(session, inspect=inspected))


def opened(dialog: ForeignModelDialog, qtbot: QtBot, name: str) -> str:
    dialog.model.line.setText(name)
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.job is None and bool(dialog.says.text()))
    return dialog.says.text()


def test_a_model_is_shown_and_run_on_the_open_image(dialog: ForeignModelDialog, qtbot: QtBot):
    assert not dialog.run.isEnabled()
    said = opened(dialog, qtbot, "graph.pb")
    assert "Frozen graph" in said and "uint8 1 × 32 × 64 × 3" in said
    cells = [[row.text(entry) for row in dialog.tensors.columns] for entry in dialog.tensors.entries]
    assert cells[0][:4] == ["input", "image", "uint8", "? × 32 × 64 × 3"]
    assert cells[1] == ["output", "conv", "float32", "1 × 8 × 8 × 4", "0", "0.25", "1.5", "0, 1, 2, 3"]
    assert len(dialog.nodes.entries) == 3
    dialog.field.setText("CONV kernel")
    assert [node[0] for node in dialog.nodes.entries] == ["conv"]


def test_operators_that_are_not_run_come_first_and_are_named(dialog: ForeignModelDialog, qtbot: QtBot):
    assert "ReadFile" in opened(dialog, qtbot, "reads.pb")
    first = dialog.operators.entries[0]
    assert first.name == "ReadFile" and first.is_refused
    assert [column.text(first) for column in dialog.operators.columns][2] == "not run here"


def test_a_file_that_cannot_be_read_empties_the_tables(dialog: ForeignModelDialog, qtbot: QtBot):
    opened(dialog, qtbot, "graph.pb")
    dialog.says.clear()
    assert opened(dialog, qtbot, "broken.pb") == "broken.pb: cut off."
    assert not dialog.tensors.entries and not dialog.nodes.entries
