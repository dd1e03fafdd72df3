"""Everything that the canvas shows of an image, painted from back to front."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPalette, QPen, QTransform

from app.pictures.captions import draw_title
from app.pictures.map_painting import draw_map
from app.pictures.reading_path import draw_reading_path
from app.pictures.repaired import smallest_repair
from app.pictures.shown_maps import map_title, path_title, shown_large, shown_overlay
from app.session import Session
from app.views.canvas.frame import reads_downwards, room_of
from app.views.canvas.marks import MarkLook, draw_characters
from app.views.canvas.painter import draw_grid, draw_ground, draw_overlay, draw_picture
from app.views.canvas.picture import Picture, tones_of
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import Problem, Severity

_REPAIR = 0.7  # opacity of the repaired pixels over the picture
_WORST_FIRST: tuple[Severity, ...] = ("error", "warning", "note")


class Stage:
    """Paints the image of a session with its label."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._picture = Picture()

    def paint(
        self,
        painter: QPainter,
        pane: QRectF,
        to_pane: QTransform,
        palette: QPalette,
        *,
        pixel_ratio: float,
        handle_size: float,
        hovered: int | None,
        typing: int | None,
        composed: str,
    ) -> None:
        """Paint everything except the marks of a tool.

        `painter`: on a device whose coordinates are those of the pane. `hovered` and `typing`: places of the character
        under the mouse, and of the one that takes what is typed.
        """
        session = self._session
        editor, choices = session.editor, session.display.choices
        draw_ground(painter, pane, palette)
        pixels, size = editor.pixels, editor.image_size
        if pixels is None or size is None:
            self._picture.clear()
            return
        target = to_pane.mapRect(QRectF(0, 0, size[1], size[0]))
        scale = session.viewport.scale * pixel_ratio
        self._picture.show(pixels, tones_of(choices))
        large = shown_large(session)
        if large is None:
            draw_picture(painter, self._picture.at_scale(scale), target, pane, smooth=scale < 1)
        else:  # the picture has the map's place, and all tools work on the map
            draw_map(painter, session, large, to_pane, target)
        overlay = shown_overlay(session) if large is None else None
        if overlay is not None:
            draw_overlay(painter, (overlay.image, overlay.to_image), to_pane, target, choices.opacity)
        if choices.pixel_grid:
            draw_grid(painter, session.viewport, target, pane, pixel_ratio)
        look = MarkLook(
            editor.label,
            editor.selection,
            hovered,
            choices.polygons,
            choices.symbols,
            worst_by_rank(editor.problems),
            reads_downwards(editor),
            typing,
            composed,
            room_of(handle_size),
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        painter.setFont(symbol_font(font))
        draw_characters(painter, look, to_pane, pane)
        predicted = session.predictions.current
        if choices.path and predicted is not None:
            draw_reading_path(painter, predicted.maps.word, to_pane)
        repair = smallest_repair(session)
        if repair is not None:
            draw_overlay(painter, (repair.image.image, repair.image.to_image), to_pane, target, _REPAIR)
        painter.setFont(font)
        path = (path_title(session), "") if choices.path else ("", "")
        draw_title(painter, pane, path if large is None else map_title(session, *large), "line", QRectF())
        painter.setPen(QPen())


def worst_by_rank(problems: tuple[Problem, ...]) -> Mapping[int, Severity]:
    """The gravest severity of each character that has a problem, by its rank."""
    worst: dict[int, Severity] = {}
    for problem in problems:
        if problem.character is not None:
            known = worst.get(problem.character, "note")
            worst[problem.character] = min(known, problem.severity, key=_WORST_FIRST.index)
    return worst
