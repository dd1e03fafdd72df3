from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from support.networks.tiny_network import linear
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from core.model.training.groups import make_groups
from core.model.training.tensorboard import Logs, comparison


def read_back(folder: Path) -> EventAccumulator:
    accumulator = EventAccumulator(str(folder), size_guidance={"tensors": 0})
    accumulator.Reload()
    return accumulator


def noise(count: int = 2) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    return {
        "image": rng.integers(0, 256, (count, 32, 64, 3)).astype(np.uint8),
        "character": rng.integers(-1, 3, (count, 8, 16)).astype(np.int32),
        "order": rng.integers(0, 3, (count, 8, 16)).astype(np.int32),
        "localization": rng.random((count, 8, 16)).astype(np.float32),
    }


def test_scalars_have_their_real_steps(tmp_path: Path) -> None:
    logs = Logs(tmp_path)
    for step in (1, 7):
        logs.scalars(step, {"training/loss": step / 2})
    logs.close()
    events = read_back(tmp_path).Tensors("training/loss")
    assert [(e.step, float(tf.make_ndarray(e.tensor_proto))) for e in events] == [(1, 0.5), (7, 3.5)]


def test_histograms_leave_out_what_is_not_finite(tmp_path: Path) -> None:
    model = linear()
    model.get_layer("out").bias.assign([np.nan, 3.0])
    logs = Logs(tmp_path)
    logs.histograms(5, make_groups(model))
    logs.close()
    accumulator = read_back(tmp_path)
    assert set(accumulator.Tags()["tensors"]) == {
        "weights/out/kernel", "weights/out/bias", "gradients/out/kernel", "gradients/out/bias",
    }  # fmt: skip
    (event,) = accumulator.Tensors("weights/out/bias")
    buckets = np.frombuffer(event.tensor_proto.tensor_content, np.float64).reshape(-1, 3)
    assert event.step == 5
    assert buckets[:, 2].sum() == 1
    assert np.isfinite(buckets).all()


def test_pictures_show_target_and_prediction_side_by_side(tmp_path: Path) -> None:
    batch, predicted = noise(), noise()
    picture = comparison(batch, predicted, 0, symbols=2)
    assert picture.shape == (4 * 34 - 2, 2 * 64 + 2, 3)
    np.testing.assert_array_equal(picture[:, :64], picture[:, 66:])  # the same maps on both sides
    np.testing.assert_array_equal(picture[:32, :64], batch["image"][0])
    logs = Logs(tmp_path)
    logs.pictures(3, batch, predicted, 2, ["one.png", "other.png"])
    logs.close()
    assert {"maps/0", "maps/1"} <= set(read_back(tmp_path).Tags()["tensors"])


def test_missing_package_is_told_when_the_logs_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = builtins.__import__

    def lacking(name: str, *arguments: Any, **options: Any) -> Any:
        if name.startswith("tensorboard"):
            raise ModuleNotFoundError(f"No module named '{name}'")
        return whole(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", lacking)
    with pytest.raises(ImportError):
        Logs(tmp_path)
