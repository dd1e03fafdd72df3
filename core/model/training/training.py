"""Trains a recogniser, from a configuration to a stream of events.

`train` knows nothing of its listeners. A listener steers the training through a `Control`, from any thread.
"""

from __future__ import annotations

import contextlib
import os
import platform
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from core.base.errors import FileWriteError, ModelError, RunError, Sentence, StudioError
from core.base.explaining.advice import explained
from core.base.files import write_atomically
from core.base.progress import Cancelled
from core.base.systems import system
from core.cluster.addresses import ClusterSpec
from core.cluster.cluster import Cluster, WorkerLostError
from core.data.batches.batches import empty_batch
from core.data.preflight import check_structures
from core.data.samples.samples import LeftOut
from core.model.network.saving import Recogniser, save_model
from core.model.steps import backends
from core.model.steps.hardware import Hardware, policy
from core.model.steps.step import TrainingStep
from core.model.training import guards, memory
from core.model.training.building import Built, build, packed, step_of, tried_precision
from core.model.training.checkpoints import Checkpoints, Progress
from core.model.training.control import Control
from core.model.training.gathering import Opening, compare, gathered, opened
from core.model.training.loop import Loop
from core.model.training.run_logs import open_logs
from core.model.training.trainingdata import TrainingData, open_data
from core.runs.backends import NAMES, TENSORFLOW
from core.runs.bundled import file_hash
from core.runs.config import TrainConfig
from core.runs.events import Compiling, Event, Failed, FailureKind, Finished, Started, Warned
from core.runs.files import read_object
from core.runs.folder import RunFolder, create, git_state, open_existing, refuse_existing, versions, write_choices
from core.runs.model_ref import model_ref, weights_file
from core.runs.precision import TRIED_FROM
from core.runs.spec import NetworkSpec

_REST = " See the log for details."  # as `core.base.explaining.advice.explained` may end
_TOLD = 20  # samples left out that are named one by one

T = TypeVar("T")


def train(
    config: TrainConfig,
    control: Control | None = None,
    data: TrainingData | None = None,
    *,
    opening: Opening = open_data,
) -> Iterator[Event]:
    """Start or resume a training, and yield its events.

    Call `train` once in a process, and before TensorFlow has computed anything: determinism, devices and memory growth
    can be set only then.

    Parameters
    ----------
    control : Control, optional
        Pause, resume, stop, watch.
    data : TrainingData, optional
        Replaces the data that the configuration names.
    opening : callable
        Opens that data, as `core.model.training.trainingdata.open_data`; in a thread of its own.

    Returns
    -------
    iterator of Event
        Warnings and, while the images are checked, a sign of life each second; then `Started`;
        then `Compiling`, `Step` and the others; at last `Finished` or `Failed`. Closing the iterator ends the training
        without a checkpoint.

    Raises
    ------
    RunError
        At once, if the training cannot be started as asked: the run's folder exists and `resume` is not set, the folder
        holds another run or another process trains in the folder, a device is missing … This is wrong usage, not a
        failed training.
    """
    notes: tuple[str, ...] = ()
    folder: RunFolder | None = None
    backends.refuse_of_tensorflow(config)  # before other workers are waited for
    if config.workers and config.index:
        from core.model.training.following import FollowingWorker  # TensorFlow comes with it

        cluster_spec = _cluster_of(config)
        assert cluster_spec is not None
        return FollowingWorker(config, cluster_spec, control or Control(), opening).events()
    if config.resume and os.path.lexists(config.run):
        folder, notes = open_existing(config)
        config = folder.config
        folder.lock()
    else:
        refuse_existing(config.run)
        if config.resume:
            notes = (Sentence("{run}: there is no run to go on with, so a new one is started.", run=config.run),)
        config = config.resolved()
    try:
        cluster_spec = _cluster_of(config)
        began = "" if folder is None else read_object(folder.facts).get("precision", "")
        hardware = backends.prepare(config, began=began) if cluster_spec is None else None
    except RunError:
        if folder is not None:
            folder.unlock()
        raise
    return _Run(
        config=config,
        control=control or Control(),
        data=data,
        opening=opening,
        folder=folder,
        hardware=hardware,
        notes=notes,
        cluster_spec=cluster_spec,
    ).events()


