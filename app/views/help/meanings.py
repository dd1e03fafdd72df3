"""Help › What does this mean?: known errors and pitfalls, found by the words of a message, each with what to do."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QFontDatabase, QPalette

from app.language.sentences import translated
from app.views.help.searched_page import SearchedPage
from core.base.advice import search
from core.base.known_errors import Advice, AdvicePart


class MeaningsDialog(SearchedPage):
    """Lists the known errors and pitfalls that the text in the field is about, the likeliest first."""

    def texts(self) -> tuple[str, str, str]:
        return (
            self.tr("What does this mean?"),
            self.tr("Paste a message, or type words of it"),
            self.tr("Nothing is known of it. The log has the rest: Help › Open the log folder."),
        )

    def found(self, text: str) -> str:
        return "<hr/>".join(self._row(row) for row in search(text, translated))

    def _row(self, row: Advice) -> str:
        parts = "".join(self._part(part) for part in row.parts)
        said = f"<p><b>{_shown(row.meaning)}</b></p>{self._code(row.example)}<p>{_shown(row.cure)}</p>"
        return said + parts

    def _part(self, part: AdvicePart) -> str:
        heading = f"<p><b>{_shown(part.heading)}</b></p>"
        return f"{heading}{self._code(part.code)}{self._code(part.example)}<p>{_shown(part.why)}</p>"

    def _code(self, text: str) -> str:
        """What is written for, or by, a machine: in a fixed font on a ground of its own."""
        if not text:
            return ""
        ground = self.palette().color(QPalette.ColorRole.AlternateBase).name()
        family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        lines = escape(text).replace("\n", "<br/>").replace("  ", "&nbsp;&nbsp;")
        return (
            f'<table width="100%" cellpadding="6"><tr><td bgcolor="{ground}">'
            f"<span style=\"font-family:'{escape(family)}'\">{lines}</span></td></tr></table>"
        )


def _shown(text: str) -> str:
    return escape(translated(text))
