"""Goes to the next image of the list, among all images or only those that still need work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from app.language.languages import translate
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from core.index.filters import STATUSES

Kind = Literal["any", "unreviewed", "unknown", "problem"]

_REVIEWED = STATUSES.index("reviewed")


def step(
    workspace: Workspace,
    catalog: Catalog,
    direction: int,
    kind: Kind,
    reviewed: Mapping[str, bool],
    unknown: NDArray[np.bool_] | None = None,
) -> bool:
    """Show the next or previous image of a kind, and return True if there is one.

    Those that want work are gone through round and round: from the last of the list to its first, which is shown. If
    there is no other one, a sentence is shown instead. `kind`: pass over images that a person has reviewed, whose word
    is known, or that have no problem. `reviewed`: of the images with an open label, if a person has reviewed it. The
    list knows of saved labels only. `unknown`: (n,) of the images in the table, if their word is still to be typed.
    """
    wanted = unknown if kind == "unknown" else None if kind == "any" else _of_kind(catalog, kind, reviewed)
    here = None if workspace.image is None else catalog.table.index_of(workspace.image)
    if wanted is not None and here is not None:
        is_this_one = bool(wanted[here])
        wanted[here] = False
    else:
        is_this_one = False
    image = catalog.beside(workspace.image, direction, wanted)
    if image is None and wanted is not None:
        image = catalog.beside(None, direction, wanted)
        if image is not None:
            workspace.notify(
                translate("Go", "End of the list reached; it goes on from the beginning.")
                if direction > 0
                else translate("Go", "Beginning of the list reached; it goes on from the end.")
            )
    if image is None:
        workspace.notify(_nothing_more(catalog, direction, kind, is_this_one))
        return False
    workspace.show(image)
    return True


def _of_kind(catalog: Catalog, kind: Kind, reviewed: Mapping[str, bool]) -> NDArray[np.bool_]:
    """True for each image of the table that is of the kind, (n,)."""
    table = catalog.table
    if kind == "problem":
        return np.asarray(table.problem_count > 0)
    wanted: NDArray[np.bool_] = table.status != _REVIEWED
    for image, is_reviewed in reviewed.items():
        place = table.index_of(image)
        if place is not None:
            wanted[place] = not is_reviewed
    return wanted


def _nothing_more(catalog: Catalog, direction: int, kind: Kind, is_this_one: bool) -> str:
    if not len(catalog.visible):
        return translate("Go", "The list shows no images.")
    if kind == "unreviewed":
        if is_this_one:
            return translate("Go", "All other images in the list are reviewed.")
        return translate("Go", "All images in the list are reviewed.")
    if kind == "unknown":
        if is_this_one:
            return translate("Go", "All other images in the list have a label.")
        return translate("Go", "All images in the list have a label.")
    if kind == "problem":
        if is_this_one:
            return translate("Go", "No other image in the list has a problem.")
        return translate("Go", "No image in the list has a problem.")
    if direction > 0:
        return translate("Go", "This is the last image of the list.")
    return translate("Go", "This is the first image of the list.")
