"""The conditions under which actions are enabled, each evaluated only once for all actions that share it."""

from __future__ import annotations

from app.session import Session


def has_project(session: Session) -> bool:
    """Return True if a project is open."""
    return session.project is not None


def has_images(session: Session) -> bool:
    """Return True if the list shows images."""
    return len(session.catalog.visible) > 0


def has_picture(session: Session) -> bool:
    """Return True if a picture is on screen."""
    return session.editor.pixels is not None


def can_edit(session: Session) -> bool:
    """Return True if a label can be edited, or created for the open image."""
    return session.editor.can_edit


def has_label(session: Session) -> bool:
    """Return True if there is a label that may be edited."""
    return session.editor.can_edit and session.editor.has_label


def has_characters(session: Session) -> bool:
    """Return True if the label has characters and may be edited."""
    return session.editor.can_edit and bool(session.editor.label.characters)


def shows_characters(session: Session) -> bool:
    """Return True if the label has characters."""
    return bool(session.editor.label.characters)


def has_selection(session: Session) -> bool:
    """Return True if characters are selected and may be edited."""
    return session.editor.can_edit and bool(session.editor.selection)


def one_selected(session: Session) -> bool:
    """Return True if exactly one character is selected and may be edited."""
    return session.editor.can_edit and len(session.editor.selection) == 1


def several_selected(session: Session) -> bool:
    """Return True if two or more characters are selected and may be edited."""
    return session.editor.can_edit and len(session.editor.selection) > 1
