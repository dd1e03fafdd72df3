"""A window with actions and nothing else, that answers what it is asked and remembers it."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from app.actions.action import LayoutName
from app.actions.action_set import ActionSet
from app.session import Session


class AskingWindow(QMainWindow):
    """Answers as its attributes say; `asked` holds what it was asked."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.folder: Path | None = None
        self.agrees = True
        self.recent: Sequence[Path] = ()
        self.panels = {"images"}
        self.shown_layout: LayoutName = "label"
        self.actions_of_it = ActionSet(session, self, self)

    def choose_folder(self, title: str, start: Path | None = None) -> Path | None:
        self.asked.append("folder")
        return self.folder

    def confirm(self, title: str, question: str, action: str, decline: str = "") -> bool:
        self.asked.append(question)
        return self.agrees

    def show_dialog(self, name: str) -> None:
        self.asked.append(name)

    def toggle_panel(self, name: str) -> None:
        self.panels ^= {name}

    def show_panel(self, name: str) -> None:
        self.panels |= {name}

    def is_panel_shown(self, name: str) -> bool:
        return name in self.panels

    def choose_layout(self, layout: LayoutName) -> None:
        self.shown_layout = layout

    def present_layout(self) -> LayoutName:
        return self.shown_layout

    def reset_layout(self) -> None:
        self.asked.append("layout")

    def focus(self, name: str) -> None:
        self.asked.append(name)

    def toggle_full_screen(self) -> None:
        self.asked.append("full screen")

    def is_full_screen(self) -> bool:
        return False

    def recent_projects(self) -> Sequence[Path]:
        return self.recent
