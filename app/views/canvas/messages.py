"""Chooses the message on the canvas: why there is no picture, or why its label cannot be edited."""

from __future__ import annotations

from app.language.languages import translate
from app.language.sentences import translated
from app.session import Session
from app.views.canvas.notice import Message


def message_for(session: Session, is_slow: bool) -> Message | None:
    """Return the message for the state of a session, or None while a picture is shown and its label may be edited.

    `is_slow`: True if an image has been read for so long that it is worth saying.
    """
    loaded = session.editor.loaded
    if loaded is None:
        return _without_image(session, is_slow)
    if loaded.picture_error:
        return Message(
            translate("Canvas", "This picture cannot be read"),
            translated(loaded.picture_error),
            translate("Canvas", "Next image"),
            lambda: session.step(1),
        )
    if session.editor.read_only:
        return Message(translate("Canvas", "Read-only"), session.editor.read_only, is_brief=True)
    shown = session.predictions.current
    if shown is not None and session.predictions.is_repaired:
        text = translate("Canvas", "Repaired: the maps would read “{text}”")
        why = translate("Canvas", "The model itself reads something else. Ctrl+Z undoes the repair.")
        return Message(text.format(text=shown.maps.word.text), why, is_brief=True)
    return None


def _without_image(session: Session, is_slow: bool) -> Message | None:
    if session.image is not None:
        waiting = translate("Canvas", "Reading {image} …").format(image=session.image)
    elif session.opening.folder is not None:
        waiting = translate("Canvas", "Opening {folder} …").format(folder=session.opening.folder.name)
    elif session.project is None:
        return Message(
            translate("Canvas", "No project is open"),
            translate("Canvas", "Open a folder of word images, or drop one here."),
        )
    elif session.catalog.is_listing:
        waiting = translate("Canvas", "Looking for images …")
    else:
        return Message(
            translate("Canvas", "No images here"),
            translate("Canvas", "Put images of words into this folder, or open another one."),
        )
    return Message(waiting) if is_slow else None
