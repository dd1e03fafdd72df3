"""A folder drafted, corrected, learned from and drafted again with the keys: no draft passes for a label on the way."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from support.telling import told_by
from support.window.keys import press
from support.window.told_training import finished, new_run, started, tell
from support.words.synthetic_project import synthetic_project

from app.drafting.drafting import LEAST_SURE
from app.session import Session
from app.views.main_window.window import MainWindow
from core.base.images import image_size
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.label import WordLabel

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
CORRECTED = 3
MISREAD = 5
"""Every so many words the model takes the first symbol for another."""


class Trial:
    """A folder of synthetic words without labels, the model that reads most of them, and the person at the keys."""

    def __init__(self, window: MainWindow, session: Session, texts: dict[str, str], model: Path, qtbot: QtBot) -> None:
        self.window, self.session, self.texts, self.model, self.qtbot = window, session, texts, model, qtbot
        self.told = told_by(session)

    def wait(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition)

    def path(self, image: str) -> Path:
        return self.session.project.path_of(image)

    def label(self, image: str) -> WordLabel:
        return read_label(label_path(self.path(image))).label

    def labels(self) -> dict[str, WordLabel]:
        return {image: self.label(image) for image in self.texts}

    def words(self) -> list[str]:
        return [label.word for label in self.labels().values()]

    def draft_all(self) -> str:
        """Press Shift+F9 and wait for the sentence that says what came of it."""
        before = len(self.told)
        press(self.window, Qt.Key.Key_F9, held=SHIFT)
        self.wait(lambda: any(said.startswith("Prelabel") for said in self.told[before:]))
        self.wait(lambda: self.session.models.drafting.job is None)
        return next(said for said in self.told[before:] if said.startswith("Prelabel"))

    def click(self, offer: str) -> None:
        self.wait(lambda: offer in [button.text() for button in self.offered()])
        button = next(button for button in self.offered() if button.text() == offer)
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def offered(self) -> list[QToolButton]:
        banner = self.window.centre.banners.shown("next")
        return [] if banner is None else banner.findChildren(QToolButton)

    def open(self, image: str) -> None:
        self.session.show(image)
        self.wait(lambda: self.session.editor.image == image and self.session.editor.loaded is not None)

    def correct(self) -> str:
        """Type the word of the open image, Enter; return the image."""
        image = str(self.session.image)
        self.open(image)
        for letter in self.texts[image]:
            press(self.window, letter)
        press(self.window, Qt.Key.Key_Return)
        self.wait(lambda: self.session.image != image)
        return image

    def read_otherwise(self, image: str, text: str) -> None:
        beside = self.path(image).with_suffix(".truth")
        truth = read_label(beside).label
        symbols = [replace(c, symbol=symbol) for c, symbol in zip(truth.in_order, text, strict=True)]
        beside.unlink()
        write_label(beside, replace(truth, characters=tuple(symbols), text=text), image_size(self.path(image)))


pytestmark = pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])


@pytest.fixture
def count() -> int:
    """How many words the folder has."""
    return 25


@pytest.fixture
def project_folder(tmp_path: Path, count: int) -> Path:
    return synthetic_project(tmp_path / "words", count)


@pytest.fixture
def trial(
    project_folder: Path,
    tmp_path: Path,
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    qtbot: QtBot,
) -> Trial:
    texts = {}
    for image in sorted(project_folder.rglob("*.png")):
        shutil.move(label_path(image), image.with_suffix(".truth"))
        texts[image.relative_to(project_folder).as_posix()] = read_label(image.with_suffix(".truth")).label.word
    session = make_session(project_folder)
    session.settings.set("label.after_review", "next")
    window = make_window(session)
    model = tmp_path / "good.keras"
    model.write_bytes(b"weights")
    trial = Trial(window, session, texts, model, qtbot)
    for image in [*texts][::MISREAD]:
        trial.read_otherwise(image, ("x" if texts[image][0] != "x" else "y") + texts[image][1:])
    session.in_use.choose(model)
    trial.wait(lambda: session.models.drafting.can_read_many)
    window.activateWindow()
    window.centre.canvas.setFocus()
    trial.wait(window.centre.canvas.hasFocus)
    return trial


def play(trial: Trial, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, count = trial.session, len(trial.texts)
    toasts, wrong = trial.window.centre.toasts, [*trial.texts][::MISREAD]
    toasts.pace = 0.0

    # What the model reads is its opinion, and nobody's label
    trial.draft_all()
    trial.wait(lambda: not session.catalog.table.known.any())
    assert all(label.is_draft for label in trial.labels().values())
    session.instruments.evaluating.scope = "list"
    assert session.instruments.evaluating.shortage.startswith(f"0 of {count} labels are known")
    assert session.instruments.evaluating.count("list") == 0

    # The least sure are corrected: W, the word, Enter; each Enter goes on in that order
    trial.click("Least sure first")
    assert (session.catalog.filter_text, session.image) == (LEAST_SURE[0], session.catalog.image_at(0))
    assert [card.sentence[:8] for card in toasts.cards] == ["Prelabel"]
    session.catalog.set_filter("")
    order = [str(session.catalog.image_at(row)) for row in range(count)]
    trial.window.centre.canvas.setFocus()
    session.show(wrong[0])
    press(trial.window, Qt.Key.Key_W)
    corrected = []
    for _ in range(CORRECTED):
        place = order.index(str(session.image))
        corrected.append(trial.correct())
        assert session.image == order[place + 1]
    session.saver.flush()
    trial.wait(lambda: not toasts.cards)
    trial.wait(lambda: all(trial.label(image).is_reviewed for image in corrected))
    assert [trial.label(image).word for image in corrected] == [trial.texts[image] for image in corrected]

    # Undo brings back the last word, its image and its draft; redo reviews it again
    last = corrected[-1]
    press(trial.window, Qt.Key.Key_Escape)
    assert trial.window.action_set.text("edit.undo") == f"Undo: Divide “{trial.texts[last]}” into characters"
    press(trial.window, Qt.Key.Key_Z, held=CTRL)
    trial.wait(lambda: session.editor.image == last)
    assert session.editor.committed_label.known is None
    press(trial.window, Qt.Key.Key_Y, held=CTRL)
    assert session.editor.committed_label.is_reviewed
    session.saver.flush()

    # Only those count
    trial.wait(lambda: int(session.catalog.table.known.sum()) == CORRECTED)
    assert session.instruments.evaluating.shortage.startswith(f"{CORRECTED} of {count} labels are known")
    assert session.instruments.evaluating.count("list") == CORRECTED

    # A model that has learned and reads less is not taken
    trial.wait(lambda: session.models.learning.corrected == CORRECTED)
    run = new_run(session, "001-worse").path

    def start(values: dict[str, Any], *, is_watched: bool) -> bool:
        session.training.is_watched = is_watched
        session.training.begin(run, session.training.configured({**values, "run": run}))
        return True

    monkeypatch.setattr(session.training, "start", start)
    session.models.learning.learn()
    tell(session, started(run), finished(run))
    trial.wait(lambda: session.models.learning.outcome is not None)
    assert session.in_use.model == trial.model
    assert session.models.learning.outcome.adoption.own.lost == 10

    # Drafting again reads drafts again, text included, and nothing else; Ctrl+Z takes the whole of it back
    before = trial.labels()
    again = [image for image in trial.texts if image not in corrected][:2]
    for image in again:
        trial.read_otherwise(image, trial.texts[image][::-1])
    changed = [image for image in again if trial.texts[image][::-1] != before[image].word]
    assert trial.draft_all().endswith(f"Texts changed: {len(changed)}, kept by you: {CORRECTED}.")
    after = trial.labels()
    assert [image for image in trial.texts if after[image].text != before[image].text] == changed
    assert [after[image] for image in corrected] == [before[image] for image in corrected]
    trial.wait(lambda: trial.window.action_set.action("edit.undo").isEnabled())
    press(trial.window, Qt.Key.Key_Z, held=CTRL)
    trial.wait(lambda: trial.words() == [label.word for label in before.values()])

    # The text of another word divides the picture anew, and its letters are no shortcuts
    trial.open(again[0])
    trial.wait(lambda: session.editor.committed_label.word == before[again[0]].word)  # what Ctrl+Z wrote is read
    press(trial.window, Qt.Key.Key_T, *"wadsp")
    press(trial.window, Qt.Key.Key_Return, held=SHIFT)
    trial.wait(lambda: session.editor.committed_label.reading == "wadsp")
    assert (session.image, session.tool) == (again[0], "select")
    assert not any(character.is_draft for character in session.editor.committed_label.characters)

    # Enter and F7 go through the queue, which has no draft, and leave out none
    session.saver.flush()
    trial.wait(lambda: int(session.catalog.table.known.sum()) == CORRECTED + 1)
    session.reviewing.want()
    press(trial.window, Qt.Key.Key_F6, held=SHIFT)
    trial.wait(lambda: {queued.image for queued in session.reviewing.queue} == {*corrected, again[0]})
    queue = [queued.image for queued in session.reviewing.queue]
    press(trial.window, Qt.Key.Key_F7)
    press(trial.window, Qt.Key.Key_F7)
    trial.wait(lambda: session.editor.image == queue[1] and session.editor.loaded is not None)
    press(trial.window, Qt.Key.Key_Return)
    assert session.image == queue[2]
    press(trial.window, Qt.Key.Key_F7)
    assert session.image == queue[3]

    # A repaired reading says so until Ctrl+Z takes it back
    trial.wait(lambda: session.editor.image == queue[3] and session.predictions.current is not None)
    trial.wait(lambda: trial.window.action_set.action("maps.repair").isEnabled())
    press(trial.window, Qt.Key.Key_6, held=Qt.KeyboardModifier.AltModifier)
    session.instruments.prediction_repair.swap(1, 2)
    notice = trial.window.centre.canvas.notice
    assert notice is not None and notice.title.startswith("Repaired: ")
    press(trial.window, Qt.Key.Key_Z, held=CTRL)
    assert trial.window.centre.canvas.notice is None

    # Another folder begins with its own choices, and the first has its own again
    press(trial.window, Qt.Key.Key_W)
    own_folder, sort = session.workspace.root, session.catalog.sort
    for folder, model in ((elsewhere, None), (own_folder, trial.model)):
        session.open(folder)
        trial.wait(lambda folder=folder: session.workspace.root == folder and not session.catalog.is_listing)
        trial.wait(lambda model=model: session.predictions.model == model)
        is_own = folder == own_folder
        assert (session.catalog.sort == sort) is is_own
        shown = session.image
        press(trial.window, Qt.Key.Key_Z, held=CTRL)
        press(trial.window, Qt.Key.Key_D)
        assert session.image != shown, "typing has ended: D is the next image"


def test_a_draft_is_nobodys_label_from_the_first_key_to_the_last(
    trial: Trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    play(trial, synthetic_project(tmp_path / "elsewhere"), monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("count", [300])
def test_so_it_is_with_three_hundred_words(trial: Trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    play(trial, synthetic_project(tmp_path / "elsewhere"), monkeypatch)
