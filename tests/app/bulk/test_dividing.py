import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.bulk.dividing import reads_down, whole_divided
from app.project.workspace import FollowUp
from app.session import Session
from core.index.rows import ImageRow
from core.labels.edits import edits
from core.labels.files.history import DIVISION, History
from core.labels.files.storage import label_path, read_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel


@pytest.mark.parametrize(
    ("direction", "size", "down"),
    [
        ("auto", (30, 90), True),
        ("auto", (90, 30), False),
        ("horizontal", (30, 90), False),
        ("vertical", (90, 30), True),
    ],
)
def test_a_box_is_read_by_the_setting_or_its_shape(direction: str, size: tuple[Any, ...], down: bool):
    assert reads_down(direction, *size) is down


def test_the_whole_picture_is_divided_as_one_step(session: Session):
    word = session.editor.committed_label.word
    session.editor.apply("Text alone", edits.to_word_level)
    session.divide_picture()
    assert session.editor.committed_label.reading == word
    assert all(character.source is None for character in session.editor.committed_label.characters)
    session.editor.undo()
    assert not session.editor.committed_label.characters


def test_a_draft_of_another_text_says_how_wide_the_margins_are():
    draft = (CharacterLabel("T", rectangle(20, 6, 40, 30), 1), CharacterLabel("H", rectangle(40, 8, 50, 34), 2))
    pixels = np.full((40, 200, 3), 255, np.uint8)
    made = whole_divided(pixels, "under", "auto", None, draft).characters
    corners = np.concatenate([character.corners for character in made])
    assert [*corners.min(axis=0), *corners.max(axis=0)] == [20, 6, 180, 34]


def test_a_picture_without_a_text_asks_for_the_text(session: Session, qtbot: QtBot):
    session.editor.commit("Empty", WordLabel())
    with qtbot.waitSignal(session.text_wanted):
        session.divide_picture()
    assert not session.editor.committed_label.characters


def test_drafting_says_why_it_does_not_begin(session: Session, sentences: list[str]):
    images = session.catalog.table.images[:2]
    session.catalog.table.update([ImageRow(images[0], "none"), ImageRow(images[1], "pending")])
    session.instruments.dividing.draft_many(images[1:])
    assert sentences.pop() == "The labels are still being read. Draft the boxes once that is done."
    session.instruments.dividing.draft_many(images[:1])
    assert sentences.pop() == "None of these labels has a text to divide by."
    session.catalog.is_listing = True
    session.instruments.dividing.draft_many([])
    assert "still being read" in sentences.pop()


def test_texts_are_drafted_and_looked_through_least_sure_first(
    session: Session, project_folder: Path, offers: list[tuple[FollowUp, ...]], qtbot: QtBot
):
    images = session.catalog.table.images[:4]
    for image in images[1:]:
        path = label_path(project_folder / image)
        path.write_text(json.dumps({"text": read_label(path).label.word}), encoding="utf-8")
    before = label_path(project_folder / images[0]).read_bytes()
    session.catalog.saved(images)
    session.instruments.dividing.draft_many(images)
    qtbot.waitUntil(lambda: bool(offers))
    assert label_path(project_folder / images[0]).read_bytes() == before
    assert {entry.action for entry in History(project_folder).entries() if entry.action.startswith(DIVISION)}
    sureness = {}
    for image in images[1:]:
        label = read_label(label_path(project_folder / image)).label
        assert label.reading == label.text
        assert {character.source for character in label.characters} == {"model"}
        sureness[image] = min(character.score or 0.0 for character in label.characters)
    offers[-1][0].run()
    expected = sorted(sureness, key=lambda image: (sureness[image], image))

    def listed() -> list[str]:
        return [session.catalog.table.images[place] for place in session.catalog.visible]

    qtbot.waitUntil(lambda: [image for image in listed() if image in sureness] == expected)
    offers[-1][1].run()
    qtbot.waitUntil(lambda: not read_label(label_path(project_folder / images[1])).label.characters)
