"""Titles and legends inside pictures: whole where they have room, and in nobody's way."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter, QTransform
from pytestqt.qtbot import QtBot

from app.pictures.legends import Explanation
from app.pictures.map_colours import MapImage, Swatch
from app.widgets.captions import beside_marks, draw_legend, place_legend, style_of

TITLES = (("Character", "target"), ("Centre", "predicted"))


@pytest.mark.parametrize(
    ("width", "height", "style"), [(600, 60, "line"), (110, 300, "lines"), (42, 400, "upright"), (42, 30, "none")]
)
def test_all_titles_have_the_style_in_which_the_longest_has_room(qtbot: QtBot, width: int, height: int, style: str):
    font = QFont()
    font.setPixelSize(12)
    assert style_of(TITLES, width, height, QFontMetrics(font)) == style


def test_title_that_would_lie_over_marks_goes_to_the_lowest_line(qtbot: QtBot):
    room, metrics = QRectF(10, 20, 300, 200), QFontMetrics(QFont())
    title = ("reader 4 reads EXIT", "")
    assert beside_marks(room, title, metrics, QRectF(60, 100, 200, 60)) == room
    assert beside_marks(room, title, metrics, QRectF()) == room
    lowest = beside_marks(room, title, metrics, QRectF(15, 25, 200, 60))
    assert lowest.bottom() == room.bottom() and lowest.left() == room.left()
    assert lowest.top() > room.bottom() - 2 * metrics.height()


def test_legend_stands_beside_the_title_else_below_it_else_nowhere():
    title = QRectF(2, 2, 100, 14)
    beside = place_legend(QRectF(0, 0, 300, 60), title, 80, 14)
    below = place_legend(QRectF(0, 0, 120, 100), title, 80, 14)
    assert beside.top() == 2
    assert beside.left() > title.right()
    assert below.top() > title.bottom()
    assert place_legend(QRectF(0, 0, 120, 30), title, 80, 14) is None
    part = place_legend(QRectF(0, 0, 120, 100), title, 180, 14)
    assert part.right() <= 120
    assert place_legend(QRectF(0, 0, 120, 100), title, 400, 14) is None


def test_legends_of_the_same_size_are_not_taken_for_each_other(qtbot: QtBot):
    def legend(low: float = 0.0, colormap: str = "viridis", entries: tuple[Swatch, ...] = ()) -> Explanation:
        return Explanation(MapImage(QImage(), QTransform(), low, 1.0, not entries, colormap), entries)

    def drawn(legend: Explanation, without: frozenset[int] = frozenset()) -> QImage:
        image = QImage(200, 20, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.gray)
        with QPainter(image) as painter:
            draw_legend(painter, QRectF(0, 0, 200, 20), legend, without)
        return image

    red, blue = Swatch(1, "a", QColor("red")), Swatch(2, "a", QColor("blue"))
    scales = [legend(), legend(low=-1.0), legend(colormap="magma")]
    values = [legend(entries=entries) for entries in ((red,), (blue,), (red, blue))]
    pictures = [drawn(one) for one in (*scales, *values)]
    assert all(one != other for place, one in enumerate(pictures) for other in pictures[:place])
    assert drawn(legend(entries=(red, blue)), frozenset({2})) == drawn(values[0])
    assert [drawn(one) for one in (*scales, *values)] == pictures, "as it was kept"
