import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed

from app.session import Session
from app.views.problems.fix_all import FixAllDialog
from app.views.problems.panel import ProblemsPanel
from app.views.problems.rows import sentence
from core.index.rows import ImageRow, StoredProblem
from core.index.table import ImageTable
from core.labels.checks.problems import Problem
from core.labels.files.history import History
from core.labels.files.storage import read_label
from core.labels.label import WordLabel


def change(label: Path, order: tuple[int, int] | None = None, **changes: Any) -> None:
    values = json.loads(label.read_text(encoding="utf-8"))
    if order is not None:
        values["shapes"][0]["order"], values["shapes"][1]["order"] = order
    if "symbol" in changes:
        values["shapes"][0]["label"] = changes.pop("symbol")
    label.write_text(json.dumps(values | changes, ensure_ascii=False), encoding="utf-8")


@pytest.fixture
def session(make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot) -> Session:
    """Two labels have an order twice, one a symbol outside the charset."""
    labels = sorted(project_folder.glob("word*.json"))
    for number in (1, 3):
        change(labels[number], order=(1, 1))
    change(labels[2], symbol="é", text=None)
    made = make_session(project_folder)
    qtbot.waitUntil(lambda: made.findings.counts.total() == 3)
    return made


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> ProblemsPanel:
    return exposed(qtbot, ProblemsPanel(session), 1000, 200)


def kinds(panel: ProblemsPanel) -> list[tuple[str, int]]:
    return [(group.kind, group.count) for group in panel.rows.groups]


def row_of(panel: ProblemsPanel, kind: str, number: int = 0) -> QModelIndex:
    place = [group.kind for group in panel.rows.groups].index(kind)
    return panel.rows.index(number, 0, panel.rows.index(place, 0))


def go_to(panel: ProblemsPanel, qtbot: QtBot, session: Session, index: QModelIndex) -> None:
    panel.tree.expand(index.parent())
    panel.tree.scrollTo(index)
    qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=panel.tree.visualRect(index).center())
    qtbot.waitUntil(lambda: session.editor.image == session.image and session.editor.is_checked)
    qtbot.waitUntil(panel.fix.isEnabled)


# The list


def test_click_on_a_problem_shows_its_image_and_selects_its_character(
    panel: ProblemsPanel, session: Session, qtbot: QtBot
):
    go_to(panel, qtbot, session, row_of(panel, "symbol-unknown"))
    assert session.image == session.catalog.table.images[2]
    assert session.editor.selection == (0,)


def test_arrow_keys_go_from_problem_to_problem(panel: ProblemsPanel, session: Session, qtbot: QtBot):
    go_to(panel, qtbot, session, row_of(panel, "order-double"))
    assert session.image == session.catalog.table.images[1]
    qtbot.keyClick(panel.tree, Qt.Key.Key_Down)
    assert session.image == session.catalog.table.images[3]


def test_current_problem_is_mended_as_one_edit_and_leaves_the_list(
    panel: ProblemsPanel, session: Session, qtbot: QtBot
):
    go_to(panel, qtbot, session, row_of(panel, "order-double"))
    qtbot.mouseClick(panel.fix, Qt.MouseButton.LeftButton)
    document = session.editor.document
    assert document.stack.count() == 1
    qtbot.waitUntil(lambda: kinds(panel) == [("order-double", 1), ("symbol-unknown", 1)])
    session.editor.undo()
    qtbot.waitUntil(lambda: kinds(panel) == [("order-double", 2), ("symbol-unknown", 1)])


def test_several_ways_to_mend_are_offered_in_a_menu(panel: ProblemsPanel, session: Session, qtbot: QtBot):
    reading = session.editor.label.reading
    other = ("b" if reading[0] == "a" else "a") + reading[1:]
    session.editor.apply("Say something else", lambda label: type(label)(label.characters, other))
    qtbot.waitUntil(lambda: "text-mismatch" in dict(kinds(panel)))
    go_to(panel, qtbot, session, row_of(panel, "text-mismatch"))
    panel.fix_current()
    (menu,) = panel.findChildren(QMenu)
    first = menu.actions()[0]
    assert len(menu.actions()) == 2
    first.trigger()
    menu.close()
    assert session.editor.label.text == reading


