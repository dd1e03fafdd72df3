"""Actions on the images that are chosen in the list."""

from __future__ import annotations

from collections.abc import Callable

from app.actions.action import Action, Asker
from app.actions.conditions import has_images
from app.language.figures import counted
from app.language.languages import translate
from app.project.undo_list import undo_title
from app.session import Session
from core.project.notes import Split


def choose_all(session: Session) -> None:
    """Choose every image that passes the filter."""
    images = session.catalog.table.images
    session.catalog.choose(images[place] for place in session.catalog.visible)


def delete_chosen(session: Session, asker: Asker) -> None:
    """Delete the labels of the chosen images, after a question."""
    images = session.catalog.chosen
    one = translate(
        "Actions", "Delete the label of the selected image? The history keeps it, so that it can be restored."
    )
    several = translate(
        "Actions", "Delete the labels of {count} images? The history keeps them, so that they can be restored."
    )
    question = counted(one, several, len(images))
    if asker.confirm(translate("Actions", "Delete labels?"), question, translate("Actions", "Delete")):
        session.folder.bulk.delete_labels(images)


def trash_chosen(session: Session, asker: Asker) -> None:
    """Move the chosen images and their labels to the system's trash, after a question if there are several."""
    images = session.catalog.chosen
    question = translate("Actions", "Move {count} images and their labels to the trash? They can be put back.")
    title, move = translate("Actions", "Move to the trash?"), translate("Actions", "Move to the trash")
    if len(images) == 1 or asker.confirm(title, question.format(count=f"{len(images):,}"), move):
        session.instruments.moving.trash(images)


def move_chosen(session: Session, asker: Asker) -> None:
    """Move the chosen images and their labels into another folder of the project."""
    images = session.catalog.chosen
    root = session.workspace.root
    folder = asker.choose_folder(translate("Actions", "Move the selected images into a folder of the project"), root)
    if folder is not None:
        session.instruments.moving.move(images, folder)


def _split_to(split: Split | None) -> Callable[[Session, Asker], object]:
    return lambda session, asker: session.instruments.image_notes.split(session.catalog.chosen, split)


def _put_back_text(session: Session) -> str:
    report = session.instruments.moving.last
    if report is None:
        return translate("Actions", "Put moved images back")
    return undo_title(report.title)


def can_edit_chosen(session: Session) -> bool:
    """Return True if images are chosen and labels may be written."""
    return bool(session.catalog.chosen) and session.project is not None and not session.workspace.is_read_only


ACTIONS = (
    Action(
        "edit.select_all_images",
        "Select all images",
        "Select all images that pass the filter, for an action on all of them",
        run=lambda session, asker: choose_all(session),
        shortcuts=("Ctrl+Alt+A",),
        icon="select-all",
        enabled=has_images,
    ),
    Action(
        "edit.mark_chosen_reviewed",
        "Mark reviewed",
        "Mark the labels of all selected images reviewed",
        run=lambda session, asker: session.folder.bulk.mark_reviewed(session.catalog.chosen),
        shortcuts=("Ctrl+Alt+Return",),
        icon="reviewed",
        enabled=can_edit_chosen,
    ),
    Action(
        "edit.delete_chosen_labels",
        "Delete the labels…",
        "Delete the labels of all selected images",
        run=delete_chosen,
        icon="delete",
        enabled=can_edit_chosen,
    ),
    Action(
        "edit.tag_chosen",
        "Tags…",
        "Add tags to all selected images, or remove tags; the filter tag: finds tagged images",
        run=lambda session, asker: asker.show_dialog("tags"),
        shortcuts=("Ctrl+Alt+T",),
        icon="tag",
        enabled=can_edit_chosen,
    ),
    Action(
        "edit.split.train",
        "For training",
        "Use the selected images for training, whatever the project chooses",
        run=_split_to("train"),
        enabled=can_edit_chosen,
    ),
    Action(
        "edit.split.val",
        "For validation",
        "Use the selected images for validation, whatever the project chooses",
        run=_split_to("val"),
        enabled=can_edit_chosen,
    ),
    Action(
        "edit.split.project",
        "As the project chooses",
        "Let the project choose again what the selected images are for",
        run=_split_to(None),
        enabled=can_edit_chosen,
    ),
    Action(
        "edit.move_chosen",
        "Move to folder…",
        "Move all selected images with their labels into another folder of the project",
        run=move_chosen,
        icon="folder-open",
        enabled=can_edit_chosen,
    ),
    Action(
        "edit.trash_chosen",
        "Move to trash",
        "Move all selected images with their labels to the system's trash",
        run=trash_chosen,
        icon="delete",
        enabled=can_edit_chosen,
    ),
    Action(
        "edit.put_back",
        "Put moved images back",
        "Put back the images that were moved last, to the trash or into a folder",
        run=lambda session, asker: session.instruments.moving.undo(),
        icon="undo",
        enabled=lambda session: session.instruments.moving.last is not None,
        text_now=_put_back_text,
    ),
)
