from pathlib import Path

import cv2
import numpy as np
import pytest

from core.base.errors import DataError, ProjectError
from core.charset import ALNUM, Charset
from core.data.opening import open_reader
from core.data.samples.samples import LeftOut, Preparation, Prepared, Words
from core.data.samples.sources import FileReader
from core.labels.files.storage import label_path, write_label
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec

PREPARATION = Preparation(Charset(tuple(ALNUM)), MapSpec(height=32, width=64, stride=4))
IMAGE = np.random.default_rng(0).integers(0, 256, (20, 60, 3)).astype(np.uint8)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The same word as a folder, a list, arrays and records."""
    (tmp_path / "words").mkdir()
    cv2.imwrite(str(tmp_path / "words/a.png"), IMAGE[:, :, ::-1])
    write_label(label_path(tmp_path / "words/a.png"), WordLabel(text="ab"), (20, 60))
    (tmp_path / "list.csv").write_text("words/a.png,ab\n", encoding="utf-8")
    np.savez(tmp_path / "arrays.npz", images=IMAGE[None], texts=np.array(["ab"]))
    return tmp_path


def write_records(data: Path) -> None:
    pytest.importorskip("tensorflow")
    from core.data.records.writing import write_words

    write_words(data / "records", open_reader(data / "words"))


def sample_of(path: Path) -> Prepared | LeftOut:
    return Words(open_reader(path), PREPARATION).sample(0, None)


def test_the_same_word_is_the_same_sample_wherever_it_comes_from(data: Path):
    write_records(data)
    wanted = sample_of(data / "words")
    assert isinstance(wanted, Prepared)
    for name in ("list.csv", "arrays.npz", "records"):
        found = sample_of(data / name)
        assert np.array_equal(found.image, wanted.image), name
        assert np.array_equal(found.text, wanted.text), name
        assert found.has_maps == wanted.has_maps


def test_a_digest_differs_when_a_word_does(data: Path):
    write_records(data)
    names = ("words", "list.csv", "arrays.npz")
    before = {name: open_reader(data / name).digest for name in names}
    assert {name: open_reader(data / name).digest for name in names} == before
    label_path(data / "words/a.png").unlink()
    write_label(label_path(data / "words/a.png"), WordLabel(text="xy"), (20, 60))
    (data / "list.csv").write_text("words/a.png,xy\n", encoding="utf-8")
    np.savez(data / "arrays.npz", images=255 - IMAGE[None], texts=np.array(["ab"]))
    assert all(open_reader(data / name).digest != before[name] for name in names)


def test_a_folder_whose_manifest_is_not_of_records_is_a_folder_of_images(data: Path):
    (data / "words/manifest.json").write_text("{}", encoding="utf-8")
    assert isinstance(open_reader(data / "words"), FileReader)


def test_what_is_none_of_them_is_refused(data: Path):
    (data / "words.mp4").write_bytes(b"")
    with pytest.raises(DataError, match=r"words\.mp4: neither a folder"):
        open_reader(data / "words.mp4")
    with pytest.raises((DataError, ProjectError), match="gone"):
        open_reader(data / "gone")
