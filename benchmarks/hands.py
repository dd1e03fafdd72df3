"""How little the hand has to do: how well a word is divided, and how many actions a character takes.

An action is a key press, a click or a drag, through the real window; the letters of the text count.

Real words are not part of the project; where `../shared/data` is absent the rows are left out.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise, takewhile
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from benchmarks.hand_words import CURVED, GAPS, SLANTED, STRAIGHT, Line
from benchmarks.measuring import Row, report, row
from core.base.images import read_image
from core.labels.divide.divide import Division, corners_of_box, division
from core.labels.edits.cuts import common_cut
from core.runs.bundled import READER

if TYPE_CHECKING:
    from app.reading.predicted import Predicted

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
SHOTS = os.environ.get("TEXTSCANNER_SHOTS", "")
"""A folder for pictures of the window with each curved or mended word, to be looked at."""
_FEW = 5
_LOOKED = 10  # one of so many drafted words is looked at, the least sure ones; the others are accepted at once
_LEANS = 8  # degrees: cuts that are off by less are left as they are
_CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
DRAFT_BOXES = (Qt.Key.Key_B, _CTRL_ALT)
ACCEPT = (Qt.Key.Key_Return, _CTRL_ALT)
_PATIENCE = 5000  # times 20 ms
Entry = dict[str, Any]
_FAR = 0.15  # of the mean width of the two characters beside a cut


def division_rows(data: Path) -> list[Row]:
    """Return the share of cuts that are off, in IIIT 5K-word's training words boxed by their known outline.

    Once with what `reader` sees in them, and once by ink alone, as where no model is chosen. A cut is off by its
    distance, half-way up the word, from the ground between the two characters' boxes, or from the columns that both
    have.
    """
    index = data / "iiit5k" / "train.jsonl"
    if not index.is_file():
        return []
    entries = []
    for line in index.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        boxes = [character["box"] for character in entry["chars"]]
        text = "".join(character["c"] for character in entry["chars"])
        if len(boxes) < 2 or len(text) != len(boxes):
            continue
        entries.append((index.parent / entry["file"], text, boxes))
    cuts, far, by_ink = 0, 0, 0
    predictions = _predictions([path for path, _, _ in entries])
    for (path, text, boxes), predicted in zip(entries, predictions, strict=True):
        image = read_image(path)
        size = image.shape[0], image.shape[1]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        corners = corners_of_box(min(lefts), min(tops), max(rights), max(bottoms))
        cuts += len(boxes) - 1
        far += _wrong_cuts(division(image, corners, text, predicted.evidence(text, size)), boxes)
        by_ink += _wrong_cuts(division(image, corners, text), boxes)
    name = f"cuts off by > 15 % of a character, of {cuts:,} in {len(entries):,} words"
    return [row(f"{name}, with reader", 100 * far / cuts, "%", 2.5), row(f"{name}, by ink", 100 * by_ink / cuts, "%")]


def _wrong_cuts(found: Division, boxes: Sequence[Sequence[float]]) -> int:
    """Count the cuts that are off."""
    wrong = 0
    for share, (first, second) in zip(found.cuts, pairwise(boxes), strict=True):
        (top, _), (bottom, _) = found.line(share)
        edges = sorted((first[2], second[0]))
        off = max(edges[0] - (top + bottom) / 2, (top + bottom) / 2 - edges[1], 0)
        wrong += off > _allowed(first, second)
    return wrong


def _predictions(paths: Sequence[Path]) -> Iterator[Predicted]:
    """What `reader` sees in the images."""
    from app.reading.predicted import from_outputs  # after the application
    from core.model.using.opening import open_recogniser  # TensorFlow
    from core.model.using.predicting import WordPrediction
    from core.model.using.prediction import predict

    recogniser = open_recogniser(READER.path)
    for path, found in zip(paths, predict(recogniser, paths, with_maps=True), strict=True):
        assert isinstance(found, WordPrediction)
        assert found.maps is not None
        yield from_outputs(path.name, found.maps, recogniser.spec, found.size)


class Hand:
    """Works in the window on one word image after the other, and counts its actions."""

    def __init__(self, folder: Path) -> None:
        from app.session import Session  # after the application
        from app.settings.settings import Settings
        from app.views.main_window.window import MainWindow

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

    @property
    def number(self) -> int:
        """The number of the word on screen, from 0; -1 while it is being read."""
        editor = self.session.editor
        return -1 if editor.image is None or editor.pixels is None else int(Path(editor.image).stem.split("_")[1])

    def shows(self, number: int) -> None:
        """Wait until a word is on screen."""
        self.until(lambda: self.number == number)

    def reads(self, text: str) -> None:
        """Wait until the characters on screen read a text."""
        self.until(lambda: self.session.editor.label.reading == text)

    @property
    def reading(self) -> str:
        """What the model reads in the word on screen, once it has read it."""
        predictions = self.session.predictions
        self.until(lambda: predictions.current is not None and predictions.current.image == self.session.editor.image)
        return "" if predictions.current is None else predictions.current.maps.word.text

    def press(self, key: Qt.Key | str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key where the keyboard is."""
        self.actions += 1
        QTest.keyClick(QApplication.focusWidget() or self.window.centre.canvas, key, held)  # type: ignore[call-overload]

    def click(self, button: QAbstractButton) -> None:
        """Click a button."""
        self.actions += 1
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def shoot(self, name: str) -> None:
        """Keep a picture of the window, where pictures are wanted."""
        if SHOTS and name:
            QTest.qWait(300)
            self.window.grab().save(f"{SHOTS}/{name}.png")

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


