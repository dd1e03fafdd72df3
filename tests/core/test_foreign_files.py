"""Whatever stands where a file should: each reader ends at once, with a sentence or without."""

import json
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.errors import StudioError
from core.base.images import read_image
from core.charset import Charset
from core.data.drawing.font_memory import FontMemory
from core.data.drawing.font_traits import listed_traits
from core.data.drawing.planted_errors import read_planted
from core.data.opening import open_reader
from core.data.samples.sources import read_arrays, read_list
from core.labels.files.history import History
from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.tfrecord.files import label_from_json, parse_manifest, read_manifest
from core.labels.formats.registry import detect, formats
from core.model.metrics.kept import read_kept
from core.project.project import Project
from core.readings.importing import import_readings
from core.readings.store import readings_in
from core.runs.config import make_config
from core.runs.cross_check import CrossCheck
from core.runs.curves import read_curves
from core.runs.files import json_lines, read_object, read_values
from core.runs.info import read_run
from core.runs.learning_history import LearningHistoryFile
from core.runs.model_spec import spec_of
from core.runs.profile import read_profile
from core.runs.watched import read_watched, run_spec

READERS: dict[str, Callable[[Path], object]] = {
    "charset.txt": Charset.read,
    "textscanner.json": lambda path: Project.open(path.parent),
    "word.json": read_label,
    "word.png": read_image,
    ".textscanner/history/2026-01-01-a-b.jsonl": lambda path: History(path.parents[2]).entries(),
    ".textscanner/cross-check.json": lambda path: CrossCheck.read(path.parents[1]),
    ".textscanner/readings.jsonl": lambda path: readings_in(path.parents[1]),
    "readings.csv": lambda path: import_readings(path, path.parent, ["word.png"]),
    "list.csv": read_list,
    "arrays.npz": read_arrays,
    "words.txt": open_reader,
    "manifest.json": lambda path: read_manifest(path.parent),
    "planted.json": lambda path: read_planted(path.parent),
    "fonts.tsv": lambda path: listed_traits(path.parent),
    "choices.toml": lambda path: make_config(read_values(path)),
    "choices.json": lambda path: make_config(read_values(path)),
    "run/config.json": lambda path: read_run(path.parent),
    "run/run.json": lambda path: run_spec(path.parent),
    "run/model.json": read_object,
    "run/metrics.jsonl": read_curves,
    "run/readings.jsonl": lambda path: list(json_lines(path)),
    "run/ledger.bin": lambda path: LearningHistoryFile(path).read(),
    "run/profile.json": read_profile,
    "run/model.keras": spec_of,
    "run/step_00000001.npz": read_watched,
    "kept.json.gz": read_kept,
}
FORMATS = [name for name, kind in formats().items() if kind.is_list]

KEYS = (
    *("schema", "step", "metrics", "seconds", "beginnings", "spec", "kind", "shards", "folds", "runs", "charset"),
    *("operators", "layers", "shapes", "text", "images", "annotations", "categories", "words", "version", "time"),
    *("image", "action", "title"),
)
DEEP = b"[" * 50_000
VALUES: dict[str, bytes] = {
    "nothing": b"",
    "no text": b"\xff\xfe\x00\xd8\x00",
    "nested": DEEP,
    "nested and whole": DEEP[:900] + b"]" * 900,
    "huge number": b"9" * 10_000,
    "huge step": b'{"step": ' + b"9" * 400 + b', "seconds": 1e999, "kind": "step", "loss": ' + b"9" * 400 + b"}\n",
    "NaN": b'{"step": NaN, "metrics": NaN, "schema": NaN}',
    "null": b"null",
    "list": b"[1, 2]\n",
    "other types": json.dumps(
        {
            key: [{"a": "\ud800"}]
            for key in KEYS
        }
    ).encode() + b"\n",
    "zip of nothing": b"PK\x05\x06" + bytes(18),
    "zip cut off": b"PK\x03\x04" + bytes(60),
    "gzip cut off": b"\x1f\x8b\x08" + bytes(9),
    "learning-history": b"TSLEDGER\x01\xff\xff\xff\x7f",
}  # fmt: skip


def ends(work: Callable[[], object], pipe: Path) -> bool:
    """True if the work ends by itself; a thread that waits for the pipe is let go."""

    def done() -> None:
        with suppress(StudioError):
            work()

    thread = threading.Thread(target=done, daemon=True)
    thread.start()
    thread.join(20)
    is_over = not thread.is_alive()
    while thread.is_alive():
        with suppress(OSError):
            os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        thread.join(0.05)
    return is_over


pipes_only = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")


@pipes_only
@pytest.mark.parametrize("name", READERS)
def test_reader_does_not_wait_for_a_pipe(tmp_path: Path, name: Any):
    pipe = tmp_path / name
    pipe.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(pipe)
    assert ends(lambda: READERS[name](pipe), pipe)


