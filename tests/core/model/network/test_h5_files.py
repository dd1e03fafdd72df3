import sys
from functools import partial
from pathlib import Path
from typing import Any

import h5py
import keras
import pytest

from core.base.errors import ModelError
from core.model.network.backbones import build_backbone
from core.model.network.h5_files import objects_of, require_readable
from core.plugins.adapting.weight_files import read_weights

pytestmark = pytest.mark.long


def test_a_file_that_is_none_is_left_to_whoever_reads_it(tmp_path: Path):
    (tmp_path / "b.h5").write_bytes(b"no HDF5")
    require_readable(tmp_path / "b.h5")


def test_objects_are_found_once_though_links_go_round_and_none_in_another_file(tmp_path: Path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file["part/numbers"] = [1.0, 2.0]
        file["part/first"] = file["part/second"] = file["/"]
        file["part/other"] = h5py.ExternalLink("b.h5", "/")
        file["part/again"] = h5py.SoftLink("/part/numbers")
        assert [*objects_of(file)] == ["", "part", "part/numbers"]
    require_readable(tmp_path / "a.h5")


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_reading_that_waits_is_no_damage_however_long_it_takes(tmp_path: Path):
    (tmp_path / "a.h5").write_bytes(b"on a disk that answers late")
    require_readable(tmp_path / "a.h5", python("import time; time.sleep(2)"), patience=1.5)


def test_reading_that_computes_without_an_end_is_one_sentence(tmp_path: Path):
    with pytest.raises(
        ModelError, match=r"^a\.h5: damaged, reading it does not come to an end\. Choose another file\."
    ):
        require_readable(tmp_path / "a.h5", python("while True: pass"), patience=0.5)


def test_every_20_mb_give_reading_another_second(tmp_path: Path):
    (tmp_path / "a.h5").write_bytes(bytes(200_000_000))
    # Read piece by piece: the system counts the bytes of one call only when the call is over
    reads = (
        "import sys, time\nfile = open(sys.argv[1], 'rb')\nwhile file.read(1_000_000) or time.process_time() < 6: pass"
    )
    require_readable(tmp_path / "a.h5", python(reads), patience=3)


def test_a_file_that_was_found_good_is_not_looked_at_again_until_a_byte_of_it_changes(tmp_path: Path):
    path, crash = tmp_path / "a.h5", python("import sys; sys.exit(3)")
    path.write_bytes(b"good")
    with pytest.raises(ModelError, match="a part of it cannot be read"):
        require_readable(path, crash, kept=tmp_path / "kept")
    require_readable(path, kept=tmp_path / "kept")
    require_readable(path, crash, kept=tmp_path / "kept")
    require_readable(path.rename(tmp_path / "b.h5"), crash, kept=tmp_path / "kept")
    path.write_bytes(b"hood")
    with pytest.raises(ModelError, match="a part of it cannot be read"):
        require_readable(path, crash, kept=tmp_path / "kept")


@pytest.mark.parametrize("ends", ["import sys; sys.exit(1)", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"])
def test_a_file_is_not_called_damaged_because_its_process_was_ended(tmp_path: Path, ends: str):
    (tmp_path / "a.h5").write_bytes(b"good")
    with pytest.raises(ModelError, match=r"^a\.h5: not read, because the process .* was ended .* try again\.$"):
        require_readable(tmp_path / "a.h5", python(ends))


@pytest.mark.skipif(sys.platform == "win32", reason="no signal ends a process there")
def test_a_file_over_which_the_library_crashes_is_one_sentence(tmp_path: Path):
    crash = [sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"]
    with pytest.raises(ModelError, match=r"^a\.h5: damaged, reading it crashed a process \(SIGSEGV\)"):
        require_readable(tmp_path / "a.h5", crash)


@pytest.mark.parametrize("reads", [partial(build_backbone, "small"), partial(read_weights, wanted=keras.Sequential())])
def test_a_file_with_a_part_that_cannot_be_read_is_refused(tmp_path: Path, reads: Any):
    with h5py.File(path := tmp_path / "a.weights.h5", "w") as file:
        file["part/numbers"] = [1.0, 2.0]
    root, tree, part = path.read_bytes().rpartition(b"TREE")
    path.write_bytes(root + tree.lower() + part)
    with pytest.raises(ModelError, match=r"^a\.weights\.h5: damaged, a part of it cannot be read"):
        reads(path)
