"""All actions of the program as data, by menu. A new action is a new entry."""

from __future__ import annotations

from app.actions.action import Menu
from app.actions.table import chosen, edit, file, go, helping, label, maps, predict, problems, tools, train, view

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
    Menu("file", "&File"),
    Menu("file.recent", "Recent projects", file.recent_projects),
    Menu("edit", "&Edit"),
    Menu("edit.chosen", "Selected images", section="chosen"),
    Menu("edit.chosen.split", "Selected images are for"),
    Menu("label", "&Labelling"),
    Menu("label.tools", "Tool", section="tools"),
    Menu("label.sort", "Sort the characters", section="order"),
    Menu("label.nudge", "Move all characters", section="shape"),
    Menu("label.clear", "Remove", section="clear"),
    Menu("go", "&Go"),
    Menu("train", "Trai&ning"),
    Menu("predict", "&Reading"),
    Menu("predict.model", "Model", predict.models, section="model"),
    Menu("inspect", "&Instruments"),
    Menu("maps", "&Maps"),
    Menu("maps.shown", "Maps shown", section="shown"),
    Menu("maps.overlay", "Overlay", section="overlay"),
    Menu("view", "&View"),
    Menu("view.zoom", "Zoom", section="picture"),
    Menu("view.drawn", "Drawn over the picture", section="picture"),
    Menu("view.list", "Image list", section="list"),
    Menu("view.list.filters", "Saved filters", view.saved_filters, section="list"),
    Menu("view.layout", "Layout", section="window"),
    Menu("view.panels", "Panels", section="window"),
    Menu("view.theme", "Theme", section="window"),
    Menu("view.language", "Language", section="window"),
    Menu("help", "&Help"),
)
"""In the order of the menu bar."""
