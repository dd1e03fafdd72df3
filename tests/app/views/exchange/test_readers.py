"""Reading › Readers…: what it lists, what it adds and removes, and how the folder is read with one of them."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.graphs.letters import SYMBOLS, save_letters, word_picture
from support.window.showing import added

from app.session import Session
from app.views.exchange.readers import AddReaderDialog, ReadersDialog
from core.base.errors import Sentence
from core.base.images import encode_png
from core.readers.adding import add_recogniser
from core.readers.catalogue import Catalogue
from core.readers.kept import kept_recognisers
from core.readers.recogniser import FAMILIES
from core.readings.store import readings_in

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

CHOSEN = {"width": 24, "widens": True, "fit": "pad", "mean": (1.0,), "scale": (-1.0,)}


def known(projects: object, tesseract: str) -> Catalogue:
    """What this person has added, and nothing that the machine has."""
    kept, problems = kept_recognisers()
    return Catalogue(kept, frozenset(kept), problems=problems | {"broken": Sentence("{name}: cut off.", name="broken")})


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """A recogniser that was added as `letters`."""
    path = save_letters(tmp_path / "a.onnx")
    add_recogniser(path, "letters", symbols=SYMBOLS, family=FAMILIES["crnn"], chosen=CHOSEN)
    return path


@pytest.fixture
def dialog(session: Session, qtbot: QtBot, letters: Path) -> ReadersDialog:
    shown = added(qtbot, ReadersDialog(session, find=known))
    qtbot.waitUntil(lambda: len(shown.readers.entries) == 2)
    return shown


def test_readers_are_listed_and_what_is_none_says_why(dialog: ReadersDialog):
    cells = [[column.text(entry) for column in dialog.readers.columns] for entry in dialog.readers.entries]
    assert cells[0][0] == "letters" and cells[0][2] == "62"
    assert cells[1] == ["broken", "", "", "broken: cut off."]
    assert dialog.selected is not None and dialog.selected.name == "letters"
    assert dialog.run.isEnabled() and dialog.remove.isEnabled()
    dialog.table.selectRow(1)
    assert not dialog.run.isEnabled() and not dialog.remove.isEnabled()


def test_the_folder_is_read_once_and_its_readings_are_no_labels(dialog: ReadersDialog, session: Session, qtbot: QtBot):
    root = session.project.root
    labels = {path: path.read_bytes() for path in root.rglob("*.json")}
    images = session.project.images().images
    (root / images[0]).write_bytes(encode_png(word_picture("PIZZA")))
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.job is None and "has read" in dialog.says.text())
    assert dialog.says.text() == f"Images that letters has read: {len(images)}."
    assert {path: path.read_bytes() for path in root.rglob("*.json")} == labels
    assert readings_in(root).of(images[0])[0].reading.text == "PIZZA"
    others = session.models.other_readings
    qtbot.waitUntil(lambda: bool(others.readings_of(images[0])))
    assert others.readings_of(images[0])[0].reading.text == "PIZZA"
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.job is None and dialog.says.text() == "Images that letters has read: 0.")


def test_a_reader_that_was_replaced_is_told(dialog: ReadersDialog, qtbot: QtBot, letters: Path):
    recogniser = kept_recognisers()[0]["letters"]
    recogniser.file.write_bytes(b"something else")
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.job is None and "has been changed or replaced" in dialog.says.text())


def test_a_reader_is_removed(dialog: ReadersDialog, qtbot: QtBot):
    dialog.remove.click()
    qtbot.waitUntil(lambda: [row.name for row in dialog.readers.entries] == ["broken"])
    assert "No reader of another program is installed" in dialog.says.text()


def test_a_reader_is_added_with_its_family_and_a_name_of_its_file(session: Session, qtbot: QtBot, tmp_path: Path):
    path, symbols = save_letters(tmp_path / "my letters.onnx"), tmp_path / "symbols.txt"
    symbols.write_text("\n".join(SYMBOLS))
    dialog = added(qtbot, AddReaderDialog(session))
    assert not dialog.run.isEnabled()
    dialog.file.set_path(path)
    assert dialog.name.text() == "my-letters" and dialog.run.isEnabled()
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.job is None and "does not hold its symbols" in dialog.says.text())
    dialog.symbols.set_path(symbols)
    dialog.family.setCurrentIndex(dialog.family.findData("crnn"))
    with qtbot.waitSignal(dialog.accepted):
        dialog.begin()
    assert dialog.kept == "my-letters"
    assert kept_recognisers()[0]["my-letters"].symbols == SYMBOLS
