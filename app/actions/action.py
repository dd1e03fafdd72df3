"""The data of an action and of a menu, and the questions that an action may ask of the window, without any widget.

An action *asks* by the methods of an `Asker` (the main window) and *does* by the session, so that its effect can be
tried without a dialog. `app.actions.table` holds all actions, `app.actions.action_set` makes menus and keys of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from app.language.languages import TableText
from core.base.described import Described

if TYPE_CHECKING:
    from app.session import Session

CONTEXT = "Actions"  # translation context of the texts and tips of actions, and of the titles of menus

FieldName = Literal["filter", "symbol", "text"]

LayoutName = Literal["label", "train", "inspect", "review"]  # a layout: the panels that one kind of work needs


class Asker(Protocol):
    """The questions that an action may ask of the window, in calls that return once the person has answered them."""

    def choose_folder(self, title: str, start: Path | None = None) -> Path | None:
        """Return a folder that the person chooses on the disk, beginning at `start`, or None if the person cancels."""

    def confirm(self, title: str, question: str, action: str, decline: str = "") -> bool:
        """Return True if the person consents.

        `action` is the text of the button that consents, `decline` that of the one beside it in place of "Cancel".
        """

    def show_dialog(self, name: str) -> None:
        """Open a dialog, given its name in `app.views.main_window.dialogs`."""

    def toggle_panel(self, name: str) -> None:
        """Show a panel if it is hidden, or hide it, given its id (`app.actions.panels`)."""

    def show_panel(self, name: str) -> None:
        """Bring a panel into view for what an action shows there, whatever the layout."""

    def is_panel_shown(self, name: str) -> bool:
        """Return True if the panel is visible."""

    def choose_layout(self, layout: LayoutName) -> None:
        """Show the panels of a layout."""

    def present_layout(self) -> LayoutName:
        """Return the name of the current layout."""

    def reset_layout(self) -> None:
        """Reset the panels of the current layout and the tool bar to their defaults."""

    def focus(self, name: FieldName) -> None:
        """Show the panel of a field, and give the field the keyboard focus."""

    def toggle_full_screen(self) -> None:
        """Switch between the whole screen and a window."""

    def is_full_screen(self) -> bool:
        """Return True if the window fills the whole screen."""

    def recent_projects(self) -> Sequence[Path]:
        """Return the folders that were opened last, the latest first."""

    def close(self) -> bool:
        """Close the window, which ends the program, or return False if the person prefers to stay."""


def always(session: Session) -> bool:
    """Return True, as the condition of an action that is always enabled."""
    return True


@dataclass(frozen=True, slots=True)
class Action(Described):
    """One thing that the program can do for the person.

    Its title ends with "…" if something is asked before anything is done.
    """

    run: Callable[[Session, Asker], object] = field(kw_only=True)
    """The function that does the thing, given the session and whom to ask."""
    shortcuts: tuple[str, ...] = ()
    """Key sequences in Qt's portable form. Settings can put others in their place."""
    icon: str = ""
    """One of `app.widgets.icons.NAMES`. "" for none."""
    enabled: Callable[[Session], bool] = always
    """Returns True if the thing can be done, given the session."""
    checked: Callable[[Session, Asker], bool] | None = None
    """For a switch: returns True if the switch is on, given the session and the window."""
    group: str = ""
    """Name that the switches of a group share, of which exactly one is on. "" for no group."""
    word: TableText = ""
    """English source text that a tool bar shows instead of the title: one or two words."""
    text_now: Callable[[Session], str] | None = None
    """Returns the translated text in place of the title, given the session: "Undo: Move character 4"."""
    repeats: bool = False
    """True if holding the key does the thing again and again."""


@dataclass(frozen=True, slots=True)
class Menu(Described):
    """A menu or submenu of actions.

    The id of a submenu begins with that of its menu and a dot, as "view.theme" does.
    """

    parts: tuple[str, ...] = field(kw_only=True)
    """Ids of actions and submenus. "" is a line."""
    entries: str = ""
    """For a menu whose entries are found each time it opens: a function, `module:name`. The function is given the
    session and whom to ask, and gives the texts of the entries and what each does."""

    @property
    def parent(self) -> str:
        """The id of the menu that contains this one, or "" for a menu in the menu bar."""
        return self.id.rpartition(".")[0]
