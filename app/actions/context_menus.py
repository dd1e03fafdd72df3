"""The menus of the right mouse button, made from the same actions as the menu bar."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QMenu, QWidget

from app.actions.action_set import ActionSet
from app.widgets.boxes import MENU

CONTEXT_MENUS: Mapping[str, tuple[str, ...]] = {
    "canvas": (
        "label.symbol", "label.ignored", "label.accept_drafts", "",
        "edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "edit.delete", "",
        "label.merge", "label.split", "label.swap", "",
        "label.text", "label.mark_reviewed", "label.mark_draft", "",
        "view.fit", "view.one_to_one",
    ),
    "maps": (
        "maps.swap", "view.fit", "",
        "maps.way.grid", "maps.way.swipe", "",
        "maps.column.target", "maps.column.prediction", "maps.column.difference", "",
        "view.row.character", "view.row.order", "view.row.localization",
    ),
    "characters": (
        "label.symbol", "label.ignored", "label.accept_drafts", "",
        "edit.cut", "edit.copy", "edit.duplicate", "edit.delete", "",
        "label.merge", "label.split", "label.swap",
    ),
    "images": (
        "edit.mark_chosen_reviewed", "edit.tag_chosen", "edit.split.train", "edit.split.val", "edit.split.project", "",
        "edit.move_chosen", "edit.delete_chosen_labels", "edit.trash_chosen", "",
        "predict.folder", "predict.prelabel_many", "predict.pin", "",
        "edit.select_all_images", "view.clear_filter", "problems.look",
    ),
    "problems": (
        "problems.fix", "problems.fix_all", "problems.add_symbols", "", "go.next_problem", "go.previous_problem",
    ),
    "queue": (
        "predict.accept", "predict.take_other", "label.mark_reviewed",
        "predict.prelabel", "", "go.next_in_queue", "go.previous_in_queue",
    ),
    "glyphs": ("label.symbol", "label.ignored", "edit.delete", "", "label.mark_reviewed"),
    "runs": (),
}  # fmt: skip
"""Ids of actions by the name that a widget gives its menu; "" is a line."""


class ContextMenus(QObject):
    """Opens a menu at a right click or at the menu key on a widget that has one (`app.widgets.boxes.offer_menu`).

    What a widget offers itself (its `actions()`) comes first.
    """

    def __init__(self, actions: ActionSet) -> None:
        super().__init__(actions)
        self._actions = actions

    def serve(self, root: QWidget) -> None:
        """Connect `root` and the widgets in it that have a menu."""
        for widget in (root, *root.findChildren(QWidget)):
            name = widget.property(MENU)
            if name and not widget.property(_SERVED):
                widget.setProperty(_SERVED, True)
                widget.customContextMenuRequested.connect(lambda at, w=widget, n=name: self._open(w, n, at))

    def _open(self, widget: QWidget, name: str, at: QPoint) -> None:
        if isinstance(widget, QAbstractItemView):
            index = widget.currentIndex()
            if not index.isValid():
                return
            if widget.model().rowCount(index) == 0:
                widget.activated.emit(index)  # what the menu does is done to what the row shows
        self._actions.update_actions()
        menu = QMenu(widget)
        menu.setObjectName(name)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(widget.actions())
        menu.addSeparator()
        for entry in self._actions.known(CONTEXT_MENUS[name]):
            if entry:
                menu.addAction(self._actions.action(entry))
            else:
                menu.addSeparator()
        inside = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
        menu.popup(inside.mapToGlobal(at))


_SERVED = "menuServed"
