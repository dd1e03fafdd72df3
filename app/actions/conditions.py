"""Conditions under which actions are enabled: many actions share one, which is asked once for all of them."""

from __future__ import annotations

from app.session import Session


def has_project(session: Session) -> bool:
    """A project is open."""
    return session.project is not None


def has_images(session: Session) -> bool:
    """The list shows images."""
    return len(session.catalog.visible) > 0


def has_picture(session: Session) -> bool:
    """A picture is on screen."""
    return session.editor.pixels is not None


def can_edit(session: Session) -> bool:
    """There is a label to edit, or the place for one."""
    return session.editor.can_edit


def has_label(session: Session) -> bool:
    """There is a label, and it may be edited."""
    return session.editor.can_edit and session.editor.has_label


def has_characters(session: Session) -> bool:
    """The label has characters, and may be edited."""
    return session.editor.can_edit and bool(session.editor.label.characters)


def shows_characters(session: Session) -> bool:
    """The label has characters."""
    return bool(session.editor.label.characters)


def has_selection(session: Session) -> bool:
    """Characters are selected, and may be edited."""
    return session.editor.can_edit and bool(session.editor.selection)


def one_selected(session: Session) -> bool:
    """One character is selected, and may be edited."""
    return session.editor.can_edit and len(session.editor.selection) == 1


def several_selected(session: Session) -> bool:
    """Two or more characters are selected, and may be edited."""
    return session.editor.can_edit and len(session.editor.selection) > 1
