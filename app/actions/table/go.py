"""Actions that go from image to image."""

from __future__ import annotations

from app.actions.action import Action
from app.actions.conditions import has_images
from app.session import Session


def show_row(session: Session, row: int) -> None:
    """Show the image in a row of the list, counted from the end if the row is negative."""
    session.show(session.catalog.image_at(row % len(session.catalog.visible)))


def to_problem(session: Session, step: int) -> None:
    """Show the next (step 1) or the previous (-1) image with a problem, and select the character at fault."""
    if session.step(step, "problem"):
        session.findings.select_in(session.image)


ACTIONS = (
    Action(
        "go.previous",
        "Previous image",
        run=lambda session, asker: session.step(-1),
        word="Previous",
        shortcuts=("A", "PgUp"),
        icon="previous",
        enabled=has_images,
        repeats=True,
    ),
    Action(
        "go.next",
        "Next image",
        run=lambda session, asker: session.step(1),
        word="Next",
        shortcuts=("D", "PgDown"),
        icon="next",
        enabled=has_images,
        repeats=True,
    ),
    Action(
        "go.first",
        "First image",
        run=lambda session, asker: show_row(session, 0),
        shortcuts=("Ctrl+Home",),
        icon="first",
        enabled=has_images,
    ),
    Action(
        "go.last",
        "Last image",
        run=lambda session, asker: show_row(session, -1),
        shortcuts=("Ctrl+End",),
        icon="last",
        enabled=has_images,
    ),
    Action(
        "go.next_unreviewed",
        "Next unreviewed image",
        run=lambda session, asker: session.step(1, "unreviewed"),
        shortcuts=("Shift+D",),
        icon="next-unreviewed",
        enabled=has_images,
        repeats=True,
    ),
    Action(
        "go.previous_unreviewed",
        "Previous unreviewed image",
        run=lambda session, asker: session.step(-1, "unreviewed"),
        shortcuts=("Shift+A",),
        enabled=has_images,
        repeats=True,
    ),
    Action(
        "go.next_problem",
        "Next image with a problem",
        run=lambda session, asker: to_problem(session, 1),
        shortcuts=("F8",),
        icon="next-problem",
        enabled=has_images,
        repeats=True,
    ),
    Action(
        "go.next_in_queue",
        "Next of the review queue",
        "Show the label that a model contradicts most, then the next",
        run=lambda session, asker: session.reviewing.step(1),
        icon="next",
        word="Next",
        shortcuts=("F7",),
        enabled=has_images,
        repeats=True,
    ),
    Action(
        "go.previous_in_queue",
        "Previous of the review queue",
        run=lambda session, asker: session.reviewing.step(-1),
        icon="previous",
        word="Previous",
        shortcuts=("Shift+F7",),
        enabled=has_images,
        repeats=True,
    ),
    Action(
        "go.previous_problem",
        "Previous image with a problem",
        run=lambda session, asker: to_problem(session, -1),
        shortcuts=("Shift+F8",),
        enabled=has_images,
        repeats=True,
    ),
)
