"""Prepares TensorFlow before it computes anything: chooses memory growth, determinism, devices and precision."""

from __future__ import annotations

import signal
import threading

import keras
import tensorflow as tf

from core.base.errors import RunError, Sentence
from core.base.graphics_cards import memory_of
from core.cluster.addresses import ClusterSpec
from core.model.steps.device_names import device_numbers
from core.model.steps.hardware import Hardware, eager_warnings, least_memory, refuse_half, refuse_uneven, several
from core.model.steps.unused_cards import unusable_gpu
from core.runs.config import TrainConfig
from core.runs.precision import FULL, HALF, processor_has_bfloat16

_FAST_HALF = (7, 0)  # compute capability from which float16 has units of its own (NVIDIA Volta)


def prepare(config: TrainConfig, cluster_spec: ClusterSpec | None = None, began: str = "") -> Hardware:
    """Set TensorFlow up for a training, once in a process and before it computes anything.

    Parameters
    ----------
    config : TrainConfig
        The choices.
    cluster_spec : ClusterSpec, optional
        The workers that train together; `prepare` waits until TensorFlow runs on all of them.
    began : str
        The precision with which a run that is resumed began; `auto` keeps it.

    Raises
    ------
    RunError
        If a chosen device is missing, or it is too late for a setting.
    """
    warnings: list[tuple[str, str]] = []
    gpus = tf.config.list_physical_devices("GPU")
    reason = unusable_gpu(len(gpus))
    if reason:
        warnings.append(("gpu", reason))
    for gpu in gpus:
        try:
            tf.config.experimental.set_memory_growth(gpu, enable=True)
        except (RuntimeError, ValueError) as error:  # something was computed before, in this process
            sentence = Sentence(
                "{name}: memory growth could not be switched on ({why}); other programs may find no memory on it.",
                name=gpu.name,
                why=error,
            )
            warnings.append(("gpu", sentence))
    keras.utils.set_random_seed(config.seed)
    if config.deterministic:
        tf.config.experimental.enable_op_determinism()
    names = _devices(config.devices, len(gpus))
    on_gpu = names[0].startswith("GPU")
    if cluster_spec is not None:
        strategy = _of_workers(cluster_spec, [gpus[int(name.partition(":")[2])] for name in names] if on_gpu else [])
    else:
        strategy = tf.distribute.MirroredStrategy(list(names)) if len(names) > 1 else _one(names[0])
    used = [gpus[int(name.partition(":")[2])] for name in names] if on_gpu else []
    details = [tf.config.experimental.get_device_details(gpu) for gpu in used]
    precision: str = config.precision
    may_be_faster = ""
    bfloat16 = on_gpu or processor_has_bfloat16()
    if precision == "auto":
        fast = bool(details) and all(d.get("compute_capability", (0, 0)) >= _FAST_HALF for d in details)
        precision = "mixed_float16" if fast else FULL
        if began == HALF and bfloat16:
            precision = began
        elif not (began or on_gpu or cluster_spec or config.deterministic or config.eager) and bfloat16:
            may_be_faster = HALF
    refuse_half(precision, on_gpu=on_gpu, bfloat16=bfloat16)
    warnings += eager_warnings(eager=config.eager)
    kind = details[0].get("device_name", "GPU") if details else "CPU"
    description = several(kind, len(names))
    if cluster_spec is not None:
        description = Sentence(
            "{count} {count:|worker|workers}, each {description}",
            count=len(cluster_spec.addresses),
            description=description,
        )
    memory = [
        memory_of(int(name.partition(":")[2]), str(detail.get("device_name", "")))
        for name, detail in zip(names, details, strict=False)  # a CPU has no details
    ]
    refuse_uneven(config.resolved().batch or 0, int(strategy.num_replicas_in_sync))
    return Hardware(
        precision, description, least_memory(memory), tuple(warnings), may_be_faster=may_be_faster, strategy=strategy
    )


def leave_terminating_to_the_system() -> None:
    """Undo TensorFlow's handling of SIGTERM, with which a worker that waits for another could only be killed."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGTERM) or signal.SIG_DFL)  # Python's, or ours


def _devices(wanted: tuple[str, ...], gpus: int) -> tuple[str, ...]:
    """Return the names of the used devices, making logical CPUs if several are chosen."""
    if not wanted:
        return tuple(f"GPU:{i}" for i in range(gpus)) or ("CPU:0",)
    kind, numbers = device_numbers(wanted)
    if kind == "GPU" and max(numbers) >= gpus:
        raise RunError(
            "devices: there is no {name}; TensorFlow sees {gpus} GPUs. See `textscanner doctor`.",
            name=f"GPU:{max(numbers)}",
            gpus=gpus,
        )
    cpus = max(numbers) + 1 if kind == "CPU" else 1
    if cpus > 1:  # several logical CPUs in one: to try a distributed training without GPUs
        physical = tf.config.list_physical_devices("CPU")[0]
        try:
            tf.config.set_logical_device_configuration(physical, [tf.config.LogicalDeviceConfiguration()] * cpus)
        except RuntimeError as error:
            raise RunError(
                "devices: TensorFlow has already started, so its CPU can no longer be divided. Start a new process."
            ) from error
    return tuple(wanted)


def _of_workers(cluster_spec: ClusterSpec, gpus: list[tf.config.PhysicalDevice]) -> tf.distribute.Strategy:
    """Wait for TensorFlow on the other workers, and use all visible GPUs of this one, or else its CPU."""
    tf.config.set_visible_devices(gpus, "GPU")
    addresses = tf.train.ClusterSpec({"worker": [str(address) for address in cluster_spec.addresses]})
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(
        addresses, task_type="worker", task_id=cluster_spec.index, rpc_layer="grpc"
    )
    kinds = tf.distribute.experimental.CommunicationImplementation
    options = tf.distribute.experimental.CommunicationOptions(implementation=kinds.AUTO if gpus else kinds.RING)
    return tf.distribute.MultiWorkerMirroredStrategy(resolver, options)


def _one(name: str) -> tf.distribute.Strategy:
    if name in ("CPU:0", "GPU:0") and (name == "GPU:0" or not tf.config.list_physical_devices("GPU")):
        return tf.distribute.get_strategy()  # the default one: nothing is between the network and the device
    return tf.distribute.OneDeviceStrategy(name)
