import json
import shutil
from pathlib import Path

import pytest
from support.networks.painted_words import SPEC, paint, painted_reader, save

from core.analysis.reading_rule import LEAST_TEXTS
from core.base.errors import ModelError
from core.base.images import read_image
from core.charset import Charset
from core.data.drawing.demo import prepare
from core.data.drawing.effects import MILD
from core.data.drawing.synthesis import sample
from core.model.network.saving import build_recogniser, save_model
from core.model.using.jobs import LAYERS, predict_files
from core.model.using.reading_options import AUTO, FOR_CODES, ReadingOptions
from core.runs.bundled import BundledModel, file_hash, model_path
from core.runs.files import RunFiles

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "模型.keras"
    save_model(path, painted_reader())
    return path


def test_images_are_read_with_a_model_file_and_their_maps_written(tmp_path: Path, model: Path):
    images = [save(tmp_path / "a" / "word.png", paint("A1")), tmp_path / "gone.png"]
    images.append(save(tmp_path / "b" / "word.png", paint("A1", scale=2)))
    told: list[tuple[int, int]] = []
    report = predict_files(
        model, images, maps=tmp_path / "out", progress=lambda done, total: told.append((done, total))
    )
    assert not report.succeeded
    assert [left.name for left in report.refused] == [str(images[1])]
    assert [item["image"] for item in report.to_list()] == [str(images[0]), str(images[2])]
    keys = {"image", "text", "confidence", "characters", "gaps", "probability"}
    assert all(set(item) == keys for item in report.to_list())
    json.dumps(report.to_list(), allow_nan=False)
    assert report.folders == (tmp_path / "out" / "word", tmp_path / "out" / "word-2")
    assert all(prediction.maps is None for prediction in report.predictions)
    names = {"character.png", "order.png", "localization.png", "overlay.png", "maps.npz"}
    for folder in report.folders:
        assert {path.name for path in folder.iterdir()} == names
        assert read_image(folder / "overlay.png").shape == (128, 256, 3)
    assert told == [(3, 3)]


def test_what_each_layer_gives_is_written_beside_the_maps_where_it_is_asked_for(tmp_path: Path):
    model = tmp_path / "whole.keras"
    save_model(model, build_recogniser(SPEC))
    predict_files(model, [save(tmp_path / "word.png", paint("A1"))], maps=tmp_path / "out", layers=True)
    head, *rows = (tmp_path / "out" / "word" / LAYERS).read_text(encoding="utf-8").splitlines()
    assert head.split() == ["layer", "class", "tensor", "shape", "dtype", "least", "mean", "most", "values"]
    (first,) = [row for row in rows if row.startswith("network/backbone/conv1_conv ")]
    assert "1 × 16 × 32 × " in first
    assert any(row.startswith("word_formation ") for row in rows)


def test_without_a_folder_no_maps_are_written(tmp_path: Path, model: Path):
    report = predict_files(model, [save(tmp_path / "1.png", paint("A1"))])
    assert report.succeeded
    assert report.folders == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.png"]


def test_a_model_that_is_missing_is_one_sentence(tmp_path: Path):
    with pytest.raises(ModelError, match=r"none\.keras"):
        predict_files(tmp_path / "none.keras", [tmp_path / "1.png"])


def test_run_is_a_model_too(tmp_path: Path, model: Path):
    run = RunFiles(tmp_path / "run")
    run.path.mkdir()
    shutil.copyfile(model, run.model)
    word = save(tmp_path / "word.png", paint("A1"))
    assert predict_files(run.path, [word]).to_list() == predict_files(model, [word]).to_list()


def test_model_that_its_card_does_not_describe_is_refused_in_one_sentence(tmp_path: Path, model: Path):
    bundled = BundledModel(tmp_path)
    shutil.copyfile(model, bundled.path)
    bundled.card.write_text(f"---\nversion: 1\nhash: {file_hash(model)}\n---\n", encoding="utf-8")
    word = save(tmp_path / "word.png", paint("A1"))
    assert predict_files(bundled.path, [word]).succeeded
    data = bytearray(bundled.path.read_bytes())
    data[len(data) // 2] ^= 1
    bundled.path.write_bytes(data)
    with pytest.raises(ModelError, match=r"^reader\.keras: damaged or replaced"):
        predict_files(bundled.path, [word])


def test_codes_are_read_by_the_network_alone_if_the_readings_say_so(tmp_path: Path):
    synthesis = prepare(Charset.named("alnum"), MILD, (5, 6)).config
    images = [tmp_path / f"{number}.png" for number in range(LEAST_TEXTS + 4)]
    for number, path in enumerate(images):
        save(path, sample(synthesis, 3, number).image)
    spelled = ReadingOptions(language_model=True, crops=AUTO)
    few = predict_files(model_path("reader"), images[:8], options=spelled, decides=True)
    assert few.notes == () and few.predictions[0].alone is not None
    report = predict_files(model_path("reader"), images, options=spelled, decides=True)
    assert "most of the 34 readings are codes" in report.notes[0]
    codes = predict_files(model_path("reader"), images, options=FOR_CODES)
    assert [read.word.text for read in report.predictions] == [read.word.text for read in codes.predictions]
