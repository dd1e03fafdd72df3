"""Readers of label files on thousands of mutated files: records, refusals or one error, and never anything else.

The text formats run in one child process whose address space is bounded, so that a file that asks for gigabytes shows.
"""

import base64
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from scipy.io import savemat

from core.base.errors import FormatError, StudioError
from core.labels.formats import matlab_child
from core.labels.formats.base import Beside, Format, ListFile
from core.labels.formats.readers import iiit5k
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.registry import formats
from core.labels.formats.source import Source
from tests.fuzz.mutators import damaged

pytestmark = pytest.mark.long

SOME, MANY = 200, 1000  # mutants of each of the text formats, ordinarily and with --slow
ROOT = Path(__file__).parents[2]

QUAD = "10,2,18,2,18,30,10,30"
SHAPE: dict[str, Any] = {
    "points": [[10, 2], [18, 2.5], [18, 30], [10, 30]],
    "shape_type": "polygon",
    "group_id": None,
    "flags": {},
}
OURS = {"order": 2, "gaussian": {"center": [14, 16], "sigma": [3, 2], "angle": 10}, "ignore": False, "score": 0.5}
MASK = {
    "label": "C",
    "points": [[1, 1], [2, 2]],
    "shape_type": "mask",
    "mask": base64.b64encode(bytes(cv2.imencode(".png", np.array([[1, 0], [1, 1]], np.uint8))[1])).decode(),
}
QUAD_8 = [10, 2, 18, 2, 18, 30, 10, 30]
JSON = {"art", "labelme", "labelme-scene", "coco", "coco-text", "rects"}
SAMPLES = {
    "coco": json.dumps(
        {
            "images": [
                {"id": 1, "file_name": "a.png", "width": 100, "height": 32, "text": "粤"},
                {"id": 2, "file_name": "b.png"},
            ],
            "annotations": [
                {
                    "id": 1,
                    "image_id": 1,
                    "category_id": 1,
                    "bbox": [10, 2, 8, 28],
                    "segmentation": [QUAD_8],
                    "order": 1,
                },
                {"id": 2, "image_id": 2, "category_id": 1, "bbox": [10, 2, 8, 28], "segmentation": {"counts": "a"}},
            ],
            "categories": [{"id": 1, "name": "粤"}],
        }
    ),
    "coco-text": json.dumps(
        {
            "imgs": {"5": {"id": 5, "file_name": "a.jpg"}},
            "anns": {
                "1": {
                    "id": 1,
                    "image_id": 5,
                    "bbox": [10, 2, 8, 28],
                    "utf8_string": "Ave",
                    "legibility": "legible",
                    "mask": QUAD_8,
                },
                "2": {"id": 2, "image_id": 5, "bbox": [10, 2, 8, 28], "utf8_string": "Rd"},
            },
        }
    ),
    "art": json.dumps(
        {
            "gt_1": [{"transcription": "粤B", "points": SHAPE["points"], "illegibility": False}],
            "a": [{"transcription": "B"}, {"transcription": "粤", "illegibility": True}],
        }
    ),
    "icdar-words": 'a.png, "粤\\"B"\nb.png,Latin,a,b\nc.png, "###"\n',
    "rects": json.dumps(
        {
            "chars": [{"points": QUAD_8, "transcription": "粤", "ignore": 0}],
            "lines": [{"points": QUAD_8, "transcription": "粤", "ignore": 0}, {"points": QUAD_8, "transcription": "B"}],
        }
    ),
    "icdar": f'{QUAD},粤B\n{QUAD},Latin,a,b\n38, 43, 920, 215, "x"\n158 128 411 181 "y"\n{QUAD},###\n',
    "icdar characters": '36 28 4 25 30 20 10 29 49 "粤"\n# 1 2 3 4 5 6 7 8 9 "B"\n\n1 2 3 4 5 6 7 8 9 ""\n',
    "labelme": json.dumps(
        {
            "version": "5.5.0",
            "flags": {},
            "shapes": [{"label": "粤", **SHAPE, **OURS}, {"label": ",", **SHAPE}, MASK],
            "imagePath": "a.png",
            "imageData": None,
            "imageHeight": 32,
            "imageWidth": 100,
            "text": "粤,",
            "status": "reviewed",
            "schema": 1,
        },
        ensure_ascii=False,
        indent=1,
    ),
    "labelme-scene": json.dumps(
        {"shapes": [{"label": "EXIT", **SHAPE}, {"label": "###", **SHAPE}], "imagePath": "../a.png"}
    ),
    "plaintext": f"粤B \n{QUAD},粤\n{QUAD},B\n{QUAD}, \n{QUAD},,\n",
    "ccpd": f"{QUAD},粤B,1,{QUAD},粤,{QUAD},B,{QUAD},,,{QUAD},1\n",
    "jsonl": "".join(
        json.dumps(
            {"file": file, "width": 9, "height": 3, "text": "粤B", "chars": [{"c": "粤", "box": [1, 2, 30, 31.5]}]}
        )
        + "\n"
        for file in ("a.png", "sub\\b.png")
    ),
    "mmocr": json.dumps(
        {"file_name": "a.png", "annotations": [{"char_text": "F", "char_box": [1.0, 0, 22, 0, 12, 12, 0, 12]}]}
    )
    + '\n{"filename": "b.png", "text": "粤"}\n',
    "paddleocr": f"a/b.png\t{json.dumps([{'transcription': 'EXIT', 'points': SHAPE['points'], 'difficult': False}])}\n",
    "paddleocr-rec": "crop_img/a_crop_0.jpg\t粤B 12\ncrop_img/b.jpg\tx, y\n",
    "wordlist": "a.png\t粤B 12\nsub/b.png\tx, y\r\n",
}