@pipes_only
@pytest.mark.parametrize("ending", [".json", ".jsonl", ".txt", ".csv", ".mat", ".npz", ".mdb"])
def test_no_format_waits_for_a_pipe_in_the_folder(tmp_path: Path, ending: str):
    (tmp_path / "scenes").mkdir()
    pipe = tmp_path / "scenes" / f"gt_labels{ending}"
    os.mkfifo(pipe)
    assert ends(lambda: detect(pipe.parent), pipe)
    for name in FORMATS:
        assert ends(lambda name=name: convert(pipe, tmp_path / "out", read_as=name), pipe), name


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("value", VALUES)
def test_reader_of_a_damaged_file_raises_no_error_but_ours(tmp_path: Path, name: Any, value: Any):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(VALUES[value])
    with suppress(StudioError):
        READERS[name](path)


@pytest.mark.parametrize("value", VALUES)
def test_cache_that_cannot_be_read_is_as_none(tmp_path: Path, value: Any):
    empty = FontMemory.of(tmp_path, tmp_path, "a")
    empty.path.write_bytes(VALUES[value])
    font = tmp_path / "font.ttf"
    font.write_bytes(b"font")
    assert FontMemory.of(tmp_path, tmp_path, "a").recall(font) is None
    (tmp_path / "kept.json.gz").write_bytes(VALUES[value])
    assert read_kept(tmp_path / "kept.json.gz") == {}


@pytest.mark.parametrize(
    "change",
    [
        {"shards": [{"file": "../../x", "records": 1, "bytes": 1, "checksum": ""}]},
        {"shards": [{"file": "a", "records": -1, "bytes": 1, "checksum": ""}]},
        {"per_shard": "many"},
        {"left_out": [{"name": "a", "reason": ["{a:>6000000000}", {"a": 1}]}]},
    ],
)
def test_manifest_with_a_right_checksum_is_read_with_care_all_the_same(change: dict[Any, Any]):
    from core.labels.formats.readers.tfrecord.files import Manifest, checksum_of

    values = json.loads(Manifest("s", "i", 1, complete=True).to_bytes())
    del values["checksum"]
    values |= change
    data = json.dumps(values | {"checksum": checksum_of(values)}).encode()
    with pytest.raises(StudioError, match="an entry is missing or wrong"):
        parse_manifest(data, "x/manifest.json")


@pytest.mark.parametrize(
    "change",
    [
        {"symbol": 5},
        {"order": "first"},
        {"area": {"box": [0, 0, 1 << 30, 1 << 30], "bits": "AA=="}},
        {"polygon": [[0, 0], [1, float("inf")]]},
    ],
)
def test_label_in_a_record_is_checked(change: dict[Any, Any]):
    character = {"symbol": "A", "polygon": [[0, 0], [1, 0], [1, 1]]} | change
    with pytest.raises(ValueError):
        label_from_json(json.dumps({"text": "A", "status": None, "characters": [character]}).encode())


def test_list_leads_nowhere_but_below_its_folder(tmp_path: Path):
    folder = tmp_path / "list"
    folder.mkdir()
    lines = ["../x.png,A", "/etc/x.png,B", "sub/../../x.png,C", "sub/x.png,D", f"{folder}/y.png,E", "C:\\x.png,F"]
    (folder / "words.csv").write_text("\n".join(lines))
    reader = read_list(folder / "words.csv")
    assert reader.images == ("sub/x.png", "y.png")
    assert all("above its images" in sample.reason for sample in reader.passed_over) and len(reader.passed_over) == 4


def test_field_without_end_in_the_first_line_of_a_list_is_a_sentence(tmp_path: Path):
    (tmp_path / "words.csv").write_text('"' + "a" * 200_000 + '",b\n')
    with pytest.raises(StudioError, match="line 1: the table cannot be read"):
        read_list(tmp_path / "words.csv")


@pytest.mark.long
def test_picture_that_is_made_to_fill_the_memory_is_refused_undecoded(tmp_path: Path):
    from PIL import Image

    Image.new("1", (7000, 7000)).save(tmp_path / "a.png")
    with pytest.raises(StudioError, match=r"49,000,000 pixels in only [\d,]+ bytes"):
        read_image(tmp_path / "a.png")
    pixels = np.random.default_rng(0).integers(0, 255, (2500, 2000, 4), np.uint8)
    Image.fromarray(pixels).save(tmp_path / "b.png", compress_level=1)
    whole = np.asarray(Image.fromarray(pixels[2400:, :8]))  # of the last rows, which are converted apart
    alpha = whole[..., 3:].astype(float) / 255
    wanted = whole[..., :3] * alpha + 255 * (1 - alpha)
    np.testing.assert_allclose(read_image(tmp_path / "b.png")[2400:, :8], wanted, atol=1.01)