def test_two_ways_to_mend_an_order_say_their_word_and_show_it_before_they_are_chosen(
    panel: ProblemsPanel, session: Session, qtbot: QtBot
):
    editor = session.editor
    before = editor.label.reading
    swapped = before[1] + before[0] + before[2:]

    def swap(label: WordLabel) -> WordLabel:
        exchanged = {place: rank for rank, place in enumerate(label.ranking, 1)}
        first, second = label.ranking[:2]
        exchanged[first], exchanged[second] = 2, 1
        characters = tuple(replace(c, order=exchanged[place]) for place, c in enumerate(label.characters))
        return replace(label, characters=characters, text=swapped)

    editor.apply("Swap", swap)
    qtbot.waitUntil(lambda: "order-backwards" in dict(kinds(panel)))
    go_to(panel, qtbot, session, row_of(panel, "order-backwards"))
    qtbot.mouseClick(panel.fix, Qt.MouseButton.LeftButton)
    (menu,) = panel.findChildren(QMenu)
    assert [action.text() for action in menu.actions()] == [
        f"The text is wrong: number the characters along the line  →  {before}",
        f"The text is right: lay its symbols along the line  →  {swapped}",
    ]
    committed = editor.committed_label
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    assert (editor.is_previewing, editor.label.word) == (True, before)
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    assert editor.label.word == swapped
    assert editor.label.in_order[0].polygon == committed.in_order[1].polygon
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert not editor.is_previewing
    assert editor.committed_label == committed


def test_missing_symbol_is_added_to_the_charset(panel: ProblemsPanel, session: Session, qtbot: QtBot):
    before = session.catalog.project_charset
    go_to(panel, qtbot, session, row_of(panel, "symbol-unknown"))
    problem = panel.fixable()
    session.folder.repairs.fix(problem, next(each for each in problem.fixes if each.id == "add-to-charset"))
    qtbot.waitUntil(lambda: "é" in session.catalog.project_charset)
    assert tuple(session.catalog.project_charset)[: len(before)] == tuple(before)
    qtbot.waitUntil(lambda: kinds(panel) == [("order-double", 2)])


# What is shown of it


def test_kinds_are_listed_with_their_number_and_those_of_the_chosen_severity_only(panel: ProblemsPanel, qtbot: QtBot):
    assert "(2)" in str(panel.rows.index(0, 0).data())
    qtbot.keyClicks(panel.filters.severity, "0 err")
    assert kinds(panel) == []
    assert not panel.tree.isVisible()
    qtbot.keyClick(panel.filters.severity, Qt.Key.Key_Down)
    assert kinds(panel) == [("order-double", 2), ("symbol-unknown", 1)]


def test_only_this_image_follows_the_image_on_screen(panel: ProblemsPanel, session: Session, qtbot: QtBot):
    panel.filters.scope.setCurrentIndex(1)
    panel.filters.scope.activated.emit(1)
    assert kinds(panel) == []
    session.show(session.catalog.table.images[1])
    qtbot.waitUntil(lambda: kinds(panel) == [("order-double", 1)])


def test_current_problem_stays_current_when_the_list_is_filled_anew(
    panel: ProblemsPanel, session: Session, qtbot: QtBot
):
    go_to(panel, qtbot, session, row_of(panel, "order-double", 1))
    image = session.image
    panel.show_problems()
    assert panel.current.image == image == session.image


def fill(session: Session, images: list[ImageRow]) -> None:
    """Put these images into the list, without files."""
    table = ImageTable([row.image for row in images])
    table.update(images)
    session.catalog.table = table
    session.catalog.set_filter("")


