"""Actions that edit the label on screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.actions.action import Action, Asker
from app.actions.conditions import can_edit, has_characters, has_label, has_selection, one_selected, several_selected
from app.actions.table.predict import chosen_or_listed
from app.language.languages import TableText, translate
from app.session import Session
from core.labels.checks.problems import printable
from core.labels.edits import edits
from core.labels.label import WordLabel


def mark_draft(session: Session) -> None:
    """Withdraw the review, so that the label is a draft again."""
    session.editor.apply(translate("Edits", "Mark not reviewed"), edits.mark_draft)


def toggle_ignored(session: Session) -> None:
    """Mark the selected characters as illegible, or as legible again if all of them are illegible."""
    ignored = all(character.is_ignored for character in session.editor.selected)
    title = translate("Edits", "Mark legible") if ignored else translate("Edits", "Mark illegible")
    session.editor.apply(title, edits.set_ignored, session.editor.selection, not ignored)


def sort_characters(session: Session, sort: Callable[..., WordLabel], title: str) -> None:
    """Sort the characters, or only the selected ones if there are several, into another order.

    If the text becomes another one, a note says so: the characters may have been right, and the text wrong.
    """
    editor = session.editor
    places = editor.selection if len(editor.selection) > 1 else None
    before = editor.committed_label.text
    editor.apply(title, sort, places)
    after = editor.committed_label.text
    if before is not None and after != before:
        sentence = translate("Edits", "The text was {before} and is {after} now, in the new order of the characters.")
        session.notify(sentence.format(before=printable(before), after=printable(after or "")), "warning")


def swap_with_next(session: Session) -> None:
    """Exchange the selected character with the next one in the reading order."""
    (place,) = session.editor.selection
    ranking = session.editor.committed_label.ranking
    rank = ranking.index(place) + 1
    title = translate("Edits", "Swap characters {rank} and {next}").format(rank=rank, next=rank + 1)
    session.editor.apply(title, edits.swap, place, ranking[rank])


def merge(session: Session) -> None:
    """Merge the selected characters into one."""
    label = edits.merge(session.editor.committed_label, session.editor.selection)
    ranking = session.editor.committed_label.ranking
    first = min(ranking.index(place) for place in session.editor.selection)  # the one that is made is read there
    title = translate("Edits", "Merge {count} characters")
    session.editor.commit(title.format(count=len(session.editor.selection)), label, [label.ranking[first]])


def split_in_middle(session: Session) -> None:
    """Split the selected character into two equal parts."""
    (place,) = session.editor.selection
    rank = session.editor.committed_label.ranking.index(place)
    label = edits.split_in_middle(session.editor.committed_label, place)
    title = translate("Edits", "Split a character")
    session.editor.commit(title, label, label.ranking[rank : rank + 2])


def nudge_all(session: Session, x: int, y: int) -> None:
    """Move all characters by one step of the arrow keys, as a single undo step while a key is held down."""
    step = float(session.settings.value("canvas.nudge"))
    title = translate("Edits", "Move all characters")
    session.editor.apply(title, edits.nudge_all, x * step, y * step, merges="nudge-all")


def accept_drafts(session: Session) -> None:
    """Accept a model's drafts of the selected characters, or of all characters."""
    places = session.editor.selection or None
    session.editor.apply(translate("Edits", "Accept drafts"), edits.accept, places)


def clear_gaussian(session: Session) -> None:
    """Let the localization targets of the selected characters follow their polygons again."""
    title = translate("Edits", "Remove the Gaussian")
    session.editor.apply(title, edits.clear_gaussian, session.editor.selection)


def clear_area(session: Session) -> None:
    """Discard the painted areas of the selected characters, so that their polygons count again."""
    title = translate("Edits", "Remove the painted area")
    session.editor.apply(title, edits.clear_area, session.editor.selection)


def to_word_level(session: Session) -> None:
    """Delete all characters, but keep the text."""
    title = translate("Edits", "Keep only the text")
    session.editor.apply(title, edits.to_word_level, select=())


def _has_drafts(session: Session) -> bool:
    chosen: Sequence[object] = session.editor.selected or session.editor.label.characters
    return can_edit(session) and any(getattr(character, "source", None) == "model" for character in chosen)


def _has_gaussian(session: Session) -> bool:
    return can_edit(session) and any(character.gaussian is not None for character in session.editor.selected)


def _has_area(session: Session) -> bool:
    return can_edit(session) and any(character.area is not None for character in session.editor.selected)


def _has_next(session: Session) -> bool:
    return one_selected(session) and session.editor.selection[0] != session.editor.committed_label.ranking[-1]


def _ignored_now(session: Session, asker: Asker) -> bool:
    return bool(session.editor.selected) and all(character.is_ignored for character in session.editor.selected)


def _nudge(direction: str, text: TableText, x: int, y: int) -> Action:
    return Action(
        f"label.nudge_all_{direction}",
        text,
        "Move all characters by one step of the arrow keys",
        run=lambda session, asker: nudge_all(session, x, y),
        shortcuts=(f"Ctrl+{direction.capitalize()}",),
        enabled=has_characters,
        repeats=True,
    )


