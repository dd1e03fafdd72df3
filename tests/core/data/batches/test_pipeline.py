import ctypes
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from core.base.errors import DataError
from core.charset import ALNUM, Charset
from core.data.augmentation.augmentation import FULL
from core.data.batches.batches import structure
from core.data.batches.feeds import Mix, OnePass, Part
from core.data.batches.loading import BatchLoader
from core.data.drawing.synthesis import Synthesis
from core.data.samples.samples import Preparation, Words
from core.data.samples.sources import SyntheticReader, read_project
from core.labels.files.storage import label_path, write_label
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec
from core.project.project import Project

tf = pytest.importorskip("tensorflow")
from core.data.batches.pipeline import checked, dataset, explained  # noqa: E402

pytestmark = pytest.mark.long  # its imports load TensorFlow

SPEC = MapSpec(height=32, width=64, stride=4, max_length=8)
PREPARATION = Preparation(Charset(tuple(ALNUM)), SPEC)


@pytest.fixture(scope="module")
def stream(configure: Callable[..., Synthesis]) -> Words:
    return Words(SyntheticReader(configure(symbols=ALNUM), seed=1), PREPARATION, FULL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five images of other sizes and kinds: grey, colour, with alpha, 16 bits, tall."""
    rng = np.random.default_rng(0)
    shapes: list[tuple[tuple[int, ...], Any]] = [
        ((20, 60), np.uint8),
        ((31, 77, 3), np.uint8),
        ((16, 40, 4), np.uint8),
        ((24, 50), np.uint16),
        ((90, 20, 3), np.uint8),
    ]
    for k, (shape, dtype) in enumerate(shapes):
        cv2.imwrite(str(tmp_path / f"{k}.png"), rng.integers(0, np.iinfo(dtype).max, shape).astype(dtype))
        write_label(label_path(tmp_path / f"{k}.png"), WordLabel(text=f"w{k}"), shape[:2])
    return tmp_path


def project(folder: Path) -> Words:
    return Words(read_project(Project.open(folder)), PREPARATION)


def test_shapes_are_static_the_batch_included(stream: Words):
    with BatchLoader(Mix([Part(stream)]), 3) as loader:
        spec = dataset(loader).element_spec
    for key, (shape, dtype) in structure(SPEC).items():
        assert spec[key].shape.as_list() == [3, *shape], key
        assert spec[key].dtype == dtype, key


def test_shapes_stay_static_inside_a_traced_function(stream: Words):
    traced = []

    @tf.function
    def look(batch: dict[str, Any]) -> Any:
        traced.append({key: value.shape.as_list() for key, value in batch.items()})
        return tf.reduce_sum(tf.cast(batch["image"], tf.float32))

    with BatchLoader(Mix([Part(stream)]), 2) as loader:
        for batch in dataset(loader).take(4):
            look(batch)
    assert len(traced) == 1  # one trace serves all batches
    assert traced[0]["image"] == [2, 32, 64, 3]


def test_only_the_batch_is_open_where_the_last_one_is_smaller(folder: Path):
    with BatchLoader(OnePass(project(folder)), 2) as loader:
        data = dataset(loader)
        assert data.element_spec["image"].shape.as_list() == [None, 32, 64, 3]
        assert [int(tf.shape(batch["image"])[0]) for batch in data] == [2, 2, 1]


def test_grey_alpha_and_16_bit_images_make_batches_with_the_others(folder: Path):
    with BatchLoader(OnePass(project(folder)), 5) as loader:
        (batch,) = checked(dataset(loader), loader)
    assert batch["image"].shape == (5, 32, 64, 3)
    assert not batch["has_maps"].numpy().any()


def test_the_same_seed_gives_the_same_batches_and_resuming_goes_on_exactly(stream: Words, folder: Path):
    def arrays(start: int, count: int, workers: int) -> list[dict[str, np.ndarray]]:
        mix = Mix([Part(stream, 2), Part(project(folder), 1)], seed=7)
        with BatchLoader(mix, 2, start=start, workers=workers) as loader:
            return list(dataset(loader).take(count).as_numpy_iterator())

    once, again, resumed = arrays(0, 6, 1), arrays(0, 6, 3), arrays(6, 3, 2)
    for one, other in [*zip(once, again, strict=True), *zip(once[3:], resumed, strict=True)]:
        for key, value in one.items():
            assert np.array_equal(value, other[key]), key


def test_the_loaders_own_sentence_comes_out_of_a_failed_dataset(folder: Path):
    class Broken(Words):
        def sample(self, index: int, rng: np.random.Generator | None) -> Any:
            raise ZeroDivisionError("of all things")

    source = Broken(read_project(Project.open(folder)), PREPARATION)
    with (
        BatchLoader(OnePass(source), 2) as loader,
        pytest.raises(DataError, match=r"^0\.png: preparing it failed \(ZeroDivisionError: of all things\)"),
    ):
        list(checked(dataset(loader), loader))


def test_an_image_that_vanishes_during_training_is_skipped_counted_and_named(folder: Path):
    source = project(folder)
    (folder / "1.png").unlink()
    with BatchLoader(Mix([Part(source)]), 5) as loader:
        for batch in dataset(loader).take(3):
            assert batch["image"].shape[0] == 5
        assert [sample.name for sample in loader.left_out] == ["1.png"]
        assert loader.skipped >= 3


class Heap(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "free", "fast", "mapped", *"abcdef")]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_a_large_array_needs_no_pages_of_its_own_after_a_generator(stream: Words):
    heap = ctypes.CDLL(None).mallinfo2
    heap.restype = Heap
    with BatchLoader(Mix([Part(stream)]), 2) as loader:
        next(checked(dataset(loader)))
    mapped, block = heap().mapped, np.empty(16 << 20, np.uint8)
    assert heap().mapped == mapped, f"{block.nbytes} bytes are handed back as soon as they are freed"


def test_errors_of_tensorflow_become_advice(tmp_path: Path):
    mixed = tf.data.Dataset.from_generator(
        lambda: iter([np.zeros((2, 2, 3)), np.zeros((2, 2, 1))]), output_signature=tf.TensorSpec((2, 2, None))
    ).batch(2)
    with pytest.raises(DataError, match="The images differ in size or channels"):
        list(checked(mixed))
    (tmp_path / "cut.tfrecord").write_bytes(b"\x05\0\0\0\0\0\0\0abcd")
    with pytest.raises(DataError, match="A record file is cut off or damaged"):
        list(checked(tf.data.TFRecordDataset(str(tmp_path / "cut.tfrecord"))))


def test_an_unknown_error_keeps_its_first_line():
    error = tf.errors.InternalError(None, None, "something odd\nand a long trace")
    assert str(explained(error)) == "training data: TensorFlow's input pipeline failed (InternalError: something odd)."
