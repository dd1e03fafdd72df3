"""Actions on all images that are chosen in the list."""

from __future__ import annotations

from app.actions.action import Action, Asker
from app.actions.conditions import has_images
from app.language.languages import marked, translate
from app.session import Session


def choose_all(session: Session) -> None:
    """Choose every image that the filter lets pass."""
    images = session.catalog.table.images
    session.catalog.choose(images[place] for place in session.catalog.visible)


def delete_chosen(session: Session, asker: Asker) -> None:
    """Delete the labels of the chosen images, after a question."""
    images = session.catalog.chosen
    question = (
        translate(
            "Actions", "Delete the label of the selected image? The history keeps it, so that it can be restored."
        )
        if len(images) == 1
        else translate(
            "Actions", "Delete the labels of {count} images? The history keeps them, so that they can be restored."
        ).format(count=f"{len(images):,}")
    )
    if asker.confirm(translate("Actions", "Delete labels?"), question, translate("Actions", "Delete")):
        session.bulk.delete_labels(images)


def can_edit_chosen(session: Session) -> bool:
    """Images are chosen, and labels may be written."""
    return bool(session.catalog.chosen) and session.project is not None and not session.desk.is_read_only


ACTIONS = (
    Action(
        "edit.select_all_images",
        marked("Actions", "Select all images"),
        lambda session, asker: choose_all(session),
        section="chosen",
        shortcuts=("Ctrl+Alt+A",),
        icon="select-all",
        tip=marked("Actions", "Select all images that pass the filter, for an action on all of them"),
        enabled=has_images,
    ),
    Action(
        "edit.mark_chosen_reviewed",
        marked("Actions", "Mark selected reviewed"),
        lambda session, asker: session.bulk.mark_reviewed(session.catalog.chosen),
        section="chosen",
        icon="reviewed",
        tip=marked("Actions", "Mark the labels of all selected images reviewed"),
        enabled=can_edit_chosen,
    ),
    Action(
        "edit.delete_chosen_labels",
        marked("Actions", "Delete selected labels…"),
        delete_chosen,
        section="chosen",
        icon="delete",
        tip=marked("Actions", "Delete the labels of all selected images"),
        enabled=can_edit_chosen,
    ),
)