def write_back(target: Format, record: Record) -> None:
    """What was read has to be writable, or be rejected."""
    try:
        if isinstance(target.writer, Beside):
            target.writer.encode(record.label, "a.png", (32, 100))
        elif isinstance(target.writer, ListFile):
            target.writer.line(record.image or "a.png", record.label, (32, 100))
    except Reject:
        pass


def feed(name: str, folder: Path, mutants: int) -> Counter[str]:
    """Read all mutants of one format; anything but records, refusals and errors for users gets out."""
    chance = random.Random(f"{name} 1")
    others = [text.encode() for text in SAMPLES.values()]
    suffix = ".json" if name in JSON else ".txt"
    writers = [each for each in formats().values() if each.writer is not None]
    path = folder / f"a{suffix}"
    seen: Counter[str] = Counter()
    for number in range(mutants):
        path.write_bytes(damaged(SAMPLES[name].encode(), others, chance))
        source = Source(path if number % 2 else folder)
        for each in formats().values():
            if number % 10 == 0:
                each.detect(source)
        try:
            for item in formats()[name.partition(" ")[0]].read(source):
                assert isinstance(item, Record | Refusal)
                seen["refusals" if isinstance(item, Refusal) else "records"] += 1
                if isinstance(item, Record):
                    write_back(chance.choice(writers), item)
                else:
                    assert "\n" not in str(item)
                    assert len(str(item)) < 1_000
        except StudioError as error:
            assert "\n" not in str(error)
            seen["errors"] += 1
        seen["files"] += 1
    return seen


def feed_all(folder: Path, mutants: int) -> dict[str, Counter[str]]:
    """What the child process runs."""
    matlab_child.limit(60)
    found = {}
    for name in SAMPLES:
        (folder / name).mkdir()
        found[name] = feed(name, folder / name, mutants)
    return found


