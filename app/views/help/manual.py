"""The manual in the window: the pages of `docs/`, with one search over them and over the other texts of help."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase, QImage, QPalette, QShowEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

from app.language.languages import current_language, translate
from app.language.sentences import translated
from app.language.titles import title_of_format
from app.language.words import WORDS, meaning, word
from app.session import Session
from app.widgets.boxes import column, named, push_button, row, search_field
from app.widgets.contrast import Recoloured
from core.base.explaining.advice import search
from core.base.explaining.known_errors import Advice
from core.base.files import read_file
from core.labels.formats.registry import formats

_FIRST = "README.md"
_MARGIN = 24  # px


_UNSET = "–"  # preset, start or project decide


def errors(text: str, palette: QPalette) -> str:
    """Return the known errors and pitfalls that a text matches, the likeliest first, or all for an empty text."""
    return "<hr/>".join(_advice(advice, palette) for advice in search(text, translated))


def words(text: str, palette: QPalette) -> str:
    """Return the words of the program that contain a text, with their meanings."""
    rows = [(word(name), meaning(name)) for name in WORDS]
    return _table(translate("Found", "Words"), (), rows, text, palette)


def reference(text: str, palette: QPalette) -> str:
    """Return the keys of a `--config` file, the data sources and the label formats that contain a text."""
    from app.training.reference import config_keys, sources  # pydantic would slow the first look into the manual

    yes, crops = translate("Found", "read and write"), translate("Found", "read; words are cropped")
    read = translate("Found", "read")
    keys = [(key.key, key.allowed, key.default or _UNSET, key.said()) for key in config_keys()]
    kinds = [(name, translated(sentence)) for name, sentence in sources().items()]
    known = [
        (form.id, crops if form.cuts else yes if form.writer is not None else read, title_of_format(form.id))
        for form in formats().values()
    ]
    heads = translate("Found", "Key"), translate("Found", "Values"), translate("Found", "Default")
    tables = (
        _table(translate("Found", "Keys of a --config file"), (*heads, ""), keys, text, palette),
        _table(translate("Found", "Data sources"), (translate("Found", "Path"), ""), kinds, text, palette),
        _table(translate("Found", "Formats of labels"), (translate("Found", "Name"), "", ""), known, text, palette),
    )
    return "".join(tables)


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], text: str, palette: QPalette) -> str:
    """Return the rows that have all parts of a text in them, the first cell of each in bold, or "" if none has."""
    wanted = text.casefold().split()
    style = f"border-bottom:1px solid {palette.color(QPalette.ColorRole.Mid).name()}"
    cells = "".join(
        f'<tr valign="top"><td style="{style}"><b>{escape(first)}</b></td>'
        + "".join(f'<td style="{style}">{escape(cell)}</td>' for cell in cells)
        + "</tr>"
        for first, *cells in rows
        if all(part in " ".join([first, *cells]).casefold() for part in wanted)
    )
    head = "".join(f'<th align="left">{escape(name)}</th>' for name in heads)
    head = f"<tr>{head}</tr>" if head else ""
    table = f'<table width="100%" cellpadding="5" cellspacing="0">{head}{cells}</table>'
    return f"<h3>{escape(title)}</h3>{table}" if cells else ""


def _advice(advice: Advice, palette: QPalette) -> str:
    parts = "".join(
        f"<p><b>{_shown(part.heading)}</b></p>{_code(part.code, palette)}{_code(part.example, palette)}"
        f"<p>{_shown(part.why)}</p>"
        for part in advice.parts
    )
    meant = f"<p><b>{_shown(advice.meaning)}</b></p>{_code(advice.example, palette)}"
    return f"{meant}<p>{_shown(advice.cure)}</p>{parts}"


def _code(text: str, palette: QPalette) -> str:
    """Text for, or by, a machine: in a fixed font on a ground of its own."""
    if not text:
        return ""
    ground = palette.color(QPalette.ColorRole.AlternateBase).name()
    family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    lines = escape(text).replace("\n", "<br/>").replace("  ", "&nbsp;&nbsp;")
    return (
        f'<table width="100%" cellpadding="6"><tr><td bgcolor="{ground}">'
        f"<span style=\"font-family:'{escape(family)}'\">{lines}</span></td></tr></table>"
    )


def _shown(text: str) -> str:
    return escape(translated(text))


def manual_folder() -> Path | None:
    """Return the folder of the manual in a checkout or in the installed package, or None if it is missing."""
    checkout = Path(__file__).resolve().parents[3] / "docs"
    if (checkout / _FIRST).is_file() and (checkout.parent / "pyproject.toml").is_file():
        return checkout
    try:
        files = importlib.metadata.files("textscanner-studio") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    paths = [Path(str(file.locate())) for file in files if file.match(f"doc/textscanner-studio/{_FIRST}")]
    return paths[0].resolve().parent if paths else None


class ManualPage(QTextBrowser):
    """Shows the pages of the manual, one after the other.

    A picture is made as wide as the page has room. Another website opens outside.
    """

    def __init__(self) -> None:
        super().__init__(openLinks=False)
        self._is_written = False  # by the program, and no file
        self.anchorClicked.connect(self.follow)

    def write(self, html: str) -> None:
        """Show a text from the program instead of a file."""
        self._is_written = True
        self.setHtml(html)

    def open(self, page: str) -> None:
        """Show the page in a file."""
        self._is_written = False
        self.setSource(QUrl.fromLocalFile(page), QTextDocument.ResourceType.MarkdownResource)

    def follow(self, link: QUrl) -> None:
        """Open a link, unless its target is not installed."""
        target = self.source().resolved(link)
        if not target.isLocalFile():
            QDesktopServices.openUrl(target)
            return
        page = target.toLocalFile()
        if (self._is_written or page != self.source().toLocalFile()) and Path(page).is_file():
            self.open(page)
        if target.hasFragment():
            self._find(target.fragment())

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        loaded = super().loadResource(kind, name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return loaded
        picture = QImage(self.source().resolved(QUrl(name)).toLocalFile())
        room = max(self.viewport().width() - _MARGIN, 1)
        smooth = Qt.TransformationMode.SmoothTransformation
        return picture.scaledToWidth(room, smooth) if picture.width() > room else picture

    def _find(self, fragment: str) -> None:
        block = self.document().begin()
        while block.isValid():
            name = re.sub(r"[^\w\- ]", "", block.text().lower()).replace(" ", "-")
            if block.blockFormat().headingLevel() and name == fragment:
                self.setTextCursor(QTextCursor(self.document().lastBlock()))  # so that the heading comes to the top
                self.setTextCursor(QTextCursor(block))
                return
            block = block.next()


class ManualDialog(Recoloured, QDialog):
    """Shows the manual with a button to go back, the words, the known errors, and a search over all of them."""

    def __init__(self, session: Session, parent: QWidget | None = None, *, folder: Path | None = None) -> None:
        super().__init__(parent)
        self._folder = folder or manual_folder()
        self.page = named(ManualPage(), self.tr("Manual"))
        self.field = search_field(self.tr("Search for a word, or paste a message"), self._find)
        self.back = push_button(self.tr("Back"), self.page.backward, picture="previous")
        self.contents = push_button(self.tr("Contents"), self.show_contents)
        self.words = push_button(self.tr("Words"), lambda: self.page.write(words("", self.palette())))
        self.errors = push_button(self.tr("Errors"), lambda: self.page.write(errors("", self.palette())))
        buttons = (self.back, self.contents, self.words, self.errors)
        for button in buttons:
            button.setAutoDefault(False)
        self.back.setEnabled(False)
        self.page.backwardAvailable.connect(self.back.setEnabled)
        top = row(*buttons, self.field)
        top.setStretchFactor(self.field, 1)
        column(top, self.page, parent=self, margins=(12, 12, 12, 12))
        self.resize(860, 680)
        self.setWindowTitle(self.tr("Manual"))
        self.show_contents()
        session.workspace.background.start("", lambda job: import_module("app.training.reference"))  # for a search

    def showEvent(self, event: QShowEvent) -> None:
        self.field.setFocus()
        super().showEvent(event)

    def recolour(self) -> None:
        if self.field.text():
            self._find()

    def search(self, text: str) -> None:
        """Search the whole manual for a text."""
        self.field.setText(text)

    def show_contents(self) -> None:
        """Show the first page in the window's language, or in English if it is not translated."""
        first = self._pages(_FIRST)
        if first:
            self.page.open(str(first[0]))
        else:
            self.page.write(
                escape(
                    self.tr("The manual is not installed. You find it in the docs folder of the program's source code.")
                )
            )

    def _pages(self, pattern: str) -> list[Path]:
        """The pages in the window's language and, if it has none, the English ones."""
        folders = [] if self._folder is None else [self._folder / current_language(), self._folder]
        pages = (sorted([*folder.glob(pattern), *folder.glob(f"instruments/{pattern}")]) for folder in folders)
        return next(filter(None, pages), [])

    def _find(self) -> None:
        text, palette = self.field.text(), self.palette()
        if not text.strip():
            self.show_contents()
            return
        parts = [page(text, palette) for page in (errors, words, reference)]
        wanted = text.casefold().split()
        pages = [(path, read_file(path).decode()) for path in self._pages("*.md") if path.stem != "reference"]
        links = [
            f'<p><a href="{QUrl.fromLocalFile(str(path)).toString()}">{escape(page.partition(chr(10))[0].lstrip("# "))}'
            "</a></p>"
            for path, page in pages
            if all(part in page.casefold() for part in wanted)
        ]
        if links:
            title = escape(self.tr("Pages of the manual"))
            parts.append(f"<h3>{title}</h3>{''.join(links)}")
        unknown = self.tr("The manual says nothing about this. For details, see the log: Help › Open the log folder.")
        self.page.write("".join(parts) or f"<p>{escape(unknown)}</p>")