def _sort(
    name: str, text: TableText, sort: Callable[..., WordLabel], title: TableText, key: str = "", icon: str = ""
) -> Action:
    return Action(
        f"label.{name}",
        text,
        run=lambda session, asker: sort_characters(session, sort, translate("Actions", title)),
        shortcuts=(key,) if key else (),
        icon=icon,
        enabled=has_characters,
    )


ACTIONS = (
    Action(
        "label.mark_reviewed",
        "Mark reviewed",
        "Mark the word reviewed and go on",
        run=lambda session, asker: session.mark_reviewed(),
        word="Reviewed",
        shortcuts=("Return", "Enter"),
        icon="reviewed",
        enabled=can_edit,
    ),
    Action(
        "label.mark_draft",
        "Mark not reviewed",
        "Take the review back",
        run=lambda session, asker: mark_draft(session),
        shortcuts=("Ctrl+Return",),
        icon="draft",
        enabled=lambda session: has_label(session) and session.editor.label.is_reviewed,
    ),
    Action(
        "label.accept_drafts",
        "Accept drafts",
        "Accept a model's drafts: those of the selected characters, or all",
        run=lambda session, asker: accept_drafts(session),
        shortcuts=("Ctrl+Shift+Return",),
        icon="accept",
        enabled=_has_drafts,
    ),
    Action(
        "label.text",
        "Type the text",
        "Type the word's text; its characters follow",
        run=lambda session, asker: asker.focus("text"),
        shortcuts=("T",),
        icon="text",
        enabled=can_edit,
    ),
    Action(
        "label.divide_picture",
        "Divide the whole picture",
        "Divide the picture into the characters of its text: the picture is the word",
        run=lambda session, asker: session.divide_picture(),
        shortcuts=("Shift+W",),
        icon="tool-word",
        enabled=can_edit,
        repeats=False,
    ),
    Action(
        "label.draft_boxes",
        "Draft boxes for texts",
        "Divide each listed picture whose label has only a text into characters; then look through the drafts, the "
        "least sure first",
        run=lambda session, asker: session.instruments.dividing.draft_many(chosen_or_listed(session)),
        shortcuts=("Ctrl+Alt+B",),
        icon="drafted",
        enabled=lambda session: session.project is not None and not session.workspace.is_read_only,
    ),
    Action(
        "label.symbol",
        "Type the symbol",
        "Type the symbol of the selected character",
        run=lambda session, asker: asker.focus("symbol"),
        shortcuts=("S", "F2"),
        icon="symbols",
        enabled=has_selection,
    ),
    Action(
        "label.ignored",
        "Illegible",
        "Leave the selected characters out of training",
        run=lambda session, asker: toggle_ignored(session),
        shortcuts=("I",),
        icon="ignored",
        enabled=has_selection,
        checked=_ignored_now,
    ),
    _sort("sort_baseline", "Along the line", edits.sort_along_baseline, "Sort along the line", "L", "sort-baseline"),
    _sort("sort_horizontal", "Left to right", edits.sort_left_to_right, "Sort left to right", icon="sort-horizontal"),
    _sort("sort_vertical", "Top to bottom", edits.sort_top_to_bottom, "Sort top to bottom", icon="sort-vertical"),
    _sort("reverse", "Reverse", edits.reverse, "Reverse the order", "Ctrl+R", "reverse"),
    Action(
        "label.swap",
        "Swap with next",
        "Exchange the ranks of the selected character and the next one",
        run=lambda session, asker: swap_with_next(session),
        enabled=_has_next,
    ),
    Action(
        "label.merge",
        "Merge",
        "Make one character of the selected ones",
        run=lambda session, asker: merge(session),
        shortcuts=("M",),
        icon="merge",
        enabled=several_selected,
    ),
    Action(
        "label.split",
        "Split in the middle",
        "Cut the selected character in two equal parts",
        run=lambda session, asker: split_in_middle(session),
        shortcuts=("Shift+C",),
        icon="split",
        enabled=one_selected,
    ),
    _nudge("left", "Left", -1, 0),
    _nudge("right", "Right", 1, 0),
    _nudge("up", "Up", 0, -1),
    _nudge("down", "Down", 0, 1),
    Action(
        "label.clear_gaussian",
        "Remove the Gaussian",
        "Let the target of the centre follow the polygon again",
        run=lambda session, asker: clear_gaussian(session),
        icon="clear",
        enabled=_has_gaussian,
    ),
    Action(
        "label.clear_area",
        "Remove the painted area",
        "Use the polygon again instead of the painted area",
        run=lambda session, asker: clear_area(session),
        icon="clear",
        enabled=_has_area,
    ),
    Action(
        "label.to_word_level",
        "Keep only the text",
        "Delete all characters and keep the text",
        run=lambda session, asker: to_word_level(session),
        icon="word-level",
        enabled=has_characters,
    ),
)
