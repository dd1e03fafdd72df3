"""The fuzzer in the suite: some thousand inputs, what it found before, and that it sees what it looks for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import StudioError

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.long, pytest.mark.skipif(not hasattr(os, "fork"), reason="cases run in forks")]


def report_of(*command: str) -> Any:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False, env=environment
    )
    assert done.stdout, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_two_thousand_damaged_files_end_in_a_result_or_in_one_clean_sentence() -> None:
    report = report_of("-m", "tests.fuzz", "--light", "--inputs", "2000", "--seed", "0")
    assert report["findings"] == []
    assert report["inputs"] == 2000


def test_what_was_found_once_is_found_no_more() -> None:
    report = report_of("-m", "tests.fuzz", "--replay")
    assert report["findings"] == []
    assert report["inputs"] > 0


@pytest.mark.slow
def test_an_hour_of_other_damage_ends_in_results_and_clean_sentences(record_property: Any) -> None:
    seed = str(time.time_ns())
    report = report_of("-m", "tests.fuzz", "--seconds", "3600", "--seed", seed, "--processes", "2")
    record_property("seed and counts", json.dumps({"seed": seed, **report}))  # in the file of --junitxml
    assert not report["findings"], json.dumps(report)
    assert report["inputs"] >= 200_000


def hang() -> None:
    time.sleep(60)


def take_memory() -> None:
    try:
        bytearray(3 << 30)
    except MemoryError as error:
        raise StudioError("Too large.") from error


def write_outside() -> None:
    Path("../elsewhere").write_text("x")


def say_two_lines() -> None:
    raise StudioError("one\ntwo")


def raise_a_key_error() -> None:
    raise KeyError("x")


def end() -> None:
    os._exit(3)


def end_as_wanted() -> None:
    raise StudioError("This file is damaged.")


FAULTS = {
    "hang": hang, "memory": take_memory, "outside": write_outside, "unclean": say_two_lines,
    "exception": raise_a_key_error, "died": end,
}  # fmt: skip


def look_for_faults() -> None:
    """What a process of its own runs: each fault as a target, and one that behaves."""
    from tests.fuzz.running import numbered, run
    from tests.fuzz.targets import Target

    def reading(fault: Any) -> Any:
        return lambda: None if Path("a").read_bytes() == b"whole" else fault()

    faults = FAULTS | {"none": end_as_wanted}
    targets = {name: Target(lambda: Path("a").write_bytes(b"whole"), (reading(f),)) for name, f in faults.items()}
    print(json.dumps(run(numbered(0, list(targets)), inputs=len(targets), targets=targets, limit=1.0).to_dict()))


def test_fuzzer_sees_each_kind_of_fault() -> None:
    report = report_of("-c", "from tests.fuzz.test_fuzz import look_for_faults; look_for_faults()")
    assert {finding["target"]: finding["kind"] for finding in report["findings"]} == {name: name for name in FAULTS}
