"""Hebrew and Arabic words from typing to a trained model: divided, saved, trained on, and read in the right order."""

import itertools
import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pytestqt.qtbot import QtBot
from support.networks.tiny_training import TINY, run_child

from app.session import Session
from core.labels.files.storage import read_label

pytestmark = pytest.mark.long

LETTERS = "אבשمسد"
"""Three letters of either script. Each is drawn as a plain shape of its own: a test needs no font of theirs."""

INK, PAPER = 20, 235


def letter(number: int) -> NDArray[np.uint8]:
    """The shape of a letter, (26, 16) uint8."""
    picture = np.full((26, 16), PAPER, np.uint8)
    match number:
        case 0:
            cv2.rectangle(picture, (3, 3), (12, 22), INK, 3)
        case 1:
            cv2.line(picture, (8, 3), (8, 22), INK, 4)
        case 2:
            cv2.line(picture, (2, 4), (13, 22), INK, 4)
            cv2.line(picture, (13, 4), (2, 22), INK, 4)
        case 3:
            cv2.circle(picture, (8, 13), 7, INK, -1)
        case 4:
            cv2.line(picture, (8, 3), (8, 22), INK, 3)
            cv2.line(picture, (2, 13), (14, 13), INK, 4)
        case _:
            cv2.rectangle(picture, (2, 16), (13, 23), INK, -1)
    return picture


def drawn(letters: Iterable[int]) -> NDArray[np.uint8]:
    """A picture with these letters, the first at the right."""
    gap = np.full((26, 4), PAPER, np.uint8)
    row = np.hstack([part for number in reversed([*letters]) for part in (letter(number), gap)])
    return cv2.copyMakeBorder(row, 3, 3, 4, 0, cv2.BORDER_CONSTANT, value=PAPER).astype(np.uint8)


def is_open(session: Session, name: str) -> bool:
    """Whether an image is on screen with its picture."""
    return session.editor.image == name and session.editor.pixels is not None


def test_words_of_right_to_left_scripts_are_typed_trained_on_and_read(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, tmp_path: Path
):
    folder, run = tmp_path / "words", tmp_path / "run"
    folder.mkdir()
    words = [word for script in ((0, 1, 2), (3, 4, 5)) for word in itertools.product(script, repeat=3)][::2]
    names = [f"{number:02}.png" for number in range(len(words))]
    for name, word in zip(names, words, strict=True):
        cv2.imwrite(str(folder / name), drawn(word))
    session = make_session(folder)
    for name, word in zip(names, words, strict=True):
        session.show(name)
        qtbot.waitUntil(partial(is_open, session, name))
        assert session.divide_picture("".join(LETTERS[number] for number in word))
        session.mark_reviewed()
    session.saver.flush()

    label = read_label(folder / "06.json").label
    assert label.text == "".join(LETTERS[number] for number in words[6]) == label.reading
    lefts = [min(x for x, _ in character.polygon) for character in label.characters]
    assert lefts == sorted(lefts, reverse=True)  # the first letter is read at the right

    run_child(folder, run, **{**TINY, "steps": 200, "batch": 8, "validate_every": 50})
    metrics = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    read = [line["metrics"]["word_accuracy"] for line in metrics if line["kind"] == "validation"]
    assert max(read) >= 0.5, read  # letters in the order of the picture would read no word but those of one letter
