"""All actions of the program as data, by menu. A new action is a new entry."""

from __future__ import annotations

from app.actions.action import Menu
from app.actions.table import chosen, edit, file, go, helping, label, maps, predict, problems, tools, train, view
from app.language.languages import marked

__all__ = ["ACTIONS", "MENUS"]

ACTIONS = (
    *file.ACTIONS,
    *edit.ACTIONS,
    *chosen.ACTIONS,
    *tools.ACTIONS,
    *label.ACTIONS,
    *go.ACTIONS,
    *problems.ACTIONS,
    *train.ACTIONS,
    *predict.ACTIONS,
    *view.ACTIONS,
    *maps.ACTIONS,
    *helping.ACTIONS,
)
"""In the order of menus and tool bar."""

MENUS = (
    Menu("file", marked("Actions", "&File")),
    Menu("file.recent", marked("Actions", "Recent projects"), file.recent_projects),
    Menu("edit", marked("Actions", "&Edit")),
    Menu("edit.split", marked("Actions", "Selected images are for"), section="chosen"),
    Menu("tools", marked("Actions", "&Tools")),
    Menu("label", marked("Actions", "&Label")),
    Menu("label.sort", marked("Actions", "Sort the characters"), section="order"),
    Menu("label.nudge", marked("Actions", "Move all characters"), section="shape"),
    Menu("go", marked("Actions", "&Go")),
    Menu("problems", marked("Actions", "&Problems")),
    Menu("train", marked("Actions", "Trai&n")),
    Menu("predict", marked("Actions", "P&redict")),
    Menu("predict.model", marked("Actions", "Model"), predict.models, section="model"),
    Menu("maps", marked("Actions", "&Maps")),
    Menu("maps.overlay", marked("Actions", "Overlay"), section="overlay"),
    Menu("view", marked("Actions", "&View")),
    Menu("view.filters", marked("Actions", "Saved filters"), view.saved_filters, section="list"),
    Menu("view.sort", marked("Actions", "Sort the images by"), section="list"),
    Menu("view.layout", marked("Actions", "Layout"), section="window"),
    Menu("view.panels", marked("Actions", "Panels"), section="window"),
    Menu("view.theme", marked("Actions", "Theme"), section="window"),
    Menu("view.language", marked("Actions", "Language"), section="window"),
    Menu("help", marked("Actions", "&Help")),
)
"""In the order of the menu bar."""
