"""What is done on the window by `support.window.driver`, and verified on the disk meanwhile."""

import gc
import json
import os
import random
import sys
from pathlib import Path
from typing import TextIO

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QTableWidget

from app.desktop.theme import is_dark
from core.labels.edits import edits
from core.labels.files.storage import label_path, parse_label, read_label, serialise_label
from core.labels.label import WordLabel
from tests.tour.hands import Hands

_LETTERS = "abcdefghkmnpstuvwxyz"


def path_of(hands: Hands) -> Path:
    session = hands.session
    assert session.project is not None and session.image is not None
    return label_path(session.project.path_of(session.image))


def on_disk(hands: Hands) -> WordLabel:
    """The label of the image on screen as its file has it, once everything is saved."""
    hands.wait_until_saved()
    return read_label(path_of(hands)).label


def as_written(label: WordLabel, size: tuple[int, int]) -> WordLabel:
    """A label as it comes back from a file: coordinates have two decimals there."""
    return parse_label(serialise_label(label, "word.png", size), "word.json").label


def no_network() -> None:
    """TensorFlow must never live in the process that paints."""
    assert not {"tensorflow", "keras"} & {*sys.modules}


def show(hands: Hands, row: int) -> None:
    view = hands.window.images.view
    hands.press(view.viewport(), view.visualRect(view.model().index(row, 0)).center())
    hands.wait_for_image(hands.session.catalog.image_at(row))


def correct(hands: Hands) -> None:
    """Draw, move, retype, reorder, undo and redo, each by hand; the label file follows each time."""
    hands.wait_until_open()
    editor = hands.session.editor
    canvas = hands.window.centre.canvas
    canvas.setFocus()
    original_bytes, original = path_of(hands).read_bytes(), on_disk(hands)
    assert len(original.characters) >= 3

    place = original.ranking[1]
    x, y = hands.centre_of(place)
    hands.drag([(x, y), (x + 6, y + 4)])
    moved = on_disk(hands)
    corners = moved.characters[place].corners - original.characters[place].corners
    assert abs(corners.mean(axis=0) - (6, 4)).max() < 1.5, corners
    assert corners.std(axis=0).max() < 0.02

    hands.click(*hands.centre_of(place))
    hands.type("%")
    retyped = on_disk(hands)
    assert retyped.in_order[1].symbol == "%"
    assert retyped.text == original.text[:1] + "%" + original.text[2:]

    while editor.selection:  # first it ends the typing
        hands.keys("Escape")
    hands.keys("N")
    ranking = retyped.ranking
    for rank in (2, 0):
        hands.click(*hands.centre_of(ranking[rank]))
    hands.keys("Return")
    hands.wait(lambda: editor.committed_label.ranking != ranking, "the other order")
    assert on_disk(hands).ranking[:3] == (ranking[2], ranking[0], ranking[1])

    hands.keys("B", canvas)
    assert editor.image_size is not None
    height, width = editor.image_size
    hands.drag([(width * 0.02, height * 0.02), (width * 0.08, height * 0.3)])
    hands.wait(lambda: len(editor.label.characters) == len(original.characters) + 1, "the box")
    hands.pause(50)
    hands.type("$")
    hands.keys("Return")
    drawn = on_disk(hands)
    assert len(drawn.characters) == len(original.characters) + 1
    assert sum(c.symbol == "$" for c in drawn.characters) == 1

    steps = 0
    while editor.document.stack.canUndo():
        hands.keys("Ctrl+Z")
        steps += 1
    assert steps >= 4
    hands.wait_until_saved()
    assert path_of(hands).read_bytes() == original_bytes
    for _ in range(steps):
        hands.keys("Ctrl+Y")
    assert on_disk(hands) == drawn
    no_network()


def look_around(hands: Hands) -> None:
    """Filter, and switch the theme and the language of the next start by the palette."""
    hands.wait_until_open()
    window, catalog = hands.window, hands.session.catalog
    count = len(catalog.visible)
    hands.keys("Ctrl+F")
    assert QApplication.focusWidget() is window.images.filter_box
    hands.type("len:>4")
    hands.wait(lambda: 0 < len(catalog.visible) < count, "the filter")
    assert all(len(catalog.table.text[place]) > 4 for place in catalog.visible)
    for _ in "len:>4":
        hands.keys("Backspace")
    hands.wait(lambda: len(catalog.visible) == count, "the whole list")
    window.centre.canvas.setFocus()
    choose(hands, "Dark")
    hands.wait(is_dark, "the dark theme")
    choose(hands, "简体中文")
    hands.wait(lambda: hands.session.settings.value("language") == "zh_CN", "Chinese at the next start")
    assert window.menuBar().actions()[0].text() == "&File"
    no_network()


def choose(hands: Hands, name: str) -> None:
    hands.keys("Ctrl+Shift+P", hands.window)
    hands.dialog()
    hands.type(name)
    hands.keys("Return")
    hands.wait(lambda: QApplication.activeModalWidget() is None, "the end of the palette")


