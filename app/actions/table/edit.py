"""Actions on the undo stack, the clipboard and the selection."""

from __future__ import annotations

from app.actions.action import Action, Asker
from app.actions.conditions import can_edit, has_label, has_selection, shows_characters
from app.editing.clipboard import copied_characters, copied_word, copy_characters, has_characters
from app.language.figures import agreeing, counted
from app.language.languages import translate
from app.project.undo_list import redo_title, undo_title
from app.session import Session
from core.labels.edits import edits

_BESIDE = 4.0  # image pixels between a copy and its original, so that both are seen


def copy(session: Session) -> None:
    """Copy the selected characters to the clipboard."""
    size = session.editor.image_size
    if size is not None and session.editor.selection:
        copy_characters(session.editor.label, session.editor.selection, size)


def cut(session: Session) -> None:
    """Cut the selected characters, which moves them to the clipboard."""
    copy(session)
    session.editor.delete_selected()


def paste(session: Session) -> None:
    """Add the characters from the clipboard at their old places, or beside them if one of these is taken."""
    characters = copied_characters()
    if not characters:
        return
    present = {character.polygon for character in session.editor.label.characters}
    offset = _BESIDE if present & {character.polygon for character in characters} else 0.0
    title = counted(
        translate("Edits", "Paste a character"), translate("Edits", "Paste {count} characters"), len(characters)
    )
    label = edits.paste(session.editor.committed_label, characters, offset, offset)
    session.editor.commit(title, label, label.ranking[-len(characters) :])


def duplicate(session: Session) -> None:
    """Add copies of the selected characters beside them."""
    places = session.editor.selection
    if not places:
        return
    title = counted(
        translate("Edits", "Duplicate a character"), translate("Edits", "Duplicate {count} characters"), len(places)
    )
    ranking = session.editor.committed_label.ranking
    last = max(ranking.index(place) for place in places) + 1
    label = edits.duplicate(session.editor.committed_label, places, _BESIDE, _BESIDE)
    session.editor.commit(title, label, label.ranking[last : last + len(places)])


def delete_label(session: Session) -> None:
    """Delete the label and its file, which undo restores."""
    session.editor.commit(translate("Edits", "Delete the label"), None, ())


def select_all(session: Session) -> None:
    """Select all characters, in reading order."""
    session.editor.select(session.editor.label.ranking)


def undo(session: Session) -> None:
    """Undo the last edit, whichever part of the program made it.

    Unfinished typing counts as an edit.
    """
    session.workspace.leaving.emit()
    session.workspace.undo_list.undo()


def _undo_text(session: Session) -> str:
    edit = session.workspace.undo_list.last
    return undo_title(edit.title) if edit else translate("Actions", "Undo")


def _redo_text(session: Session) -> str:
    edit = session.workspace.undo_list.next
    return redo_title(edit.title) if edit else translate("Actions", "Redo")


def _can_undo(session: Session) -> bool:
    return session.workspace.undo_list.last is not None and not session.workspace.undo_list.is_held


def _can_redo(session: Session) -> bool:
    return session.workspace.undo_list.next is not None and not session.workspace.undo_list.is_held


def _has_marked_characters(session: Session) -> bool:
    return bool(session.editor.selection)


def paste_word(session: Session) -> None:
    """Type the text from the clipboard as the word of an image whose label is not known.

    An image with a known label needs the key T first.
    """
    word, typing = copied_word(), session.typing
    if not word:
        session.notify(translate("Actions", "There are no characters on the clipboard. Copy some first."))
    elif typing.is_known and typing.way is None:
        text = translate("Actions", "{image} has a label: press T, then paste the text in place of the old one.")
        session.notify(agreeing(text, image=session.image), "warning")
    elif len(word) > max(session.editor.image_size or (0,)):
        text = translate(
            "Actions",
            "The text on the clipboard has {count} {count:|symbol|symbols}, more than the picture has pixels.",
        )
        session.notify(agreeing(text, count=f"{len(word):,}"), "warning")
    else:
        if not typing.is_known:
            session.set_tool("word")
        typing.pasted.emit(word)


def _paste(session: Session, asker: Asker) -> None:
    if has_characters():
        paste(session)
    else:
        paste_word(session)


ACTIONS = (
    Action(
        "edit.undo",
        "Undo",
        run=lambda session, asker: undo(session),
        shortcuts=("Ctrl+Z",),
        icon="undo",
        enabled=_can_undo,
        text_now=_undo_text,
        repeats=True,
    ),
    Action(
        "edit.redo",
        "Redo",
        run=lambda session, asker: session.workspace.undo_list.redo(),
        shortcuts=("Ctrl+Shift+Z", "Ctrl+Y"),
        icon="redo",
        enabled=_can_redo,
        text_now=_redo_text,
        repeats=True,
    ),
    Action(
        "edit.cut",
        "Cut",
        run=lambda session, asker: cut(session),
        shortcuts=("Ctrl+X",),
        icon="cut",
        enabled=has_selection,
    ),
    Action(
        "edit.copy",
        "Copy",
        run=lambda session, asker: copy(session),
        shortcuts=("Ctrl+C",),
        icon="copy",
        enabled=_has_marked_characters,
    ),
    Action(
        "edit.paste",
        "Paste",
        "Paste the copied characters, from this image or another; a copied text becomes the word of an unlabelled "
        "image",
        run=_paste,
        shortcuts=("Ctrl+V",),
        icon="paste",
        enabled=can_edit,
    ),
    Action(
        "edit.duplicate",
        "Duplicate",
        run=lambda session, asker: duplicate(session),
        shortcuts=("Ctrl+D",),
        icon="duplicate",
        enabled=has_selection,
    ),
    Action(
        "edit.delete",
        "Delete",
        "Delete the selected characters",
        run=lambda session, asker: session.editor.delete_selected(),
        shortcuts=("Del", "Backspace"),
        icon="delete",
        enabled=has_selection,
    ),
    Action(
        "edit.select_all",
        "Select all characters",
        run=lambda session, asker: select_all(session),
        shortcuts=("Ctrl+A",),
        icon="select-all",
        enabled=shows_characters,
    ),
    Action(
        "edit.select_none",
        "Select none",
        run=lambda session, asker: session.editor.select(()),
        shortcuts=("Ctrl+Shift+A",),
        enabled=_has_marked_characters,
    ),
    Action(
        "edit.next_character",
        "Next character",
        "Select the next character in reading order",
        run=lambda session, asker: session.editor.select_beside(1),
        shortcuts=("E",),
        enabled=shows_characters,
        repeats=True,
    ),
    Action(
        "edit.previous_character",
        "Previous character",
        "Select the previous character in reading order",
        run=lambda session, asker: session.editor.select_beside(-1),
        shortcuts=("Q",),
        enabled=shows_characters,
        repeats=True,
    ),
    Action(
        "edit.delete_label",
        "Delete label",
        "Delete the label of this image with its file; undo brings it back",
        run=lambda session, asker: delete_label(session),
        shortcuts=("Ctrl+Shift+Del",),
        icon="delete",
        enabled=has_label,
    ),
)
