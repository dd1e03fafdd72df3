from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from app.desktop.theme import palette_of
from app.widgets.icons import APPLICATION, NAMES, icon


@pytest.fixture(autouse=True)
def as_before(qapp: QApplication) -> Iterator[None]:
    palette = qapp.palette()
    yield
    qapp.setPalette(palette)


def drawn(name: str, side: int, mode: QIcon.Mode = QIcon.Mode.Normal) -> QImage:
    return icon(name).pixmap(QSize(side, side), mode).toImage().convertToFormat(QImage.Format.Format_ARGB32)


def inked(image: QImage) -> list[QColor]:
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return [pixel for pixel in pixels if pixel.alpha() == 255]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_icon_draws_something_and_not_everything(qapp: QApplication, name: Any):
    image = drawn(name, 48)
    count = len(inked(image))
    assert 0 < count < (48 * 48 if name == APPLICATION else 48 * 48 // 2)


@pytest.mark.parametrize(
    ("dark", "group", "mode"),
    [
        pytest.param(False, QPalette.ColorGroup.Active, QIcon.Mode.Normal, id="light"),
        pytest.param(True, QPalette.ColorGroup.Active, QIcon.Mode.Normal, id="dark"),
        pytest.param(False, QPalette.ColorGroup.Disabled, QIcon.Mode.Disabled, id="grey if it can do nothing"),
    ],
)
def test_an_icon_has_the_text_colour_of_the_theme(qapp: QApplication, dark: bool, group: Any, mode: Any):
    qapp.setPalette(palette_of(dark))
    wanted = qapp.palette().color(group, QPalette.ColorRole.ButtonText)
    assert {pixel.name() for pixel in inked(drawn("stop", 48, mode))} == {wanted.name()}


def test_an_icon_is_drawn_anew_for_a_finer_screen(qapp: QApplication):
    pixmap = icon("stop").pixmap(QSize(24, 24), 2.0)
    assert pixmap.devicePixelRatio() == 2.0
    assert pixmap.size() == QSize(48, 48)
    assert pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32) == drawn("stop", 48)


def test_a_button_squeezed_to_nothing_paints_no_icon(qtbot: QtBot, qtlog: Any):
    button = QToolButton()
    qtbot.addWidget(button)
    button.setIcon(icon("stop"))
    button.resize(2, 24)
    button.grab()
    assert [record.message for record in qtlog.records if "QPainter" in record.message] == []


def test_a_copied_icon_outlives_its_original(qapp: QApplication):
    copied = QIcon(icon("stop"))
    copied.addPixmap(icon("stop").pixmap(QSize(16, 16)))  # Qt clones the engine here
    assert not copied.pixmap(QSize(24, 24)).isNull()


def test_there_is_no_icon_of_an_unknown_name(qapp: QApplication):
    with pytest.raises(FileNotFoundError):
        icon("unicorn")
