"""The action that pins a word.

Apart from the panel, which the window lists before a session is there.
"""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_picture
from app.plugins.pinned_words.pinned import pinned_words
from app.session import Session

CONTEXT = "Actions"  # the translation context of these texts


def toggle_pin(session: Session) -> None:
    """Pin the open image to the wall, or remove it."""
    image, pinned = session.image, pinned_words(session)
    if image is None:
        return
    if image in pinned.images:
        pinned.unpin(image)
    else:
        pinned.pin(image)


PIN = Action(
    "predict.pin",
    "Pin this word",
    "Pin the open image; up to nine pinned images are watched together",
    run=lambda session, asker: toggle_pin(session),
    word="Pin",
    shortcuts=("Shift+P",),
    icon="pin",
    enabled=has_picture,
    checked=lambda session, asker: session.image is not None and session.image in pinned_words(session).images,
)
