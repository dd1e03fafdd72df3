"""The glossary: what the words of this program mean, in the window's language.

Apart from the other pages that are searched, because each is loaded with what it shows.
"""

from __future__ import annotations

from html import escape

from app.language.words import WORDS, meaning, word
from app.views.help.searched_page import SearchedPage


class WordsDialog(SearchedPage):
    """Lists words with their meanings, those that are searched for."""

    def texts(self) -> tuple[str, str, str]:
        return self.tr("Words"), self.tr("Search a word"), self.tr("No word or meaning has this in it.")

    def found(self, text: str) -> str:
        wanted = text.casefold().split()
        rows = [(word(name), meaning(name)) for name in WORDS]
        found = [row for row in rows if all(part in " ".join(row).casefold() for part in wanted)]
        style = f"border-bottom:1px solid {self.line}"
        cells = "".join(
            f'<tr><td width="30%" style="{style}"><b>{escape(term)}</b></td>'
            f'<td style="{style}">{escape(said)}</td></tr>'
            for term, said in found
        )
        return f'<table width="100%" cellpadding="5" cellspacing="0">{cells}</table>' if found else ""
