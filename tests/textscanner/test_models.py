"""Reading and measuring with a model from Python, by a network whose answers are painted into its images."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.networks.painted_words import MAPS, SYMBOLS, centre, label, paint, painted_reader, save, save_labelled

import textscanner
from core.base.images import read_image
from core.model.network.saving import save_model
from core.model.using.evaluation import evaluate_folder
from core.model.using.jobs import predict_files
from core.model.using.opening import open_recogniser
from core.model.using.reading_options import ReadingOptions


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> textscanner.Model:
    path = tmp_path_factory.mktemp("models") / "painted.keras"
    save_model(path, painted_reader())
    return textscanner.load_model(path)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Four words of which three are labelled as they are painted, and one draft."""
    folder = tmp_path / "painted"
    for number, (text, said) in enumerate([("A1", "A1"), ("B20", "B20"), ("ab", "ab"), ("A0", "B0")]):
        save_labelled(folder / f"{number}.png", paint(text), label(said, said=said))
    draft = json.loads((folder / "2.json").read_text())
    (folder / "2.json").write_text(json.dumps(draft | {"text_source": "model"}))
    return folder


def test_paths_pixels_and_images_of_a_project_are_read_alike(model: textscanner.Model, project: Path):
    path = project / "1.png"
    image = textscanner.open_project(project)["1.png"]
    for given in (path, str(path), image, read_image(path), [path], np.stack([read_image(path)])):
        (reading,) = model.read(given)
        assert reading.text == "B20"
    assert [reading.text for reading in model.read(textscanner.open_project(project))] == ["A1", "B20", "ab", "A0"]
    assert [reading.image for reading in model.read([path, image, read_image(path)])] == [str(path), "1.png", "2"]


def test_readings_are_those_of_the_command_with_its_default_options(model: textscanner.Model, project: Path):
    paths = sorted(project.glob("*.png"))
    report = predict_files(model.path, paths, options=ReadingOptions(False, 0, True), decides=True)
    for reading, listed in zip(model.read(paths), report.to_list(), strict=True):
        mine = reading.to_dict()
        assert mine["text"] == listed["text"]
        assert mine["confidence"] == pytest.approx(listed["confidence"], rel=1e-4)
        assert mine["probability"] == pytest.approx(listed["probability"], abs=1e-3)
        assert [(c["character"], c["order"]) for c in mine["characters"]] == [
            (c["character"], c["order"]) for c in listed["characters"]
        ]


def test_grey_pixels_are_read_as_grey_colours(model: textscanner.Model):
    grey = np.full((MAPS.height, MAPS.width), 0, np.uint8)
    assert model.read(grey)[0].text == model.read(np.stack([grey] * 3, axis=2))[0].text == ""


def test_maps_come_as_arrays_that_spell_the_networks_reading(model: textscanner.Model, project: Path):
    (reading,) = model.read(project / "0.png", maps=True)
    maps = reading.maps
    assert maps is not None
    assert maps.character.shape == maps.order.shape == maps.localization.shape == MAPS.map_size
    assert maps.charset == SYMBOLS
    assert maps.predicted is not None
    assert maps.predicted.order.shape == (*MAPS.map_size, MAPS.max_length + 1)
    assert textscanner.decode(maps).text == reading.alone == "A1"
    assert set(maps.arrays()) > {"character", "order", "localization", "charset", "symbol_ids"}


def test_a_character_has_score_centre_and_with_maps_an_outline(model: textscanner.Model, project: Path):
    (plain,) = model.read(project / "0.png")
    (reading,) = model.read(project / "0.png", maps=True)
    assert [c.polygon for c in plain.characters] == [None, None]
    for place, (character, symbol) in enumerate(zip(reading.characters, "A1", strict=True)):
        assert (character.symbol, character.order) == (symbol, place + 1)
        assert character.score == pytest.approx(1, abs=1e-3)
        assert character.center == pytest.approx(centre(place), abs=0.01)
        assert character.polygon is not None
        corners = np.array(character.polygon)
        assert (corners.min(axis=0) <= character.center).all()
        assert (corners.max(axis=0) >= character.center).all()
    assert reading.draft.text == "A1"
    with pytest.raises(ValueError, match="maps=True"):
        _ = plain.draft


def test_an_image_that_cannot_be_read_raises_its_sentence_or_is_kept_in_its_place(
    model: textscanner.Model, project: Path
):
    images = [project / "0.png", project / "gone.png", project / "1.png"]
    with pytest.raises(textscanner.StudioError, match=r"^gone\.png: .*\.$"):
        model.read(images)
    readings = model.read(images, unreadable="keep")
    assert [(reading.text, bool(reading.problem)) for reading in readings] == [
        ("A1", False),
        ("", True),
        ("B20", False),
    ]
    assert readings[1].characters == ()


@pytest.mark.parametrize(
    ("pixels", "error"),
    [
        (np.zeros((8, 8), np.float32), TypeError),
        ([1, 2], TypeError),
        (np.zeros((8, 8, 4), np.uint8), ValueError),
        (np.zeros((0, 8, 3), np.uint8), ValueError),
    ],
    ids=["floats", "numbers", "four channels", "empty"],
)
def test_pixels_of_another_kind_are_errors_of_the_caller(model: textscanner.Model, pixels: Any, error: Any):
    with pytest.raises(error, match=r"^image: "):
        model.read(pixels)


def test_reading_options_can_be_chosen(model: textscanner.Model, project: Path):
    (reading,) = model.read(project / "0.png", expected="B1")
    assert reading.text == "B1"
    assert reading.alone == "A1"
    assert model.read(project / "0.png", crops=3, language="none", ignore_case=True)[0].text == "A1"
    with pytest.raises(textscanner.StudioError, match="crops"):
        model.read(project / "0.png", crops=2)


def test_no_image_gives_no_reading(model: textscanner.Model):
    assert model.read([]) == []


def test_figures_are_those_of_the_command_and_leave_drafts_out(model: textscanner.Model, project: Path):
    figures = textscanner.evaluate(model, textscanner.open_project(project))
    expected = evaluate_folder(open_recogniser(model.path), project, options=ReadingOptions(False, 0, True)).to_dict()
    assert {name: figures[name] for name in expected if name != "images_per_second"} == {
        name: value for name, value in expected.items() if name != "images_per_second"
    }
    assert (figures["images"], figures["words_right"], figures["word_accuracy"]) == (3, 2, pytest.approx(2 / 3))
    assert figures["by_length"] == [{"length": 2, "words": 2, "right": 1}, {"length": 3, "words": 1, "right": 1}]
    assert any("2.png" in str(row) or "draft" in str(row) for row in figures["notes"])
    assert textscanner.evaluate(model, project, drafts=True)["images"] == 4
    json.dumps(figures)


def test_a_folder_without_a_known_word_ends_with_one_sentence(model: textscanner.Model, tmp_path: Path):
    save(tmp_path / "bare" / "a.png", paint("A1"))
    with pytest.raises(textscanner.StudioError):
        textscanner.evaluate(model, tmp_path / "bare")


def test_a_model_says_its_name_and_its_symbols(model: textscanner.Model):
    assert repr(model) == "<model painted.keras: 15 symbols>"
    assert model.charset == SYMBOLS
    assert model.spec == MAPS


@pytest.mark.parametrize("name", ["gone.keras", "gone-run", "readr"])
def test_what_is_no_model_ends_with_one_sentence(tmp_path: Path, name: str):
    with pytest.raises(textscanner.StudioError, match=rf"^{name}: there is no such model"):
        textscanner.load_model(tmp_path / name)
