import json
import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import RunError
from core.runs.bundled import READER
from core.runs.config import FREE_ON_RESUME, LossConfig, TrainConfig, make_config
from core.runs.files import read_values

BASE = {"folder": "words", "run": "run"}


def test_every_choice_is_documented():
    for model in (TrainConfig, LossConfig):
        for name, field in model.model_fields.items():
            assert field.description and field.description.endswith("."), name


def test_numbers_have_bounds():
    free = {"seed", "monitor"}
    for name, field in TrainConfig.model_fields.items():
        if field.annotation in (int, float, int | None, float | None) and name not in free:
            assert field.metadata, name


def test_loss_has_the_constants_of_the_loss_and_their_values():
    from core.runs.spec import LossWeights

    assert LossConfig().model_dump() == {item.name: item.default for item in fields(LossWeights)}


@pytest.mark.parametrize("loss", ["paper", {"kind": "paper"}, {"kind": "paper", "order": 5.0}])
def test_the_papers_loss_brings_its_optimizer_where_nobody_has_chosen(loss: str | dict[Any, Any]):
    config = make_config(BASE | {"loss": loss, "steps": 600}).resolved()
    assert config.loss.kind == "paper"
    assert (config.learning_rate, config.final_rate, config.decay) == (1e-3, 0.01, "steps")
    assert (config.weight_decay, config.ema, config.warmup) == (0, 0, 0)
    assert config.mutual_start == 500
    assert config.resolved() == config


def test_what_a_person_has_chosen_stays_beside_the_papers_loss():
    chosen = {"learning_rate": 5e-4, "weight_decay": 0.01, "ema": 0.998, "mutual_start": 0, "decay": "cosine"}
    config = make_config(BASE | {"loss": "paper", "warmup": 7} | chosen).resolved()
    assert {name: getattr(config, name) for name in chosen} == chosen
    assert config.warmup == 7


def test_usual_loss_keeps_its_optimizer():
    config = make_config(BASE | {"loss": "balanced"}).resolved()
    assert config == make_config(BASE).resolved()
    assert (config.decay, config.ema, config.mutual_start) == ("cosine", 0.998, 0)


def test_devices_are_a_list_or_one_text():
    assert make_config(BASE | {"devices": "all"}).devices == ()
    assert make_config(BASE | {"devices": "GPU:0, GPU:1"}).devices == ("GPU:0", "GPU:1")
    assert make_config(BASE | {"devices": ["CPU:0"]}).devices == ("CPU:0",)


@pytest.mark.parametrize("word", ["parameter-server", "central-storage", "TPU", "estimator"])
def test_ways_of_tensorflow_that_are_not_offered_are_refused_with_the_reason(word: str):
    with pytest.raises(RunError, match="not offered: "):
        make_config(BASE | {"devices": word})


def test_choices_free_on_resume_are_choices():
    assert TrainConfig.model_fields.keys() >= FREE_ON_RESUME


@pytest.mark.parametrize(
    ("name", "text"), [("a.toml", "steps = 5\nwatch = ['a.png']"), ("a.json", '{"steps": 5, "watch": ["a.png"]}')]
)
def test_file_is_read_and_given_values_take_precedence(tmp_path: Path, name: str, text: str):
    path = tmp_path / name
    path.write_text(text)
    config = make_config(read_values(path) | BASE | {"batch": 7})
    assert (config.steps, config.batch, config.seed, config.watch) == (5, 7, 0, (Path("a.png"),))


