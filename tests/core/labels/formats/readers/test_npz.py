"""NumPy archives: ours, pairs of arrays, and Keras' mnist.npz."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.errors import FormatError
from core.base.images import encode_png, read_image
from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.npz import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.registry import detect
from core.labels.formats.source import Source


def test_pixels_come_back_bit_for_bit_and_labels_with_them(tmp_path: Path, word_images: Path):
    rng = np.random.default_rng(0)
    (word_images / "a.png").write_bytes(encode_png(rng.integers(0, 256, (32, 100, 3), dtype=np.uint8)))
    assert convert(word_images, tmp_path / "there", write_as="npz").written == 2
    alone = tmp_path / "alone"
    alone.mkdir()
    (tmp_path / "there" / "words.npz").rename(alone / "words.npz")
    assert detect(alone).id == "npz"
    assert convert(alone, tmp_path / "back").written == 2
    for path in word_images.rglob("*.png"):
        copy = tmp_path / "back" / path.relative_to(word_images)
        assert np.array_equal(read_image(copy), read_image(path))
        before, after = read_label(path.with_suffix(".json")).label, read_label(copy.with_suffix(".json")).label
        assert (after.text, after.characters) == (before.text, before.characters)


def test_arrays_are_as_the_readme_says(tmp_path: Path, word_images: Path):
    convert(word_images, tmp_path / "there", write_as="npz")
    with np.load(tmp_path / "there" / "words.npz", allow_pickle=False) as arrays:
        assert arrays["names"].tolist() == ["a.png", "sub/车 牌.png"]
        assert arrays["texts"].tolist() == ["A,", "粤 B"]
        assert arrays["image_00000001"].shape == (32, 100, 3)
        assert arrays["character_image"].tolist() == [0, 0, 1, 1, 1]
        assert arrays["character_symbol"].tolist() == ["A", ",", "粤", " ", "B"]
        assert arrays["character_corners"][0].tolist() == [[10, 2], [18, 2], [18, 30], [10, 30]]


def test_mnist_and_pairs_of_one_size_are_word_level(tmp_path: Path):
    digits = np.arange(2 * 28 * 28, dtype=np.uint8).reshape(2, 28, 28)
    np.savez(tmp_path / "mnist.npz", x_train=digits, y_train=np.array([5, 0], np.uint8), x_test=digits[:1], y_test=[7])
    records = [item for item in FORMAT.read(Source(tmp_path / "mnist.npz")) if isinstance(item, Record)]
    assert [(each.image, each.label.text) for each in records] == [
        ("x_train_000000.png", "5"), ("x_train_000001.png", "0"), ("x_test_000000.png", "7"),
    ]  # fmt: skip
    np.savez(tmp_path / "pairs.npz", images=np.zeros((1, 8, 20, 3), np.uint8), texts=["词"])
    (record,) = FORMAT.read(Source(tmp_path / "pairs.npz"))
    assert isinstance(record, Record) and record.label.text == "词"


def test_pictures_that_are_no_bytes_are_refused(tmp_path: Path):
    np.savez(tmp_path / "a.npz", images=np.zeros((1, 8, 20), np.float32), labels=["A"])
    (refusal,) = FORMAT.read(Source(tmp_path / "a.npz"))
    assert isinstance(refusal, Refusal) and "uint8" in refusal.reason


def test_name_that_leads_out_of_the_folder_is_refused(tmp_path: Path):
    np.savez(tmp_path / "a.npz", names=["../a.png"], texts=["A"], image_00000000=np.zeros((8, 8, 3), np.uint8))
    (refusal,) = FORMAT.read(Source(tmp_path / "a.npz"))
    assert isinstance(refusal, Refusal) and "leads out of the folder" in refusal.reason


def test_objects_are_never_unpickled_and_an_archive_cut_off_is_told(tmp_path: Path):
    np.savez(tmp_path / "a.npz", images=np.array([None, {}], dtype=object), labels=["A", "B"], allow_pickle=True)
    with pytest.raises(FormatError, match=r"a\.npz"):
        list(FORMAT.read(Source(tmp_path / "a.npz")))
    whole = (tmp_path / "a.npz").read_bytes()
    (tmp_path / "a.npz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FormatError, match=r"a\.npz"):
        list(FORMAT.read(Source(tmp_path / "a.npz")))


def test_archive_that_would_unpack_to_gigabytes_is_refused_unread(tmp_path: Path):
    path = tmp_path / "a.npz"
    np.savez(path, images=np.zeros((1, 8, 20), np.uint8), labels=["A"])
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02") + 24  # the size of the first member, in the directory at the end
    data[at : at + 4] = (0xFFFFFFF0).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(FormatError, match=r"a\.npz.*more than 2,048 MB"):
        list(FORMAT.read(Source(path)))


def test_archive_that_is_there_is_kept_and_a_foreign_one_is_not_replaced(tmp_path: Path, word_images: Path):
    convert(word_images, tmp_path / "there", write_as="npz")
    (word_images / "a.json").unlink()
    assert convert(word_images, tmp_path / "there", write_as="npz").unchanged == 1
    with np.load(tmp_path / "there" / "words.npz") as arrays:
        assert arrays["names"].tolist() == ["a.png", "sub/车 牌.png"]
    np.savez(tmp_path / "there" / "words.npz", weights=np.zeros(3))
    with pytest.raises(FormatError, match="not an archive that this program wrote"):
        convert(word_images, tmp_path / "there", write_as="npz")


def test_archive_of_characters_beyond_all_words_is_refused(tmp_path: Path):
    tables = {
        "character_image": np.zeros(5000, np.int64),
        "character_symbol": np.full(5000, "A"),
        "character_corners": np.zeros((5000, 4, 2)),
    }
    np.savez(tmp_path / "a.npz", names=["a.png"], texts=["A"], image_00000000=np.zeros((8, 8, 3), np.uint8), **tables)
    with pytest.raises(FormatError, match="different lengths"):
        list(FORMAT.read(Source(tmp_path / "a.npz")))


@pytest.mark.parametrize(
    "arrays",
    [
        {"names": np.zeros(10**7, "U1"), "texts": np.zeros(10**7, "U1")},
        {"images": np.array(5), "texts": np.array("a")},
        {"images": np.zeros((1, 2), np.uint8), "labels": np.array([b"\xff"])},
    ],
    ids=["many names", "no dimension", "no text"],
)
def test_arrays_of_other_shapes_are_refused_in_a_sentence(tmp_path: Path, arrays: dict[Any, Any]):
    np.savez_compressed(tmp_path / "a.npz", **arrays)
    with pytest.raises(FormatError, match=r"a\.npz"):
        list(FORMAT.read(Source(tmp_path / "a.npz")))
