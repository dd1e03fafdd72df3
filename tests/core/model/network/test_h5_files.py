import sys
from functools import partial

import h5py
import keras
import pytest

from core.base.errors import ModelError
from core.model.adapting.weight_files import read_weights
from core.model.network.backbones import build_backbone
from core.model.network.h5_files import objects_of, require_readable


def test_a_file_that_is_none_is_left_to_whoever_reads_it(tmp_path):
    (tmp_path / "b.h5").write_bytes(b"no HDF5")
    require_readable(tmp_path / "b.h5")


def test_objects_are_found_once_though_links_go_round_and_none_in_another_file(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["part/numbers"] = [1.0, 2.0]
        file["part/first"] = file["part/second"] = file["/"]
        file["part/other"] = h5py.ExternalLink("b.h5", "/")
        file["part/again"] = h5py.SoftLink("/part/numbers")
        assert [*objects_of(file)] == ["", "part", "part/numbers"]
    require_readable(tmp_path / "a.h5")


@pytest.mark.skipif(sys.platform == "win32", reason="no signal ends a process there")
def test_a_file_over_which_the_library_crashes_is_one_sentence(tmp_path):
    crash = [sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"]
    with pytest.raises(ModelError, match=r"^a\.h5: damaged, reading it crashed a process \(SIGSEGV\)"):
        require_readable(tmp_path / "a.h5", crash)


@pytest.mark.parametrize("reads", [partial(build_backbone, "small"), partial(read_weights, wanted=keras.Sequential())])
def test_a_file_with_a_part_that_cannot_be_read_is_refused(tmp_path, reads):
    with h5py.File(path := tmp_path / "a.weights.h5", "w") as file:
        file["part/numbers"] = [1.0, 2.0]
    root, tree, part = path.read_bytes().rpartition(b"TREE")
    path.write_bytes(root + tree.lower() + part)
    with pytest.raises(ModelError, match=r"^a\.weights\.h5: damaged, a part of it cannot be read"):
        reads(path)