def edit_on(hands: Hands, news: str, seed: str) -> None:
    """Make random edits until killed; each is announced before and acknowledged after it is committed.

    What has to come of an edit is worked out by the pure edit functions, not by the window.
    """
    hands.wait_until_open()
    rng = random.Random(int(seed))
    with Path(news).open("a", encoding="utf-8") as file:
        while True:
            edit_once(hands, rng, file)


def edit_once(hands: Hands, rng: random.Random, file: TextIO) -> None:
    """Make one edit, of any image, announced before and acknowledged after it is committed."""
    session, editor = hands.session, hands.session.editor
    if rng.random() < 0.15:
        show(hands, rng.randrange(len(session.catalog.visible)))
        hands.window.centre.canvas.setFocus()
    label, size = editor.committed_label, editor.image_size
    kind = rng.choice(["nudge", "nudge", "type", "duplicate", "delete"])
    if len(label.characters) < 2:
        kind = "duplicate"
    elif len(label.characters) > 9:
        kind = "delete"
    centre = hands.centre_of(rng.randrange(len(label.characters)))
    hands.click(*centre)
    (place,) = editor.selection
    if kind in {"type", "delete"}:
        hands.click(*centre)  # again: letters are typed over it
    if kind in {"type", "delete"} and not hands.window.centre.canvas.tool.takes_text:
        kind = "nudge"  # the click met a handle of a small character: letters are shortcuts then, Del takes a corner
    match kind:
        case "nudge":
            key, by = rng.choice([("Right", (1, 0)), ("Left", (-1, 0)), ("Up", (0, -1)), ("Down", (0, 1))])
            wanted = edits.move(label, [place], *by)
        case "type":
            key = rng.choice(_LETTERS)
            wanted = edits.retype(label, [place], key)
        case "duplicate":
            key, wanted = "Ctrl+D", edits.duplicate(label, [place], 4, 4)
        case _:
            key, wanted = "Del", edits.delete(label, [place])
    if wanted == label:
        return
    say(file, "committed", session.image, as_written(label, size))  # killed before the edit, this is to be there
    say(file, "begins", session.image, as_written(wanted, size))
    if kind == "type":
        hands.type(key)
    else:
        hands.keys(key)
    assert editor.committed_label == wanted, f"{kind} {key} at {place}"
    say(file, "committed", session.image, as_written(wanted, size))
    if rng.random() < 0.2 and kind in {"duplicate", "delete"}:  # nudges and letters that follow are one step
        say(file, "begins", session.image, as_written(label, size))
        hands.keys("Ctrl+Z")
        assert editor.committed_label == label, f"undo of {kind}"
        say(file, "committed", session.image, as_written(label, size))
    hands.keys("Escape")
    hands.pause(rng.choice([0, 0, 5, 40]))


def say(file: TextIO, what: str, image: str | None, label: WordLabel) -> None:
    """A line for the test that watches, with the operating system when this returns."""
    print(json.dumps([what, image, repr(label)]), file=file, flush=True)


def recover(hands: Hands) -> None:
    """Restore everything that the window offers after a crash."""
    hands.wait_until_open()
    saver = hands.session.saver
    if saver.recovered:
        dialog = hands.dialog()
        (table,) = dialog.findChildren(QTableWidget)
        for row in range(table.rowCount()):
            item = table.item(row, 0)
            if item.checkState() != Qt.CheckState.Checked:
                table.setFocus()
                table.setCurrentCell(row, 0)
                hands.keys("Space", table)
        restore = next(each for each in dialog.findChildren(QPushButton) if each.text() == "Restore all")
        hands.press(restore)
        hands.wait(lambda: not saver.recovered, "the restored edits")
    hands.wait_until_saved()


def switch_images(hands: Hands, times: str) -> None:
    """Go through the images again and again; memory must not grow."""
    hands.wait_until_open()
    canvas = hands.window.centre.canvas
    canvas.setFocus()
    hands.session.display.set(overlay="order")
    total, begin = int(times), 0
    for number in range(total):
        before = hands.session.image
        hands.keys("PgDown", canvas)
        if hands.session.image == before:  # the last one
            hands.keys("Ctrl+Home", canvas)
        hands.wait_for_image()
        QApplication.processEvents()
        if number == total // 10:  # caches are filled by now
            gc.collect()
            begin = resident()
    gc.collect()
    grown = resident() - begin
    print(json.dumps({"switches": total, "grown": grown}))
    assert grown < 50 << 20, f"{grown / 2**20:.0f} MB more after {total} images"
    no_network()


def resident() -> int:
    """Bytes of memory that the process has now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def stay(hands: Hands, news: str) -> None:
    """Make an edit, say so, and leave the window open: the test ends it."""
    hands.wait_until_open()
    editor = hands.session.editor
    hands.session.saver.delay = 600_000
    hands.window.centre.canvas.setFocus()
    hands.click(*hands.centre_of(0))
    label, size = editor.committed_label, editor.image_size
    hands.keys("Right")
    assert editor.committed_label == edits.move(label, [0], 1, 0)
    with Path(news).open("a", encoding="utf-8") as file:
        say(file, "committed", hands.session.image, as_written(editor.committed_label, size))
    hands.wait(lambda: not hands.window.isVisible(), "somebody who closes the window")
