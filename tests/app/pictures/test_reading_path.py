import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from pytestqt.qtbot import QtBot

from app.pictures.reading_path import draw_reading_path
from core.labels.maps.decoding import ReadCharacter, ReadWord

GREY = QColor(120, 120, 120)


def painted(word: ReadWord) -> QImage:
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(GREY)
    with QPainter(image) as painter:
        draw_reading_path(painter, word, QTransform.fromScale(2, 2))
    return image


def test_dot_is_at_each_centre_and_a_line_between(qtbot: QtBot):
    characters = (ReadCharacter("a", 1, 0.9, (20, 20)), ReadCharacter("b", 2, 0.9, (80, 20)))
    image = painted(ReadWord("ab", 0.81, characters, ()))
    for x, y in ((40, 40), (160, 40)):
        assert image.pixelColor(x, y) == QColor(255, 255, 255)
    assert image.pixelColor(75, 40).lightness() > GREY.lightness() + 50
    assert image.pixelColor(75, 37).lightness() <= GREY.lightness()
    assert image.pixelColor(100, 90) == GREY


def test_empty_word_draws_nothing(qtbot: QtBot):
    image = painted(ReadWord("", 0.0, (), ()))
    values = np.frombuffer(image.constBits(), np.uint32)
    assert len(np.unique(values)) == 1
