"""How little the hand has to do: how well a word is divided, and how many actions a character takes.

An action is a key press, a click or a drag, through the real window; the letters of the text count.

Real words are not part of the project; where `../shared/data` is absent the rows are left out.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.measuring import Row, report, row
from core.base.images import read_image
from core.labels.divide.divide import corners_of_box, division
from core.labels.edits.cuts import common_cut

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
SHOTS = os.environ.get("TEXTSCANNER_SHOTS", "")
"""A folder for pictures of the window with each curved word, to be looked at."""
_WORDS = 40
_PATIENCE = 1000  # times 20 ms
Line = tuple[tuple[float, float], ...]

CURVED: dict[str, tuple[Line, Line]] = {
    "dtrb/demo_image/demo_8.jpg": (
        ((0.03, 0.9), (0.2, 0.38), (0.5, 0.08), (0.8, 0.33), (0.98, 0.85)),
        ((0.14, 1), (0.27, 0.66), (0.5, 0.4), (0.72, 0.6), (0.88, 0.98)),
    ),
    "dtrb/demo_image/demo_9.jpg": (
        ((0.02, 0.57), (0.17, 0.16), (0.47, 0.03), (0.77, 0.17), (0.98, 0.6)),
        ((0.12, 0.87), (0.29, 0.57), (0.49, 0.48), (0.7, 0.61), (0.87, 0.98)),
    ),
    "dtrb/demo_image/demo_10.jpg": (
        ((0.03, 0.02), (0.35, 0.07), (0.7, 0.35), (0.99, 0.83)),
        ((0.02, 0.2), (0.3, 0.28), (0.58, 0.52), (0.85, 0.97)),
    ),
    "parseq/demo_images/art-01107.jpg": (
        ((0.01, 0.93), (0.13, 0.37), (0.5, 0.05), (0.86, 0.37), (0.99, 0.92)),
        ((0.15, 0.97), (0.24, 0.56), (0.5, 0.33), (0.76, 0.56), (0.86, 0.95)),
    ),
    "parseq/demo_images/cute-184.jpg": (
        ((0.33, 0.02), (0.37, 0.34), (0.58, 0.6), (0.99, 0.73)),
        ((0.01, 0.05), (0.04, 0.43), (0.33, 0.79), (0.87, 0.98)),
    ),
    "union14m/github/Art_Curve_178.jpg": (
        ((0.25, 0.01), (0.67, 0.25), (0.91, 0.59), (0.99, 0.89)),
        ((0.03, 0.22), (0.34, 0.44), (0.53, 0.69), (0.62, 0.96)),
    ),
    "union14m/github/cute_23.jpg": (
        ((0.04, 0.58), (0.22, 0.18), (0.5, 0.02), (0.78, 0.2), (0.98, 0.7)),
        ((0.17, 0.9), (0.32, 0.54), (0.5, 0.41), (0.7, 0.54), (0.87, 0.97)),
    ),
    "union14m/github/cute_3.jpg": (
        ((0.03, 0.28), (0.3, 0.37), (0.6, 0.36), (0.96, 0.05)),
        ((0.06, 0.75), (0.3, 0.96), (0.6, 0.94), (0.99, 0.65)),
    ),
    "union14m/github/hiercurve_2229.jpg": (
        ((0.2, 0.02), (0.65, 0.15), (0.93, 0.47), (0.99, 0.93)),
        ((0.03, 0.2), (0.38, 0.35), (0.57, 0.6), (0.61, 0.91)),
    ),
}
"""Curved words of `word_crops`, each with the lines dragged along top and bottom, in shares of the picture."""

_FAR = 0.15  # of the mean width of the two characters beside a cut


def division_rows(data: Path) -> list[Row]:
    """Return the share of cuts that are off, in IIIT 5K-word's training words boxed by their known outline.

    A cut is off by its distance, half-way up the word, from the ground between the two characters' boxes, or from the
    columns that both have.
    """
    index = data / "iiit5k" / "train.jsonl"
    if not index.is_file():
        return []
    cuts = far = words = 0
    for line in index.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        boxes = [character["box"] for character in entry["chars"]]
        text = "".join(character["c"] for character in entry["chars"])
        if len(boxes) < 2 or len(text) != len(boxes):
            continue
        words += 1
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        corners = corners_of_box(min(lefts), min(tops), max(rights), max(bottoms))
        found = division(read_image(index.parent / entry["file"]), corners, text)
        for share, (first, second) in zip(found.cuts, pairwise(boxes), strict=True):
            (top, _), (bottom, _) = found.line(share)
            edges = sorted((first[2], second[0]))
            off = max(edges[0] - (top + bottom) / 2, (top + bottom) / 2 - edges[1], 0)
            cuts += 1
            far += off > _allowed(first, second)
    return [row(f"cuts off by > 15 % of a character, of {cuts:,} in {words:,} words", 100 * far / cuts, "%", 2.5)]


class Hand:
    """Works in the window on one word image after the other, and counts its actions."""

    def __init__(self, folder: Path) -> None:
        from app.session import Session  # noqa: PLC0415  after the application
        from app.settings.settings import Settings  # noqa: PLC0415
        from app.views.main_window.window import MainWindow  # noqa: PLC0415

        self.actions = 0
        self.session = Session(Settings(folder.parent / "settings.json"))
        self.window = MainWindow(self.session)
        self.window.resize(1440, 900)
        self.window.show()
        self.window.activateWindow()
        self.session.open(folder)
        self.until(lambda: self.session.editor.pixels is not None)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        for _ in range(_PATIENCE):
            if holds():
                return
            QTest.qWait(20)
        raise TimeoutError

    def press(self, key: Qt.Key | str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key where the keyboard is."""
        self.actions += 1
        QTest.keyClick(QApplication.focusWidget() or self.window.centre.canvas, key, held)  # type: ignore[call-overload]

    def type_word(self, word: str) -> None:
        """Type letters, and finish the text with Enter."""
        for letter in word:
            self.press(letter)
        self.press(Qt.Key.Key_Return)

    def drag(self, line: Line) -> None:
        """Drag through places of the image, as shares of its sides."""
        self.actions += 1
        canvas = self.window.centre.canvas
        height, width = self.session.editor.image_size or (0, 0)
        way = [canvas.to_pane(QPointF(x * width, y * height)) for x, y in line]
        _send(canvas, QEvent.Type.MouseButtonPress, way[0], Qt.MouseButton.LeftButton)
        for start, end in pairwise(way):
            for step in range(1, 9):
                _send(canvas, QEvent.Type.MouseMove, start + (end - start) * step / 8, Qt.MouseButton.LeftButton)
        _send(canvas, QEvent.Type.MouseButtonRelease, way[-1], Qt.MouseButton.NoButton)

    def end(self) -> None:
        """Close the project and stop all threads."""
        self.session.close()
        self.until(lambda: self.session.project is None)
        self.session.shutdown()


