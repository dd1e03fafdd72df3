"""The open image as two runs see it, whichever way it is written: what they see is handed over, no process is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.words.hand_made_project import hand_made_project
from support.words.predictions import client_of, predicted_for

from app.predicting.predicted import Predicted
from app.session import Session
from app.views.runs.maps import RunMaps
from app.workers.prediction_messages import Compare, Compared
from core.charset import Charset
from core.labels.edits import edits
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import MapSpec
from core.project.project import ProjectSettings
from core.runs.info import RunInfo
from core.runs.spec import NetworkSpec

ONE, OTHER = RunInfo(Path("/runs/001-small"), best_step=3), RunInfo(Path("/runs/002-paper"), best_step=5)
WIDE = WordLabel(
    tuple(CharacterLabel(s, rectangle(4 + 40 * i, 4, 36 + 40 * i, 36)) for i, s in enumerate("abc")), "abc"
)
TALL = WordLabel(
    tuple(CharacterLabel(s, rectangle(2, 4 + 40 * i, 28, 36 + 40 * i)) for i, s in enumerate("abc")), "abc"
)
WORDS = {"wide": (WIDE, (40, 120)), "tall": (TALL, (120, 30))}

MakeSession = Callable[[Path | None], Session]


@pytest.fixture(params=WORDS)
def session(request: pytest.FixtureRequest, make_session: MakeSession, tmp_path: Path) -> Session:
    label, size = WORDS[request.param]
    settings = ProjectSettings(charset=Charset(("a", "b", "c")), maps=MapSpec(max_length=6))
    return make_session(hand_made_project(tmp_path / "words", size, label, settings))


@pytest.fixture
def maps(session: Session, qtbot: QtBot) -> RunMaps:
    maps = RunMaps(session)
    qtbot.addWidget(maps)
    maps.resize(1700, 700)
    maps.set_runs((ONE, OTHER))
    with qtbot.waitExposed(maps):
        maps.show()
    qtbot.waitUntil(lambda: bool(client_of(session).sent(Compare)), timeout=WAIT)
    return maps


def tell(session: Session, run: RunInfo, predicted: Predicted) -> None:
    assert run.model is not None
    spec = NetworkSpec("small", predicted.charset.symbols, predicted.spec)
    client = client_of(session)
    client.answer(Compared(client.sent(Compare)[-1].number, run.model, spec.to_dict(), predicted.maps))


def tell_both(session: Session) -> None:
    tell(session, ONE, predicted_for(session))
    label = session.editor.label
    tell(session, OTHER, predicted_for(session, replace(label, characters=label.characters[:2])))


def test_image_is_waited_for_and_then_seen_by_both_with_what_they_read(session: Session, maps: RunMaps) -> None:
    assert maps.panes["one", "order"].sentence == "The image is being predicted…"
    tell_both(session)
    assert all(pane.found is not None for pane in maps.panes.values())
    assert maps.titles["one", "order"].text().startswith("001-small\nabc  0.")
    assert maps.titles["other", "order"].text().startswith("002-paper\nab  0.")
    assert "abc" in maps.titles["picture", None].text()


def test_same_pixel_is_at_the_same_place_along_the_word_in_all_of_them(session: Session, maps: RunMaps) -> None:
    tell_both(session)
    maps.zoom.zoom(1.5, QPointF(10, 30))
    is_tall = maps.zoom.image_size.height() > maps.zoom.image_size.width()
    points = [pane.to_pane().map(QPointF(20, 25)) for pane in maps.panes.values()]
    assert len({round(at.y() if is_tall else at.x(), 6) for at in points}) == 1
    boxes = [pane.geometry() for pane in maps.panes.values()]
    assert len({box.top() if is_tall else box.left() for box in boxes}) == 1
    assert len({box.left() if is_tall else box.top() for box in boxes}) == len(boxes)


def test_mouse_over_one_map_is_marked_in_all_of_them(session: Session, maps: RunMaps, qtbot: QtBot) -> None:
    tell_both(session)
    pane, other = maps.panes["one", "character"], maps.panes["other", "localization"]
    before: QImage = other.grab().toImage()
    qtbot.mouseMove(pane, pane.rect().center())
    assert maps.zoom.cursor is not None
    assert other.grab().toImage() != before
    scale = maps.zoom.scale
    qtbot.mouseDClick(pane, Qt.MouseButton.LeftButton)
    assert maps.zoom.scale == scale


def test_edit_of_the_label_changes_who_is_right_and_draws_no_map_again(session: Session, maps: RunMaps) -> None:
    tell_both(session)
    found = {key: pane.found for key, pane in maps.panes.items()}

    def colours() -> list[str]:
        return [maps.titles[who, "order"].palette().windowText().color().name() for who in ("one", "other")]

    right, mistaken = colours()
    assert right != mistaken
    session.editor.apply("Delete", edits.delete, (session.editor.label.ranking[-1],))
    assert colours() == [mistaken, right]
    assert all(pane.found is found[key] for key, pane in maps.panes.items())


def test_maps_of_other_sizes_are_shown_without_a_difference(session: Session, maps: RunMaps) -> None:
    one = predicted_for(session)
    tell(session, ONE, one)
    tell(session, OTHER, replace(one, spec=one.spec.with_(stride=2)))
    assert maps.panes["apart", "order"].found is None
    assert "not of the same size" in maps.panes["apart", "order"].sentence
