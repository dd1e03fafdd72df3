"""The font for comparing symbols and readings, which makes I, l and 1, O and 0 look different."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

_TELLING = ("Cascadia Mono", "Consolas", "Menlo", "SF Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono")
"""Fonts of Windows, macOS and Linux, all with serifs at I, a bent or serifed l, and a dot or a stroke in 0.

A system's own fixed font comes after them: Courier New writes l like 1, and O like 0.
"""


@cache
def _families() -> tuple[str, ...]:
    own = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families()
    families = [family for family in _TELLING if QFontDatabase.hasFamily(family)]
    return (*families[:1], *own, *QFont().families())  # the program's own has the scripts that the first has not


def symbol_font(base: QFont | None = None, times: float = 1.0) -> QFont:
    """Return a font for symbols and readings.

    `base`: gives size and style. Default: none, so that Qt takes everything but the family from the place
    of use, a widget or a cell of a table. `times`: so many times as large as `base`.
    """
    font = QFont() if base is None else QFont(base)
    font.setFamilies(_families())
    if times != 1.0:
        font.setPointSizeF(font.pointSizeF() * times)
    return font
