"""The common form of all known texts, which synthetic words follow and reading can follow too."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.language.sentences import one_after_another, translated
from app.session import Session
from app.training.plan import TrainingPlan
from app.widgets.boxes import column, plain_label, push_button


class CommonTexts(QWidget):
    """Shows the pattern or the few words of the known texts, with a button that restricts reading to such texts.

    It is hidden while the texts have nothing in common.
    """

    def __init__(self, session: Session, plan: TrainingPlan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._plan = plan
        self._writing = session.models.own_writing
        self.says = plain_label()
        self.only = push_button(
            self.tr("Read only such texts"),
            self._writing.read_only_such,
            tip=self.tr(
                "Every image of the folder is then read as such a text, even an occasional image that shows "
                "something else"
            ),
            default=False,
        )
        lines = column(self.says, self.only, parent=self, spacing=4)
        lines.setAlignment(self.only, Qt.AlignmentFlag.AlignLeft)
        self._writing.changed.connect(self.show_common_texts)
        session.project_changed.connect(self.show_common_texts)
        self.show_common_texts()

    def show_common_texts(self) -> None:
        """Show what the texts have in common now, and if synthetic words follow it."""
        common, project = self._writing.common, self.session.project
        self.setVisible(common is not None)
        if common is None or project is None:
            return
        sentences = [self.tr("All known texts are {texts}.").format(texts=translated(common.sentence))]
        if self._plan.data != "project" and self._plan.value("style") != "general":
            sentences.append(self.tr("Most synthetic words are such texts, too."))
        self.says.setText(one_after_another(sentences))
        self.only.setVisible(not project.settings.expected)
