"""What is fuzzed: whole files of each kind, and the readers that are put to them when they are damaged."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from app.bulk.outlined_words import kept_words
from app.editing.recovery import offers, unsaved
from app.settings.settings import Settings
from app.settings.table import SETTINGS
from core.analysis.attribution.error_attribution import MapOutcome
from core.base.errors import DAMAGED
from core.base.folders import state_folder
from core.base.images import image_size, read_image
from core.charset import Charset
from core.cluster.addresses import Address, from_tf_config
from core.data.drawing.font_memory import FontMemory, Vetted
from core.data.drawing.font_traits import LIST_NAME, listed_traits
from core.data.drawing.planted_errors import PLANTED_NAME, read_planted
from core.data.drawing.texts.words import read_corpus
from core.data.samples.sources import read_arrays, read_list
from core.labels.files.history import FOLDER, History, HistoryEntry, plan_project
from core.labels.files.journal import Journal
from core.labels.files.storage import read_label, write_label
from core.labels.files.writing import serialise_label
from core.labels.formats.conversion import convert
from core.labels.formats.finding import foreign_labels, stamps_of_lists
from core.labels.formats.readers.tfrecord.files import Manifest, Shard, label_from_json, label_to_json, read_manifest
from core.labels.formats.registry import detect
from core.labels.geometry import rectangle
from core.labels.label import Area, CharacterLabel, Gaussian, WordLabel
from core.labels.maps.spec import MapSpec
from core.model.metrics.breakdown import CentreError, JudgedWord
from core.model.metrics.kept import KeptWord, read_kept, write_kept
from core.model.metrics.metrics import WordScore, align
from core.model.training.checkpoints import Checkpoints, Progress
from core.project.label_charset import charset_of_labels
from core.project.listing import list_images
from core.project.notes import ImageNote
from core.project.project import Project, ProjectSettings, write_notes, write_settings
from core.runs.bundled import BundledModel
from core.runs.config import make_config
from core.runs.cross_check import CrossCheck
from core.runs.curves import gradients, read_curves
from core.runs.files import RunFiles, json_lines, read_values
from core.runs.folder import RunFolder, stored_config
from core.runs.info import find_runs, watched_predictions
from core.runs.learning_history import LearningHistoryFile
from core.runs.model_spec import spec_of
from core.runs.profile import LayerCost, OperatorCost, Profile, read_profile, table
from core.runs.spec import NetworkSpec
from core.runs.watched import losses_by_step, read_watched, run_spec
from tests.core.labels.formats.readers.test_lmdb import WRITTEN as LMDB
from tests.fuzz.target import Target, content, only, write
from tests.fuzz.test_formats import JSON, SAMPLES, matlab_sample
from tests.fuzz.words_and_index import follow_pattern, make_index, make_patterns, read_expected, read_index
from tests.support.words.learning_histories import validation

PIXELS = np.random.default_rng(0).integers(0, 256, (12, 20, 3), np.uint8)
LABEL = WordLabel(
    (
        CharacterLabel("粤", rectangle(1, 1, 8, 10), order=2, gaussian=Gaussian((4.5, 9), (2, 1.5), 30)),
        CharacterLabel("B", ((9, 2), (15, 2), (12, 11)), order=1, source="model", score=0.125),
        CharacterLabel("C", rectangle(2, 3, 9, 8), area=Area.from_array(2, 3, np.eye(5, 7).astype(bool))),
    ),
    "粤BC",
    "reviewed",
)
SPEC = NetworkSpec.of("small", Charset(tuple("ab")), MapSpec(height=32, width=64, max_length=4))
BOTH = Charset(tuple("abonetwhrfiuv粤词语"))
RUN = Path("runs/one")
IMAGES = (".png", ".jpg", ".bmp", ".webp", ".tif")


def _encoded(suffix: str = ".png") -> bytes:
    return bytes(cv2.imencode(suffix, PIXELS)[1])


def _make_labels() -> None:
    write({
        "a.json": serialise_label(LABEL, "a.png", (12, 20)),
        "b.json": serialise_label(WordLabel(text="word level"), "b.png", (12, 20)),
    })  # fmt: skip


def _rewrite(name: str) -> None:
    path = Path(name)
    file = read_label(path)
    write_label(path, LABEL, (12, 20), file)
    read_label(path)


def _make_project() -> None:
    write_settings(Path(), ProjectSettings())
    write_notes(Path(), {"c.png": ImageNote(("x", "y"), "val"), "d.png": ImageNote(("z",))})
    _make_labels()
    write({"a.png": _encoded(), "b.png": _encoded(), "c.png": _encoded()})


def _open_project() -> None:
    project = Project.open(Path().absolute())
    images = list_images(project.root).images
    charset_of_labels(project, images)
    write_settings(project.root, ProjectSettings(fold_full_width=True))


def _make_history() -> None:
    history = History(Path(), "me")
    once = serialise_label(LABEL, "a.png", (12, 20))
    history.append(HistoryEntry("a.png", None, once, "Draw", "bulk-1"), HistoryEntry("b.png", None, once, "Draw", "b"))
    history.append(HistoryEntry("a.png", once, once.replace(b"reviewed", b"draft"), "Unreview"))
    history.append(HistoryEntry("a.png", None, None, "Tag"))
    (path,) = Path(FOLDER).glob("*.jsonl")
    path.rename(path.with_name("2026-01-01-a-b.jsonl"))


def _read_history() -> None:
    history = History(Path())
    entries = history.entries()
    history.damaged()
    plan_project(history, datetime(2026, 1, 1, tzinfo=UTC))
    for entry in entries:
        entry.time.astimezone().strftime("%c")


def _make_journal() -> None:
    _make_project()
    journal = Journal(Path("journal"))
    journal.record("a.png", serialise_label(LABEL, "a.png", (12, 20)), None)
    journal.record("c.png", b'{"text": "a"}', "0" * 64, ("1" * 64, None))
    journal.close()
    (own,) = Path("journal").iterdir()
    own.rename("journal/1-00000000")


def _read_journal() -> None:
    journal = Journal(Path("journal"))
    journal.unreadable()
    left = unsaved(Path().absolute(), journal)
    offers(Path().absolute(), left)
    for each in left:
        journal.discard(each)


def _make_run() -> None:
    files = RunFolder(RUN, make_config({"folder": "data", "steps": 100, "run": RUN}))
    RUN.mkdir(parents=True)
    files.write_json(files.choices, json.loads(files.config.model_dump_json()))
    beginnings = [{"step": 0, "time": "2026-01-01T00:00:00", "device": "CPU", "versions": {"keras": "3"}}]
    files.write_json(files.facts, {"schema": 1, "spec": SPEC.to_dict(), "beginnings": beginnings})
    files.write_json(files.model_facts, {"step": 20, "metrics": {"word_accuracy": 0.5}, "hash": "0" * 16})
    norms = {"norms": {"backbone": 0.5}, "layer_norms": {"backbone/conv": 0.5}, "ratios": {"backbone": 1e-3}}
    losses = {"loss": 2.5, "losses": {"char": 1.0}}
    files.append({"kind": "step", "step": 10, "seconds": 1.5, "rate": 1e-3, **losses, **norms})
    files.append({"kind": "validation", "step": 20, "seconds": 3.0, "metrics": {"word_accuracy": 0.5}, "waiting": 1})
    files.write_readings([("a.png", "ab", "ac"), ("b.png", "粤", "")])
    files.notes.write_text("a note")
    files.failure.write_text("It broke.")
    files.model.write_bytes(b"model")
    files.save_prediction(Path("a.png"), 20, "ab", {"Q": np.zeros((8, 16), np.float16), "n": np.array(3)})
    learning_history = LearningHistoryFile(files.learning_history)
    for step in (10, 20, 30):
        learning_history.append(validation(step, {"a.png": ("ab", "ac", ".o"), "b.png": ("粤", "")}))
    costs = (OperatorCost("Conv2D", 2.0, 0.5),), (LayerCost("a", "Conv2D", 0.25, 0.5),)
    files.write_json(files.profile, Profile(3, 5, 0.5, 0.1, *costs, 10**9, None, 0, "trace").to_dict())
    checkpoints = Checkpoints(files.checkpoints)
    state = {"weights": {"a": np.zeros(3, np.float32)}, "optimizer": {"m/a": np.ones((2, 2))}}
    for step in (10, 20):
        checkpoints.save(Progress(step, 5, 1, 2.5, {"scale": 2.0}, (0.5,), {"x": 0.5}, step, (0.5,)), state)


def _read_profile() -> None:
    found = read_profile(RunFiles(RUN).profile)
    if found is not None:
        table(found)


def _read_learning_history() -> None:
    LearningHistoryFile(RunFiles(RUN).learning_history).read()
    LearningHistoryFile(RunFiles(RUN).learning_history).forget_after(15)


def _resume() -> None:
    checkpoints = Checkpoints(RunFiles(RUN).checkpoints)
    checkpoints.latest()
    for step in checkpoints.steps():
        with suppress(OSError, ValueError):  # as it says
            checkpoints.describe(step)
    checkpoints.prune()


def _watched() -> None:
    for _, path in watched_predictions(RUN, Path("a.png")):
        read_watched(path)


def _make_model() -> None:
    import zipfile

    layer = {"class_name": "WordFormation", "registered_name": "textscanner>WordFormation"}
    config = {"module": "keras", "config": {"layers": [{"name": "a"}, layer | {"config": {"spec": SPEC.to_dict()}}]}}
    with zipfile.ZipFile("reader.keras", "w") as archive:
        archive.writestr("metadata.json", json.dumps({"keras_version": "3.0"}))
        archive.writestr("config.json", json.dumps(config))
        archive.writestr("model.weights.h5", b"\x89HDF\r\n\x1a\n" + bytes(200))
    write({"reader.md": f"---\nversion: 1\nhash: {'0' * 16}\nsymbols: ab\nlanguage: english\n---\n# A card\n"})


def _read_card() -> None:
    beside = BundledModel(Path())
    _ = beside.name, beside.hash, beside.symbols, beside.language, beside.problem


def _make_records() -> None:
    data = label_to_json(LABEL)
    shards = (Shard("part-00000.tfrecord", 1, 5, "0" * 32),)
    left = (("b.png", "b.png: it has no label."),)
    write({
        "manifest.json": Manifest("s", "i", 1, shards, left, complete=True).to_bytes(),
        "label.json": data,
        "part-00000.tfrecord": b"12345",
    })  # fmt: skip


def _record_label() -> None:
    with suppress(*DAMAGED):  # as it says
        label_from_json(content("label.json"))


def _make_caches() -> None:
    fonts = FontMemory.of(Path(), Path("fonts"), "ab")
    write({"fonts/a.ttf": b"font", f"fonts/{LIST_NAME}": "file\tfamily\tcategory\na.ttf\tA\tSerif\n"})
    fonts.note(Path("fonts/a.ttf"), Vetted(((0, "ab", ("A", "serif")),)))
    fonts.save()
    word = JudgedWord(WordScore("ab", "ac", align("ab", "ac"), 2, 2, 1), 0.5, (0.5, 0.5), (CentreError(1.0, 4.0),))
    outcome = MapOutcome(frozenset([frozenset(["order"])]), "wrong")  # type: ignore[arg-type]
    counts = np.ones((2, 4), np.int64)
    write_kept(Path("kept.json.gz"), {"a.png": KeptWord((1, 2), "0" * 16, word, outcome, counts, counts)})
    record: dict[str, Any] = {"image": "a.png", "kind": "symbol", "order": 1, "was": "a", "now": "b"}
    write({PLANTED_NAME: json.dumps([record])})


def _make_scenes() -> None:
    words = [{"text": "ab", "points": [[0, 0], [1, 0], [1.5, 1]], "number": 1}]
    key = hashlib.sha256(b"scene").hexdigest()[:16]
    path = os.path.relpath(state_folder() / "scenes" / f"{key}.json")
    write({path: json.dumps({"folder": "scene", "scenes": {"a.png": words}})})


def _make_configurations() -> None:
    text = 'folder = "data"\nrun = "runs/one"\nsteps = 100\nlearning_rate = 0.001\n[loss]\nlocalization = 1.0\n'
    write(
        {"a.toml": text, "a.json": '{"folder": "data", "run": "runs/one", "steps": 100, "loss": {"localization": 2}}'}
    )
    write({"settings.json": json.dumps({"schema": 1, **{name: one.default for name, one in SETTINGS.items()}})})
    write({"cluster.json": '{"cluster": {"worker": ["a:1", "[::1]:2"]}, "task": {"type": "worker", "index": 1}}'})


def _cluster() -> None:
    found = from_tf_config(content("cluster.json").decode("utf-8", "replace"))
    for each in found[0] if found else ():
        Address.parse(each)


def _make_texts() -> None:
    charset = Charset(tuple("ab粤, "))
    write({"charset.txt": charset.write(), "corpus.txt": "one two, 粤B three\n词语 four five\n"})
    write({"numbered.txt": "a\t0\nb\t1\n粤\t2\n", "listed.txt": '["a", "粤", "b"]', "joined.txt": "ab粤\ncd\n"})


def _make_lists() -> None:
    write({"words.csv": 'a.png,"a, b"\nb.png,粤\n', "words.txt": "a.png\tab\nb.png\tb\n"})
    write({"a.png": _encoded(), "b.png": _encoded()})
    np.savez("arrays.npz", images=np.zeros((2, 4, 6), np.uint8), texts=np.array(["ab", "粤"]))


def _list_of(name: str) -> None:
    found = read_list(Path(name)) if not name.endswith("npz") else read_arrays(Path(name))
    for index in range(min(found.size, 3)):
        found.label_of(index)
        found.read(index)
    _ = found.digest


def _image(name: str) -> None:
    image_size(Path(name))
    read_image(Path(name))


def _make_cross_check() -> None:
    CrossCheck(Path(), 3, {"steps": 10}, (Path("runs/one"), None, None), "0" * 16).write()


def _read_cross_check() -> None:
    found = CrossCheck.read(Path())
    if found is not None:
        found.first_open()
        with suppress(OSError):
            found.next_training()


def _make_format(name: str) -> None:
    suffix = ".json" if name in JSON else ".txt"
    write({f"source/gt_a{suffix}": SAMPLES[name], "source/a.png": _encoded(), "source/b.png": _encoded()})


def _convert(name: str, target: str) -> None:
    source = Path("source")
    if name in {"paddleocr-rec", "iiit5k", "synthtext"}:
        source = next(source.glob("*.[tm][xa]t"), source)
    convert(source, Path("out"), read_as=name, write_as=target)


def _detect() -> None:
    detect(Path("source"))


def _make_npz() -> None:
    Path("source").mkdir()
    pixels = np.zeros((2, 8, 20), np.uint8)
    np.savez("source/a.npz", images=pixels, labels=np.array(["A", "B"]))
    np.savez("source/b.npz", names=["a.png"], texts=["A"], image_00000000=np.zeros((8, 8, 3), np.uint8))


def _make_matlab() -> None:
    Path("source").mkdir()
    matlab_sample(Path("source/gt.mat"))
    write({"source/train/0.png": _encoded()})


def _make_weights() -> None:
    _network().save_weights("a.weights.h5")
    _network().save("a.keras")
    np.savez("a.npz", **{"out.weight": np.zeros((2, 3), np.float32), "out.bias": np.zeros(2, np.float32)})
    write({"names.json": '{"out": "out"}'})


@cache
def _network() -> Any:
    from tests.support.networks.tiny_network import linear  # brings Keras

    return linear()


def _weights(name: str, names: str | None = None) -> None:
    from core.plugins.adapting.weight_files import read_weights

    read_weights(Path(name), _network(), None if names is None else Path(names))


def _make_shards() -> None:
    from core.data.records.writing import write_words

    np.savez("arrays.npz", images=np.zeros((3, 4, 6), np.uint8), texts=np.array(["ab", "粤", "c"]))
    write_words(Path("records"), read_arrays(Path("arrays.npz")), per_shard=2)
    Path("arrays.npz").unlink()


def _shards(*, verify: bool) -> None:
    from core.data.records.reading import RecordReader

    manifest = None if verify else read_manifest(Path("records"))
    reader = RecordReader.open(Path("records")) if manifest is None else RecordReader(Path("records"), manifest)
    for index in range(min(reader.size, 3)):
        reader.read(index)


def _make_graph() -> None:
    import tensorflow as tf

    model = _network()
    model.export("saved", verbose=False)
    graph = tf.function(model.call).get_concrete_function(tf.TensorSpec((1, 3), name="image")).graph
    write({"frozen.pb": graph.as_graph_def().SerializeToString()})


def _graph(name: str) -> None:
    from core.plugins.foreign_graphs.reading import read_graph

    with suppress(OSError):  # as it says
        read_graph(Path(name))


def _metrics() -> None:
    gradients(read_curves(RunFiles(RUN).metrics))
    losses_by_step(RUN)


TARGETS: dict[str, Target] = {
    "labels": Target(_make_labels, (partial(_rewrite, "a.json"), partial(_rewrite, "b.json"))),
    "images": Target(
        lambda: write({f"a{end}": _encoded(end) for end in IMAGES}),
        tuple(partial(_image, f"a{end}") for end in IMAGES),
    ),
    "project": Target(_make_project, (_open_project, lambda: write_notes(Path(), {"a.png": ImageNote(("q",))}))),
    "history": Target(_make_history, (_read_history,)),
    "journal": Target(_make_journal, (_read_journal,)),
    "runs": Target(
        _make_run,
        (
            lambda: find_runs((Path("runs"),)), lambda: run_spec(RUN), lambda: stored_config(RUN), _metrics, _watched,
            _read_profile, _resume, lambda: list(json_lines(RunFiles(RUN).readings)), _read_learning_history,
        ),
    ),
    "learning-history": Target(lambda: [_make_run(), only(RunFiles(RUN).learning_history)], (_read_learning_history,)),
    "metrics": Target(lambda: [_make_run(), only(RunFiles(RUN).metrics)], (_metrics,)),
    "watched": Target(lambda: [_make_run(), only(RunFiles(RUN).watched)], (_watched,)),
    "checkpoints": Target(lambda: [_make_run(), only(RunFiles(RUN).checkpoints)], (_resume,)),
    "model": Target(_make_model, (lambda: spec_of(Path("reader.keras")), _read_card)),
    "manifest": Target(_make_records, (lambda: read_manifest(Path()), _record_label)),
    "caches": Target(
        _make_caches,
        (
            lambda: FontMemory.of(Path(), Path("fonts"), "ab").recall(Path("fonts/a.ttf")),
            lambda: listed_traits(Path("fonts")), lambda: read_kept(Path("kept.json.gz")), lambda: read_planted(Path()),
        ),
    ),
    "configurations": Target(
        _make_configurations,
        (
            lambda: make_config(read_values(Path("a.toml"))),
            lambda: make_config(read_values(Path("a.json"))).resolved(),
            _cluster, lambda: Settings(Path("settings.json")).load(),
        ),
    ),
    "scenes": Target(_make_scenes, (lambda: kept_words(Path("scene")),)),
    "texts": Target(
        _make_texts,
        (
            *(partial(Charset.read, Path(f"{name}.txt")) for name in ("charset", "numbered", "listed", "joined")),
            lambda: read_corpus(Path("corpus.txt"), BOTH, (1, 5)),
        ),
    ),
    "patterns": Target(make_patterns, (follow_pattern, read_expected)),
    "index": Target(lambda: [_make_project(), make_index()], (read_index,)),
    "lists": Target(_make_lists, tuple(partial(_list_of, name) for name in ("words.csv", "words.txt", "arrays.npz"))),
    "cross-check": Target(_make_cross_check, (_read_cross_check,)),
    **{
        f"format {name}": Target(
            partial(_make_format, name),
            (
                _detect,
                lambda: [foreign_labels(Path("source")), stamps_of_lists(Path("source"))],
                partial(_convert, name.partition(" ")[0], ("labelme", "jsonl", "wordlist")[len(name) % 3]),
            ),
        )
        for name in SAMPLES
    },
    "format lmdb": Target(
        lambda: write({"source/data.mdb": LMDB}), (_detect, partial(_convert, "lmdb", "jsonl"))
    ),
    "format npz": Target(_make_npz, (_detect, partial(_convert, "npz", "labelme"))),
    "format matlab": Target(
        _make_matlab, (partial(_convert, "iiit5k", "jsonl"), partial(_convert, "synthtext", "jsonl")), is_heavy=True
    ),
    "weights": Target(
        _make_weights,
        (
            partial(_weights, "a.weights.h5"), partial(_weights, "a.npz"), partial(_weights, "a.npz", "names.json"),
            partial(_weights, "a.keras"),
        ),
        is_heavy=True,
    ),
    "records": Target(_make_shards, (partial(_shards, verify=True), partial(_shards, verify=False)), is_heavy=True),
    "graphs": Target(_make_graph, (partial(_graph, "saved"), partial(_graph, "frozen.pb")), is_heavy=True),
}  # fmt: skip
"""By name; `--target` takes the beginning of one."""
