"""The plan of the next training: the choices made so far, and the defaults of all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic_core import to_jsonable_python
from PySide6.QtCore import QObject, Signal

from app.language.figures import FEW, agreeing
from app.language.languages import TableText, translate
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import Workspace
from app.training.fields import CONTEXT, names_of, text_of_value
from app.training.table import FIELDS
from core.base.errors import RunError, Sentence, StudioError
from core.charset import is_symbol
from core.index.filters import SPLITS, STATUSES
from core.runs.bundled import BundledModel
from core.runs.config import ContradictionError, TrainConfig, make_config
from core.runs.fine_tuning import NOTHING, RANDOM, Start, as_the_start_demands, kept_and_changed, start_of
from core.runs.model_spec import spec_of
from core.runs.spec import PAPER_OPTIMIZER, NetworkSpec, presets

Data = Literal["project", "mix", "synthetic"]

MIX = 0.5  # share of synthetic words in a mix until the person chooses another one

_UNLABELLED = tuple(map(STATUSES.index, ("none", "unreadable", "pending")))
_AGREED = STATUSES.index("agreed")
_VALIDATION = SPLITS.index("val")
_KEPT = "plan"  # name under which the choices are kept for a project
_NOWHERE: Mapping[str, Any] = {"folder": Path(), "run": Path()}
_NOT_TAKEN = frozenset({"folder", "run", "resume", "watch"})
_RESOLVED = frozenset({"steps", "batch", "learning_rate", "validate_every"})
_MAPS = frozenset({"height", "width", "max_length"})
_OF_PRESET: TableText = "{value} (of this network)"
_OF_PROJECT: TableText = "{value} (of the project)"
_OF_START: TableText = "{value} (from this start)"
_USUAL: TableText = "{value} (usual)"
_NO_LIMIT: TableText = "none"
_UNTIL: TableText = "as many steps as the time allows"
_BY_START = frozenset({*RANDOM, "batch", "learning_rate", "steps"})  # that depend on the start if they are left open
_DECIDE_START = ("start", "preset", "weights")
_BY_LOSS = frozenset({*PAPER_OPTIMIZER, "mutual_start"}) - {"warmup"}
_FOLLOWING = frozenset({"start", "preset", "synthetic", "start_share", *_BY_LOSS})
"""Choices whose default follows others, so that a choice is kept even if it is the default at the moment."""


class TrainingPlan(QObject):
    """The choices for the next training, with the default of each choice that is not set.

    `bundled`: a training starts from the one that fits the project if nothing else was chosen.
    """

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        memory: ProjectMemory,
        bundled: Sequence[BundledModel] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._memory = memory
        self._bundled = bundled
        self._used: Mapping[str, int] | None = None
        self._start: tuple[Mapping[str, Any], Mapping[str, int], Start] | None = None
        self._spec: tuple[Path, NetworkSpec | None] | None = None
        self._values: dict[str, Any] = {}
        self._suggested: Mapping[str, Any] = {}  # defaults of the moment, which are never kept
        self._recall()
        workspace.folder_changed.connect(self._recall)
        workspace.project_changed.connect(self._project_changed)
        for news in (catalog.images_changed, catalog.rows_changed):
            news.connect(self._forget_used)
        self.changed.connect(self._keep)

    @property
    def values(self) -> Mapping[str, Any]:
        """The choices that a person has made."""
        return self._values

    @property
    def _given(self) -> Mapping[str, Any]:
        """The choices made by a person, and those that are suggested."""
        return {**self._suggested, **self._values}

    def value(self, name: str) -> Any:
        """Return the current value of a choice, or None if the preset or the project determines it."""
        if name in self._given:
            return self._given[name]
        choices = self._following()
        if name in choices:
            return choices[name]
        if name in {"synthetic", "start_share"}:  # a share is shown, not what decides it
            return as_the_start_demands(from_model=self.value("start") is not None)[name]
        if (
            name in _BY_LOSS
            and self._values.get("loss.kind") == "paper"
            and (value := self._resolved(name)) is not None
        ):
            return value
        return FIELDS[name].default if name in FIELDS else TrainConfig.model_fields[name].get_default()

    def is_chosen(self, name: str) -> bool:
        """Return True if the choice differs from its default."""
        return name in self._values

    def set(self, name: str, value: object) -> None:
        """Set a choice, or unset it if the value is a constant default or means that nothing is chosen."""
        before = dict(self._values)
        self._values.pop(name, None)
        if self._is_chosen_by(name, value):
            self._values[name] = value
        if self._values != before:
            self.changed.emit()

    def reset(self, name: str = "") -> None:
        """Unset a choice, or all of them for ""."""
        before = dict(self._values)
        if name:
            self._values.pop(name, None)
        else:
            self._values.clear()
        if self._values != before:
            self.changed.emit()

    def suggest(self, values: Mapping[str, Any]) -> None:
        """Take these values for choices that nobody makes, until others are suggested; they are not kept."""
        if values != self._suggested:
            self._suggested = {**values}
            self.changed.emit()

    def take(self, config: TrainConfig) -> None:
        """Copy the choices of a run, so that a similar run can be started."""
        self._put(config)
        self.changed.emit()

    def _put(self, config: TrainConfig) -> None:
        plain = config.model_dump(exclude_unset=True)
        self._values.clear()
        for name in names_of():
            value: Any = plain
            for part in name.split("."):
                value = value.get(part, ...) if isinstance(value, Mapping) else ...
            if name not in _NOT_TAKEN and value is not ... and self._is_chosen_by(name, value):
                self._values[name] = value

    def _is_chosen_by(self, name: str, value: object) -> bool:
        """Return True if a choice is kept that a person sets to a value."""
        if name in _FOLLOWING:
            return value is not None or name == "start"  # None: random weights
        return bool(value != self.value(name))

    # The start

    @property
    def start(self) -> Start:
        """The start that the training has unless a person chooses one, and the reason for it."""
        if self._workspace.project is None:
            return NOTHING
        given = {name: value for name, value in self._given.items() if name in _DECIDE_START}
        used = self._symbols_used()
        if self._start is None or self._start[0] != given or self._start[1] is not used:
            self._start = (given, used, start_of(given, used, self._bundled))  # reads the card: not for every field
        return self._start[2]

    def map_size(self, name: str) -> int | None:
        """Return `height`, `width` or `max_length` of the next training, or None if nothing determines it.

        It is the chosen value, or else that of the start, or else the project's. Of `max_length`, the larger one of
        start and project counts.
        """
        project, spec = self._workspace.project, self._spec_of_start()
        chosen: int | None = self.value(name)
        if chosen is not None or project is None:
            return chosen
        of_project: int = getattr(project.settings.maps, name)
        if spec is None:
            return of_project
        of_start: int = getattr(spec.maps, name)
        return max(of_start, of_project) if name == "max_length" else of_start

    def set_start(self, model: Path | None) -> None:
        """Start from the weights of a model, or from random weights if it is None.

        As long as nobody has chosen a network, the network is the model's.
        """
        self.set("start", model)

    def _following(self) -> Mapping[str, Any]:
        """The values that start and network have as long as nobody has chosen them."""
        if self._values.get("start") is None:
            return self.start.choices
        spec = self._spec_of_start()
        return {} if spec is None else {"preset": spec.preset}

    def said_start(self) -> tuple[str, ...]:
        """Return sentences about what the training keeps and changes of its start, or none for random weights."""
        sentences = [self.start.said] if self.start.said else []
        model = self.value("start")
        if model is None or self._workspace.project is None:
            return tuple(sentences)
        try:
            choices = self._config().resolved().model_dump()
        except RunError:
            return tuple(sentences)
        spec = self._spec_of_start()
        if spec is None:
            return tuple(sentences)
        wanted = tuple(self._catalog.project_charset)
        if (
            self._workspace.project.settings.charset is None and choices["charset"] is None
        ):  # what the start reads is kept
            wanted = tuple(dict.fromkeys((*spec.charset, *wanted)))
        return (*sentences, *kept_and_changed(choices, wanted, spec.charset))

    def said_validation(self) -> str:
        """Return a sentence about too few validation words, or "" if they are enough or come from another folder."""
        table, share = self._catalog.table, self.value("validation")
        known = ~np.isin(table.status, _UNLABELLED) & table.known
        held = int(np.count_nonzero(known & (table.split == _VALIDATION)))
        if isinstance(share, float):
            held = round(share * np.count_nonzero(known))
        if isinstance(share, Path) or not known.any() or not 0 < held < FEW:
            return ""
        template = translate(
            "Training",
            "Only {count} {count:|word|words} to validate with, too few to tell two models apart. Set more apart, or "
            "use “Cross-check”: it trains several models, each without some of the words, and each word is read by a "
            "model that has not learned it.",
        )
        return agreeing(template, count=held)

    def _spec_of_start(self) -> NetworkSpec | None:
        """Return the spec of the model to start from, or None for random weights or a model that cannot be read."""
        model = self.value("start")
        if model is None:
            return None
        if self._spec is None or self._spec[0] != model:
            try:
                self._spec = (model, spec_of(model))
            except StudioError:  # reported when the training is checked
                self._spec = (model, None)
        return self._spec[1]

    def _symbols_used(self) -> Mapping[str, int]:
        """Return the count of each symbol in the project's labels, or 1 for each of its charset without a label."""
        if self._used is None:
            project = self._workspace.project
            assert project is not None
            counts = Counter[str]()
            table = self._catalog.table
            teaches = table.known | (table.status == _AGREED)
            texts = (text for text, is_taught in zip(table.text, teaches, strict=True) if is_taught)
            for symbol, count in Counter("".join(texts)).items():
                for normalised in filter(is_symbol, project.settings.normalise(symbol)):
                    counts[normalised] += count
            self._used = counts or Counter(self._catalog.project_charset)
        return self._used

    def _forget_used(self) -> None:
        self._used = None

    # From one session to the next

    def _project_changed(self) -> None:
        self._forget_used()
        self.changed.emit()

    def _recall(self) -> None:
        """Choose as for this project last time, or take the defaults for a project that was never open."""
        kept = self._memory.recall().get(_KEPT)
        self._values.clear()
        if isinstance(kept, dict):
            try:
                self._put(make_config({**_NOWHERE, **nested(kept)}, _KEPT))
            except RunError:  # written by another version, which knew other choices
                self._values.clear()

    def _keep(self) -> None:
        if self._workspace.project is not None:
            self._memory.keep(_KEPT, to_jsonable_python(self._values))

    # What a person thinks in

    @property
    def data(self) -> Data:
        """The data to train on: the project's words, synthetic words, or both."""
        share = self.value("synthetic")
        return "project" if share == 0 else "synthetic" if share == 1 else "mix"

    def set_data(self, data: Data) -> None:
        """Set the data to train on: the project's words, synthetic words, or both."""
        shares = {"project": 0.0, "mix": MIX, "synthetic": 1.0}
        self.set("synthetic", self.value("synthetic") if data == self.data else shares[data])

    # What comes of it

    def choices(self) -> dict[str, Any]:
        """Return all choices made, as arguments of `core.runs.config.make_config`, with the project's folder."""
        choices = dict(self._following()) | nested(self._given)
        project = self._workspace.project
        return choices if project is None else choices | {"folder": project.root}

    def refusal(self) -> str:
        """Return the sentence that says why this training is impossible, or "" if it is possible."""
        try:
            self._config()
        except RunError as error:
            return str(error)
        return ""

    def contradiction(self) -> tuple[frozenset[str], str]:
        """Return the names of contradicting choices and a sentence about them, both empty if there are none."""
        try:
            self._config()
        except ContradictionError as error:
            return frozenset(error.choices), str(error)
        except RunError:
            return frozenset(), ""
        spec, preset = self._spec_of_start(), self.value("preset")
        if spec is None or spec.preset == preset:
            return frozenset(), ""
        sentence = Sentence(
            "The start is a network “{theirs}”, and “{ours}” is chosen: little of what it knows can be taken over. "
            "Choose another start, or its network.",
            theirs=spec.preset,
            ours=preset,
        )
        return frozenset({"start", "preset"}), sentence

    def limits(self) -> tuple[int, float | None] | None:
        """Return the limits of the training in steps and in minutes, or None if its choices are refused."""
        try:
            config = self._config().resolved()
        except RunError:
            return None
        assert config.steps is not None
        return config.steps, config.minutes

    def said_unset(self, name: str) -> str:
        """Return the meaning of an unset choice in the current language."""
        field = FIELDS[name]
        project = self._workspace.project
        shown: object = None
        text = field.unset
        if name == "steps" and self.value("start") is not None and self._resolved("minutes") is not None:
            text = _UNTIL
        elif name in _BY_START and self.value("start") is not None:
            text, shown = _OF_START, self._resolved(name)
            unit = translate(CONTEXT, FIELDS[name].unit) if name == "minutes" else ""
            shown = f"{_shown(shown)} {unit}" if unit else shown
        elif name in _RESOLVED:
            text, shown = _OF_PRESET, self._resolved(name)
        elif name in RANDOM:
            shown = self._resolved(name)
            text = _NO_LIMIT if shown is None else _USUAL
        elif name == "stride":
            text, shown = _OF_PRESET, presets()[self.value("preset")].stride
        elif name in _MAPS and project is not None:
            text, shown = _OF_PROJECT, getattr(project.settings.maps, name)
            if self._spec_of_start() is not None:
                text, shown = _OF_START, self.map_size(name)
        sentence = translate(CONTEXT, text) if text else ""
        return sentence if shown is None else sentence.format(value=_shown(shown))

    def _resolved(self, name: str) -> Any:
        try:
            return getattr(self._config().resolved(), name)
        except RunError:
            return None

    def _config(self) -> TrainConfig:
        return make_config({**_NOWHERE, **self.choices()}, translate(CONTEXT, "Training"))


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return choices by name in the form of `make_config`, with "loss.order" inside "loss"."""
    tree: dict[str, Any] = {}
    for name, value in values.items():
        outer, _, inner = name.partition(".")
        if inner:
            tree.setdefault(outer, {})[inner] = value
        else:
            tree[name] = value
    return tree


def _shown(value: object) -> str:
    if isinstance(value, str):
        return translate(CONTEXT, text_of_value(value) or value)
    return f"{value:g}" if isinstance(value, float) else f"{value:,}"
