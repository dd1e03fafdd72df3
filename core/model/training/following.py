"""Runs a worker that follows worker 0: it trains on its own part of each batch as ordered, and writes nothing."""

from __future__ import annotations

import contextlib
import tempfile
import traceback
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from core.base.errors import RunError, Sentence, StudioError
from core.base.explaining.advice import explained
from core.base.progress import Cancelled
from core.cluster.addresses import ClusterSpec
from core.cluster.cluster import Cluster, WorkerLostError
from core.data.batches.loading import BatchLoader
from core.model.network.saving import Recogniser
from core.model.steps import tensorflow_devices
from core.model.steps.hardware import policy
from core.model.steps.step import TrainingStep
from core.model.training.building import batches_of, build, loader_of, step_of, unfreeze, unpacked
from core.model.training.control import Control
from core.model.training.gathering import Opening, facts_of, gathered, opened
from core.model.training.observing import Observer
from core.model.training.reporting import announced
from core.model.training.trainingdata import TrainingData
from core.runs.config import TrainConfig, make_config
from core.runs.events import Event, Failed, FailureKind, Followed, Started, Step, Warned
from core.runs.spec import NetworkSpec

_OWN = ("folder", "index", "workers", "wait", "allow_network", "threads", "devices")
"""Choices that each worker makes on its own."""
_PLACES = ("charset", "fonts", "surfaces", "corpus", "sources", "validation")
"""Choices that name files: those of this machine where it names its own."""


@dataclass(eq=False)
class FollowingWorker:
    """A worker of a cluster that is not worker 0."""

    config: TrainConfig
    """The choices of this worker's own command line. All others come from worker 0."""
    cluster_spec: ClusterSpec
    """The addresses of all workers, and the index of this one."""
    control: Control
    """The requests that a person makes of this worker. A stop is passed on to worker 0."""
    opening: Opening
    """The function that opens the training data of this machine."""
    done: int = 0
    """The number of steps done, those before a resumption included."""
    _stops: bool = field(default=False, init=False)

    def events(self) -> Iterator[Event]:
        """Follow worker 0 to the end of the training.

        Raises
        ------
        RunError
            If worker 0 does not want this worker.
        """
        cluster: Cluster | None = None
        with tempfile.TemporaryDirectory(prefix="textscanner-") as folder:
            try:
                cluster = yield from gathered(self.cluster_spec, self.config, self.control)
                with contextlib.closing(self._with(cluster, Path(folder))) as events:
                    yield from events
            except RunError as error:
                if cluster is not None:
                    cluster.fail(str(error))
                raise
            except Cancelled:
                yield Failed(self.done, Sentence("Stopped before the first step."), "other")
            except WorkerLostError as error:
                yield Failed(self.done, str(error), "worker")
            except Exception as error:
                sentence = str(error) if isinstance(error, StudioError) else explained(error)
                if cluster is not None:
                    cluster.fail(sentence)
                kind: FailureKind = "data" if isinstance(error, StudioError) else "other"
                yield Failed(self.done, sentence, kind, traceback.format_exc())
            finally:
                if cluster is not None:
                    cluster.close()

    def _with(self, cluster: Cluster, folder: Path) -> Generator[Event, None, None]:
        (choices,) = cluster.hear("choices").values()
        config = self.config = self._completed(choices["config"], folder / "run")
        hardware = cluster.guarded(lambda: tensorflow_devices.prepare(config, self.cluster_spec))
        tensorflow_devices.leave_terminating_to_the_system()
        yield from (Warned(message, kind) for kind, message in hardware.warnings)
        (wanted,) = cluster.hear("spec").values()
        spec = NetworkSpec.from_dict(wanted["spec"])
        data = yield from opened(
            self._like(spec, wanted["known"]), spec if wanted["known"] else None, self.control, self.opening
        )
        cluster.send("facts", **facts_of(data))
        cluster.hear("begin")

        def built() -> tuple[Recogniser, TrainingStep]:
            with hardware.scope(), policy(wanted["precision"]):
                recogniser = build(config, spec, fresh=False).recogniser
            step = step_of(config, recogniser, hardware, thawed=wanted["thawed"], all_have_maps=data.all_have_maps)
            return recogniser, step

        recogniser, step = cluster.guarded(built)
        self.done = unpacked(cluster.take(), step)
        assert config.steps and config.batch
        yield Started(
            run=config.run,
            step=self.done,
            steps=config.steps,
            spec=spec.to_dict(),
            parameters=recogniser.network.count_params(),
            device=hardware.description,
            precision=wanted["precision"],
            batch=config.batch,
            training=data.training_count,
            validation=data.validation_count,
            left_out=len(data.left_out),
            memory=0,
            memory_available=None,
            character_level=data.character_level,
        )
        loader = loader_of(data, config, self.done, cluster)
        with batches_of(loader, step, self.config, cluster) as batches:
            yield from self._obey(cluster, data, recogniser, step, batches)

    def _obey(
        self, cluster: Cluster, data: TrainingData, recogniser: Recogniser, step: TrainingStep, batches: Iterator[Any]
    ) -> Iterator[Event]:
        config = self.config
        assert config.batch and config.steps
        observer = Observer(recogniser, step, config.batch)
        compiled = False
        while True:
            order = self._order(cluster)
            match order["do"]:
                case "step":
                    work: Callable[[], Any] = partial(step, next(batches), order["rate"], order["mutual"], self.done)
                    if compiled:
                        outcome = cluster.guarded(work)
                    else:
                        outcome = yield from announced(
                            "training step", partial(cluster.guarded, work), self.control.tick
                        )
                        compiled = True
                    self.done += outcome.finite or outcome.overflow
                    yield Step(
                        step=self.done,
                        steps=config.steps,
                        losses=outcome.losses,
                        learning_rate=order["rate"],
                        gradient_norm=outcome.gradient_norm,
                        images_per_second=0.0,
                        seconds_left=None,
                        part_norms=outcome.part_norms,
                        layer_norms=outcome.layer_norms,  # worker 0 knows how fast all are
                    )
                case "validate":
                    assert data.validation is not None
                    with BatchLoader(data.validation, config.batch, workers=config.threads) as held, step.averaged():
                        measured = cluster.guarded(partial(observer.validate, held.named(), order["mutual"]))
                    data.difficulty.learn(measured.metrics)
                case "unfreeze":
                    cluster.guarded(partial(unfreeze, step, config))
                    compiled = False
                case _:
                    weights = step.fingerprint()
                    cluster.send("through", weights=weights)
                    cluster.end()
                    yield Followed(self.done, order["reason"], weights)
                    return

    def _order(self, cluster: Cluster) -> dict[str, Any]:
        if self.control.stopped and not self._stops:
            self._stops = True
            cluster.send("stop")
        return cluster.hear("order")[0]

    def _completed(self, leading: dict[str, Any], run: Path) -> TrainConfig:
        """Return worker 0's choices, with this worker's own if the two may differ."""
        given = self.config.model_fields_set
        own = {name: getattr(self.config, name) for name in (*_OWN, *_PLACES) if name in given or name in _OWN}
        return make_config({**leading, **own, "run": run, "start": None, "weights": None, "resume": False, "watch": ()})

    def _like(self, spec: NetworkSpec, known: bool) -> TrainConfig:
        """Return the choices with the sizes of worker 0's network, with the charset from the copy of the data here."""
        sizes = {name: getattr(spec.maps, name) for name in ("height", "width", "max_length", "stride")}
        narrow = {"narrow": spec.maps.padding or 0.0}
        return self.config if known else self.config.model_copy(update=sizes | narrow)
