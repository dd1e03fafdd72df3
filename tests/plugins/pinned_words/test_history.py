"""The wall over a training: all pinned words in step, and what is written of it."""

from pathlib import Path

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.window.told_training import begin, new_run
from support.words.predictions import predicted_for, show_prediction

from app.plugins.pinned_words.panel import WallPanel
from app.plugins.pinned_words.pinned import pinned_words
from app.session import Session
from tests.app.reading.test_history import STEPS, made_run


@pytest.fixture
def panel(session: Session, tmp_path: Path, qtbot: QtBot) -> WallPanel:
    """Two pinned words; the run has watched the first alone, and read one character more of it at each step."""
    images = session.catalog.table.images
    session.in_use.choose(made_run(session, tmp_path / "run"))
    for image in images[:2]:
        pinned_words(session).pin(image)
    panel = exposed(qtbot, WallPanel(session), 700, 400)
    qtbot.waitUntil(lambda: panel.wall.steps == STEPS)
    qtbot.waitUntil(lambda: all(tile.target is not None for tile in panel.tiles.values()))
    return panel


def test_one_slider_shows_all_pinned_words_at_one_step(panel: WallPanel, session: Session, qtbot: QtBot):
    first, second = pinned_words(session).images
    word = session.editor.label.word
    panel.history.slider.setValue(1)
    qtbot.waitUntil(lambda: panel.wall.prediction_of(first) is not None)
    shown = panel.wall.prediction_of(first)
    assert (shown.step, shown.maps.word.text) == (STEPS[1], word[:2])
    assert panel.wall.prediction_of(second) is None, "nothing was kept of it"
    assert panel.tiles[first].in_words().startswith(word[:2])
    qtbot.waitUntil(lambda: session.predictions.history.step == STEPS[1])
    image = panel.tiles[first].grab().toImage()
    panel.map.setCurrentIndex(2)
    panel.map.activated.emit(2)
    assert panel.tiles[first].grab().toImage() != image
    panel.history.slider.setValue(len(STEPS))
    assert panel.wall.step is None
    assert session.predictions.history.step is None


def test_wall_is_written_as_it_is_and_over_the_whole_training(
    panel: WallPanel, sentences: list[str], tmp_path: Path, qtbot: QtBot
):
    for name in ("wall.png", "wall.gif", "wall.webp"):
        panel.write(tmp_path / name)
        qtbot.waitUntil(lambda name=name: f"Saved {name}." in sentences)
    with Image.open(tmp_path / "wall.png") as picture:
        assert picture.width > 2 * 300
    for name in ("wall.gif", "wall.webp"):
        with Image.open(tmp_path / name) as film:
            assert (film.format, film.n_frames) == (name[5:].upper(), len(STEPS))


def test_words_drawn_at_random_are_the_same_each_time(panel: WallPanel, session: Session):
    panel.draw_nine()
    drawn = pinned_words(session).images
    assert len(drawn) == len(session.catalog.table)
    for image in drawn[2:]:
        pinned_words(session).unpin(image)
    panel.draw_nine()
    assert pinned_words(session).images == drawn


def test_nothing_is_animated_where_nothing_was_kept(
    session: Session, sentences: list[str], tmp_path: Path, qtbot: QtBot
):
    panel = added(qtbot, WallPanel(session))
    panel.write(tmp_path / "wall.gif")
    assert "kept no steps" in sentences[0]
    assert not (tmp_path / "wall.gif").exists()


def test_a_training_keeps_pinned_words_also_while_another_model_is_shown(session: Session):
    show_prediction(session, predicted_for(session))
    first, second = session.catalog.table.images[:2]
    pinned_words(session).pin(first)
    before = session.predictions.model
    begin(session, new_run(session).path)
    session.in_use.choose(before)
    assert not session.predictions.is_live
    assert session.training.watched == (session.project.path_of(first),)
    pinned_words(session).pin(second)
    assert session.training.watched == (session.project.path_of(first), session.project.path_of(second))
