"""All edits of a label that a user can make, as pure functions from label to label.

Each edit takes a `WordLabel` and returns a new one; the old label is untouched, so that undo only has to keep it. An
edit that changes nothing gives back an equal label. Characters are named by their *place*, the index into
`label.characters` (file order); a character's number in reading order, from 1, is its *rank*. An impossible edit raises
`LabelError` with one sentence, as does a place that the label does not have.

Rules common to all edits, in `core.labels.edits.composition`: the ranks are 1 … n after every edit that adds, deletes
or reorders, with as few `order` entries written as possible; the text follows the characters if the two were in
step, and stays if they were not; changing a character that a model drafted accepts it; the status of the word stays.

By subject: `shapes` (polygons, Gaussians), `cuts` (between two characters), `symbols` (which characters there are),
`ordering`, `painting` (areas), `alignment` (the text), `review`.
"""

from __future__ import annotations

from core.labels.edits.alignment import set_text
from core.labels.edits.cuts import move_cut, slant_cuts
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
    split_in_middle,
    to_word_level,
)
