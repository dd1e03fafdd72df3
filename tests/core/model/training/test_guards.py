import json
import os
from pathlib import Path
from typing import Any

import pytest
import tensorflow as tf

from core.base.errors import RunError, Sentence
from core.base.folders import cache_folder
from core.base.graphics_cards import CardProcess, GraphicsCard
from core.base.systems import system
from core.charset import Charset
from core.cluster.addresses import ClusterSpec
from core.labels.maps.spec import MapSpec
from core.model.steps import hardware as hardware_of
from core.model.steps import tensorflow_devices as devices
from core.model.steps import unused_cards
from core.model.training import guards
from core.model.training.building import faster_precision
from core.model.training.control import Control
from core.model.training.gathering import gathered
from core.model.training.memory import Estimate
from core.runs.config import make_config
from core.runs.spec import NetworkSpec


def test_card_that_tensorflow_cannot_use_is_told_with_the_cure():
    told = unused_cards.unusable_gpu(0, has_card=lambda: True, built_with_cuda=True)
    assert "an NVIDIA card that TensorFlow cannot use, so the CPU does its work" in told
    assert "tensorflow[and-cuda]" in told
    assert "WSL2" in unused_cards.unusable_gpu(0, has_card=lambda: True, built_with_cuda=False)
    assert isinstance(told, Sentence) and isinstance(told.places["cure"], Sentence)


def test_nothing_is_told_where_there_is_no_card_or_it_is_used():
    assert unused_cards.unusable_gpu(0, has_card=lambda: False) == ""
    assert unused_cards.unusable_gpu(1, has_card=lambda: True) == ""


def test_the_first_word_of_workers_is_that_strangers_reach_their_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("socket.if_nameindex", lambda: [(1, "lo"), (2, "eth0")])
    spec = ClusterSpec.of(("127.0.0.1:5001", "127.0.0.1:5002"), 0)
    config = make_config({"folder": tmp_path, "run": tmp_path / "run"})
    assert "Port 5001 is open on all addresses" in next(gathered(spec, config, Control())).message


def test_card_is_found_by_its_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, tools = tmp_path / "nvidia0", tmp_path / "tools"
    monkeypatch.setenv("PATH", str(tools))
    assert not unused_cards.nvidia_card([file])
    file.touch()
    assert unused_cards.nvidia_card([file])
    file.unlink()
    tools.mkdir()
    (tools / "nvidia-smi").touch(mode=0o755)
    assert unused_cards.nvidia_card([file]) or os.name == "nt"


def test_card_that_is_not_used_is_a_warning_and_not_silent(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(devices, "unusable_gpu", lambda visible: "cannot use the card")
    hardware = devices.prepare(make_config({"folder": "a", "run": "b"}))
    assert ("gpu", "cannot use the card") in hardware.warnings


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        tf.errors.ResourceExhaustedError(None, None, "OOM when allocating tensor with shape[16,64]"),
        tf.errors.InternalError(None, None, "Failed to allocate 3.2GiB"),
        RuntimeError("std::bad_alloc"),
    ],
)
def test_lack_of_memory_is_recognised(error: Any):
    assert guards.is_out_of_memory(error)


@pytest.mark.parametrize(
    "error", [ValueError("out of memory lane"), tf.errors.InvalidArgumentError(None, None, "shape")]
)
def test_other_errors_are_not_taken_for_lack_of_memory(error: Any):
    assert not guards.is_out_of_memory(error)


class JaxRuntimeError(RuntimeError):
    """As the errors of JAX, and those of PyTorch, are kinds of RuntimeError."""


@pytest.mark.parametrize(
    "message",
    [
        "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 8589934592 bytes.",
        "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 7.79 GiB",
        "HIP out of memory. Tried to allocate 256.00 MiB",
        "MPS backend out of memory (MPS allocated: 9.06 GB, max allowed: 9.07 GB)",
        "XPU out of memory. Tried to allocate 4.00 GiB",
    ],
)
def test_lack_of_memory_is_recognised_in_the_words_of_other_backends(message: str):
    assert guards.is_out_of_memory(JaxRuntimeError(message))


GB = 10**9
NEEDS = Estimate(process=0, weights=GB, activations=3 * GB, losses=GB, batch=16)


def test_a_gpu_that_is_full_with_another_programs_work_is_told_with_its_name_and_what_would_fit():
    own = CardProcess(os.getpid(), "python3", 2 * GB)
    cards = (
        GraphicsCard(0, "L4", 0, 8 * GB, "a", (CardProcess(48310, "blender", 5 * GB), own)),
        GraphicsCard(1, "T4", 0, 0),
    )
    said = guards.out_of_memory(NEEDS, 8 * GB, lambda: cards)
    assert said == (
        "The GPU does not have enough memory, and other programs have a part of it: blender (48310) 5.0 GB. Close "
        "them. Batch 16 needs about 5.0 GB, and 3.0 GB are free. Lower batch to 8, which needs about 3.0 GB."
    )


