from itertools import combinations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.widgets.symbol_font import symbol_font


def drawn(symbol: str, font: QFont) -> np.ndarray:
    """Ink of a symbol, 0 to 1, (72, 48)."""
    image = QImage(48, 72, QImage.Format.Format_Grayscale8)
    image.fill(255)
    with QPainter(image) as painter:
        painter.setFont(font)
        painter.setPen(QColor("black"))
        painter.drawText(4, 56, symbol)
    ink = np.frombuffer(image.constBits(), np.uint8).reshape(72, image.bytesPerLine())[:, :48]
    return 1 - ink / 255


@pytest.mark.parametrize("alike", ["Il1|", "O0"])
def test_what_looks_alike_elsewhere_is_told_apart(qtbot: QtBot, alike: str):
    base = QFont()
    base.setPixelSize(48)
    for one, other in combinations(alike, 2):
        first, second = drawn(one, symbol_font(base)), drawn(other, symbol_font(base))
        assert np.abs(first - second).sum() > 0.1 * min(first.sum(), second.sum()) > 0


def test_size_and_style_stay_those_of_the_place_where_it_is_used(qtbot: QtBot):
    place = QFont()
    place.setPointSizeF(17)
    place.setBold(True)
    resolved = symbol_font().resolve(place)
    assert (resolved.pointSizeF(), resolved.bold()) == (17, True)
    assert resolved.families() == symbol_font().families() != place.families()
    assert symbol_font(place, 2).pointSizeF() == 34


def test_other_scripts_are_drawn(qtbot: QtBot):
    base = QFont()
    base.setPixelSize(40)
    assert drawn("字", symbol_font(base)).sum() > 50
