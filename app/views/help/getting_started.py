"""The first steps on one page: what the program is for, and the way through it."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QWidget

from app.actions.action_set import ActionSet
from app.actions.named_keys import with_keys
from app.checklist import wording
from app.checklist.steps import NAMES
from app.views.help.method_picture import MethodPicture
from app.widgets.boxes import column, named, push_button, without_icons

_SPACE = 12  # px


class GettingStarted(QDialog):
    """Says what the checklist says, all at once."""

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.page = named(QTextBrowser(openLinks=False), self.tr("Getting started"))
        self.page.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.page.viewport().setAutoFillBackground(False)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(self._buttons)
        self._buttons.rejected.connect(self.reject)
        self.first_steps = push_button(self.tr("Show the first steps beside the picture"), self._show_first_steps)
        self.first_steps.setVisible(actions.session.project is not None)
        self._buttons.addButton(self.first_steps, QDialogButtonBox.ButtonRole.ActionRole)
        whole = column(MethodPicture(actions.session), self.page, self._buttons, parent=self, spacing=_SPACE)
        whole.setContentsMargins(_SPACE, _SPACE, _SPACE, _SPACE)
        whole.setStretchFactor(self.page, 1)
        self.resize(680, 620)
        actions.shortcuts_changed.connect(self._write)
        self.setWindowTitle(self.tr("Getting started"))
        self._write()

    def _write(self) -> None:
        chosen = self._actions.session.settings.value("shortcuts")
        purpose = wording.purpose()
        demo = self.tr(
            "The demo project is the place to try this: 500 short words of digits, some labelled wrongly on purpose, "
            "some not labelled at all. The welcome page makes it; File › Close project leads there."
        )
        steps = "".join(
            f"<li style='margin-bottom:8px'><b>{escape(wording.title(name))}</b><br/>"
            f"{escape(with_keys(wording.text(name), chosen))}</li>"
            for name in NAMES
        )
        after = escape(with_keys(wording.all_done(), chosen))
        self.page.setHtml(f"<p>{escape(purpose)}</p><p>{escape(demo)}</p><ol>{steps}</ol><p>{after}</p>")

    def _show_first_steps(self) -> None:
        self._actions.session.checklist.show()
        self.accept()
