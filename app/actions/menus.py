"""The menus as lists of ids, of actions and of submenus."""

from __future__ import annotations

from collections.abc import Mapping

from app.actions.action import Menu
from app.actions.brought import with_brought
from app.actions.panels import PANELS
from app.editing.tools import TOOLS
from app.language.languages import LANGUAGES
from core.base.plugins.active import plugins

_OWN = (
    Menu("file", "&File", parts=(
        "file.open", "file.close", "file.recent", "",
        "file.save", "",
        "file.import", "file.crop_words", "file.export", "file.export_model", "file.foreign_model",
        "file.change_model", "file.compare_labels", "file.statistics", "",
        "problems.look", "problems.check_folder", "",
        "file.project_settings", "file.settings", "",
        "file.quit",
    )),
    Menu("file.recent", "Recent projects", parts=(), entries="app.actions.table.file:recent_projects"),
    Menu("edit", "&Edit", parts=(
        "edit.undo", "edit.redo", "",
        "edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "edit.delete", "",
        "edit.select_all", "edit.select_none", "",
        "edit.delete_label", "",
        "edit.select_all_images", "edit.chosen", "edit.put_back",
    )),
    Menu("edit.chosen", "Selected images", parts=(
        "edit.mark_chosen_reviewed", "edit.delete_chosen_labels", "edit.tag_chosen", "edit.chosen.split",
        "edit.move_chosen", "edit.trash_chosen",
    )),
    Menu("edit.chosen.split", "Use of selected images", parts=(
        "edit.split.train", "edit.split.val", "edit.split.project",
    )),
    Menu("label", "&Labelling", parts=(
        "label.tools", "",
        "label.mark_reviewed", "label.mark_draft", "label.accept_drafts", "",
        "label.text", "label.divide_picture", "label.draft_boxes", "label.symbol", "label.ignored", "",
        "label.sort", "",
        "label.merge", "label.split", "label.nudge", "",
        "label.clear", "label.problems",
    )),
    Menu("label.tools", "Tool", parts=(
        *(f"tool.{tool.id}" for tool in TOOLS), "",
        "tool.brush_larger", "tool.brush_smaller",
    )),
    Menu("label.sort", "Sort the characters", parts=(
        "label.sort_baseline", "label.sort_horizontal", "label.sort_vertical", "label.reverse", "label.swap",
    )),
    Menu("label.nudge", "Move all characters", parts=(
        "label.nudge_all_left", "label.nudge_all_right", "label.nudge_all_up", "label.nudge_all_down",
    )),
    Menu("label.clear", "Remove", parts=("label.clear_gaussian", "label.clear_area", "label.to_word_level")),
    Menu("label.problems", "Problems", parts=("problems.fix", "problems.fix_all", "problems.add_symbols")),
    Menu("go", "&Go", parts=(
        "go.previous", "go.next", "",
        "go.next_unreviewed", "go.next_problem", "",
        "go.next_in_queue",
    )),
    Menu("train", "Trai&ning", parts=(
        "train.start", "train.samples", "",
        "train.pause", "train.stop", "train.cancel", "",
        "train.profile", "train.tensorboard", "train.learning_history", "train.diagnose", "train.pages", "",
        "predict.play",
    )),
    Menu("train.pages", "Pages of a run", parts=("train.gradients", "train.cost", "train.all_runs")),
    Menu("predict", "&Reading", parts=(
        "predict.model", "",
        "predict.again", "",
        "predict.ignore_case", "predict.language_model", "",
        "predict.folder", "predict.readers", "predict.import_readings", "predict.write", "predict.cross_check", "",
        "predict.accept", "predict.take_other", "predict.agreed", "",
        "predict.evaluate", "",
        "predict.prelabel", "predict.prelabel_many", "predict.learn", "predict.unlearn",
    )),
    Menu("predict.model", "Model", parts=(
        "predict.model_file", "",
        "predict.training", "",
        "predict.none",
    ), entries="app.actions.table.predict:models"),
    Menu("inspect", "&Instruments", parts=(
        "predict.gains", "predict.what_if", "predict.depends", "predict.inside", "",
        "predict.pin", "",
        "predict.export_view", "",
        "maps.repair", "maps.smallest_repair",
    )),
    Menu("maps", "&Maps", parts=(
        "maps.way.grid", "maps.way.swipe", "",
        "maps.shown", "",
        "maps.beside", "",
        "maps.swap", "",
        "maps.overlay", "",
        "view.isolate_next", "view.isolate_previous", "maps.strip",
    )),
    Menu("maps.shown", "Maps shown", parts=(
        "maps.column.target", "maps.column.prediction", "maps.column.difference", "",
        "view.row.character", "view.row.order", "view.row.localization",
    )),
    Menu("maps.overlay", "Overlay", parts=(
        "view.overlay.none", "view.overlay.character", "view.overlay.order", "view.overlay.localization", "",
        "view.opacity_more", "view.opacity_less", "",
        "predict.overlay.target", "predict.overlay.prediction", "predict.overlay.difference",
    )),
    Menu("view", "&View", parts=(
        "view.zoom", "view.drawn", "",
        "view.list", "",
        "view.layout", "view.panels", "view.theme", "view.language", "view.full_screen", "",
        "view.palette",
    )),
    Menu("view.zoom", "Zoom", parts=("view.zoom_in", "view.zoom_out", "view.fit", "view.one_to_one")),
    Menu("view.drawn", "Drawn over the picture", parts=(
        "view.polygons", "view.symbols", "view.pixel_grid", "view.reset_picture", "predict.path",
    )),
    Menu("view.list", "Image list", parts=(
        "view.sort.name", "view.sort.status", "view.sort.problems", "view.sort.length", "view.sort.score",
        "view.sort.loss", "",
        "view.thumbnails", "view.filter", "view.clear_filter", "view.list.filters",
    )),
    Menu("view.list.filters", "Saved filters", parts=(
        "view.keep_filter",
    ), entries="app.actions.table.view:saved_filters"),
    Menu("view.layout", "Layout", parts=(
        "view.layout.label", "view.layout.train", "view.layout.inspect", "view.layout.review", "",
        "view.reset_layout",
    )),
    Menu("view.panels", "Panels", parts=tuple(f"view.panel.{panel.id}" for panel in PANELS)),
    Menu("view.theme", "Theme", parts=("view.theme.system", "view.theme.light", "view.theme.dark")),
    Menu("view.language", "Language", parts=("view.language.system", *(f"view.language.{name}" for name in LANGUAGES))),
    Menu("help", "&Help", parts=(
        "help.first_steps", "help.manual", "",
        "help.shortcuts", "",
        "help.doctor", "help.log_folder", "",
        "help.about",
    )),
)  # fmt: skip

MENUS = with_brought(_OWN, plugins())
"""The menus in the order of the menu bar, with "" for a line in a menu.

An action that is in no menu has its key, the palette and its panel.
"""

_MENU_OF: Mapping[str, str] = {part: menu.id for menu in MENUS for part in menu.parts}


def menu_of(action: str) -> str:
    """Return the id of the menu that contains an action, or the first part of the action's id if no menu does."""
    return _MENU_OF.get(action, action.rpartition(".")[0])
