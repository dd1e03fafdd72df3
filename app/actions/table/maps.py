"""Actions on the maps: the maps and sources that are shown, the overlay, and the single positions."""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_project
from app.actions.table.view import toggle
from app.display import MapName, Overlay, Source, Way
from app.language.languages import TableText
from app.pictures.shown_maps import position_count, shown_keys, shown_large
from app.session import Session

_OPACITY_STEP = 0.1
_BAR_STEP = 0.05  # of the image's width


def set_overlay(session: Session, overlay: Overlay) -> None:
    """Show a map over the image, or none if that map is shown there already."""
    session.display.set(overlay="none" if session.display.choices.overlay == overlay else overlay)


def set_overlay_source(session: Session, source: Source) -> None:
    """Show the maps of another source over the image, beginning with the character map if there is no overlay."""
    choices = session.display.choices
    session.display.set(overlay_source=source, overlay="character" if choices.overlay == "none" else choices.overlay)


def change_opacity(session: Session, step: float) -> None:
    """Make the overlay more opaque, or by a negative step less opaque."""
    opacity = round(session.display.choices.opacity + step, 2)
    session.display.set(opacity=min(max(opacity, 0.0), 1.0))


def move_bar(session: Session, step: float) -> None:
    """Move the bar between target and prediction by a share of the image's width, and show it if it is hidden."""
    share = session.display.choices.swipe + step
    session.display.set(way="swipe", swipe=min(max(share, 0.0), 1.0))


def swap_large(session: Session) -> None:
    """Make the map under the mouse, or else the first, the large picture, or the image if that map is it already."""
    display = session.display
    large = shown_large(session)
    keys = shown_keys(session)
    if large is not None:
        display.swap(large)
    elif keys:
        display.set(large=display.pointed if display.pointed in keys else keys[0])


def isolate_beside(session: Session, step: int) -> None:
    """Show only the order channel of the next (step 1) or previous (-1) position, and all channels past either end."""
    count = position_count(session)
    position = (session.display.choices.position or 0) + step
    session.display.set(position=(position % (count + 1)) or None)


def _has_model(session: Session) -> bool:
    return session.predictions.is_on


def _way(way: Way, text: TableText, key: str, tip: TableText) -> Action:
    return Action(
        f"maps.way.{way}",
        text,
        tip,
        run=lambda session, asker: session.display.set(way=way),
        shortcuts=(key,),
        icon="compare" if way == "swipe" else "grid",
        enabled=_has_model,
        checked=lambda session, asker: session.display.choices.way == way,
        group="way",
    )


def _column(source: Source, text: TableText, key: str, tip: TableText) -> Action:
    return Action(
        f"maps.column.{source}",
        text,
        tip,
        run=lambda session, asker: session.display.toggle_column(source),
        shortcuts=(key,),
        icon="difference" if source == "difference" else "",
        enabled=_has_model,
        checked=lambda session, asker: (
            source in session.display.choices.columns and session.display.choices.way == "grid"
        ),
    )


def _row(name: MapName, text: TableText) -> Action:
    return Action(
        f"view.row.{name}",
        text,
        run=lambda session, asker: session.display.toggle_row(name),
        icon=f"map-{name}",
        checked=lambda session, asker: name in session.display.choices.rows,
    )


def _overlay(overlay: Overlay, text: TableText, key: str, tip: TableText) -> Action:
    return Action(
        f"view.overlay.{overlay}",
        text,
        tip,
        run=lambda session, asker: set_overlay(session, overlay),
        shortcuts=(key,),
        icon="overlay-none" if overlay == "none" else f"map-{overlay}",
        checked=lambda session, asker: session.display.choices.overlay == overlay,
        group="overlay",
    )


def _source(source: Source, text: TableText) -> Action:
    return Action(
        f"predict.overlay.{source}",
        text,
        run=lambda session, asker: set_overlay_source(session, source),
        enabled=_has_model,
        checked=lambda session, asker: session.display.choices.overlay_source == source,
        group="overlay_source",
    )


def turn_repair(session: Session) -> None:
    """Start repairing the prediction with its maps in view, or stop it."""
    repair, display = session.instruments.prediction_repair, session.display
    if not repair.is_on and ("prediction" not in display.choices.columns or display.choices.way != "grid"):
        display.set(way="grid", columns=("target", "prediction"))
    repair.turn(not repair.is_on)


