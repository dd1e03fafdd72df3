"""Merges label files for git: the common ancestor and the files of both sides."""

from __future__ import annotations

from pathlib import Path

from core.labels.edits.merging import merge_labels
from core.labels.files.reading import LabelFile
from core.labels.files.storage import parse_label, read_label, read_label_bytes, replace_label, serialise_label
from core.labels.label import WordLabel

_OURS = {
    "text",
    "text_source",
    "text_score",
    "accepted_by",
    "status",
    "reviewed_at",
    "reviewed_by",
    "schema",
    "shapes",
    "version",
    "tags",
    "split",
}


def merge_label_files(base: Path, ours: Path, theirs: Path) -> tuple[str, ...]:
    """Merge two versions of a label file, and write the result to `ours`.

    Parameters
    ----------
    base : Path
        The version that both sides began from; an empty file if each side made a label of its own.
    ours, theirs : Path
        The two versions.

    Returns
    -------
    tuple of str
        A sentence for each conflict, a thing that both sides changed; `ours` keeps every byte if there is one.

    Raises
    ------
    LabelError
        If one of the files is no label.
    FileWriteError
        If `ours` cannot be written.
    """
    before = read_label_bytes(base)
    was = None if before is None or not before.strip() else parse_label(before, base.name)
    mine, their_label = read_label(ours), read_label(theirs)
    data, conflicts = merged_data(was, mine, their_label, ours.name)
    if not conflicts and data != mine.data:
        replace_label(ours, data, mine.data)
    return conflicts


def merged_data(was: LabelFile | None, mine: LabelFile, theirs: LabelFile, name: str) -> tuple[bytes, tuple[str, ...]]:
    """Return the bytes of the merged file, or our bytes with a sentence for each conflict."""
    before = b"" if was is None else was.data
    if theirs.data in (before, mine.data):
        return mine.data, ()
    if mine.data == before:
        return theirs.data, ()
    merged = merge_labels(WordLabel() if was is None else was.label, mine.label, theirs.label)
    conflicts = merged.conflicts
    layout = mine
    if was is not None and _beside(theirs) != _beside(was):
        if _beside(mine) not in (_beside(was), _beside(theirs)):
            conflicts += ("parts of the file that are no label were changed on both sides",)
        layout = theirs  # the file that holds what labelme or a person put beside the label
    if conflicts:
        return mine.data, conflicts
    return serialise_label(merged.label, name, (0, 0), layout), ()


def _beside(file: LabelFile) -> tuple[list[tuple[str, str]], list[str]]:
    """The content of a file that is no part of its label: labelme's own keys, and shapes that are no characters."""
    text, layout = file.data.decode(file.encoding), file.layout
    foreign = {key for key, _ in file.label.extra}
    members = [(m.key, text[m.value : m.end]) for m in layout.members if m.key not in _OURS | foreign]
    characters = set(layout.places)
    shapes = [text[start:end] for place, (start, end) in enumerate(layout.shapes) if place not in characters]
    return members, shapes