def run_child(tmp_path: Path, code: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", "PYTHONWARNINGS": "error"}
    load = (
        "import importlib.util, sys; from pathlib import Path\n"
        f"spec = importlib.util.spec_from_file_location('fuzz', {__file__!r})\n"
        "fuzz = importlib.util.module_from_spec(spec)\n"
        f"spec.loader.exec_module(fuzz); folder = Path({str(tmp_path)!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", load + code], capture_output=True, text=True, timeout=300, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_every_text_format_has_a_sample_to_mutate() -> None:
    assert {name.partition(" ")[0] for name in SAMPLES} == set(formats()) - {
        "iiit5k",
        "synthtext",
        "lmdb",
        "npz",
        "ccpd-names",
        "tfrecord",
    }
    assert MANY * len(SAMPLES) >= 10_000


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_are_whole(tmp_path: Path, name: str) -> None:
    (tmp_path / ("a.json" if name in JSON else "a.txt")).write_text(SAMPLES[name], encoding="utf-8")
    kind = formats()[name.partition(" ")[0]]
    found = list(kind.read(Source(tmp_path if name != "paddleocr-rec" else tmp_path / "a.txt")))
    assert any(isinstance(each, Record) for each in found), found


@pytest.mark.parametrize("mutants", [SOME, pytest.param(MANY, marks=pytest.mark.slow)])
def test_mutated_files_give_records_refusals_or_one_error(mutants: int, tmp_path: Path) -> None:
    seen = json.loads(run_child(tmp_path, f"import json; print(json.dumps(fuzz.feed_all(folder, {mutants})))"))
    for name, counts in seen.items():
        assert counts["files"] == mutants
        assert counts["records"] > mutants / 20, (name, counts)  # all refused at the door would test nothing
        assert counts.get("refusals", 0) + counts.get("errors", 0) > mutants / 20, (name, counts)


def matlab_sample(path: Path) -> bytes:
    table = np.empty((1, 3), dtype=[("ImgName", "O"), ("chars", "O"), ("charBB", "O")])
    for place in range(3):
        table[0, place] = (f"train/{place}.png", "AB", np.array([[1, 1, 5, 5], [6, 1, 5, 5]], dtype=np.float32))
    savemat(path, {"trainCharBound": table}, do_compression=False)
    return path.read_bytes()


def feed_matlab(folder: Path, count: int) -> Counter[str]:
    """Mutants of a MATLAB file through what the reader's own child runs, each in a fork; one that crashes is kept."""
    import scipy.io  # noqa: F401  before the limits, as the child has it

    matlab_child.limit(60)
    sample, chance = matlab_sample(folder / "a.mat"), random.Random(2)
    seen: Counter[str] = Counter()
    for _ in range(count):
        data = bytearray(sample) if chance.random() < 0.7 else bytearray(damaged(sample, [sample], chance))
        for _ in range(chance.randint(1, 4)):
            if data:
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        (folder / "a.mat").write_bytes(data)
        fork = os.fork()
        if fork == 0:
            said = json.dumps(matlab_child.answer(str(folder / "a.mat")))
            os._exit(10 if said.startswith('{"error') else 20)
        code = os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])
        seen[{10: "error", 20: "records"}.get(code, "crash")] += 1
        if code not in {10, 20} and not (folder / "crash.mat").exists():
            (folder / "crash.mat").write_bytes(data)
    return seen


@pytest.mark.skipif(not hasattr(os, "fork"), reason="without fork a process a file takes too long")
@pytest.mark.parametrize("files", [150, pytest.param(600, marks=pytest.mark.slow)])
def test_mutated_matlab_files_give_records_or_one_error_or_crash_only_the_child(files: int, tmp_path: Path) -> None:
    seen = json.loads(run_child(tmp_path, f"import json; print(json.dumps(fuzz.feed_matlab(folder, {files})))"))
    assert sum(seen.values()) == files
    assert min(seen["error"], seen["records"]) > 20
    if (tmp_path / "crash.mat").exists():  # SciPy 1.16 has several
        with pytest.raises(FormatError, match=r"crash\.mat: the reader of MATLAB files ended without a result"):
            list(iiit5k.FORMAT.read(Source(tmp_path / "crash.mat")))


def test_mutated_matlab_files_give_records_refusals_or_one_error_through_the_whole_reader(tmp_path: Path) -> None:
    sample, chance = matlab_sample(tmp_path / "a.mat"), random.Random(3)
    for _ in range(12):
        (tmp_path / "a.mat").write_bytes(damaged(sample, [sample], chance))
        try:
            found = list(iiit5k.FORMAT.read(Source(tmp_path / "a.mat")))
        except FormatError as error:
            assert str(error).startswith("a.mat: ")
        else:
            assert all(isinstance(each, Record | Refusal) for each in found)