ACTIONS = (
    _way("grid", "Grid", "Alt+1", "Target and predicted maps side by side"),
    _way("swipe", "Swipe", "Alt+5", "Target and prediction on either side of a bar that can be dragged"),
    Action(
        "predict.bar_left",
        "Move the bar to the left",
        run=lambda session, asker: move_bar(session, -_BAR_STEP),
        shortcuts=("Alt+Shift+Left",),
        enabled=_has_model,
        repeats=True,
    ),
    Action(
        "predict.bar_right",
        "Move the bar to the right",
        run=lambda session, asker: move_bar(session, _BAR_STEP),
        shortcuts=("Alt+Shift+Right",),
        enabled=_has_model,
        repeats=True,
    ),
    _column("target", "Target maps", "Alt+2", "The maps of the label"),
    _column("prediction", "Predicted maps", "Alt+3", "The maps of the model"),
    _column("difference", "Their difference", "Alt+4", "The pixels where the prediction differs from the target"),
    Action(
        "maps.beside",
        "Maps beside the picture",
        "Place the maps at the right of the picture, or below it, in this layout of the project",
        run=lambda session, asker: session.display.set(beside=not session.display.is_beside),
        shortcuts=("Alt+7",),
        enabled=has_project,
        checked=lambda session, asker: session.display.is_beside,
    ),
    _row("character", "Character map"),
    _row("order", "Order map"),
    _row("localization", "Centre map"),
    Action(
        "maps.swap",
        "Swap image and map",
        "Make the map under the mouse the large picture and the image a small one, and back",
        run=lambda session, asker: swap_large(session),
        shortcuts=("X",),
        icon="swap",
        enabled=lambda session: bool(shown_keys(session)) and session.editor.pixels is not None,
        checked=lambda session, asker: shown_large(session) is not None,
    ),
    Action(
        "maps.repair",
        "Repair the prediction",
        "Paint, erase and move what the model predicts, to see what would make the word right",
        run=lambda session, asker: turn_repair(session),
        word="Repair",
        shortcuts=("Alt+6",),
        icon="tool-brush",
        enabled=lambda session: _has_model(session) and session.editor.pixels is not None,
        checked=lambda session, asker: session.instruments.prediction_repair.is_on,
    ),
    Action(
        "maps.smallest_repair",
        "Find the smallest repair",
        "Mark the fewest pixels of one map that have to change for the word to be read right",
        run=lambda session, asker: session.instruments.prediction_repair.find_smallest(),
        enabled=lambda session: _has_model(session) and session.editor.pixels is not None,
    ),
    _overlay("none", "None", "0", "No map over the image"),
    _overlay("character", "Character map", "1", "Character map over the image"),
    _overlay("order", "Order map", "2", "Order map over the image"),
    _overlay("localization", "Centre map", "3", "Centre map over the image"),
    Action(
        "view.opacity_more",
        "More opaque",
        run=lambda session, asker: change_opacity(session, _OPACITY_STEP),
        shortcuts=("O",),
        icon="opacity-more",
        repeats=True,
    ),
    Action(
        "view.opacity_less",
        "Less opaque",
        run=lambda session, asker: change_opacity(session, -_OPACITY_STEP),
        shortcuts=("Shift+O",),
        icon="opacity-less",
        repeats=True,
    ),
    _source("target", "Of the target"),
    _source("prediction", "Of the prediction"),
    _source("difference", "Of their difference"),
    Action(
        "view.isolate_next",
        "Isolate next position",
        "Show only the order channel of the next position",
        run=lambda session, asker: isolate_beside(session, 1),
        shortcuts=("Shift+E",),
        icon="isolate",
        enabled=lambda session: position_count(session) > 0,
        repeats=True,
    ),
    Action(
        "view.isolate_previous",
        "Isolate previous position",
        "Show only the order channel of the previous position",
        run=lambda session, asker: isolate_beside(session, -1),
        shortcuts=("Shift+Q",),
        enabled=lambda session: position_count(session) > 0,
        repeats=True,
    ),
    Action(
        "maps.strip",
        "Strip of positions",
        "The order channel of each position, below the maps",
        run=lambda session, asker: toggle(session, "strip"),
        checked=lambda session, asker: session.display.choices.strip,
    ),
    Action(
        "predict.path",
        "Reading path",
        "The centres of the characters that are read, joined in reading order",
        run=lambda session, asker: toggle(session, "path"),
        shortcuts=("J",),
        icon="reading-path",
        enabled=lambda session: session.predictions.is_on,
        checked=lambda session, asker: session.display.choices.path,
    ),
)
