import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from support.networks.tiny_network import tiny_spec
from support.processes.python import run_python

from benchmarks import recipes as module
from core.charset import ALNUM, Charset
from core.data.drawing.demo import prepare
from core.labels.files.storage import read_label
from core.model.network.saving import build_recogniser, load_model, save_model
from core.project.project import Project
from core.runs.bundled import READER
from core.runs.config import make_config

pytestmark = pytest.mark.long


@pytest.fixture
def recipes(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module, whose trainings give an untrained model and a curve of one validation."""
    module_choices: dict[str, Any] = {}

    def train(run: Path, choices: dict[str, Any]) -> Path:
        module_choices.update(choices, run=str(run))
        run.mkdir()
        save_model(run / "model.keras", build_recogniser(tiny_spec("1a")))
        run.with_suffix(f".{module.CURVE}").write_text('{"step": 250, "word_accuracy": 0.5}\n', encoding="utf-8")
        return run / "model.keras"

    monkeypatch.setattr(module, "train", train)
    monkeypatch.setattr(module, "choices", module_choices, raising=False)
    return module


@pytest.mark.parametrize(
    ("full", "symbols", "length", "effects", "budget"),
    [(False, 36, (3, 10), "mild", 0.9), (True, 62, (3, 8), "full", None)],
)
def test_drawn_trains_on_synthetic_words_alone_and_measures_on_others(
    full: bool, symbols: int, length: tuple[Any, ...], effects: str, budget: float | None, recipes: Any, tmp_path: Path
):
    found = recipes.synthetic_words(tmp_path, 20.0, full=full, words=3)
    config = make_config(recipes.choices)
    assert (config.preset, config.synthetic, config.augmentation, config.minutes) == ("small", 1.0, "none", 20.0)
    assert (config.synthetic_length, config.effects) == (length, effects)
    assert config.fonts == (None if full else tmp_path / "fonts")
    assert found["fonts"] == (21 if full else 12)
    if config.fonts is not None:
        assert all(font.name.startswith("DejaVu") for font in config.fonts.iterdir())
    charset = Project.open(config.folder).settings.charset
    assert len(charset) == symbols == found["symbols"]
    assert charset.missing("09az") == ()
    assert bool(charset.missing("A")) is not full
    assert isinstance(config.validation, Path)
    texts = {
        part: {json.loads(file.read_text(encoding="utf-8"))["text"] for file in folder.glob("word_*.json")}
        for part, folder in (("seen", config.validation), ("unseen", tmp_path / f"{effects} unseen"))
    }
    assert found["images"] == len(texts["unseen"]) == 3
    assert not texts["seen"] & texts["unseen"]
    assert found["curve"] == [{"step": 250, "word_accuracy": 0.5}]
    assert found["word_accuracy"] == 0.0
    assert found["budget"] == budget
    assert found["holds"] is (None if full else False)


def test_mutual_trains_twice_alike_but_for_the_words_without_polygons(recipes: Any, tmp_path: Path):
    synthesis = prepare(Charset(tuple(ALNUM))).config
    for name in ("validation", "unseen"):
        recipes.write_words(tmp_path / name, synthesis, 3, seed=2)  # in place of the hundreds that it would draw
    found = recipes.mutual(tmp_path, words=5, share=0.4, steps=8, start=0.25)
    config = make_config(recipes.choices)
    assert (config.steps, config.mutual_start) == (8, 2)

    def levels(folder: Path) -> list[bool]:
        return [bool(read_label(path).label.characters) for path in sorted(folder.glob("word_*.json"))]

    assert levels(config.folder) == [True, True, False, False, False]
    assert levels(tmp_path / "with polygons") == [True, True]
    for name in ("word_00001.json", "word_00001.png", "word_00002.png"):
        assert (config.folder / name).read_bytes() == (tmp_path / "with polygons" / name).read_bytes()
    assert {"polygons alone", "and texts from 25% on"} < found.keys()
    assert found["polygons alone"]["images"] == 3
    assert found["polygons alone"]["curve"] == [{"step": 250, "word_accuracy": 0.5}]


def test_arguments_of_drawn_reach_it_and_one_document_is_printed(
    recipes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(
        recipes, "synthetic_words", lambda **options: {name: str(value) for name, value in options.items()}
    )
    monkeypatch.setattr(sys, "argv", ["recipes", "drawn", str(tmp_path / "new"), "--full"])
    recipes.main()
    assert json.loads(capsys.readouterr().out) == {"folder": str(tmp_path / "new"), "minutes": "20.0", "full": "True"}


def test_what_is_set_for_a_recipe_reaches_it_as_json(
    recipes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(recipes, "reader", lambda **options: {"set": options["choices"]})
    words = ["recipes", "reader", str(tmp_path), "--set", 'effects="mild"', "curriculum=false", "surfaces=null"]
    monkeypatch.setattr(sys, "argv", words)
    recipes.main()
    assert json.loads(capsys.readouterr().out) == {"set": {"effects": "mild", "curriculum": False, "surfaces": None}}
    monkeypatch.setattr(sys, "argv", [*words, "effects=mild"])
    with pytest.raises(SystemExit):
        recipes.main()
    assert "--set: invalid" in capsys.readouterr().err


def configured(recipes: Any, folder: Path, minutes: float, **options: Any) -> dict[str, Any]:
    path = recipes.configured_reader(folder, None, None, minutes, None, **options)
    return json.loads(path.read_text(encoding="utf-8"))


def test_reader_goes_on_where_it_was_stopped(recipes: Any, tmp_path: Path):
    first = configured(recipes, tmp_path, 5.0, choices={"effects": "mild", "threads": 1})
    Path(first["run"]).mkdir()
    second = configured(recipes, tmp_path, 7.0, choices={"effects": "mild", "threads": 1})
    assert [first["resume"], second["resume"]] == [False, True]
    config = make_config(first)
    assert (config.preset, config.effects, config.synthetic, config.curriculum) == ("reader", "mild", 1, True)
    assert config.threads == 1
    assert (config.minutes, make_config(second).minutes) == (5.0, 7.0)
    settings = Project.open(config.folder).settings
    assert len(settings.charset) == 62


def test_reader_is_trained_on_by_pictures_wider_and_without_a_mean_with_its_start(recipes: Any, tmp_path: Path):
    values = configured(recipes, tmp_path, 5.0, charset="signs", start=READER.path, pictures=6400)
    config = make_config(values).resolved()
    assert (config.steps, config.minutes, config.start) == (200, None, READER.path)
    assert (config.width, config.start_share, config.curriculum, config.weights) == (192, 0.0, False, None)
    assert Project.open(config.folder).settings.maps.max_length == 26


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed: pip install '.[jax]'")
def test_reader_is_trained_without_tensorflow_and_goes_on(tmp_path: Path):
    choices = [
        "batch=2",
        "validate_every=100",
        "synthetic_length=[2,3]",
        'effects="mild"',
        "threads=1",
        'backend="jax"',
    ]
    for _ in range(2):
        run_python(
            *("-m", "benchmarks.recipes", "reader", tmp_path, "--preset", "small", "--charset", "digits"),
            *("--minutes", 0.01, "--set", *choices),
            JAX_PLATFORMS="cpu",
        )
    lines = (tmp_path / "small.curve.jsonl").read_text(encoding="utf-8").splitlines()
    steps = [json.loads(line)["step"] for line in lines]
    assert steps == sorted(steps) and steps[0] == 0 and len(steps) > 2
    assert load_model(tmp_path / "small" / "model.keras").spec.charset == tuple("0123456789")
