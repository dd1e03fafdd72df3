"""Known errors and pitfalls, words of the program and the reference as HTML, found by a text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtGui import QFontDatabase, QPalette

from app.language.languages import translate
from app.language.sentences import translated
from app.language.titles import title_of_format
from app.language.words import WORDS, meaning, word
from core.base.advice import search
from core.base.known_errors import Advice
from core.labels.formats.registry import formats

_UNSET = "–"  # preset, start or project decide


def errors(text: str, palette: QPalette) -> str:
    """The known errors and pitfalls that a text is about, the likeliest first. All of them for an empty text."""
    return "<hr/>".join(_advice(advice, palette) for advice in search(text, translated))


def words(text: str, palette: QPalette) -> str:
    """The words of the program with their meanings, those that have a text in them."""
    rows = [(word(name), meaning(name)) for name in WORDS]
    return _table(translate("Found", "Words"), (), rows, text, palette)


def reference(text: str, palette: QPalette) -> str:
    """The keys of a `--config` file, the data sources and the formats of labels, those that have a text in them."""
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
    """The rows that have all parts of a text in them, the first cell of each in bold. "" if none has."""
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
