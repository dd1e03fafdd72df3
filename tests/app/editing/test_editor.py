"""The open label: edits, previews, undo, what is selected, and what another program makes of it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot
from support.editing import EditedProject

from app.editing.rendering import joined
from core.charset import Charset
from core.labels.edits import edits
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.project.project import ProjectSettings


class Counted:
    """An edit that counts how often it was computed."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, label: WordLabel, *arguments: Any, **named: Any) -> WordLabel:
        self.calls += 1
        return edits.move(label, *arguments, **named)


def changes_of(edited: EditedProject) -> list[WordLabel]:
    seen: list[WordLabel] = []
    edited.editor.label_changed.connect(lambda: seen.append(edited.editor.label))
    return seen


def test_edit_is_one_step_and_one_change(edited: EditedProject):
    before, seen = edited.editor.label, changes_of(edited)
    assert edited.editor.apply("Move", edits.move, (0,), 2, 0)
    assert seen == [edits.move(before, (0,), 2, 0)]
    assert edited.document.stack.undoText() == "Move"
    edited.editor.undo()
    assert edited.editor.label == before


def test_edit_that_changes_nothing_is_no_step(edited: EditedProject):
    assert not edited.editor.apply("Move", edits.move, (0,), 0, 0)
    assert edited.document.stack.count() == 0


def test_edit_that_is_not_possible_is_refused_in_a_sentence(edited: EditedProject):
    sentences: list[str] = []
    edited.editor.refused.connect(sentences.append)
    assert not edited.editor.apply("Move", edits.move, (99,), 2, 0)
    assert len(sentences) == 1


def test_charset_of_the_labels_has_the_symbols_of_the_open_one_as_the_project_compares_them():
    known, settings = Charset(("A",)), ProjectSettings(fold_full_width=True)
    assert joined(known, WordLabel(text="AV"), settings).symbols == ("A", "V")
    drawn = WordLabel(
        (CharacterLabel("Ａ", rectangle(0, 0, 4, 4)), CharacterLabel("Ｖ", rectangle(4, 0, 8, 4))), "ＡＶ"
    )
    assert joined(known, drawn, settings).symbols == ("A", "V")
    assert joined(known, WordLabel(text="A"), settings) is known


def test_preview_is_shown_and_no_step(edited: EditedProject):
    before, seen = edited.editor.label, changes_of(edited)
    assert edited.editor.preview(edits.move, (0,), 2, 0)
    edited.editor.drop_preview()
    assert seen == [edits.move(before, (0,), 2, 0), before]
    assert not edited.document.is_dirty


@pytest.mark.parametrize(("to", "calls"), [(2.0, 1), (3.0, 2)])
def test_release_is_one_change_and_computes_an_edit_only_where_the_preview_is_not(
    edited: EditedProject, to: float, calls: int
):
    edit, before = Counted(), edited.editor.label
    edited.editor.preview(edit, (0,), 2.0, 0.0)
    seen = changes_of(edited)
    assert edited.editor.apply("Move", edit, (0,), to, 0.0)
    assert edit.calls == calls
    assert seen == [edits.move(before, (0,), to, 0.0)]


def test_preview_that_is_shown_already_is_no_change(edited: EditedProject):
    edited.editor.preview(edits.move, (0,), 2.0, 0.0)
    seen = changes_of(edited)
    assert edited.editor.preview(edits.move, (0,), 2.0, 0.0)
    assert seen == []


def test_argument_that_has_changed_since_the_preview_counts(edited: EditedProject):
    places, before = [0], edited.editor.label
    edited.editor.preview(edits.move, places, 2.0, 0.0)
    places.append(1)
    edited.editor.apply("Move", edits.move, places, 2.0, 0.0)
    assert edited.editor.label == edits.move(before, [0, 1], 2.0, 0.0)


def test_preview_of_a_label_that_was_edited_since_is_not_taken(edited: EditedProject):
    edited.editor.preview(edits.move, (0,), 2.0, 0.0)
    edited.editor.commit("Other", edits.move(edited.editor.committed_label, (0,), 5.0, 0.0))
    other = edited.editor.label
    edited.editor.apply("Move", edits.move, (0,), 2.0, 0.0)
    assert edited.editor.label == edits.move(other, (0,), 2.0, 0.0)


def test_undo_gives_back_the_selection_too(edited: EditedProject):
    edited.editor.select((1, 0))
    edited.editor.apply("Delete", edits.delete, (0, 1), select=())
    assert edited.editor.selection == ()
    edited.editor.undo()
    assert edited.editor.selection == (1, 0)


def test_selection_after_an_edit_may_depend_on_its_label(edited: EditedProject):
    count = len(edited.editor.label.characters)
    edited.editor.apply("Duplicate", edits.duplicate, (0,), 5.0, 0.0, select=lambda label: (len(label.characters) - 1,))
    assert edited.editor.selection == (count,)


def test_what_may_not_be_edited_says_why(edited: EditedProject):
    sentences: list[str] = []
    edited.editor.refused.connect(sentences.append)
    edited.editor.set_project(None, None, read_only="The folder cannot be written.")
    assert not edited.editor.apply("Move", edits.move, (0,), 2, 0)
    assert not edited.editor.preview(edits.move, (0,), 2, 0)
    assert set(sentences) == {"The folder cannot be written."}


def test_edits_and_selection_of_an_image_are_there_when_it_is_shown_again(edited: EditedProject):
    first, loaded = edited.document, edited.read()
    edited.editor.apply("Move", edits.move, (0,), 2, 0)
    edited.editor.select((0,))
    edited.image = sorted(path.name for path in edited.root.glob("*.png"))[1]
    edited.editor.show(edited.read())
    assert edited.editor.selection == ()
    edited.editor.show(loaded)
    assert edited.document is first
    assert edited.editor.selection == (0,)


def test_problems_follow_an_edit(edited: EditedProject, qtbot: QtBot):
    qtbot.waitUntil(lambda: edited.editor.is_checked)
    before = {problem.id for problem in edited.editor.problems}
    with qtbot.waitSignal(edited.editor.problems_changed):
        edited.editor.apply("Set the text", edits.set_text, "?" * 3, edited.editor.image_size)
    assert {problem.id for problem in edited.editor.problems} != before


@pytest.mark.parametrize("select", [(0,), lambda _: (0,)])
def test_selection_is_made_where_the_edit_changes_nothing_too(
    edited: EditedProject, select: Callable[..., Any] | tuple[Any, ...]
):
    edited.editor.apply("Move", edits.move, (0,), 0, 0, select=select)
    assert edited.editor.selection == (0,)


def test_maps_rendered_ahead_of_another_label_are_not_shown(edited: EditedProject):
    editor, loaded = edited.editor, edited.read()
    before = editor.maps
    assert loaded.file is not None and not isinstance(before, str)
    editor.render_ahead(loaded)
    moved = edits.move(loaded.file.label, (0,), 3, 0)
    editor.commit("Move", moved)
    assert not isinstance(editor.maps, str)
    assert not np.array_equal(editor.maps.localization, before.localization)
    editor.undo()
    assert not isinstance(editor.maps, str)
    assert np.array_equal(editor.maps.localization, before.localization)
