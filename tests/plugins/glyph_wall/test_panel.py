"""The glyph wall: crops of one symbol, the most unusual first, and several retyped at once."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.words.synthetic_project import synthetic_project

from app.plugins.glyph_wall.glyphs import SHOWN, collect, images_with, retyping
from app.plugins.glyph_wall.panel import GlyphWall
from app.session import Session
from core.labels.files.history import History
from core.labels.files.storage import LabelConflict, label_path, read_label, read_label_bytes
from core.project.project import Project


@pytest.fixture
def project_folder(tmp_path: Path) -> Path:
    """So many synthetic words that some symbol stands in more than two of them."""
    return synthetic_project(tmp_path / "words", 24)


@pytest.fixture
def wall(session: Session, qtbot: QtBot) -> GlyphWall:
    return exposed(qtbot, GlyphWall(session), 700, 200)


def most_common(project: Project) -> tuple[str, list[tuple[str, int]]]:
    """The symbol that most characters have, and where they are."""
    places: dict[str, list[tuple[str, int]]] = {}
    for image in project.images().images:
        for place, character in enumerate(read_label(label_path(project.path_of(image))).label.characters):
            places.setdefault(character.symbol, []).append((image, place))
    symbol = max(places, key=lambda symbol: len(places[symbol]))
    return symbol, places[symbol]


def collected(session: Session, wall: GlyphWall, qtbot: QtBot) -> tuple[str, list[tuple[str, int]]]:
    symbol, places = most_common(session.project)
    assert len(places) > 2
    number = wall.symbol.findData(symbol)
    wall.symbol.setCurrentIndex(number)
    wall.symbol.activated.emit(number)
    qtbot.waitUntil(lambda: wall.wall is not None)
    return symbol, places


def test_the_slider_sets_the_size_of_the_glyphs_for_this_and_the_next_wall(
    session: Session, wall: GlyphWall, qtbot: QtBot
):
    collected(session, wall, qtbot)
    for side in (96, 24):
        wall.size_slider.setValue(side)
        assert wall.view.visualRect(wall.tiles.index(0, 0)).width() >= side
        picture = wall.tiles.index(0, 0).data(Qt.ItemDataRole.DecorationRole)
        assert picture.deviceIndependentSize().width() == side
    other = added(qtbot, GlyphWall(session))
    assert other.size_slider.value() == 24


def test_every_character_of_a_symbol_is_cut_out(project_folder: Path):
    project = Project.open(project_folder)
    symbol, places = most_common(project)
    found = collect(project, symbol, sorted(project.images().images))
    assert sorted((glyph.image, glyph.place) for glyph in found.glyphs) == sorted(places)
    assert found.is_whole
    assert all(glyph.crop.shape == (SHOWN, SHOWN, 3) for glyph in found.glyphs)
    assert list(np.diff([glyph.unusual for glyph in found.glyphs]) <= 0) == [True] * (len(places) - 1)


def test_picture_that_cannot_be_read_is_counted(project_folder: Path):
    project = Project.open(project_folder)
    symbol, places = most_common(project)
    project.path_of(places[0][0]).write_bytes(b"no picture")
    found = collect(project, symbol, sorted(project.images().images))
    assert found.unreadable == 1
    assert places[0][0] not in {glyph.image for glyph in found.glyphs}


def test_wall_that_is_full_says_so(project_folder: Path):
    project = Project.open(project_folder)
    symbol, _ = most_common(project)
    found = collect(project, symbol, sorted(project.images().images), most=1)
    assert not found.is_whole


def test_label_that_changed_meanwhile_is_not_retyped(project_folder: Path):
    project = Project.open(project_folder)
    symbol, _ = most_common(project)
    found = collect(project, symbol, sorted(project.images().images))
    images, edit = retyping(found.glyphs[:1], "Q")
    path = label_path(project.path_of(images[0]))
    data = read_label_bytes(path)
    with pytest.raises(LabelConflict):
        edit(images[0], data.replace(f'"{symbol}"'.encode(), b'"#"'))
    with pytest.raises(LabelConflict):
        edit(images[0], None)


def test_images_with_a_symbol_are_those_whose_label_has_it(session: Session):
    symbol, places = most_common(session.project)
    assert images_with(symbol, session.catalog.table) == sorted(
        {image for image, _ in places}, key=session.catalog.table.images.index
    )


def test_wall_says_how_to_begin(wall: GlyphWall):
    assert wall.sentence.text().startswith("Choose a symbol")
    assert not wall.retype_button.isEnabled()


def test_selected_glyphs_are_retyped_as_one_action_that_can_be_restored(
    session: Session, wall: GlyphWall, qtbot: QtBot
):
    symbol, places = collected(session, wall, qtbot)
    project = session.project
    assert wall.tiles.rowCount() == len(places)
    new = next(s for s in session.catalog.project_charset if s != symbol)
    first, second = wall.tiles.entries[:2]
    for row in (0, 1):
        at = wall.view.visualRect(wall.tiles.index(row, 0)).center()
        modifier = Qt.KeyboardModifier.ControlModifier if row else Qt.KeyboardModifier.NoModifier
        qtbot.mouseClick(wall.view.viewport(), Qt.MouseButton.LeftButton, modifier, at)
    qtbot.keyClicks(wall.other, new)
    assert wall.retype_button.text() == "Retype 2"
    qtbot.keyClick(wall.other, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: wall.wall is not None and len(wall.wall.glyphs) == len(places) - 2)
    for glyph in (first, second):
        label = read_label(label_path(project.path_of(glyph.image))).label
        assert label.characters[glyph.place].symbol == new
        assert not label.disagrees
    entries = [entry for entry in History(project.root).entries() if entry.image in (first.image, second.image)]
    assert len({entry.action for entry in entries}) == 1


def test_text_that_is_no_symbol_is_refused_with_a_sentence(session: Session, wall: GlyphWall, qtbot: QtBot):
    collected(session, wall, qtbot)
    wall.view.selectAll()
    wall.other.setText("ab")
    with qtbot.waitSignal(session.workspace.notified) as signal:
        qtbot.mouseClick(wall.retype_button, Qt.MouseButton.LeftButton)
    assert signal.args[0] == "warning"
    assert session.workspace.background.jobs == []


def test_enter_opens_the_image_with_the_character_selected(session: Session, wall: GlyphWall, qtbot: QtBot):
    collected(session, wall, qtbot)
    last = wall.tiles.rowCount() - 1
    glyph = wall.tiles.entries[last]
    wall.view.setCurrentIndex(wall.tiles.index(last, 0))
    qtbot.keyClick(wall.view, Qt.Key.Key_Return)
    assert session.image == glyph.image
    qtbot.waitUntil(lambda: session.editor.selection == (glyph.place,))


def test_tiles_say_what_they_are_and_are_drawn(session: Session, wall: GlyphWall, qtbot: QtBot):
    symbol, _ = collected(session, wall, qtbot)
    index = wall.tiles.index(0, 0)
    assert symbol in index.data(Qt.ItemDataRole.ToolTipRole)
    assert not index.data(Qt.ItemDataRole.DecorationRole).isNull()


def test_closed_project_leaves_no_glyphs(session: Session, wall: GlyphWall, qtbot: QtBot):
    collected(session, wall, qtbot)
    session.close()
    qtbot.waitUntil(lambda: wall.tiles.rowCount() == 0)
    assert wall.sentence.text().startswith("Open a folder")
