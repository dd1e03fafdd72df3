import json
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from support.progress import stop_at
from support.words.boxes import boxed

from core.base.errors import DataError, Sentence
from core.base.progress import Cancelled
from core.charset import ALNUM, Charset
from core.data.augmentation.augmentation import FULL
from core.data.batches.feeds import Mix, Part
from core.data.drawing.synthesis import Synthesis
from core.data.preflight import Inspection, check_same_preparation, check_structures, inspect, preflight
from core.data.samples.samples import LabelledWord, Preparation, Words
from core.data.samples.sources import SyntheticReader, read_list, read_project
from core.labels.files.storage import label_path, write_label
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec
from core.project.project import Project

SPEC = MapSpec(height=32, width=64, stride=4, max_length=4)
PREPARATION = Preparation(Charset(tuple(ALNUM)), SPEC)


def picture(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (20, 60, 3)).astype(np.uint8)


def save(path: Path, text: str, seed: int, *, polygons: bool = True, symbols: str | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture(seed))
    characters = boxed(symbols or text, 0, 3, 9, 14, gap=1) if polygons else ()
    write_label(label_path(path), WordLabel(characters, text), (20, 60))


def words(folder: Path, preparation: Preparation = PREPARATION) -> Words:
    return Words(read_project(Project.open(folder)), preparation, FULL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for k, text in enumerate(["ab", "cd", "ef"]):
        save(tmp_path / f"good_{k}.png", text, k, polygons=k != 1)
    save(tmp_path / "long.png", "abcde", 10)
    save(tmp_path / "differs.png", "ab", 11, symbols="ac")
    save(tmp_path / "unknown.png", "é", 12, polygons=False)
    save(tmp_path / "cut.png", "ab", 13)
    (tmp_path / "cut.png").write_bytes((tmp_path / "cut.png").read_bytes()[:200])
    cv2.imwrite(str(tmp_path / "bare.png"), picture(14))
    return tmp_path


def test_every_sample_that_is_left_out_is_named_with_its_reason(folder: Path):
    report = inspect(words(folder))
    assert {sample.name: sample.reason for sample in report.left_out}.keys() == {
        "long.png",
        "differs.png",
        "unknown.png",
        "cut.png",
        "bare.png",
    }
    for sample in report.left_out:
        assert sample.reason.startswith(f"{sample.name}: ")
        assert sample.reason.endswith(".")
    assert report.used == 3
    assert report.character_level == 2
    assert report.texts == ("ab", "cd", "ef")
    assert report.symbols == dict.fromkeys("abcdef", 1)


def test_what_passed_is_trained_on_without_a_skip(folder: Path):
    checked = preflight([Part(words(folder))])
    mix = Mix(checked.parts)
    names = {mix.sample(position).name for position in range(30)}
    assert names == {"good_0.png", "good_1.png", "good_2.png"}
    assert checked.used == 3
    assert len(checked.left_out) == 5


def test_the_report_is_plain_json(folder: Path, configure: Callable[..., Synthesis]):
    stream = Words(SyntheticReader(configure(symbols=ALNUM)), PREPARATION)
    found = json.loads(json.dumps(preflight([Part(words(folder)), Part(stream)]).to_dict()))
    assert found["training"][0]["used"] == 3
    assert found["training"][0]["word_level"] == 1
    assert {entry["name"] for entry in found["training"][0]["left_out"]} >= {"cut.png"}
    assert found["training"][1] == {"source": "synthetic stream", "used": None}
    assert found["validation"] is None


def test_a_picture_that_is_in_the_validation_too_is_not_trained_on(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
):
    other = tmp_path_factory.mktemp("val")
    save(other / "same.png", "xy", 2)
    cv2.imwrite(str(other / "same.bmp"), picture(2))  # another file format, the same picture
    save(other / "new.png", "xy", 50)
    (other / "same.png").unlink()
    checked = preflight([Part(words(folder))], words(other))
    assert {sample.name for sample in checked.left_out} >= {"good_2.png"}
    reason = next(sample.reason for sample in checked.left_out if sample.name == "good_2.png")
    assert reason == "good_2.png: the same picture is in the validation (same.bmp), so it is not trained on."
    assert checked.training_report[0].used == 2
    assert checked.training_report[0].character_level == 1
    assert checked.validation.size == 2


def test_an_older_picture_of_a_validation_word_is_not_trained_on(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
):
    newer = tmp_path_factory.mktemp("val")
    save(newer / "good_1.png", "cd", 60)  # taken again after the first folder was copied
    save(newer / "good_2.png", "xy", 61)  # another word that has the same file name
    checked = preflight([Part(words(folder))], words(newer))
    reasons = {sample.name: sample.reason for sample in checked.left_out}
    assert reasons["good_1.png"] == (
        "good_1.png: an image of the same name and text is in the validation, perhaps in a newer version, so it is "
        "not trained on."
    )
    assert "good_2.png" not in reasons
    assert checked.training_report[0].used == 2


def test_if_nothing_is_left_the_first_reason_is_given(tmp_path: Path):
    save(tmp_path / "long.png", "abcde", 0)
    with pytest.raises(DataError, match=r"1 were left out, the first because: long\.png: 5 characters"):
        preflight([Part(words(tmp_path))])


def test_an_empty_validation_is_refused(folder: Path, tmp_path_factory: pytest.TempPathFactory):
    empty = tmp_path_factory.mktemp("val")
    with pytest.raises(DataError, match=r"validation: no image of val.* can be used; none of the images is labelled"):
        preflight([Part(words(folder))], words(empty))


def test_a_list_takes_part_too(folder: Path):
    (folder / "words.csv").write_text("good_0.png,ab\nnothing.png,cd\n,x\n", encoding="utf-8")
    report = inspect(Words(read_list(folder / "words.csv"), PREPARATION))
    assert report.used == 1
    assert [sample.name for sample in report.left_out] == ["words.csv, line 3", "nothing.png"]


def test_balancing_prefers_words_with_rare_symbols(tmp_path: Path):
    for k in range(9):
        save(tmp_path / f"{k}.png", "aa", k)
    save(tmp_path / "rare.png", "az", 20)
    plain, balanced = (preflight([Part(words(tmp_path))], balance=b).parts[0].weights for b in (0.0, 1.0))
    assert plain is None
    assert balanced[9] > 2 * balanced[0]


def test_weights_follow_their_samples(folder: Path):
    source = words(folder)
    weights = np.arange(source.size, dtype=float)
    part = preflight([Part(source, weights=weights)]).parts[0]
    names = [source.name_of(int(weight)) for weight in part.weights]
    assert names == ["good_0.png", "good_1.png", "good_2.png"]


def test_it_can_be_stopped(folder: Path):
    with pytest.raises(Cancelled):
        inspect(words(folder), progress=stop_at())


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"maps": SPEC.with_(width=96)}, r"width \(64 and 96\)"),
        ({"charset": Charset(("a",))}, r"the charset \(62 and 1 symbol\)"),
        ({"charset": Charset(tuple(reversed(ALNUM)))}, "the charset"),
        ({"fold_full_width": True}, "normalisation"),
    ],
)
def test_training_and_validation_prepared_otherwise_are_refused(change: dict[Any, Any], what: str):
    with pytest.raises(DataError, match=rf"training and validation differ in {what}"):
        check_same_preparation({"training": PREPARATION, "validation": replace(PREPARATION, **change)})