def _cluster_of(config: TrainConfig) -> ClusterSpec | None:
    """Return the workers that train together, or None for one process.

    RunError is raised if an address cannot be used, or the batch cannot be divided among the workers.
    """
    if not config.workers:
        return None
    cluster_spec = ClusterSpec.of(config.workers, config.index)
    cluster_spec.refuse_strangers(allow_network=config.allow_network)
    if (config.resolved().batch or 0) % len(cluster_spec.addresses):
        raise RunError(
            "batch: {batch} {batch:|image|images} cannot be divided among {devices} {devices:|device|devices}. "
            "Take a multiple of {devices}.",
            batch=config.resolved().batch,
            devices=len(cluster_spec.addresses),
        )
    return cluster_spec


@dataclass(eq=False)
class _Run:
    config: TrainConfig
    control: Control
    data: TrainingData | None
    opening: Opening
    folder: RunFolder | None
    hardware: Hardware | None
    notes: tuple[str, ...]
    cluster_spec: ClusterSpec | None = None
    cluster: Cluster | None = None
    loop: Loop | None = None
    estimate: memory.Estimate | None = None

    def events(self) -> Iterator[Event]:
        finished: Finished | None = None
        try:
            with contextlib.closing(self._events()) as events:
                for event in events:
                    if isinstance(event, Finished):  # sent once the run is free for others
                        finished = event
                        continue
                    if isinstance(event, Failed) and self.cluster is not None:
                        self.cluster.fail(event.message)
                    yield self._kept(event) if isinstance(event, Failed) else event
        except RunError as error:
            if self.cluster is not None:
                self.cluster.fail(str(error))
            raise
        except WorkerLostError as error:
            yield self._failed(str(error), "worker")
        except Cancelled:
            yield self._failed(Sentence("Stopped before the first step."), "other")
        except StudioError as error:
            kind: FailureKind = "model" if isinstance(error, ModelError) else "data"
            yield self._failed(str(error), kind)
        except Exception as error:
            details = traceback.format_exc()
            if guards.is_out_of_memory(error):
                yield self._failed(self._out_of_memory(), "memory", details)
            else:
                yield self._failed(Sentence("The training broke off: {why}", why=explained(error)), "other", details)
        finally:
            if self.cluster is not None:
                self.cluster.close()
            if self.folder is not None:
                self.folder.unlock()
        if finished is not None:
            yield finished
            if self.loop is not None:
                yield from self.loop.answers()

    def _events(self) -> Generator[Event, None, None]:
        config = self.config
        yield from (Warned(note, "resume") for note in self.notes)
        if self.cluster_spec is not None:
            self.cluster = yield from gathered(self.cluster_spec, config, self.control)
            self.cluster.send("choices", config=config.model_dump(mode="json"))
        hardware = self.hardware = self.hardware or self._together(partial(backends.prepare, config, self.cluster_spec))
        if self.cluster is not None:
            from core.model.steps.tensorflow_devices import leave_terminating_to_the_system

            leave_terminating_to_the_system()
        yield from (Warned(message, kind) for kind, message in hardware.warnings)
        known = {} if self.folder is None else read_object(self.folder.facts)
        spec = NetworkSpec.from_dict(dict(known.get("spec") or {})) if known else None
        yield from _other_versions(known)
        data = self.data or (yield from opened(config, spec, self.control, self.opening))
        yield from (Warned(message, "data") for message in (*data.warnings, *_warnings_on(data.left_out)))
        began = time.monotonic()
        yield Compiling("network", 0.0)
        fed = {"network": data.spec.maps, "training": data.training.spec}
        if data.validation is not None:
            fed["validation"] = data.validation.spec
        check_structures({name: empty_batch(maps) for name, maps in fed.items()})
        if self.cluster is not None:
            self._agree(self.cluster, data, known=bool(known))
        if hardware.may_be_faster and not known and (config.steps or 0) >= TRIED_FROM:
            precision = yield from tried_precision(
                config, data.spec, hardware, self.control, all_have_maps=data.all_have_maps
            )
            hardware = self.hardware = replace(hardware, precision=precision)
            began = time.monotonic()  # the trial has told its own time
        if known and known.get("digest") != data.digest:
            yield Warned(
                Sentence("The labels have changed since the run began; it goes on with those of today."), "resume"
            )
        built = self._built(data.spec, fresh=not known or not self._has_checkpoint())
        recogniser = built.recogniser
        yield from (Warned(message, "start") for message in built.warnings)
        replicas = hardware.replicas
        assert config.batch and config.steps
        self.estimate = memory.estimate(
            recogniser.network, data.spec, config.batch // replicas, on_gpu=hardware.gpu_memory is not None
        )
        if self.folder is None:
            self.folder = create(config)
            self.folder.lock()
        step, progress, damaged = self._restored(built, all_have_maps=data.all_have_maps)
        yield from (Warned(message, "resume") for message in damaged)
        self._describe(data, known, progress.step)
        logs, why = open_logs(self.folder.tensorboard) if config.tensorboard else (None, "")
        if why:
            yield Warned(why, "tensorboard")
        available = hardware.gpu_memory or system.available_memory()
        yield Compiling("network", time.monotonic() - began, done=True)
        yield Started(
            run=config.run,
            step=progress.step,
            steps=config.steps,
            spec=data.spec.to_dict(),
            parameters=recogniser.network.count_params(),
            device=hardware.description,
            precision=hardware.precision,
            batch=config.batch,
            training=data.training_count,
            validation=data.validation_count,
            left_out=len(data.left_out),
            memory=self.estimate.total,
            memory_available=available,
            character_level=data.character_level,
        )
        if available is not None and self.estimate.total > available:
            yield Warned(
                Sentence("There may not be enough memory. {advice}", advice=self.estimate.advice(available)), "memory"
            )
        self.loop = Loop(
            config=config,
            control=self.control,
            folder=self.folder,
            data=data,
            recogniser=recogniser,
            step=step,
            logs=logs,
            progress=progress,
            cluster=self.cluster,
        )
        yield from self.loop.events()

    def _agree(self, cluster: Cluster, data: TrainingData, *, known: bool) -> None:
        """Have the other workers open their copies of the data.

        RunError is raised if a copy is another one than the data here.
        """
        assert self.hardware is not None
        step = 0
        if self.folder is not None:
            latest, _ = Checkpoints(self.folder.checkpoints).latest()
            step = 0 if latest is None else latest[0].step
        cluster.send(
            "spec", spec=data.spec.to_dict(), known=known, precision=self.hardware.precision, thawed=self._thawed(step)
        )
        compare(cluster, data)

    def _built(self, spec: NetworkSpec, *, fresh: bool) -> Built:
        """Build the network on all devices, with weights to start from that only this one of several workers knows."""
        config, hardware = self.config, self.hardware
        assert hardware is not None

        def mirrored(start: bool) -> Built:
            with hardware.scope(), policy(hardware.precision):
                return build(config, spec, fresh=start)

        if self.cluster is None:
            return mirrored(fresh)
        with policy(hardware.precision):  # no other worker makes these variables, so they are this one's alone
            alone = build(config, spec, fresh=fresh)
        recogniser = self._together(partial(mirrored, False)).recogniser
        recogniser.network.set_weights(alone.recogniser.network.get_weights())
        return alone._replace(recogniser=recogniser)

    def _has_checkpoint(self) -> bool:
        """Return True if there is one to go on from: a run may have been ended before its first."""
        return self.folder is not None and Checkpoints(self.folder.checkpoints).latest()[0] is not None

    def _thawed(self, step: int) -> bool:
        return self.config.unfreeze_at is not None and step > self.config.unfreeze_at

    def _together(self, work: Callable[[], T]) -> T:
        return work() if self.cluster is None else self.cluster.guarded(work)

    def _restored(self, built: Built, *, all_have_maps: bool) -> tuple[TrainingStep, Progress, list[str]]:
        """Restore the training step from the last whole checkpoint."""
        recogniser = built.recogniser
        assert self.folder is not None
        checkpoints = Checkpoints(self.folder.checkpoints)
        checkpoint, damaged = checkpoints.latest()
        progress = Progress() if checkpoint is None else checkpoint[0]
        assert self.hardware is not None
        thawed = self._thawed(progress.step)
        step = self._together(
            partial(step_of, self.config, recogniser, self.hardware, thawed=thawed, all_have_maps=all_have_maps)
        )
        warnings: list[str] = [
            Sentence("{name}: this checkpoint is damaged, so the one before it is used.", name=name) for name in damaged
        ]
        step.start = built.start if self.config.start_share else {}
        if checkpoint is not None:
            step.restore(checkpoint[1])
            step.restore_counters(progress.counters)
        checkpoints.discard_after(progress.step)
        self.folder.forget_after(progress.step)
        self._restore_model(checkpoints, progress, step, recogniser)
        if self.cluster is not None:
            self.cluster.hand_out(packed(step, progress.step))
        return step, progress, warnings

    def _restore_model(
        self, checkpoints: Checkpoints, progress: Progress, step: TrainingStep, recogniser: Recogniser
    ) -> None:
        """Make `model.keras` the best again, if the process died between a checkpoint and the model's file."""
        assert self.folder is not None
        written = None
        with contextlib.suppress(RunError):  # damaged: it is written anew
            written = read_object(self.folder.model_facts).get("step")
        if progress.best_score is None or (written == progress.best_step and self.folder.model.is_file()):
            return
        try:
            _, best = checkpoints.load(progress.best_step)
        except (OSError, ValueError):
            return
        now, counters = step.state(), step.counters()
        step.restore(best)
        with step.averaged():
            save_model(self.folder.model, recogniser)
        self.folder.write_json(
            self.folder.model_facts, {"step": progress.best_step, "metrics": dict(progress.best_metrics)}
        )
        step.restore(now)
        step.restore_counters(counters)

    def _describe(self, data: TrainingData, known: dict[str, Any], step: int) -> None:
        assert self.folder is not None
        assert self.hardware is not None
        with contextlib.suppress(OSError):  # of an earlier attempt; a file that is open elsewhere stays
            self.folder.failure.unlink(missing_ok=True)
        write_choices(self.folder, self.config)
        begun = {"step": step, "versions": versions(), "device": self.hardware.description, "host": platform.node()}
        begun["backend"] = backends.present_backend()
        start = self.config.start
        if start is not None and not known:
            begun["start"] = {"model": model_ref(start).name, "hash": file_hash(weights_file(start))}
        self.folder.write_json(
            self.folder.facts,
            {
                "spec": data.spec.to_dict(),
                "digest": data.digest,
                "git": git_state(self.config.folder),
                "precision": self.hardware.precision,
                "data": dict(data.report),
                "left_out": [{"name": sample.name, "reason": sample.reason} for sample in data.left_out],
                "beginnings": [*known.get("beginnings", []), begun],
            },
        )

    def _out_of_memory(self) -> str:
        return guards.out_of_memory(self.estimate, None if self.hardware is None else self.hardware.gpu_memory)

    def _failed(self, message: str, kind: FailureKind, details: str = "") -> Failed:
        if self.cluster is not None:
            self.cluster.fail(message)
        done = 0 if self.loop is None else self.loop.done
        return self._kept(Failed(done, message, kind, details))

    def _kept(self, failed: Failed) -> Failed:
        """Return the failure, with its details in a file of the run's folder, if any, that the message names."""
        if self.folder is None or not failed.details:
            return failed
        try:
            write_atomically(self.folder.failure, (failed.details.rstrip() + "\n").encode("utf-8", "backslashreplace"))
        except (FileWriteError, OSError):  # a full disk may be the failure itself; the event has the details
            return failed
        sentence = failed.message
        why = sentence.places.get("why") if isinstance(sentence, Sentence) else None
        if isinstance(sentence, Sentence) and isinstance(why, Sentence) and why.template.endswith(_REST):
            sentence = Sentence(sentence.template, why=Sentence(why.template.removesuffix(_REST), **why.places))
        return replace(failed, message=Sentence("{said} Details: {file}", said=sentence, file=self.folder.failure))