def test_worst_kind_comes_first_and_then_the_largest(panel: ProblemsPanel, session: Session, qtbot: QtBot):
    note, gap = StoredProblem("label-encoding", "note", "n"), StoredProblem("order-gap", "warning", "a.png: gap.")
    images = [
        ImageRow("a.png", "draft", problems=(note, gap)),
        ImageRow("b.png", "draft", problems=(note, StoredProblem("not-rendered", "error", "e"))),
    ]
    fill(session, images)
    wanted = [("not-rendered", 1), ("order-gap", 1), ("label-encoding", 2)]
    qtbot.waitUntil(lambda: kinds(panel) == wanted)
    assert [row_of(panel, "label-encoding", n).siblingAtColumn(1).data() for n in (0, 1)] == ["a.png", "b.png"]


def test_list_of_a_kind_is_made_only_when_somebody_looks_inside(panel: ProblemsPanel, session: Session, qtbot: QtBot):
    gap = StoredProblem("order-gap", "warning", "gap")
    twice = StoredProblem("order-double", "warning", "twice")
    fill(session, [ImageRow(f"{n}.png", "draft", problems=(gap, twice)) for n in range(100)])
    qtbot.waitUntil(lambda: kinds(panel) == [("order-double", 100), ("order-gap", 100)])
    first = panel.rows.groups[1]
    assert panel.rows.rowCount(panel.rows.index(1, 0)) == 100
    assert not first.taken
    assert row_of(panel, "order-gap", 99).siblingAtColumn(1).data() == "99.png"
    panel.show_problems()
    assert panel.rows.groups[1] is first  # as it was: not made again


def test_very_many_of_a_kind_are_shown_in_parts(panel: ProblemsPanel, session: Session, qtbot: QtBot):
    panel.rows.part = 4
    gap = StoredProblem("order-gap", "warning", "gap")
    fill(session, [ImageRow(f"{n}.png", "draft", problems=(gap,)) for n in range(9)])
    qtbot.waitUntil(lambda: kinds(panel) == [("order-gap", 9)])
    listed = lambda: [index.siblingAtColumn(1).data() for index in shown_rows(panel)]  # noqa: E731
    assert listed() == ["0.png", "1.png", "2.png", "3.png", None]
    for wanted in (8, 9):
        rest = shown_rows(panel)[-1]
        panel.tree.scrollTo(rest)
        panel.tree.setCurrentIndex(rest)
        qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
        assert listed()[:wanted] == [f"{n}.png" for n in range(wanted)]
    assert len(listed()) == 9


def shown_rows(panel: ProblemsPanel) -> list[QModelIndex]:
    parent = panel.rows.index(0, 0)
    return [panel.rows.index(row, 0, parent) for row in range(panel.rows.rowCount(parent))]


def test_sentence_leaves_out_the_image_beside_it():
    assert sentence(Problem("order-gap", "warning", "a.png: there is a gap.", "a.png")) == "There is a gap."


# All of a kind


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> FixAllDialog:
    made = exposed(qtbot, FixAllDialog(session, "order-double"))
    qtbot.waitUntil(lambda: made.rows.rowCount() == 2)
    return made


def test_without_problems_there_is_nothing_to_choose(panel: ProblemsPanel, session: Session, qtbot: QtBot):
    fill(session, [ImageRow("a.png", "draft")])
    qtbot.waitUntil(lambda: not kinds(panel))
    made = exposed(qtbot, FixAllDialog(session, ""))
    assert not (made.kinds.isEnabled() or made.choices.isEnabled() or made.apply.isEnabled())


def test_nothing_is_written_by_the_preview(dialog: FixAllDialog, project_folder: Path):
    assert dialog.apply.isEnabled()
    assert not History(project_folder).entries()


def test_each_image_is_shown_small_beside_what_will_change(dialog: FixAllDialog, qtbot: QtBot):
    places = [dialog.rows.index(row, 0) for row in range(2)]
    qtbot.waitUntil(lambda: all(p.data(Qt.ItemDataRole.DecorationRole) is not None for p in places))
    pictures = [place.data(Qt.ItemDataRole.DecorationRole) for place in places]
    assert all(0 < picture.deviceIndependentSize().height() <= 28 for picture in pictures)
    assert dialog.rows.index(0, 1).data(Qt.ItemDataRole.DecorationRole) is None


