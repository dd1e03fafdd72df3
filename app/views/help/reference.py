"""Help › Reference: the keys of a `--config` file, the data sources and the formats of labels, as the code has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from app.language.sentences import translated
from app.language.titles import title_of_format
from app.training.reference import config_keys, sources
from app.views.help.searched_page import SearchedPage
from core.labels.formats.registry import formats

_UNSET = "–"  # preset, start or project decide


class ReferenceDialog(SearchedPage):
    """Lists them in three tables."""

    def texts(self) -> tuple[str, str, str]:
        return (
            self.tr("Reference"),
            self.tr("Search a key, a source or a format"),
            self.tr("Nothing has this in its name or text."),
        )

    def found(self, text: str) -> str:
        wanted = text.casefold().split()
        keys = [(key.key, key.allowed, key.default or _UNSET, key.said()) for key in config_keys()]
        kinds = [(name, translated(said)) for name, said in sources().items()]
        yes, crops = self.tr("read and write"), self.tr("read; words are cropped")
        read = self.tr("read")
        known = [
            (each.name, crops if each.cuts else yes if each.writer is not None else read, title_of_format(each.name))
            for each in formats().values()
        ]
        tables = (
            (self.tr("Keys of a --config file"), (self.tr("Key"), self.tr("Values"), self.tr("Default"), ""), keys),
            (self.tr("Data sources"), (self.tr("Path"), ""), kinds),
            (self.tr("Formats of labels"), (self.tr("Name"), "", ""), known),
        )
        return "".join(
            self._table(title, heads, [row for row in rows if all(part in " ".join(row).casefold() for part in wanted)])
            for title, heads, rows in tables
        )

    def _table(self, title: str, heads: Sequence[str], rows: Sequence[Iterable[str]]) -> str:
        if not rows:
            return ""
        style = f"border-bottom:1px solid {self.line}"
        head = "".join(f'<th align="left">{escape(each)}</th>' for each in heads)
        cells = "".join(
            "<tr valign='top'>"
            + "".join(
                f'<td style="{style}">{escape(cell) if number else f"<b>{escape(cell)}</b>"}</td>'
                for number, cell in enumerate(row)
            )
            + "</tr>"
            for row in rows
        )
        table = f'<table width="100%" cellpadding="5" cellspacing="0"><tr>{head}</tr>{cells}</table>'
        return f"<h3>{escape(title)}</h3>{table}"