class Spec:
    def __init__(self, shape: Any, dtype: Any = np.dtype(np.uint8)) -> None:  # noqa: B008
        self.shape, self.dtype = shape, dtype


@pytest.mark.parametrize(
    ("validation", "reason"),
    [
        ({"image": Spec((8, 32, 96, 3))}, r'"image" is uint8 \(32, 64, 3\) and uint8 \(32, 96, 3\)'),
        ({"image": Spec((8, 32, 64, 3), np.dtype(np.float32))}, "and float32"),
        ({"image": Spec((8, 32, 64, 3)), "text": Spec((8, 4))}, '"text" is only in one of them'),
        ({"image": Spec((8, None, None, 3))}, 'validation data: the shape of "image" is not known'),
    ],
)
def test_data_sets_of_another_structure_are_refused_by_name(validation: dict[Any, Any], reason: str):
    with pytest.raises(DataError, match=reason):
        check_structures({"training": {"image": Spec((8, 32, 64, 3))}, "validation": validation})


def test_only_the_batch_may_be_open_or_differ():
    check_structures({"training": {"image": Spec((8, 32, 64, 3))}, "validation": {"image": Spec((None, 32, 64, 3))}})


def test_a_tf_dataset_of_unknown_shape_is_refused_by_name():
    tf = pytest.importorskip("tensorflow")
    unknown = tf.data.Dataset.from_generator(lambda: iter(()), output_types=tf.uint8)
    known = tf.data.Dataset.from_tensor_slices(np.zeros((2, 32, 64, 3), np.uint8)).batch(2)
    check_structures({"training": {"image": known.element_spec}})
    with pytest.raises(DataError, match='validation data: the shape of "image" is not known'):
        check_structures({"training": {"image": known.element_spec}, "validation": {"image": unknown.element_spec}})


def test_words_of_record_files_are_checked_once_and_known_from_then_on(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
):
    pytest.importorskip("tensorflow")
    from core.data.records.reading import RecordReader
    from core.data.records.writing import write_words

    class Counted(RecordReader):
        """Records that count how often one of them is read."""

        reads = 0

        def read(self, index: int) -> LabelledWord:
            type(self).reads += 1
            return super().read(index)

    place = tmp_path_factory.mktemp("records")
    write_words(place, read_project(Project.open(folder)))

    def inspected(preparation: Preparation = PREPARATION) -> tuple[Inspection, int]:
        Counted.reads = 0
        return inspect(Words(Counted.open(place), preparation, FULL)), Counted.reads

    first, reads = inspected()
    assert reads == 6 and first.unknown == {"é": 1}
    again, reads = inspected()
    assert reads == 0
    assert {each.name: getattr(again, each.name) for each in fields(again)} == {
        each.name: getattr(first, each.name) for each in fields(first)
    }
    assert all(isinstance(left.reason, Sentence) for left in again.left_out if left.name != "bare.png")
    other = replace(PREPARATION, maps=SPEC.with_(max_length=5))
    assert inspected(other)[1] == 6 and inspected(other)[1] == 0 == inspected()[1]
    for kept in place.glob("checked-*.json"):
        kept.write_bytes(kept.read_bytes().replace(b"good_0", b"good_9").replace(b'"ab"', b'"ba"', 1))
    assert inspected()[1] == 6, "a result that was changed by hand is no result"
    cv2.imwrite(str(folder / "good_0.png"), picture(60))
    for file in place.iterdir():
        if not file.name.startswith("checked-"):
            file.unlink()
    write_words(place, read_project(Project.open(folder)))
    assert inspected()[1] == 6, "other record files were not checked yet"
    assert inspected()[0].pictures[1:] == first.pictures[1:] and inspected()[0].pictures[0] != first.pictures[0]
