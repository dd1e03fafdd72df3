import hashlib
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import ModelError
from core.base.keras_home import weight_folders
from core.base.published_weights import RESNET50, PublishedWeights, keep_weights, kept_weights

DATA = b"weights of a network"
WEIGHTS = PublishedWeights("network_notop.h5", hashlib.md5(DATA, usedforsecurity=False).hexdigest())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "keras"))
    return tmp_path / "keras"


def test_file_with_the_published_checksum_is_copied_to_where_keras_looks(tmp_path: Path, home: Path):
    given = tmp_path / "download.h5"
    given.write_bytes(DATA)
    assert kept_weights(WEIGHTS) is None
    copy = keep_weights(given, WEIGHTS)
    assert copy == weight_folders()[0] / WEIGHTS.file == home / "models" / WEIGHTS.file
    assert copy.read_bytes() == DATA == given.read_bytes()
    assert kept_weights(WEIGHTS) == copy


@pytest.mark.parametrize("content", [b"", DATA[:-1], DATA + b" "])
def test_another_file_is_refused_with_both_checksums_and_nothing_is_written(tmp_path: Path, home: Path, content: Any):
    given = tmp_path / "download.h5"
    given.write_bytes(content)
    with pytest.raises(ModelError, match=rf"^download\.h5: this is not network_notop\.h5.* not {WEIGHTS.md5}\."):
        keep_weights(given, WEIGHTS)
    assert not home.exists()


def test_file_that_is_not_there_is_named(tmp_path: Path, home: Path):
    with pytest.raises(ModelError, match=r"^nothing\.h5: cannot be read"):
        keep_weights(tmp_path / "nothing.h5")


def test_checksum_is_the_one_that_keras_itself_compares():
    resnet = pytest.importorskip("keras.src.applications.resnet")
    assert RESNET50.md5 == resnet.WEIGHTS_HASHES["resnet50"][1]
