"""The comparison with the paper: what is trained, and its table."""

from pathlib import Path
from typing import Any

import keras
import numpy as np

from benchmarks import paper as module
from core.runs.config import TrainConfig, make_config

FIGURES = {"word_accuracy": 0.5, "center_in_box": 0.75, "order_accuracy": None}


def measured(tmp_path: Path) -> tuple[dict[str, Any], dict[str, TrainConfig], dict[str, str]]:
    """What the recipe gives, the configuration of each training, and what trains it."""
    configs: dict[str, TrainConfig] = {}
    modules: dict[str, str] = {}

    def train(run: Path, choices: dict[str, Any], module: str = "benchmarks.recipes") -> Path:
        configs[run.name] = make_config(choices | {"run": str(run)}).resolved()
        modules[run.name] = module
        return run / "model.keras"

    def evaluated(model: Path, folder: Path, out: Path) -> dict[str, Any]:
        return FIGURES

    found = module.paper(tmp_path, 60, [0, 1], 2.0, 3, train, evaluated, lambda *_, **__: None)
    return found, configs, modules


def test_each_difference_is_trained_alone_with_each_seed_in_equal_steps(tmp_path: Path):
    _, configs, modules = measured(tmp_path)
    rows = module.rows_alone(60)
    assert {f"{row.name} {seed}" for row in rows for seed in (0, 1)} <= configs.keys()
    alone = [config for name, config in configs.items() if name[-1] in "01"]
    assert {(config.steps, config.preset) for config in alone} == {(60, "small")}
    assert [name for name, each in modules.items() if each != "benchmarks.recipes"] == [
        "GRU from left to right alone 0",
        "GRU from left to right alone 1",
    ]
    usual = configs["usual 0"].model_dump()

    def changed(name: str) -> set[str]:
        return {key for key, value in configs[name].model_dump().items() if value != usual[key]} - {"run"}

    for name in ("L_s of the characters' pixels alone 0", "L_o of H against Z 0", "plain means 0"):
        assert changed(name) == {"loss"}
    assert changed("Adam, three rates, no average 0") == {"learning_rate", "decay", "warmup", "weight_decay", "ema"}
    assert changed("GRU from left to right alone 0") == set()
    texts = configs["usual, nine in ten without polygons 0"]
    later = configs["the same, λ_m 0 at first 0"]
    assert (texts.mutual_start, later.mutual_start) == (0, 50)
    assert texts.folder == later.folder != configs["usual 0"].folder


def test_the_whole_loss_is_compared_in_equal_time(tmp_path: Path):
    _, configs, _ = measured(tmp_path)
    for name in module.PAIRS:
        usual, paper = configs[f"{name} usual"], configs[f"{name} paper"]
        assert (usual.minutes, paper.minutes) == (2.0, 2.0)
        assert (usual.loss.kind, paper.loss.kind) == ("balanced", "paper")
        assert usual.preset == paper.preset
        assert paper.learning_rate == 1e-3


def test_table_has_the_mean_and_the_range_of_the_seeds(tmp_path: Path):
    found, _, _ = measured(tmp_path)
    lines = (tmp_path / "table.md").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "| | words | centres | order |"
    assert lines[2] == "| usual | 50.0 (50.0–50.0) | 75.0 (75.0–75.0) | – |"
    assert lines[-1] == "| reader, paper | 50.0 | 75.0 | – |"
    assert len(lines) == 2 + len(found["alone"]) + len(found["whole"])


def test_gru_in_one_direction_sees_nothing_on_its_right():
    layer = module.one_way_gru()(8)
    x = np.random.default_rng(0).normal(size=(1, 1, 6, 4)).astype(np.float32)
    before = keras.ops.convert_to_numpy(layer(x))
    x[0, 0, 3] += 1
    changed = np.abs(keras.ops.convert_to_numpy(layer(x)) - before).max(axis=-1)[0, 0] > 0
    assert changed.tolist() == [False] * 3 + [True] * 3
