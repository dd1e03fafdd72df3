import sys
from functools import partial
from unittest.mock import Mock

import h5py
import keras
import pytest

from core.base.errors import ModelError
from core.model.adapting.weight_files import read_weights
from core.model.network.backbones import build_backbone
from core.model.network.h5_files import require_readable


def test_a_file_that_can_be_read_and_one_that_is_none_are_left_to_whoever_reads_them(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["part/numbers"] = [1.0, 2.0]
    (tmp_path / "b.h5").write_bytes(b"no HDF5")
    for name in ("a.h5", "b.h5", "missing.h5"):
        require_readable(tmp_path / name)


@pytest.mark.skipif(sys.platform == "win32", reason="no signal ends a process there")
def test_a_file_over_which_the_library_crashes_is_one_sentence(tmp_path):
    crash = [sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"]
    with pytest.raises(ModelError, match=r"^a\.h5: damaged, reading it crashed a process \(SIGSEGV\)"):
        require_readable(tmp_path / "a.h5", crash)


def test_weights_are_read_there_before_they_are_read_here(tmp_path, monkeypatch):
    refuse = Mock(side_effect=ModelError("it crashed"))
    monkeypatch.setattr("core.model.network.backbones.require_readable", refuse)
    monkeypatch.setattr("core.model.adapting.weight_files.require_readable", refuse)
    (path := tmp_path / "a.weights.h5").touch()
    for read in (partial(build_backbone, "small", path), partial(read_weights, path, keras.Sequential())):
        with pytest.raises(ModelError, match="it crashed"):
            read()
