"""One document's states: edited, being written, written, in conflict."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject
from support.words.label_documents import SIZE, A, parse, serialise

from app.editing.document import Document, Documents, EditCommand, State
from core.labels.files.history import HistoryEntry
from core.labels.files.storage import LabelFile, parse_label
from core.labels.label import WordLabel

LABEL = WordLabel((A,))
LONGER = WordLabel((A, replace(A, symbol="B", order=2)))


def file_of(label: WordLabel) -> LabelFile:
    return parse_label(serialise(label), "w.json")


def edit(document: Document, label: WordLabel | None, title: str = "Edit", merges: str = "") -> None:
    before: State = (document.label, document.selection)
    document.stack.push(
        EditCommand(document, title, before, (label, ()), replaced=document.data(), shown=lambda: None, merges=merges)
    )


@pytest.fixture
def document(owner: QObject) -> Document:
    return Document.of("w.png", SIZE, file_of(LABEL))


def changes(document: Document) -> list[tuple[str, bytes | None, bytes | None]]:
    return [(entry.title, entry.before, entry.after) for entry in document.unsaved]


def test_document_that_was_just_read_has_nothing_to_keep(document: Document):
    assert not document.is_dirty
    assert not document.has_something_to_keep


def test_edit_is_what_the_history_has_yet_to_know(document: Document):
    before = document.data()
    edit(document, LONGER)
    assert document.is_dirty
    assert changes(document) == [("Edit", before, document.data())]


def test_edit_that_leaves_the_file_as_it_is_is_not_in_the_history(document: Document):
    moved = replace(A, polygon=((1.0001, 2.0), *A.polygon[1:]))  # the file keeps two decimals
    edit(document, WordLabel((moved,)))
    assert not document.is_dirty
    assert changes(document) == []


def test_undo_and_redo_say_which_edit_they_were_of(document: Document):
    old = document.data()
    edit(document, LONGER)
    new = document.data()
    document.stack.undo()
    assert document.label == LABEL
    document.stack.redo()
    assert document.label == LONGER
    assert changes(document)[1:] == [("Undo: Edit", new, old), ("Redo: Edit", old, new)]


def test_edits_that_merge_are_undone_together_and_told_one_by_one(document: Document):
    edit(document, LONGER, merges="nudge")
    edit(document, WordLabel(), merges="nudge")
    assert document.stack.count() == 1
    document.stack.undo()
    assert document.label == LABEL
    assert [title for title, _, _ in changes(document)] == ["Edit", "Edit", "Undo: Edit"]


def test_edits_without_a_common_reason_stay_alone(document: Document):
    edit(document, LONGER)
    edit(document, WordLabel())
    assert document.stack.count() == 2


def test_written_document_is_clean_and_can_still_be_undone(document: Document):
    edit(document, LONGER)
    write = document.writing()
    assert document.is_saving
    assert (write.data, write.expected, write.overwrite) == (document.data(), serialise(LABEL), False)
    assert [entry.title for entry in write.entries] == ["Edit"]
    document.written(file_of(LONGER))
    assert not document.is_saving
    assert not document.is_dirty
    assert document.unsaved == []
    assert document.has_something_to_keep


def test_edit_made_during_the_writing_is_left_for_the_next(document: Document):
    edit(document, LONGER)
    document.writing()
    edit(document, WordLabel(), "Later")
    document.written(file_of(LONGER))
    assert document.is_dirty
    assert [title for title, _, _ in changes(document)] == ["Later"]


@pytest.mark.parametrize("is_conflict", [False, True])
def test_edits_of_a_writing_that_failed_are_unsaved_again_in_their_order(document: Document, is_conflict: bool):
    edit(document, LONGER, "First")
    document.writing()
    edit(document, WordLabel(), "Second")
    if is_conflict:
        document.conflicted()
    else:
        document.not_written()
    assert not document.is_saving
    assert document.conflict == is_conflict
    assert [title for title, _, _ in changes(document)] == ["First", "Second"]


def test_edits_that_did_not_reach_the_history_are_kept_for_it(document: Document):
    edit(document, LONGER)
    entries = document.writing().entries
    document.written(file_of(LONGER), entries)
    assert not document.is_dirty
    assert tuple[HistoryEntry, ...](document.unsaved) == entries


def test_keeping_mine_overwrites_what_the_other_program_wrote(document: Document):
    edit(document, LONGER)
    document.writing()
    document.conflicted()
    write = document.keep_mine()
    assert write.overwrite
    assert write.data == document.data()
    assert not document.conflict


def test_taking_theirs_leaves_the_label_to_an_edit(document: Document):
    edit(document, LONGER)
    document.conflicted()
    document.take_theirs(file_of(WordLabel()))
    assert not document.conflict
    assert document.label == LONGER
    assert document.is_dirty


def test_label_that_was_deleted_and_comes_back_has_every_byte_of_its_file(owner: QObject):
    shape = {"label": "A", "points": [[1, 2], [9.5, 2], [9.25, 30]], "shape_type": "polygon", "note": "ours"}
    file = parse({"version": "5.0.1", "shapes": [shape], "imagePath": "w.png", "mood": "good"}, indent=4)
    document = Document.of("w.png", SIZE, file)
    edit(document, None)
    document.writing()
    document.written(None)
    document.stack.undo()
    assert document.data() == file.data


def test_text_that_was_taken_away_and_comes_back_has_its_place_in_the_file(owner: QObject):
    data = serialise(replace(LABEL, text="a", status="reviewed")).replace(
        b'"text": "a",', b'"text": "a",\n  "mine": 1,'
    )
    document = Document.of("w.png", SIZE, parse_label(data, "w.json"))
    assert document.label is not None
    edit(document, replace(document.label, text=None))
    write = document.writing()
    assert write.data is not None
    document.written(parse_label(write.data, "w.json"))
    document.stack.undo()
    assert document.data() == data


def test_documents_with_nothing_to_keep_are_closed_by_the_next(owner: QObject):
    documents = Documents()
    idle, edited, last = (Document.of(f"{name}.png", SIZE, None) for name in "abc")
    documents.open(idle)
    edited.edited((LABEL, ()), "Edit", None)
    documents.open(edited)
    documents.open(last)
    assert list(documents) == [edited, last]
    assert documents.get("a.png") is None