def _entries(data: Path, names: Iterable[str]) -> list[Entry]:
    """What the data sets say of some words of the list; nothing where one of them is absent."""
    known: dict[str, Entry] = {}
    for index in (*(data / "iiit5k").glob("*.jsonl"), *(data / "icdar03_train").glob("*.jsonl")):
        for entry in map(json.loads, index.read_text(encoding="utf-8").splitlines()):
            known[f"{index.parent.name}/{entry['file']}"] = entry
    found = [{**known[name], "path": data / name, "gaps": GAPS.get(name, {})} for name in names if name in known]
    return found if len(found) == len(list(names)) else []


@contextmanager
def _opened(entries: Sequence[Entry], *, with_texts: bool = False) -> Iterator[Hand]:
    """A hand on a project of some words, in their order."""
    with tempfile.TemporaryDirectory() as place:
        words = Path(place) / "words"
        words.mkdir()
        for number, entry in enumerate(entries):
            path = words / f"word_{number:02}{entry['path'].suffix}"
            shutil.copy(entry["path"], path)
            if with_texts:
                path.with_suffix(".json").write_text(json.dumps({"text": entry["text"]}), encoding="utf-8")
        hand = Hand(words)
        yield hand
        hand.end()


def _off(hand: Hand, entry: Entry) -> tuple[float, float, float] | None:
    """Return the first cut that is off, half-way up the word: x, y and the x where it belongs; None for none."""
    boxes = [character["box"] for character in entry["chars"]]
    for rank, (first, second) in enumerate(pairwise(boxes), start=1):
        cut = common_cut(hand.session.editor.label, rank)
        if cut is None:
            continue
        x, y = ((cut[0][i] + cut[1][i]) / 2 for i in (0, 1))
        edges = entry["gaps"].get(rank) or sorted((first[2], second[0]))
        if max(edges[0] - x, x - edges[1]) > _allowed(first, second):
            return x, y, sum(edges) / 2
    return None


def _mend(hand: Hand, entry: Entry) -> int:
    """Drag each cut that is off to its place; return how many drags it took."""
    drags = 0
    while (cut := _off(hand, entry)) is not None:
        x, y, there = cut
        width, height = entry["width"], entry["height"]
        hand.drag(((x / width, y / height), (there / width, y / height)))
        drags += 1
        if drags > 2 * len(entry["text"]):
            raise ValueError(f"{entry['file']}: a cut cannot be dragged to {there}")
    return drags


def _slant(hand: Hand) -> float:
    """Return the mean slant of the cuts, degrees from the upright."""
    label = hand.session.editor.label
    cuts = [cut for rank in range(1, len(label.characters)) if (cut := common_cut(label, rank)) is not None]
    return fmean(math.degrees(math.atan2(top[0] - bottom[0], bottom[1] - top[1])) for top, bottom in cuts)


def _lean(hand: Hand, entry: Entry, slant: float) -> int:
    """Drag the upper end of the first cut so far that all cuts have the word's slant, where they have not."""
    if abs(_slant(hand) - slant) <= _LEANS:
        return 0
    cut = common_cut(hand.session.editor.label, 1)
    assert cut is not None
    (x, y), (foot, below) = cut  # of the characters; the line that is drawn goes through the whole picture
    width, height = entry["width"], entry["height"]
    end = x + (x - foot) * y / (below - y)
    there = end + (math.tan(math.radians(slant)) * (below - y) - (x - foot)) * height / (below - y)
    hand.drag(((end / width, 0), (there / width, 0)))
    return 1


def unknown_rows(data: Path) -> list[Row]:
    """Return the actions a character of words that are typed.

    The word tool once, then for each word its letters, a drag of each cut that is off, and Enter. With `reader` on
    screen also so: Tab takes what it reads, where less is to be mended in that than to be typed.
    """
    rows = []
    straight = dict.fromkeys(STRAIGHT, None)
    kinds = (("straight", 1.2, straight), ("straight, Tab,", 1.2, straight), ("slanted", None, SLANTED))
    for kind, budget, words in kinds:
        entries = _entries(data, words)
        if not entries:
            continue
        with _opened(entries) as hand:
            drags = 0
            if "Tab" in kind:
                hand.session.in_use.choose(READER.path)
            hand.window.centre.canvas.setFocus()
            hand.press(Qt.Key.Key_W)
            for number, (entry, slant) in enumerate(zip(entries, words.values(), strict=True)):
                hand.shows(number)
                read = hand.reading if "Tab" in kind else ""
                kept = sum(
                    1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(read, entry["text"], strict=False))
                )
                if 1 + len(read) - kept < kept:
                    hand.press(Qt.Key.Key_Tab)
                    for _ in read[kept:]:
                        hand.press(Qt.Key.Key_Backspace)
                else:
                    kept = 0
                for letter in entry["text"][kept:]:
                    hand.press(letter)
                hand.reads(entry["text"])
                before = drags
                drags += _mend(hand, entry)
                drags += 0 if slant is None else _lean(hand, entry, slant)
                hand.shoot(f"{kind}_{number}" if drags > before else "")
                hand.press(Qt.Key.Key_Return)
        letters = sum(len(entry["text"]) for entry in entries)
        name = f"{kind} words, text unknown, {len(entries)}, {drags} drags: actions a character"
        rows.append(row(name, hand.actions / letters, "", budget))
    return rows


