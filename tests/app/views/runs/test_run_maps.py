"""The open image as two runs see it, whichever way it is written: what they see is handed over, no process is asked."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.hand_made_project import WORDS, hand_made_project
from support.words.predictions import client_of, predicted_for

from app.reading.predicted import Predicted
from app.session import Session
from app.views.runs.maps import RunMaps
from app.workers.prediction_messages import Answered, Compare, Seen
from core.charset import Charset
from core.labels.edits import edits
from core.labels.maps.render import MapSpec
from core.project.project import ProjectSettings
from core.runs.info import RunInfo
from core.runs.spec import NetworkSpec

ONE, OTHER = RunInfo(Path("/runs/001-small"), best_step=3), RunInfo(Path("/runs/002-paper"), best_step=5)


@pytest.fixture(params=WORDS)
def session(request: pytest.FixtureRequest, make_session: Callable[[Path | None], Session], tmp_path: Path) -> Session:
    label, size = WORDS[request.param]
    settings = ProjectSettings(charset=Charset(("a", "b", "c")), maps=MapSpec(max_length=6))
    return make_session(hand_made_project(tmp_path / "words", size, label, settings))


@pytest.fixture
def maps(session: Session, qtbot: QtBot) -> RunMaps:
    maps = RunMaps(session)
    maps.set_runs((ONE, OTHER))
    exposed(qtbot, maps, 1700, 700)
    qtbot.waitUntil(lambda: bool(client_of(session).sent(Compare)))
    return maps


def tell(session: Session, run: RunInfo, predicted: Predicted) -> None:
    spec = NetworkSpec("small", predicted.charset.symbols, predicted.spec)
    client = client_of(session)
    asked = [asked for asked in client.sent(Compare) if asked.model == run.model][-1]
    client.answer(Answered(asked.number, Seen(spec.to_dict(), predicted.maps)))


def tell_both(session: Session) -> None:
    tell(session, ONE, predicted_for(session))
    label = session.editor.label
    tell(session, OTHER, predicted_for(session, replace(label, characters=label.characters[:2])))


def test_image_is_waited_for_and_then_seen_by_both_with_what_they_read(session: Session, maps: RunMaps):
    assert maps.panes["one", "order"].sentence == "The image is being predicted…"
    tell_both(session)
    assert all(pane.found is not None for pane in maps.panes.values())
    assert maps.panes["one", "order"].accessibleName().startswith("Order · 001-small: abc 0.")
    assert maps.panes["other", "order"].accessibleName().startswith("Order · 002-paper: ab 0.")
    assert maps.panes["picture", None].accessibleName() == "word.png · abc"


def test_pictures_are_in_shape_at_one_zoom_and_apart(session: Session, maps: RunMaps):
    tell_both(session)
    for factor in (1.0, 1.5):
        maps.zoom.zoom(factor, QPointF(10, 30))
        for pane in maps.panes.values():
            assert pane.to_pane().m11() == pytest.approx(pane.to_pane().m22())
            at = pane.to_pane().map(maps.zoom.center)
            assert (at.x(), at.y()) == pytest.approx((pane.width() / 2, pane.height() / 2))
    scales = {round(pane.to_pane().m11(), 1) for (who, _), pane in maps.panes.items() if who != "picture"}
    assert len(scales) == 1
    for one, other in combinations(maps.panes.values(), 2):
        assert not one.geometry().intersects(other.geometry())


def test_symbols_and_numbers_stand_on_the_blobs_of_both_runs(session: Session, maps: RunMaps):
    tell_both(session)
    picture = QImage(2000, 2000, QImage.Format.Format_RGB32)
    written = {}
    for who, name in (("one", "character"), ("other", "order"), ("one", "localization"), ("apart", "character")):
        pane = maps.panes[who, name]
        with QPainter(picture) as painter:
            written[who, name] = {*(pane.draw(painter, pane.to_pane()) or ())}
    assert written == {
        ("one", "character"): {1, 2, 3},
        ("other", "order"): {1, 2},
        ("one", "localization"): set(),
        ("apart", "character"): set(),
    }


def test_mouse_over_one_map_is_marked_in_all_of_them(session: Session, maps: RunMaps, qtbot: QtBot):
    tell_both(session)
    pane, other = maps.panes["one", "character"], maps.panes["other", "localization"]
    before: QImage = other.grab().toImage()
    qtbot.mouseMove(pane, pane.rect().center())
    assert maps.zoom.cursor is not None
    assert other.grab().toImage() != before
    scale = maps.zoom.scale
    qtbot.mouseDClick(pane, Qt.MouseButton.LeftButton)
    assert maps.zoom.scale == scale


def test_edit_of_the_label_changes_who_is_right_and_draws_no_map_again(session: Session, maps: RunMaps):
    tell_both(session)
    found = {key: pane.found for key, pane in maps.panes.items()}

    def right() -> list[bool]:
        return [
            maps.panes["one", "order"].accessibleName()[-1] == "✓",
            maps.panes["other", "order"].accessibleName()[-1] == "✓",
        ]

    assert right() == [True, False]
    session.editor.apply("Delete", edits.delete, (session.editor.label.ranking[-1],))
    assert right() == [False, True]
    assert all(pane.found is found[key] for key, pane in maps.panes.items())


def test_maps_of_other_sizes_are_shown_without_a_difference(session: Session, maps: RunMaps):
    one = predicted_for(session)
    tell(session, ONE, one)
    tell(session, OTHER, replace(one, spec=one.spec.with_(stride=2)))
    assert maps.panes["apart", "order"].found is None
    assert "not of the same size" in maps.panes["apart", "order"].sentence