def test_marked_images_are_mended_in_one_action(
    dialog: FixAllDialog, session: Session, qtbot: QtBot, project_folder: Path
):
    dialog.rows.setData(dialog.rows.index(0, 0), Qt.CheckState.Unchecked.value, Qt.ItemDataRole.CheckStateRole)
    with qtbot.waitSignal(dialog.accepted):
        qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    (entry,) = History(project_folder).entries()
    assert entry.image == session.catalog.table.images[3]
    label = read_label((project_folder / entry.image).with_suffix(".json")).label
    assert sorted(c.order or place + 1 for place, c in enumerate(label.characters)) == [
        *range(1, len(label.characters) + 1)
    ]
    qtbot.waitUntil(lambda: session.findings.counts["order-double", "warning"] == 1)


def test_label_that_has_changed_since_the_preview_is_refused_and_listed(
    dialog: FixAllDialog, session: Session, qtbot: QtBot, project_folder: Path
):
    changed = (project_folder / session.catalog.table.images[1]).with_suffix(".json")
    change(changed, text="other")
    data = changed.read_bytes()
    dialog.mend()
    qtbot.waitUntil(lambda: len(dialog.refusals.lines) == 1)
    assert changed.read_bytes() == data
    assert dialog.isVisible()


def test_missing_symbols_of_all_labels_go_to_the_charset(session: Session, qtbot: QtBot):
    dialog = added(qtbot, FixAllDialog(session, "symbol-unknown"))
    qtbot.waitUntil(lambda: dialog.choices.findData("add-to-charset") >= 0)
    number = dialog.choices.findData("add-to-charset")
    dialog.choices.setCurrentIndex(number)
    dialog.choices.activated.emit(number)
    qtbot.waitUntil(lambda: dialog.rows.rowCount() == 1)
    dialog.mend()
    qtbot.waitUntil(lambda: "é" in session.catalog.project_charset)


def test_where_no_way_is_the_only_one_the_most_frequent_is_shown(session: Session, project_folder: Path, qtbot: QtBot):
    """The text is taken from the characters, or the characters from the text: an empty table names neither."""
    label = sorted(project_folder.glob("word*.json"))[4]
    text = read_label(label).label.reading
    change(label, text=text[-1:] + text[1:] if text[-1:] != text[:1] else text[1:2] + text[1:])
    session.catalog.look_for_changes()
    qtbot.waitUntil(lambda: session.findings.counts["text-mismatch", "warning"] == 1)
    dialog = added(qtbot, FixAllDialog(session, "text-mismatch"))
    qtbot.waitUntil(lambda: dialog.rows.rowCount() == 1)
    assert dialog.choice is not None
    dialog.choices.setCurrentIndex(0)
    dialog.choices.activated.emit(0)
    qtbot.waitUntil(lambda: dialog.rows.rowCount() == 0 and dialog.choices.count() > 1)
    assert dialog.choice is None, "what a person chooses stays"


def test_a_long_sentence_wraps_in_a_narrow_panel_and_the_row_is_as_high(panel: ProblemsPanel, qtbot: QtBot):
    index = row_of(panel, "symbol-unknown")
    panel.tree.expandAll()
    heights = []
    for width in (1000, panel.minimumSizeHint().width()):
        panel.resize(width, 300)
        qtbot.waitUntil(lambda width=width: panel.width() == width)
        index = row_of(panel, "symbol-unknown")
        qtbot.waitUntil(lambda index=index: panel.tree.visualRect(index).height() > 0)
        heights.append(panel.tree.visualRect(index).height())
    line = panel.tree.fontMetrics().lineSpacing()
    assert heights[1] >= heights[0] + line
    assert heights[1] <= heights[0] + 2 * line
    kind = panel.tree.visualRect(index.parent()).height()
    assert kind == heights[0], "the row of a kind has one line"