def known_rows(data: Path) -> list[Row]:
    """Return the actions a word of words whose texts are known.

    All are drafted at once, the least sure tenth is looked through and mended, and the rest is accepted at once.
    """
    entries = _entries(data, (*STRAIGHT, *SLANTED))
    if not entries:
        return []
    with _opened(entries, with_texts=True) as hand:
        canvas = hand.window.centre.canvas
        canvas.setFocus()
        hand.until(lambda: all(hand.session.catalog.table.text))
        hand.press(*DRAFT_BOXES)
        toasts = hand.window.centre.toasts
        hand.until(lambda: any(card.has_offers for card in toasts.cards))
        offered = next(card for card in toasts.cards if card.has_offers)
        hand.click(next(button for button in offered.findChildren(QAbstractButton) if button.text()))
        hand.until(lambda: len(hand.session.catalog.visible) == len(entries))
        canvas.setFocus()
        drags, looked = 0, len(entries) // _LOOKED
        for _ in range(looked):
            hand.until(lambda: bool(hand.session.editor.label.characters))
            number = hand.number
            entry = entries[number]
            drags += _mend(hand, entry)
            hand.press(Qt.Key.Key_Return)
            hand.until(lambda number=number: hand.number not in {-1, number})  # type: ignore[misc]
        hand.press(Qt.Key.Key_A, _CTRL_ALT)
        hand.press(*ACCEPT)
        actions = hand.actions
        left = 0
        for number, entry in enumerate(entries):
            hand.session.show(f"word_{number:02}{entry['path'].suffix}")
            hand.shows(number)
            left += _off(hand, entry) is not None
    name = f"texts known, {len(entries)} words, {looked} looked at, {drags} drags, {left} left wrong: actions a word"
    return [row(name, actions / len(entries), "", 0.2)]


def whole_rows(data: Path) -> list[Row]:
    """Return how many keys divide a picture that is a word whose text is known."""
    entries = _entries(data, STRAIGHT)[:_FEW]
    if not entries:
        return []
    with _opened(entries, with_texts=True) as hand:
        for number, entry in enumerate(entries):
            hand.session.show(f"word_{number:02}{entry['path'].suffix}")
            hand.shows(number)
            hand.window.centre.canvas.setFocus()
            hand.press(Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
            hand.reads(entry["text"])
    return [row(f"whole pictures, text known, {_FEW} words: keys that divide one", hand.actions / _FEW, "", 1.0)]


def curved_rows(data: Path) -> list[Row]:
    """Return the actions a character of curved words with an unknown text; their texts must come out."""
    folder = data / "word_crops"
    if not all((folder / name).is_file() for name in CURVED):
        return []
    known = map(json.loads, (folder / "labels_human_read.jsonl").read_text(encoding="utf-8").splitlines())
    texts = {entry["file"]: entry["text"] for entry in known}
    entries = [{"path": folder / name, "text": texts[name]} for name in CURVED]
    with _opened(entries) as hand:
        hand.window.centre.canvas.setFocus()
        hand.press(Qt.Key.Key_B, Qt.KeyboardModifier.ShiftModifier)
        for number, (entry, (top, bottom)) in enumerate(zip(entries, CURVED.values(), strict=True)):
            hand.shows(number)
            for letter in entry["text"]:
                hand.press(letter)
            hand.press(Qt.Key.Key_Return)
            hand.drag(top)
            hand.drag(bottom)
            hand.reads(entry["text"])
            hand.shoot(f"curved_{number}")
            hand.press(Qt.Key.Key_Return)
    letters = sum(len(entry["text"]) for entry in entries)
    return [row(f"curved words, text unknown, {len(CURVED)}: actions a character", hand.actions / letters, "", 2.0)]


def _allowed(first: Sequence[float], second: Sequence[float]) -> float:
    """How far a cut may be off between two boxes, pixels."""
    return _FAR * (first[2] - first[0] + second[2] - second[0]) / 2


def rows() -> list[Row]:
    """Return the figures of the words that are there."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    return [*division_rows(DATA), *unknown_rows(DATA), *known_rows(DATA), *whole_rows(DATA), *curved_rows(DATA)]


if __name__ == "__main__":
    report(rows())
