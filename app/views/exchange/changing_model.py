"""The dialog that makes a new model from the chosen one, with a page from a plug-in for each way."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QWidget

from app.language.languages import translate
from app.session import Session
from app.widgets.boxes import column
from app.widgets.contrast import tabs_of
from core.base.errors import PluginError
from core.base.plugins.active import plugins
from core.base.plugins.plugin import PagePart, Plugin

_BROUGHT = "Plugins"  # the translation context of the texts of our plug-ins


class ChangeModelDialog(QDialog):
    """Shows a page for each way to make a changed copy of a model, whose own file stays as it is."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Change a model"))
        self.brought = brought_pages(session)
        self.pages = tabs_of(*((page, translate(_BROUGHT, part.title)) for part, page in self.brought))
        column(self.pages, parent=self)
        self.resize(900, 600)


def brought_pages(session: Session) -> list[tuple[PagePart, QWidget]]:
    """Return the pages of the active plug-ins, and switch off a plug-in whose page cannot be made."""
    pages = []
    for plugin, part in plugins().parts("model_pages"):
        try:
            pages.append((part, _page(session, plugin, part)))
        except PluginError:
            continue  # the listener has been told
    return pages


def _page(session: Session, plugin: Plugin, part: PagePart) -> QWidget:
    with plugins().using(plugin):
        page: QWidget = plugins().load(plugin, part.at)(session)
        return page
