import errno
import os
import re
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import FileWriteError
from core.base.files import file_parts, locked_folder, make_folder, remove_file, write_atomically

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="permission bits and links are POSIX's")


def failing(code: int, after: int = 0) -> Callable[..., Any]:
    """An os function that fails, from its call number `after` on."""
    calls = 0

    def fail(*arguments: Any, **keywords: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls <= after:
            return 1  # os.write: one byte written
        raise OSError(code, os.strerror(code))

    return fail


def test_new_file_holds_the_bytes(tmp_path: Path):
    assert write_atomically(tmp_path / "a.json", b"content") is True
    assert (tmp_path / "a.json").read_bytes() == b"content"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_file_that_holds_the_bytes_already_is_not_touched(tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_bytes(b"same")
    os.utime(path, ns=(1, 1))
    inode = path.stat().st_ino
    assert write_atomically(path, b"same") is False
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (1, inode)


def test_file_of_the_same_length_but_other_bytes_is_replaced(tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_bytes(b"same")
    assert write_atomically(path, b"SAME") is True
    assert path.read_bytes() == b"SAME"


def test_empty_content_can_be_written(tmp_path: Path):
    assert write_atomically(tmp_path / "a", b"") is True
    assert (tmp_path / "a").read_bytes() == b""


@pytest.mark.parametrize(
    ("function", "code", "words"),
    [
        ("write", errno.ENOSPC, "disk is full"),
        ("fsync", errno.ENOSPC, "disk is full"),
        ("fsync", errno.EIO, "Check the disk"),
        ("replace", errno.EACCES, "read-only"),
        ("replace", errno.EROFS, "read-only"),
        ("open", errno.EROFS, "read-only"),
        ("open", errno.ENAMETOOLONG, "shorter name"),
    ],
)
def test_failure_at_any_step_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, code: Any, words: str
):
    path = tmp_path / "word 字.json"
    path.write_bytes(b"old")
    with monkeypatch.context() as patch:
        patch.setattr(os, function, failing(code))
        with pytest.raises(FileWriteError, match=rf"^word 字\.json: not written, [^\n]*{words}[^\n]*\.$"):
            write_atomically(path, b"new content")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_disk_that_fills_up_half_way_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    with monkeypatch.context() as patch:
        patch.setattr("core.base.files.os.write", failing(errno.ENOSPC, after=3))
        with pytest.raises(FileWriteError):
            write_atomically(path, b"new content")
    assert path.read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1


def test_system_that_writes_a_few_bytes_at_a_time_gets_all_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = os.write
    monkeypatch.setattr("core.base.files.os.write", lambda descriptor, data: real(descriptor, data[:3]))
    write_atomically(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_interrupt_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("core.base.files.os.fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "a.json", b"new")
    assert list(tmp_path.iterdir()) == []


def test_folder_that_cannot_be_flushed_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = os.fsync

    def files_only(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not here")
        real(descriptor)

    monkeypatch.setattr("core.base.files.os.fsync", files_only)
    assert write_atomically(tmp_path / "a.json", b"new") is True


def test_missing_folder_is_an_error_that_names_it(tmp_path: Path):
    with pytest.raises(
        FileWriteError, match=r'^a\.json: not written, the folder "gone" does not exist\. Create it, or c'
    ):
        write_atomically(tmp_path / "gone" / "a.json", b"x")


def test_folder_with_the_name_of_the_file_is_an_error(tmp_path: Path):
    (tmp_path / "a.json").mkdir()
    with pytest.raises(FileWriteError, match="a folder or device has this name"):
        write_atomically(tmp_path / "a.json", b"x")


@posix_only
def test_folder_of_ours_that_leads_elsewhere_is_not_written_into(tmp_path: Path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / ".textscanner").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileWriteError, match=r"\.textscanner is a link"):
        make_folder(tmp_path / "project" / ".textscanner" / "history")
    with pytest.raises(FileWriteError, match=r"\.textscanner is a link"):
        write_atomically(tmp_path / "project" / ".textscanner" / "runs.json", b"{}")
    assert list((tmp_path / "elsewhere").iterdir()) == []


@posix_only
def test_link_is_written_through_only_where_it_is_a_persons_own(tmp_path: Path):
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "real.json"
    target.write_bytes(b"old")
    link = tmp_path / "link.json"
    link.symlink_to(target)
    with pytest.raises(FileWriteError, match=r"link\.json is a link"):
        write_atomically(link, b"new")
    assert target.read_bytes() != b"new"
    write_atomically(link, b"new", through_link=True)
    assert link.is_symlink() and target.read_bytes() == b"new" and not target.is_symlink()
    assert [p.name for p in (tmp_path / "there").iterdir()] == ["real.json"]


@posix_only
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_permission_bits_are_kept(tmp_path: Path, mode: int):
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_atomically(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@posix_only
def test_new_file_has_the_permissions_that_the_user_gives_to_new_files(tmp_path: Path):
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a.json", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o640


def test_write_protected_file_is_respected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    monkeypatch.setattr("core.base.files.os.access", lambda *_: False)  # root may write everything
    with pytest.raises(FileWriteError, match="read-only"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"


def test_temporary_name_is_short_however_long_the_name_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    names: list[str] = []
    real = os.replace

    def listen(source: Path, target: Path) -> None:
        names.append(source.name)
        real(source, target)

    monkeypatch.setattr("core.base.files.os.replace", listen)
    path = tmp_path / ("x" * 250 + ".json")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new" and len(names) == 1 and len(names[0]) < 25 and names[0].startswith(".")


def test_only_old_temporary_files_of_ours_are_removed(tmp_path: Path):
    old, young = tmp_path / ".tss-0123456789ab.tmp", tmp_path / ".tss-ba9876543210.tmp"
    others = [tmp_path / name for name in ("a.tmp", ".tss-x.tmp", ".tss-0123456789ab.tmp.bak")]
    for path in (old, young, *others):
        path.write_bytes(b"x")
    (tmp_path / ".tss-000000000000.tmp").mkdir()
    for path in (old, *others, tmp_path / ".tss-000000000000.tmp"):
        os.utime(path, (time.time() - 7200,) * 2)
    write_atomically(tmp_path / "a.json", b"new")
    assert not old.exists() and young.exists() and all(path.exists() for path in others)


@posix_only
def test_temporary_file_of_a_killed_process_is_removed_at_the_next_writing(tmp_path: Path):
    killed = (
        "import os, sys; from pathlib import Path; from core.base.files import write_atomically\n"
        "sys.addaudithook(lambda event, arguments: event == 'os.rename' and os._exit(9))\n"
        "write_atomically(Path(sys.argv[1]) / 'a.json', b'new')"
    )
    for folder in (tmp_path / "killed", tmp_path / "alive"):
        folder.mkdir()
    subprocess.run([sys.executable, "-c", killed, tmp_path / "killed"], check=False)
    (left,) = (tmp_path / "killed").iterdir()
    write_atomically(tmp_path / "killed" / "b.json", b"new")
    assert not left.exists()
    name = re.sub("(?<=^.tss-...)......", f"{os.getpid():06x}", left.name)
    (tmp_path / "alive" / name).write_bytes(b"of a process that runs")
    write_atomically(tmp_path / "alive" / "b.json", b"new")
    assert (tmp_path / "alive" / name).exists()


def test_name_of_a_temporary_file_is_one_that_is_cleaned_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("core.base.files.os.replace", failing(errno.EIO))
    monkeypatch.setattr("core.base.files.Path.unlink", failing(errno.EIO))
    with pytest.raises(FileWriteError):
        write_atomically(tmp_path / "a.json", b"new")
    monkeypatch.undo()
    (left,) = tmp_path.iterdir()
    os.utime(left, (time.time() - 7200,) * 2)
    write_atomically(tmp_path / "a.json", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_file_is_removed_once(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"x")
    assert remove_file(tmp_path / "a") is True
    assert remove_file(tmp_path / "a") is False


def test_file_that_cannot_be_removed_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a").write_bytes(b"x")
    monkeypatch.setattr("core.base.files.Path.unlink", failing(errno.EACCES))
    with pytest.raises(FileWriteError, match=r"^a: not deleted, .*read-only"):
        remove_file(tmp_path / "a")


def test_folder_that_cannot_be_made_is_an_error(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"x")
    make_folder(tmp_path / "b" / "c")
    assert (tmp_path / "b" / "c").is_dir()
    with pytest.raises(FileWriteError, match=r"^b: not created, because a file has this name or"):
        make_folder(tmp_path / "a" / "b")
    with pytest.raises(FileWriteError, match=r"^a: not created, because a file has this name"):
        make_folder(tmp_path / "a")


@posix_only
def test_second_one_waits_until_the_folder_is_free(tmp_path: Path):
    events: list[str] = []

    def second() -> None:
        with locked_folder(tmp_path):
            events.append("second")

    thread = threading.Thread(target=second)
    with locked_folder(tmp_path):
        thread.start()
        thread.join(0.05)
        events.append("first")
    thread.join()
    assert events == ["first", "second"]


def test_folder_that_cannot_be_locked_is_used_without(tmp_path: Path):
    with locked_folder(tmp_path / "gone"):
        pass


@pytest.mark.parametrize("size", [0, 1, 5000, (1 << 20) - 1, 1 << 20, (5 << 19) + 1])
def test_the_parts_of_a_file_are_its_content_and_a_small_file_is_one_part(tmp_path: Path, size: int):
    data = bytes(number % 251 for number in range(size))
    (tmp_path / "a").write_bytes(data)
    parts = [*file_parts(tmp_path / "a")]
    assert b"".join(parts) == data
    if 0 < size < 1 << 20:
        assert len(parts) == 1


def test_a_folder_has_no_parts(tmp_path: Path):
    with pytest.raises(OSError, match="folder"):
        next(file_parts(tmp_path))
