import sys
from pathlib import Path

import pytest

from app.workers.death import cause_of, tail

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


def said(code: int | None, *lines: str) -> str:
    return cause_of(code, lines, "The training")


def test_a_process_that_ended_well_has_no_cause():
    assert said(0, "ValueError: of long ago") == ""


@posix_only
@pytest.mark.parametrize(
    ("number", "words"),
    [
        (9, "killed by signal 9 (SIGKILL): most often the system ran out of memory"),
        (15, "killed by signal 15 (SIGTERM): somebody or the system ended it"),
        (4, "(SIGILL): this TensorFlow needs a newer processor"),
        (11, "(SIGSEGV): it crashed inside a library"),
        (63, "signal 63"),
    ],
)
def test_a_signal_is_named_with_what_it_mostly_means(number: int, words: str):
    assert words in said(-number)


@pytest.mark.usefixtures("chinese")
def test_cause_is_told_in_the_windows_language():
    assert said(9) == "The training以退出码 9 结束，未说明原因。详情见日志。"
    assert said(0xC0000005) == "The training崩溃（访问冲突）。日志可能说明是在哪个库中。"


@posix_only
def test_last_words_of_a_library_that_gave_up_explain_it():
    cause = said(-6, "terminate called after throwing std::bad_alloc", "Fatal Python error: Aborted", "Thread 0x1")
    assert "There was not enough memory" in cause
    assert "SIGABRT" in cause


@posix_only
def test_a_machine_without_a_gpu_is_no_cause_of_a_crash():
    assert "driver" not in said(-6, "E0000 cuda_platform.cc:52] failed call to cuInit: UNKNOWN ERROR (303)")


def test_missing_cuda_libraries_are_named_with_what_to_do():
    cause = said(1, "ImportError: libcudart.so.12: cannot open shared object file: No such file or directory")
    assert "NVIDIA's libraries are missing" in cause
    assert "script/bootstrap --gpu" in cause


def test_memory_of_a_gpu_that_another_program_holds_is_told_with_what_to_do():
    error = (
        "tensorflow.python.framework.errors_impl.InternalError: CUDA runtime implicit initialization on GPU:0 failed."
    )
    assert said(1, "Traceback (most recent call last):", f"{error} Status: out of memory") == (
        "The training stopped with an error. The GPU has too little free memory, usually because another program holds "
        "it (InternalError: CUDA runtime implicit initialization on GPU:0 failed. Status: out of memory). "
        "Close other programs that use the GPU (the dialog Train names them under “Runs on”), or lower batch."
    )


def test_an_error_of_ours_is_repeated_as_it_is():
    assert said(1, "core.base.errors.DataError: a.png: cut off. Export it again.") == "a.png: cut off. Export it again."


def test_an_unknown_exception_is_told_by_its_last_line():
    cause = said(1, "Traceback (most recent call last):", "ZeroDivisionError: division by zero")
    assert cause == "The training stopped with an error (ZeroDivisionError: division by zero). See the log for details."


def test_a_crash_of_windows_is_named():
    assert "access violation" in said(-1073741819 & 0xFFFFFFFF)


def test_only_the_last_lines_of_a_long_log_are_read(tmp_path: Path):
    log = tmp_path / "log.txt"
    log.write_bytes(b"first\n" + b"x" * 200_000 + b"\n\xff\nlast\n")
    assert tail(log, 2) == ("\N{REPLACEMENT CHARACTER}", "last")
    assert tail(tmp_path / "missing", 2) == ()
