import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest
from support.progress import stop_at

from core.base.errors import DataError, FileWriteError, FormatError, ImageError, Sentence
from core.base.images import read_image
from core.base.progress import Cancelled
from core.charset import ALNUM, Charset
from core.data.augmentation.augmentation import FULL
from core.data.batches.batches import structure
from core.data.batches.feeds import Mix, Part
from core.data.samples.samples import LabelledWord, LeftOut, Preparation, Prepared, Words
from core.labels.files.storage import label_path, read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.tfrecord.files import (
    MANIFEST_NAME,
    Manifest,
    checksum_of,
    label_from_json,
    label_to_json,
    parse_manifest,
    read_manifest,
)
from core.labels.geometry import rectangle
from core.labels.label import ILLEGIBLE, Area, CharacterLabel, Gaussian, WordLabel
from core.labels.maps.spec import MapSpec

tf = pytest.importorskip("tensorflow")
from core.data.records import writing  # noqa: E402
from core.data.records.reading import RecordReader  # noqa: E402
from core.data.records.writing import write_words  # noqa: E402

pytestmark = pytest.mark.long  # its imports load TensorFlow

SPEC = MapSpec(height=32, width=64, stride=4, max_length=5)
PREPARATION = Preparation(Charset(tuple(ALNUM)), SPEC)
RICH = WordLabel(
    (
        CharacterLabel("é", rectangle(0.1, 1 / 3, 9, 17), order=2, gaussian=Gaussian((4.5, 9), (2, 1.5), 30)),
        CharacterLabel(
            ILLEGIBLE, ((1, 2), (8.25, 2), (5, 11)), order=1, shape_type="rectangle", source="model", score=0.125
        ),
        CharacterLabel(
            "\udcff", rectangle(20, 3, 29, 17), ignore=True, area=Area.from_array(21, 4, np.eye(5, 7).astype(bool))
        ),
    ),
    "文\n字",
    "reviewed",
)


class Pictures:
    """Seven random pictures of their own sizes; number 3 cannot be read."""

    name = "pictures"
    passed_over = (LeftOut("bare.png", "bare.png: it has no label."),)

    def __init__(self, size: int = 7, text: str = "ab") -> None:
        self.size, self.text = size, text

    def name_of(self, index: int) -> str:
        return f"图/{index}.png"

    def label_of(self, index: int) -> WordLabel:
        if index == 5:
            return WordLabel(text=self.text)
        boxes = (rectangle(10 * k, 3, 10 * k + 9, 17) for k in range(len(self.text)))
        characters = (CharacterLabel(symbol, box) for symbol, box in zip(self.text, boxes, strict=True))
        return WordLabel(tuple(characters), self.text)

    def read(self, index: int) -> LabelledWord:
        if index == 3:
            raise ImageError("3.png: it is damaged.")
        image = np.random.default_rng(index).integers(0, 256, (20 + index, 60 - index, 3)).astype(np.uint8)
        return LabelledWord(self.name_of(index), image, self.label_of(index))


def samples() -> Words:
    return Words(Pictures(), PREPARATION, FULL)


def same(one: Any, other: Any) -> bool:
    assert isinstance(one, Prepared)
    assert isinstance(other, Prepared)
    for key, (shape, dtype) in structure(SPEC).items():
        value = np.asarray(getattr(other, key))
        assert (value.shape, value.dtype) == (shape, dtype)
        assert np.array_equal(getattr(one, key), value), key
    return one.name == other.name


def test_a_label_goes_through_json_without_loss():
    assert label_from_json(label_to_json(RICH)) == RICH
    assert label_from_json(label_to_json(WordLabel())) == WordLabel()


def test_words_come_back_bit_equal(tmp_path: Path):
    manifest = write_words(tmp_path / "文", Pictures(), per_shard=3)
    assert [shard.records for shard in manifest.shards] == [3, 2, 1]
    reader = RecordReader.open(tmp_path / "文")
    assert reader.size == 6
    for number, index in enumerate([0, 1, 2, 4, 5, 6]):
        was, now = Pictures().read(index), reader.read(number)
        assert now.name == was.name == reader.name_of(number)
        assert np.array_equal(now.image, was.image)
        assert now.image.shape == was.image.shape
        assert now.label == was.label


def test_records_are_turned_back_into_images_and_labels(tmp_path: Path):
    write_words(tmp_path / "records", Pictures(), per_shard=3)
    done = convert(tmp_path / "records", tmp_path / "words")
    assert (done.read_as, done.written, done.refusals) == ("tfrecord", 6, ())
    for index in (0, 6):
        word = Pictures().read(index)
        assert np.array_equal(read_image(tmp_path / "words" / word.name), word.image)
        back = read_label(label_path(tmp_path / "words" / word.name)).label
        assert (back.word, back.in_order[0].polygon) == (word.label.word, word.label.in_order[0].polygon)
    (tmp_path / "records" / "part-00000.tfrecord").write_bytes(b"")
    with pytest.raises(FormatError, match=r"part-00000\.tfrecord: not as it was written \(0 of"):
        convert(tmp_path / "records", tmp_path / "more")


