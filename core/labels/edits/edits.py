"""Every edit that a user can make to a label, as a pure function from label to label.

Each takes a `WordLabel` and gives back a new one; the one it was given is untouched, so undo is keeping it. An edit
that changes nothing gives back an equal label. Characters are named by their *place*, the index into
`label.characters` (file order); reading order is spoken of as *rank*, from 1. What cannot be done raises `LabelError`
with one sentence.

Common to all, and settled in `core.labels.edits.composition`: the ranks are 1 … n after every edit that adds, deletes
or reorders, with as few `order` entries written as possible; the text follows the characters where it was in step with
them, and is left alone where it was not; changing a character that a model drafted accepts it; the status of the word
stays.

By subject: `shapes` (polygons, Gaussians), `cuts` (between two characters), `symbols` (which characters there are),
`ordering`, `painting` (areas), `alignment` (the text), `review`.
"""

from __future__ import annotations

from core.labels.edits.alignment import set_text
from core.labels.edits.cuts import move_cut
from core.labels.edits.ordering import (
    move_to_rank,
    renumber,
    reverse,
    sort_along_baseline,
    sort_left_to_right,
    sort_top_to_bottom,
    swap,
)
from core.labels.edits.painting import clear_area, erase, paint
from core.labels.edits.review import accept, mark_draft, mark_reviewed
from core.labels.edits.shapes import (
    clear_gaussian,
    common_centre,
    insert_vertex,
    move,
    move_vertex,
    nudge_all,
    remove_vertex,
    rotate,
    scale,
    set_gaussian,
    set_polygon,
)
from core.labels.edits.symbols import (
    add,
    delete,
    duplicate,
    merge,
    paste,
    retype,
    set_characters,
    set_ignored,
    split,
    split_at,
    to_word_level,
)

__all__ = [
    "accept",
    "add",
    "clear_area",
    "clear_gaussian",
    "common_centre",
    "delete",
    "duplicate",
    "erase",
    "insert_vertex",
    "mark_draft",
    "mark_reviewed",
    "merge",
    "move",
    "move_cut",
    "move_to_rank",
    "move_vertex",
    "nudge_all",
    "paint",
    "paste",
    "remove_vertex",
    "renumber",
    "retype",
    "reverse",
    "rotate",
    "scale",
    "set_characters",
    "set_gaussian",
    "set_ignored",
    "set_polygon",
    "set_text",
    "sort_along_baseline",
    "sort_left_to_right",
    "sort_top_to_bottom",
    "split",
    "split_at",
    "swap",
    "to_word_level",
]
