"""What a model reads is written to a file; how it reads is a setting."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import added
from support.words.predictions import client_of

from app.session import Session
from app.views.predictions.model_chooser import ModelChooser
from app.views.predictions.reading_file import reading_file_dialog
from app.workers.prediction_messages import Load
from core.labels.files.storage import label_path

MODEL = Path("/models/good.keras")
light = pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])


@light
def test_words_of_the_list_are_written_in_its_order_with_scores_and_the_others_named(
    session: Session, sentences: list[str], tmp_path: Path, qtbot: QtBot
):
    images = [*session.catalog.table.images]
    project = session.project
    words = {image: session.catalog.table.text[place] for place, image in enumerate(images)}
    label_path(project.path_of(images[2])).unlink()
    session.in_use.choose(MODEL)
    path = tmp_path / "out" / "readings.csv"
    assert session.in_use.folder.write(images, path) is not None
    qtbot.waitUntil(lambda: len(sentences) == 2)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    expected = [image for image in images if image != images[2]]
    assert [row["image"] for row in rows] == expected
    assert [row["text"] for row in rows] == [words[image] for image in expected]
    assert all(len(row["scores"].split()) == len(row["text"]) for row in rows)
    assert sentences[0] == f"readings.csv: {len(expected)} words written."
    assert images[2] in sentences[1]


@light
def test_place_that_cannot_be_written_is_told(session: Session, sentences: list[str], tmp_path: Path, qtbot: QtBot):
    (tmp_path / "file").touch()
    session.in_use.choose(MODEL)
    session.in_use.folder.write([*session.catalog.table.images], tmp_path / "file" / "readings.csv")
    qtbot.waitUntil(lambda: bool(sentences))
    assert "file" in sentences[0]


def test_dialog_names_the_number_of_images_and_a_file_beside_the_project(session: Session, qtbot: QtBot):
    window = added(qtbot, ModelChooser(session))
    dialog = reading_file_dialog(session, window)
    images = session.catalog.table.images
    assert dialog.windowTitle() == f"Save the readings of {len(images)} images"
    session.catalog.choose(images[:2])
    assert reading_file_dialog(session, window).windowTitle() == "Save the readings of 2 images"
    assert [Path(file).name for file in dialog.selectedFiles()] == ["words-readings.csv"]


def test_other_reading_options_load_the_model_anew_and_are_shown_beside_its_name(session: Session, qtbot: QtBot):
    chooser = added(qtbot, ModelChooser(session))
    session.settings.set("predicting.crops", "3")
    assert client_of(session).sent(Load) == [], "there is no model yet"
    session.in_use.choose(MODEL)
    session.settings.set("predicting.ignore_case", True)
    before, after = (load.options for load in client_of(session).sent(Load))
    assert before == {"ignore_case": False, "crops": 3, "language_model": True, "expected": ""}
    assert after == before | {"ignore_case": True}
    session.catalog.save_settings(replace(session.project.settings, expected="plates.txt"))
    qtbot.waitUntil(lambda: len(client_of(session).sent(Load)) == 3)
    plates = str(session.project.root / "plates.txt")
    assert client_of(session).sent(Load)[-1].options == after | {"expected": plates}
    assert session.predictions.state == "loading"
    assert chooser.text() == "In use for drafts: good.keras, without regard to case, 3 crops, expected words, loading…"