def _send(canvas: QWidget, kind: QEvent.Type, at: QPointF, held: Qt.MouseButton) -> None:
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    event = QMouseEvent(kind, at, canvas.mapToGlobal(at), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(canvas, event)


def curved_rows(data: Path) -> list[Row]:
    """Return the actions a character of curved words with an unknown text; their texts must come out."""
    folder = data / "word_crops"
    if not all((folder / name).is_file() for name in CURVED):
        return []
    known = map(json.loads, (folder / "labels_human_read.jsonl").read_text(encoding="utf-8").splitlines())
    texts = {entry["file"]: entry["text"] for entry in known}
    with tempfile.TemporaryDirectory() as place:
        words = Path(place) / "words"
        words.mkdir()
        for number, name in enumerate(CURVED):
            shutil.copy(folder / name, words / f"word_{number}{Path(name).suffix}")
        hand, letters = Hand(words), 0
        editor = hand.session.editor
        for number, (name, (top, bottom)) in enumerate(CURVED.items()):
            image = f"word_{number}{Path(name).suffix}"
            hand.until(lambda image=image: editor.image == image and editor.pixels is not None)  # type: ignore[misc]
            if number == 0:
                hand.window.centre.canvas.setFocus()
                hand.press(Qt.Key.Key_B, Qt.KeyboardModifier.ShiftModifier)
            hand.type_word(texts[name])
            hand.drag(top)
            hand.drag(bottom)
            if editor.label.reading != texts[name]:
                raise ValueError(f"{name} reads {editor.label.reading}")
            letters += len(texts[name])
            if SHOTS:
                hand.window.grab().save(f"{SHOTS}/{number}.png")
            hand.press(Qt.Key.Key_Return)
        hand.end()
        return [row(f"curved words, {len(CURVED)}: actions a character", hand.actions / letters, "", 2.0)]


def whole_rows(data: Path) -> list[Row]:
    """Return the actions a character of the first words of IIIT 5K-word's validation part that have two characters.

    The text is unknown, and the picture is the word: the text, Shift+Enter, a drag of each cut that is off, Enter.
    """
    index = data / "iiit5k" / "val.jsonl"
    if not index.is_file():
        return []
    entries = [json.loads(line) for line in index.read_text(encoding="utf-8").splitlines()]
    entries = [entry for entry in entries if len(entry["chars"]) > 1][:_WORDS]
    with tempfile.TemporaryDirectory() as place:
        words = Path(place) / "words"
        words.mkdir()
        for number, entry in enumerate(entries):
            shutil.copy(index.parent / entry["file"], words / f"word_{number:02}.png")
        hand, letters, drags = Hand(words), 0, 0
        editor = hand.session.editor
        hand.window.centre.canvas.setFocus()
        hand.press(Qt.Key.Key_W)
        for number, entry in enumerate(entries):
            hand.until(lambda number=number: editor.image == f"word_{number:02}.png" and editor.pixels is not None)  # type: ignore[misc]
            text, boxes = entry["text"], [character["box"] for character in entry["chars"]]
            for letter in text:
                hand.press(letter)
            hand.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
            if editor.label.reading != text:
                raise ValueError(f"{entry['file']} reads {editor.label.reading}")
            letters += len(text)
            for rank, (first, second) in enumerate(pairwise(boxes), start=1):
                cut = common_cut(editor.label, rank)
                edges = sorted((first[2], second[0]))
                if cut is None:
                    continue
                x, y = ((cut[0][i] + cut[1][i]) / 2 for i in (0, 1))
                if max(edges[0] - x, x - edges[1]) > _allowed(first, second):
                    width, height = entry["width"], entry["height"]
                    hand.drag(((x / width, y / height), (sum(edges) / 2 / width, y / height)))
                    drags += 1
            hand.press(Qt.Key.Key_Return)
        hand.end()
        name = f"whole pictures, text unknown, {len(entries)} words, {drags} cuts dragged: actions a character"
        return [row(name, hand.actions / letters, "", 1.2)]


def _allowed(first: list[float], second: list[float]) -> float:
    """How far a cut may be off between two boxes, pixels."""
    return _FAR * (first[2] - first[0] + second[2] - second[0]) / 2


def rows() -> list[Row]:
    """Return the figures of the words that are there."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    return [*division_rows(DATA), *whole_rows(DATA), *curved_rows(DATA)]


if __name__ == "__main__":
    report(rows())