def test_what_was_left_out_is_listed_with_its_reason(tmp_path: Path):
    write_words(tmp_path, Pictures())
    assert RecordReader.open(tmp_path).passed_over == (
        LeftOut("bare.png", "bare.png: it has no label."),
        LeftOut("图/3.png", "图/3.png: it is damaged."),
    )


def test_reason_of_what_was_left_out_keeps_its_template():
    reason = Sentence("{name}: {reason}", name="a.png", reason=Sentence("gone"))
    kept = Manifest("words", "id", 4, left_out=(("a.png", reason), ("b.png", "b.png: a text.")))
    (_, first), (_, second) = parse_manifest(kept.to_bytes(), "manifest.json").left_out
    assert isinstance(first, Sentence) and (first, first.template) == (reason, reason.template)
    assert isinstance(first.places["reason"], Sentence)
    assert second == "b.png: a text.", "as an older version wrote every reason"


def test_reason_that_is_neither_text_nor_sentence_is_told_as_a_damaged_manifest():
    kept = json.loads(Manifest("words", "id", 4, left_out=(("a.png", "gone"),)).to_bytes())
    for wrong in (3, [], ["{name}", {}, 3], ["{name}", {"other": 1}]):
        kept["left_out"][0]["reason"] = wrong
        kept["checksum"] = checksum_of({key: value for key, value in kept.items() if key != "checksum"})
        with pytest.raises(DataError, match="an entry is missing or wrong"):
            parse_manifest(json.dumps(kept).encode(), "manifest.json")


def test_records_mix_with_other_sources_and_travel_to_other_processes(tmp_path: Path):
    write_words(tmp_path, Pictures())
    mix = Mix([Part(Words(RecordReader.open(tmp_path), PREPARATION, FULL)), Part(samples())], seed=1)
    again = pickle.loads(pickle.dumps(mix))
    assert all(same(mix.sample(position), again.sample(position)) for position in (0, 5, 40))


def test_the_manifest_describes_the_features_for_people_without_this_program(tmp_path: Path):
    write_words(tmp_path, Pictures())
    values = json.loads((tmp_path / MANIFEST_NAME).read_text(encoding="utf-8"))
    assert values["features"]["image"]["dtype"] == "uint8"
    schema = {"image": tf.io.FixedLenFeature([], tf.string), "size": tf.io.FixedLenFeature([2], tf.int64)}
    record = next(iter(tf.data.TFRecordDataset(str(tmp_path / "part-00000.tfrecord"))))
    parsed = tf.io.parse_single_example(record, schema)
    height, width = parsed["size"].numpy().tolist()
    image = tf.reshape(tf.io.decode_raw(parsed["image"], tf.uint8), (height, width, 3)).numpy()
    assert np.array_equal(image, Pictures().read(0).image)


def test_writing_that_was_stopped_goes_on_and_ends_in_the_same_bytes(tmp_path: Path):
    write_words(tmp_path / "whole", Pictures(), per_shard=2)

    with pytest.raises(Cancelled):
        write_words(tmp_path / "resumed", Pictures(), per_shard=2, progress=stop_at(4))
    kept = tmp_path / "resumed/part-00000.tfrecord"
    before = kept.stat().st_mtime_ns
    with pytest.raises(DataError, match="not all written"):
        RecordReader.open(tmp_path / "resumed")
    (tmp_path / "resumed/part-00001.tfrecord").write_bytes(b"damaged meanwhile")
    write_words(tmp_path / "resumed", Pictures(), per_shard=2)
    assert kept.stat().st_mtime_ns == before
    for path in sorted((tmp_path / "whole").iterdir()):
        assert (tmp_path / "resumed" / path.name).read_bytes() == path.read_bytes(), path.name
    assert len(list((tmp_path / "resumed").iterdir())) == len(list((tmp_path / "whole").iterdir()))


def test_writing_again_what_is_there_touches_nothing(tmp_path: Path):
    write_words(tmp_path, Pictures(), per_shard=2)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    write_words(tmp_path, Pictures(), per_shard=2)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(("other", "per_shard"), [(Pictures(text="xy"), 2), (Pictures(), 3), (Pictures(4), 2)])
def test_records_of_something_else_are_not_written_over(tmp_path: Path, other: Any, per_shard: int):
    write_words(tmp_path, Pictures(), per_shard=2)
    with pytest.raises(DataError, match="it holds records of something else"):
        write_words(tmp_path, other, per_shard=per_shard)


