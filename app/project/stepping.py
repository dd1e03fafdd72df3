"""Going on to the next image of the list, of all of them or of those that still want work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from core.index.filters import STATUSES

if TYPE_CHECKING:
    from app.session import Session

Kind = Literal["any", "unreviewed", "problem"]

_REVIEWED = STATUSES.index("reviewed")


def step(session: Session, direction: int, kind: Kind = "any") -> bool:
    """Show the next image of a kind (direction 1) or the one before (-1); whether there is another one.

    Those that want work are gone through round and round: from the last of the list to its first, which is said. Where
    there is no other one, this is said instead.
    """
    catalog = session.catalog
    wanted = None if kind == "any" else _of_kind(session, kind)
    here = None if session.image is None else catalog.table.place_of(session.image)
    if wanted is not None and here is not None:
        is_this_one = bool(wanted[here])
        wanted[here] = False
    else:
        is_this_one = False
    image = catalog.beside(session.image, direction, wanted)
    if image is None and wanted is not None:
        image = catalog.beside(None, direction, wanted)
        if image is not None:
            session.tell(
                QCoreApplication.translate("Go", "The end of the list is reached: from its beginning again.")
                if direction > 0
                else QCoreApplication.translate("Go", "The beginning of the list is reached: from its end again.")
            )
    if image is None:
        session.tell(_nothing_more(session, direction, kind, is_this_one))
        return False
    session.show(image)
    return True


def _of_kind(session: Session, kind: Kind) -> NDArray[np.bool_]:
    """Which images of the table are of the kind, (n,), with what open labels say that are not saved yet."""
    table = session.catalog.table
    if kind == "problem":
        return np.asarray(table.problem_count > 0)
    wanted: NDArray[np.bool_] = table.status != _REVIEWED
    for document in session.documents:
        place = table.place_of(document.image)
        if place is not None:
            wanted[place] = document.label is None or document.label.status != "reviewed"
    return wanted


def _nothing_more(session: Session, direction: int, kind: Kind, is_this_one: bool) -> str:
    if not len(session.catalog.visible):
        return QCoreApplication.translate("Go", "The list shows no images.")
    if kind == "unreviewed":
        if is_this_one:
            return QCoreApplication.translate("Go", "All other images in the list are reviewed.")
        return QCoreApplication.translate("Go", "All images in the list are reviewed.")
    if kind == "problem":
        if is_this_one:
            return QCoreApplication.translate("Go", "No other image in the list has a problem.")
        return QCoreApplication.translate("Go", "No image in the list has a problem.")
    if direction > 0:
        return QCoreApplication.translate("Go", "This is the last image of the list.")
    return QCoreApplication.translate("Go", "This is the first image of the list.")
