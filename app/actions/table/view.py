"""Actions on the zoom, on the drawings over the image, on the list and on the panels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from app.actions.action import Action, Asker, LayoutName
from app.actions.conditions import has_picture, has_project
from app.actions.panel import Panel
from app.actions.panels import PANELS
from app.language.languages import TableText, translate
from app.session import Session
from app.settings.table import CONTEXT as SETTINGS_CONTEXT
from app.settings.table import SETTINGS
from core.index.table import SortKey

_ZOOM = 1.25


def saved_filters(session: Session, asker: Asker) -> Iterable[tuple[str, Callable[[], object]]]:
    """Return the filters saved for this project, each with the function that applies it."""
    for text in session.folder.saved_filters.texts:
        yield text.replace("&", "&&"), partial(session.catalog.set_filter, text)


# In both languages: it is looked for by who cannot read the other one
_LANGUAGES: dict[str, TableText] = {
    "en": "Language: English, from the next start on (语言：英文)",
    "zh_CN": "Language: Chinese, from the next start on (语言：中文)",
}


def toggle(session: Session, name: str) -> None:
    """Switch a yes-or-no choice of the display, given its name."""
    session.display.set(**{name: not getattr(session.display.choices, name)})


def reset_picture(session: Session) -> None:
    """Reset brightness, contrast and gamma, so that the image is shown as it is."""
    session.display.set(brightness=0.0, contrast=1.0, gamma=1.0)


def _has_changed_picture(session: Session) -> bool:
    choices = session.display.choices
    return (choices.brightness, choices.contrast, choices.gamma) != (0.0, 1.0, 1.0)


def _switch(name: str, text: TableText, key: str, icon: str) -> Action:
    return Action(
        f"view.{name}",
        text,
        run=lambda session, asker: toggle(session, name),
        shortcuts=(key,),
        icon=icon,
        checked=lambda session, asker: bool(getattr(session.display.choices, name)),
    )


def _panel(panel: Panel) -> Action:
    return Action(
        f"view.panel.{panel.id}",
        panel.title,
        run=lambda session, asker: asker.toggle_panel(panel.id),
        shortcuts=(panel.key,),
        icon=panel.icon,
        checked=lambda session, asker: asker.is_panel_shown(panel.id),
    )


def _layout(name: LayoutName, text: TableText, key: str, tip: TableText) -> Action:
    return Action(
        f"view.layout.{name}",
        text,
        tip,
        run=lambda session, asker: asker.choose_layout(name),
        shortcuts=(key,),
        enabled=has_project,
        checked=lambda session, asker: asker.present_layout() == name,
        group="layout",
    )


def _choice(setting: str, value: str, text: str, tip: TableText = "") -> Action:
    return Action(
        f"view.{setting}.{value}",
        text,
        tip,
        run=lambda session, asker: session.settings.set(setting, value),
        checked=lambda session, asker: session.settings.value(setting) == value,
        group=setting,
        text_now=lambda session: translate(SETTINGS_CONTEXT, text),
    )


def _sort(key: SortKey, text: TableText) -> Action:
    return Action(
        f"view.sort.{key}",
        text,
        run=lambda session, asker: session.catalog.sort_by(key),
        enabled=has_project,
        checked=lambda session, asker: session.catalog.sort.key == key,
        group="sort",
    )


def _toggle_thumbnails(session: Session, asker: Asker) -> None:
    session.settings.set("list.thumbnails", not session.settings.value("list.thumbnails"))


ACTIONS = (
    Action(
        "view.zoom_in",
        "Zoom in",
        run=lambda session, asker: session.viewport.zoom(_ZOOM),
        shortcuts=("Ctrl++", "Ctrl+="),
        icon="zoom-in",
        enabled=has_picture,
        repeats=True,
    ),
    Action(
        "view.zoom_out",
        "Zoom out",
        run=lambda session, asker: session.viewport.zoom(1 / _ZOOM),
        shortcuts=("Ctrl+-",),
        icon="zoom-out",
        enabled=has_picture,
        repeats=True,
    ),
    Action(
        "view.fit",
        "Fit",
        "Show the whole image as large as there is room",
        run=lambda session, asker: session.viewport.fit(),
        shortcuts=("F",),
        icon="zoom-fit",
        enabled=has_picture,
    ),
    Action(
        "view.one_to_one",
        "Actual size",
        "Show one image pixel as one screen pixel",
        run=lambda session, asker: session.viewport.set_scale(1.0),
        shortcuts=("Ctrl+0",),
        icon="zoom-one",
        enabled=has_picture,
    ),
    _switch("polygons", "Polygons", "H", "polygons"),
    _switch("symbols", "Symbols and numbers", "Shift+H", "symbols"),
    _switch("pixel_grid", "Pixel grid", "Shift+G", "pixel-grid"),
    Action(
        "view.reset_picture",
        "Reset brightness, contrast and gamma",
        run=lambda session, asker: reset_picture(session),
        icon="brightness",
        enabled=_has_changed_picture,
    ),
    _sort("name", "Name"),
    _sort("status", "Status"),
    _sort("problems", "Problems, most first"),
    _sort("length", "Length of the text"),
    _sort("score", "Score, lowest first"),
    _sort("loss", "Loss, highest first"),
    Action(
        "view.thumbnails",
        "Thumbnails",
        run=_toggle_thumbnails,
        icon="image",
        checked=lambda session, asker: bool(session.settings.value("list.thumbnails")),
    ),
    Action(
        "view.filter",
        "Filter images",
        run=lambda session, asker: asker.focus("filter"),
        shortcuts=("Ctrl+F",),
        icon="filter",
        enabled=has_project,
    ),
    Action(
        "view.clear_filter",
        "Show all images",
        run=lambda session, asker: session.catalog.set_filter(""),
        shortcuts=("Ctrl+Shift+F",),
        enabled=lambda session: bool(session.catalog.filter_text),
    ),
    Action(
        "view.keep_filter",
        "Keep this filter",
        "Keep the filter of the image list for this project, or stop keeping it",
        run=lambda session, asker: session.folder.saved_filters.keep(not session.folder.saved_filters.is_kept),
        icon="star",
        enabled=lambda session: bool(session.catalog.filter_text.strip()),
        checked=lambda session, asker: session.folder.saved_filters.is_kept,
    ),
    _layout("label", "Label", "Ctrl+1", "Panels for labelling: images, characters and problems"),
    _layout("train", "Train", "Ctrl+2", "Panels for training: the runs with their curves"),
    _layout("inspect", "Inspect", "Ctrl+3", "Panels for looking into a prediction: the reading, and why it is wrong"),
    _layout("review", "Review", "Ctrl+4", "Panels for reviewing: the queue of what a model contradicts"),
    Action(
        "view.reset_layout",
        "Reset the layout",
        "Reset the panels and the tool bar of this layout",
        run=lambda session, asker: asker.reset_layout(),
        icon="reset",
        enabled=has_project,
    ),
    *map(_panel, PANELS),
    *(_choice("theme", value, text) for value, text in SETTINGS["theme"].choices),
    *(_choice("language", value, text, _LANGUAGES.get(value, "")) for value, text in SETTINGS["language"].choices),
    Action(
        "view.full_screen",
        "Full screen",
        run=lambda session, asker: asker.toggle_full_screen(),
        shortcuts=("F11",),
        icon="full-screen",
        checked=lambda session, asker: asker.is_full_screen(),
    ),
    Action(
        "view.palette",
        "Command palette…",
        "Find an action by its name and do it",
        run=lambda session, asker: asker.show_dialog("palette"),
        shortcuts=("Ctrl+Shift+P",),
        icon="palette",
    ),
)