def _warnings_on(left_out: tuple[LeftOut, ...]) -> Iterator[str]:
    """Warn of the first samples that are left out, one by one, and name the file with the others."""
    yield from (Sentence("Left out: {reason}", reason=sample.reason) for sample in left_out[:_TOLD])
    if left_out:
        more = ""
        if len(left_out) > _TOLD:
            more = Sentence(" ({count:,} of them not named here)", count=len(left_out) - _TOLD)
        yield Sentence(
            "Samples left out: {count:,}{more}. The run's run.json lists all of them with the reasons.",
            count=len(left_out),
            more=more,
        )


def _other_versions(known: dict[str, Any]) -> Iterator[Warned]:
    """Yield a warning for what a resumed run began with in another version: Keras, and the backend if it is the same.

    A run from before there was a choice began on TensorFlow.
    """
    begun = (known.get("beginnings") or [{}])[0]
    before, now = begun.get("versions", {}), versions()
    backend = backends.present_backend()
    names = {"keras": "Keras"}
    if begun.get("backend", TENSORFLOW) == backend:
        names[backend] = NAMES.get(backend, backend)
    for package, name in names.items():
        if before.get(package) not in (None, now[package]):
            yield Warned(
                Sentence(
                    "The run began with {name} {before}, and {now} is installed now: what it computes may differ from "
                    "a run that was never interrupted. Install {name} {before} to avoid that.",
                    name=name,
                    before=before[package],
                    now=now[package],
                ),
                "resume",
            )


def _name(path: Path) -> str:
    return model_ref(path).name
