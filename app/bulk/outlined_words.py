"""The words that a person outlines in scenes, with an undo stack, stored in a file before and after the cropping."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.workers.background import Background
from core.base.errors import DAMAGED, StudioError, reason_of
from core.base.files import make_folder, set_aside, write_atomically
from core.base.folders import state_folder
from core.base.json_text import read_json
from core.labels.formats.scenes import SceneWord, numbered
from core.labels.label import Polygon

_QUIET = 1000  # ms after the last edit until the words are written

Words = tuple[SceneWord, ...]


class OutlinedWords(QObject):
    """The words in the scenes of one folder."""

    changed = Signal(str)  # the words of this scene are others

    def __init__(
        self,
        background: Background,
        folder: Path,
        read: Mapping[str, Words],
        kept: Mapping[str, Words],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.folder = folder
        self._background = background
        self._scenes: dict[str, Words] = {**read, **kept}
        self._edited = dict(kept)
        self._done: list[tuple[str, Words]] = []
        self._undone: list[tuple[str, Words]] = []
        self._typing: tuple[str, int] | None = None  # the word whose text was edited last
        self._soon = QTimer(self, singleShot=True, interval=_QUIET)
        self._soon.timeout.connect(self._keep)

    @property
    def scenes(self) -> dict[str, Words]:
        """The scenes that contain words."""
        return {image: words for image, words in self._scenes.items() if words}

    @property
    def count(self) -> int:
        """The number of words in all scenes."""
        return sum(map(len, self._scenes.values()))

    def of(self, image: str) -> Words:
        """Return the words of a scene."""
        return self._scenes.get(image, ())

    def add(self, image: str, polygon: Polygon) -> None:
        """Add a word without a text behind the other words of a scene."""
        words = self.of(image)
        self._edit(image, (*words, numbered(words, SceneWord(polygon))))

    def move(self, image: str, place: int, polygon: Polygon) -> None:
        """Replace the outline of a word."""
        self._replace(image, place, replace(self.of(image)[place], polygon=polygon))

    def turn(self, image: str, place: int) -> None:
        """Start a word at its next corner, so that it is read rotated by a quarter turn."""
        first, *rest = self.of(image)[place].polygon
        self.move(image, place, (*rest, first))

    def type(self, image: str, place: int, text: str) -> None:
        """Set the text of a word, so that all typing without another edit in between is undone as one edit."""
        words = self.of(image)
        if words[place].text == text:
            return
        word, is_going_on = replace(words[place], text=text), self._typing == (image, place)
        if is_going_on:
            self._put(image, (*words[:place], word, *words[place + 1 :]))
        else:
            self._replace(image, place, word)
        self._typing = (image, place)

    def delete(self, image: str, place: int) -> None:
        """Delete a word from its scene."""
        words = self.of(image)
        self._edit(image, words[:place] + words[place + 1 :])

    def undo(self) -> str | None:
        """Undo the last edit and return its scene, or None if there is nothing to undo."""
        return self._step(self._done, self._undone)

    def redo(self) -> str | None:
        """Redo the edit that was undone last and return its scene, or None if there is none."""
        return self._step(self._undone, self._done)

    def flush(self) -> None:
        """Write the edited scenes to their file in the background now, if they are not written yet."""
        if self._soon.isActive():
            self._soon.stop()
            self._keep()

    def _keep(self) -> None:
        folder, edited = self.folder, dict(self._edited)
        self._background.start("", lambda job: _write(folder, edited), lane="saving")

    def _replace(self, image: str, place: int, word: SceneWord) -> None:
        words = self.of(image)
        self._edit(image, (*words[:place], word, *words[place + 1 :]))

    def _edit(self, image: str, words: Words) -> None:
        self._typing = None
        self._done.append((image, self.of(image)))
        self._undone.clear()
        self._put(image, words)

    def _step(self, here: list[tuple[str, Words]], there: list[tuple[str, Words]]) -> str | None:
        self._typing = None
        if not here:
            return None
        image, words = here.pop()
        there.append((image, self.of(image)))
        self._put(image, words)
        return image

    def _put(self, image: str, words: Words) -> None:
        self._scenes[image] = self._edited[image] = words
        self._soon.start()
        self.changed.emit(image)


def kept_words(folder: Path) -> dict[str, Words]:
    """Return the words drawn earlier in a folder's scenes, and set aside a file that cannot be read.

    StudioError is raised if it could not be read; it has another name now, and the next time there are no words.
    """
    try:
        stored = read_json(_path(folder))
        return {
            str(image): tuple(
                SceneWord(
                    tuple((float(x), float(y)) for x, y in word["points"]), str(word["text"]), int(word["number"])
                )
                for word in words
            )
            for image, words in stored["scenes"].items()
        }
    except FileNotFoundError:
        return {}
    except DAMAGED as error:
        aside = set_aside(_path(folder))
        raise StudioError(
            "{folder}: the words that were drawn in its photographs cannot be read ({why}). They are in {aside} now; "
            "open the photographs again to start from the beginning.",
            folder=folder.name,
            why=reason_of(error),
            aside=aside,
        ) from error


def _write(folder: Path, edited: Mapping[str, Words]) -> None:
    scenes = {
        image: [{"text": word.text, "points": word.polygon, "number": word.number} for word in words]
        for image, words in edited.items()
    }
    path = _path(folder)
    try:
        make_folder(path.parent)
        write_atomically(path, json.dumps({"folder": str(folder), "scenes": scenes}).encode("utf-8", "surrogatepass"))
    except StudioError:
        return  # the program has said at its start that its own folders cannot be written


def _path(folder: Path) -> Path:
    key = hashlib.sha256(str(folder).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return state_folder() / "scenes" / f"{key}.json"