def test_a_gpu_that_the_training_fills_alone_is_told_with_what_would_fit():
    alone = GraphicsCard(0, "L4", 0, 4 * GB, "a", (CardProcess(os.getpid(), "python3", 4 * GB),))
    said = guards.out_of_memory(NEEDS, 4 * GB, lambda: [alone])
    assert said.startswith("The GPU does not have enough memory. Batch 16 needs about 5.0 GB, and 4.0 GB are free.")

    def silent() -> list[GraphicsCard]:
        raise OSError("nvidia-smi is slow or hangs")

    assert guards.out_of_memory(NEEDS, 4 * GB, silent) == said
    assert guards.out_of_memory(None, None) == "This machine does not have enough memory. Lower batch, width or height."


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"devices": ["TPU:0"]}, '"TPU:0" is not a device'),
        ({"devices": ["GPU:7"]}, "there is no GPU:7"),
        ({"devices": ["CPU:0", "CPU:0"]}, "name each device once"),
        ({"precision": "mixed_float16"}, "no faster than float32 on most CPUs"),
        ({"precision": "mixed_bfloat16"}, "this processor does not compute in bfloat16"),
    ],
)
def test_device_that_cannot_be_had_is_wrong_usage(
    choices: dict[Any, Any], message: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tf.config, "list_physical_devices", lambda kind: [])
    monkeypatch.setattr(system, "processor_flags", frozenset)
    with pytest.raises(RunError, match=message):
        devices.prepare(make_config({"folder": "a", "run": "b", **choices}))


@pytest.mark.parametrize(
    ("choices", "began", "expected"),
    [
        ({}, "", ("float32", "mixed_bfloat16")),
        ({"deterministic": True}, "", ("float32", "")),
        ({"precision": "mixed_bfloat16"}, "", ("mixed_bfloat16", "")),
        ({}, "mixed_bfloat16", ("mixed_bfloat16", "")),  # a resumed run keeps what it took
        ({}, "float32", ("float32", "")),
    ],
)
def test_processor_that_computes_in_bfloat16_may_train_in_it(
    choices: dict[Any, Any], began: str, expected: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(system, "processor_flags", lambda: frozenset({"avx512f", "avx512_bf16"}))
    monkeypatch.setattr(tf.config.experimental, "enable_op_determinism", lambda: None)  # for ever, in this process
    hardware = devices.prepare(make_config({"folder": "a", "run": "b", **choices}), began=began)
    assert (hardware.precision, hardware.may_be_faster) == expected


@pytest.mark.slow  # the whole job of `e2e/test_whole_job.py` makes the trial, too
def test_trial_of_two_precisions_is_made_once_for_a_machine_and_a_shape(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(system, "processor_flags", lambda: frozenset({"bf16"}))
    config = make_config({"folder": "a", "run": "b", "batch": 1}).resolved()
    hardware = devices.prepare(config)
    spec = NetworkSpec.of("small", Charset(("a", "b")), MapSpec(height=32, width=32))
    taken = faster_precision(config, spec, hardware, all_have_maps=False)
    kept = cache_folder() / "precision.json"
    (key,) = json.loads(kept.read_bytes())
    assert taken in (hardware.precision, hardware.may_be_faster)
    other = next(each for each in ("float32", "mixed_bfloat16") if each != taken)
    kept.write_text(json.dumps({key: other}))
    assert faster_precision(config, spec, hardware, all_have_maps=False) == other


def test_cost_of_the_eager_switch_is_said():
    hardware = devices.prepare(make_config({"folder": "a", "run": "b", "eager": True}))
    assert any("ten times slower" in message for kind, message in hardware.warnings if kind == "eager")


def test_precision_is_set_while_building_and_put_back():
    import keras

    before = keras.config.dtype_policy().name
    with hardware_of.policy("mixed_bfloat16"):
        assert keras.layers.Dense(1).compute_dtype == "bfloat16"
    assert keras.config.dtype_policy().name == before


def test_memory_of_the_gpus_is_that_of_the_smallest_as_tensorflow_counts_them(monkeypatch: pytest.MonkeyPatch):
    gpus = [tf.config.PhysicalDevice(f"/physical_device:GPU:{number}", "GPU") for number in range(2)]
    details = {"device_name": "NVIDIA L4", "compute_capability": (8, 9)}
    asked: list[tuple[int, str]] = []

    def memory_of(number: int, name: str) -> int | None:
        asked.append((number, name))
        return (24 - 8 * number) << 30

    monkeypatch.setattr(tf.config, "list_physical_devices", lambda kind: gpus)
    monkeypatch.setattr(tf.config.experimental, "set_memory_growth", lambda gpu, enable: None)
    monkeypatch.setattr(tf.config.experimental, "get_device_details", lambda gpu: details)
    monkeypatch.setattr(tf.distribute, "OneDeviceStrategy", lambda name: tf.distribute.get_strategy())
    monkeypatch.setattr(devices, "memory_of", memory_of)
    hardware = devices.prepare(make_config({"folder": "a", "run": "b", "devices": ["GPU:1"]}))
    assert (hardware.gpu_memory, asked) == (16 << 30, [(1, "NVIDIA L4")])
    monkeypatch.setattr(devices, "memory_of", lambda number, name: None)
    assert devices.prepare(make_config({"folder": "a", "run": "b", "devices": ["GPU:1"]})).gpu_memory is None