def test_file_with_a_byte_order_mark_is_read(tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_bytes(b'\xef\xbb\xbf{"steps": 5}')
    assert make_config(read_values(path) | BASE).steps == 5


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"steps": -3}, "steps is -3"),
        ({"stpes": 3}, '"stpes" is not a setting of a training. Did you mean "steps"?'),
        ({"learning_rate": float("nan")}, "learning_rate is nan"),
        ({"width": 100}, "width is 100"),
        ({"loss": {"order": -1}}, "loss.order is -1"),
        ({"loss": "papr"}, "loss.kind is 'papr'"),
        ({"validation": 1.5}, "validation: give a share from 0 to below 1"),
        ({"unfreeze_at": 3}, "unfreeze_at: nothing is frozen"),
        ({"preset": "huge"}, "preset is 'huge'"),
        ({"synthetic_length": [5, 2]}, "synthetic_length"),
        ({"batch": True}, "batch is True"),
        ({"character_level_share": 1}, "character_level_share is 1"),
        ({"synthetic": 1, "sources": [{"path": "more"}]}, "synthetic: with 1, nothing is ever taken from sources"),
    ],
)
def test_wrong_value_is_told_with_file_key_and_value(values: dict[Any, Any], message: str):
    with pytest.raises(RunError) as caught:
        make_config(BASE | values, "train.toml")
    assert str(caught.value).startswith(f"train.toml: {message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"run": "run"}, "folder is missing"),
        (BASE | {"curriculum": True, "deterministic": True}, "curriculum: batches are made ahead"),
    ],
)
def test_what_is_missing_or_does_not_go_together_is_told(values: Any, said: str):
    with pytest.raises(RunError, match=said):
        make_config(values)


@pytest.mark.parametrize(
    ("name", "data"), [("a.toml", b"steps = = 3"), ("a.json", b"{"), ("a.json", b"[1]"), ("a.json", b"\xff\xfe")]
)
def test_unreadable_file_is_told_in_one_sentence(tmp_path: Path, name: str, data: bytes):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(RunError, match=name):
        read_values(tmp_path / name)
    with pytest.raises(RunError, match="cannot be read"):
        read_values(tmp_path / "none.toml")


def test_preset_decides_what_is_left_open_and_nothing_else():
    small, paper = (make_config(BASE | {"preset": preset}).resolved() for preset in ("small", "paper"))
    assert (small.steps, paper.steps) == (3000, 60_000)
    assert small.validate_every == 150
    assert make_config(BASE | {"steps": 7, "batch": 3}).resolved().steps == 7


def test_configuration_survives_its_own_file(tmp_path: Path):
    config = make_config(BASE | {"watch": ["图.png"], "validation": "val", "loss": {"order": 3}}).resolved()
    path = tmp_path / "config.json"
    path.write_text(json.dumps(config.model_dump(mode="json")), encoding="utf-8")
    assert make_config(read_values(path)) == config


def test_start_named_by_the_word_is_the_bundled_model_also_after_it_was_kept(tmp_path: Path):
    path = tmp_path / "config.json"
    for given, start, kept in (
        ("reader", READER.path, "reader"),
        (READER.path, READER.path, "reader"),
        ("./reader", Path("reader"), "./reader"),
        ("run/model.keras", Path("run/model.keras"), "run/model.keras"),
    ):
        config = make_config(BASE | {"start": given})
        assert config.start == start
        written = config.model_dump(mode="json")
        assert written["start"] == kept.replace("/", os.sep)
        path.write_text(json.dumps(written), encoding="utf-8")
        assert make_config(read_values(path)) == config


def test_neither_tensorflow_nor_keras_is_imported():
    code = (
        "import sys, core.runs.config, core.runs.events, core.model.training.control, core.runs.folder;"
        "sys.exit(any(m in sys.modules for m in ('tensorflow', 'keras')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("fold", [(3, 3), (-1, 3), (0, 1)])
def test_fold_has_to_be_one_of_several(fold: tuple[Any, ...]):
    with pytest.raises(RunError, match="fold: has to be"):
        make_config({"folder": "f", "run": "r", "fold": fold})


def test_fold_is_validated_with_and_nothing_else():
    with pytest.raises(RunError, match="remove one of the two settings"):
        make_config({"folder": "f", "run": "r", "fold": (0, 3), "validation": 0.1})


def test_synthetic_words_are_kept_with_scenes_unless_asked_otherwise():
    kept = {effects: make_config(BASE | {"effects": effects}).resolved().cache_drawn for effects in ("full", "scene")}
    assert kept == {"full": 0, "scene": 50_000}
    assert make_config(BASE | {"effects": "scene", "cache_drawn": 0}).resolved().cache_drawn == 0