def test_record_files_without_a_manifest_are_left_alone(tmp_path: Path):
    (tmp_path / "mine.tfrecord").write_bytes(b"")
    with pytest.raises(DataError, match=r"record files without manifest\.json"):
        write_words(tmp_path, Pictures())


def test_a_file_that_cannot_be_written_is_said_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    class Full:
        def __init__(self, path: str) -> None:
            Path(path).write_bytes(b"half")

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def write(self, record: bytes) -> None:
            raise tf.errors.ResourceExhaustedError(None, None, "No space left on device")

    monkeypatch.setattr(writing.tf.io, "TFRecordWriter", Full)
    with pytest.raises(FileWriteError, match=r"part-00000\.tfrecord: not written \(No space left on device\)"):
        write_words(tmp_path, Pictures())
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def written(tmp_path: Path) -> Path:
    write_words(tmp_path, Pictures(), per_shard=4)
    return tmp_path


@pytest.mark.parametrize(
    ("damaged", "fault"),
    [
        (lambda data: data[:-100], r"\(\d+ of \d+ bytes\): cut off or changed"),
        (lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:], r"\(\d+ of \d+ bytes\): cut off or changed"),
        (None, "it is missing"),
    ],
)
def test_a_file_that_is_not_as_it_was_written_is_named(written: Path, damaged: Callable[..., Any] | None, fault: str):
    path = written / "part-00001.tfrecord"
    path.unlink() if damaged is None else path.write_bytes(damaged(path.read_bytes()))
    with pytest.raises(DataError, match=rf"^part-00001\.tfrecord: .*{fault}"):
        RecordReader.open(written)


def unchecked(folder: Path) -> RecordReader:
    """A reader that has not compared the checksums."""
    manifest = read_manifest(folder)
    assert manifest is not None
    return RecordReader(folder, manifest)


def test_lengths_that_lead_beyond_the_file_are_reported(written: Path):
    path = written / "part-00000.tfrecord"
    data = bytearray(path.read_bytes())
    data[0:8] = (1 << 40).to_bytes(8, "little")
    path.write_bytes(data)
    with pytest.raises(DataError, match=r"^part-00000\.tfrecord: cut off in record 1"):
        unchecked(written).read(0)


def edit_manifest(folder: Path, change: Any, *, sign: bool = True) -> None:
    path = folder / MANIFEST_NAME
    values = json.loads(path.read_text(encoding="utf-8"))
    change(values)
    if sign:
        del values["checksum"]
        values["checksum"] = checksum_of(values)
    path.write_text(json.dumps(values), encoding="utf-8")


def test_a_manifest_changed_by_hand_is_refused(written: Path):
    edit_manifest(written, lambda values: values.update(records=99), sign=False)
    with pytest.raises(DataError, match=r"manifest\.json: damaged or changed by hand"):
        read_manifest(written)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda v: v["features"]["size"].update(shape=[9]), "other features than those of this program"),
        (lambda v: v.update(kind="video"), 'kind "video" are not known'),
        (lambda v: v.update(kind="prepared"), 'kind "prepared" are not known'),
        (lambda v: v.pop("shards"), "an entry is missing or wrong"),
        (lambda v: v.update(schema=2), "of a newer version"),
    ],
)
def test_a_schema_that_is_not_ours_is_reported_with_what_differs(
    written: Path, change: Callable[..., Any], reason: str
):
    edit_manifest(written, change)
    with pytest.raises(DataError, match=reason):
        RecordReader.open(written)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'{"schema": 1}'])
def test_a_file_that_is_no_manifest_is_refused(written: Path, data: bytes):
    (written / MANIFEST_NAME).write_bytes(data)
    with pytest.raises(DataError, match="no manifest of record files"):
        RecordReader.open(written)


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path):
    with pytest.raises(DataError, match=r"there is no manifest\.json"):
        RecordReader.open(tmp_path)


def test_foreign_records_under_a_manifest_of_ours_name_the_feature(written: Path):
    """As when files were swapped; TensorFlow says "is required but could not be found"."""
    foreign = tf.train.Example(
        features=tf.train.Features(feature={"lm": tf.train.Feature(int64_list=tf.train.Int64List(value=[1]))})
    )
    path = written / "part-00000.tfrecord"
    with tf.io.TFRecordWriter(str(path)) as writer:
        for _ in range(3):
            writer.write(foreign.SerializeToString())
    edit_manifest(written, lambda values: values["shards"][0].update(bytes=path.stat().st_size))
    source = unchecked(written)
    with pytest.raises(DataError, match='the feature "name" is missing or of another type'):
        source.read(0)
