import errno
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.base.errors import FileWriteError
from core.labels.files.journal import Journal, hash_of, journal_folder

ROOT = Path(__file__).parents[4]


def child(folder: Path, code: str) -> subprocess.Popen[str]:
    """A program that has made `journal`, and stays alive after `code` until it is killed."""
    code = (
        f"import sys, time; from pathlib import Path; from core.labels.files.journal import *\n"
        f"journal = Journal(Path(sys.argv[1]))\n{code}\nprint('ready', flush=True)\ntime.sleep(600)\n"
    )
    return subprocess.Popen([sys.executable, "-c", code, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True)


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()  # SIGKILL
    process.wait()
    assert process.stdout
    process.stdout.close()


def left_by_another(folder: Path, **records: bytes) -> None:
    with_closed = Journal(folder)
    for image, label in records.items():
        with_closed.record(image, label, None)
    with_closed.close()


def test_journal_without_records_creates_nothing(tmp_path: Path):
    journal = Journal(tmp_path / "j")
    assert journal.pending() == ()
    journal.clear("a.png")
    journal.close()
    assert list(tmp_path.iterdir()) == []


def test_killed_program_loses_nothing_that_it_had_recorded(tmp_path: Path):
    code = (
        "for n in range(10**9):\n"
        "    journal.record('字/a b.png', b'%d ' % n + b'x' * 5000, 'base')\n"
        "    if n % 50 == 0: print(n, flush=True)"
    )
    for _ in range(3):
        process = child(tmp_path, code)
        assert process.stdout
        told = [int(process.stdout.readline()) for _ in range(4)]
        process.kill()
        told += [int(line) for line in process.stdout.read().split()]
        process.wait()
        process.stdout.close()
        journal = Journal(tmp_path)
        (found,) = journal.pending()
        number, _, rest = found.label.partition(b" ")
        assert int(number) >= told[-1] and rest == b"x" * 5000
        assert (found.image, found.base_hash) == ("字/a b.png", "base")
        assert journal.unreadable() == ()
        journal.discard(found)
        assert journal.pending() == ()


def test_journal_of_a_living_program_is_not_offered(tmp_path: Path):
    process = child(tmp_path, "journal.record('a.png', b'1', None)")
    try:
        assert process.stdout and process.stdout.readline() == "ready\n"
        assert Journal(tmp_path).pending() == ()
    finally:
        kill(process)
    (found,) = Journal(tmp_path).pending()
    assert found.label == b"1"


def test_own_records_are_not_offered(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.record("a.png", b"1", None)
    assert journal.pending() == ()
    journal.close()


def test_last_record_of_an_image_replaces_the_one_before(tmp_path: Path):
    journal = Journal(tmp_path)
    before = datetime.now(UTC)
    journal.record("a.png", b"1", None)
    journal.record("a.png", b"2\n\n3", hash_of(b"base"))
    journal.close()
    (found,) = Journal(tmp_path).pending()
    assert (found.image, found.label, found.base_hash) == ("a.png", b"2\n\n3", hash_of(b"base"))
    assert before <= found.time <= datetime.now(UTC)


def test_saved_label_is_forgotten(tmp_path: Path):
    journal = Journal(tmp_path / "j")
    journal.record("a.png", b"1", None)
    journal.record("b.png", b"2", None)
    journal.clear("a.png")
    journal.close()
    assert [found.image for found in Journal(tmp_path / "j").pending()] == ["b.png"]


def test_journal_that_is_closed_with_nothing_unsaved_leaves_no_folder(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.record("a.png", b"1", None)
    journal.clear("a.png")
    journal.close()
    assert list(tmp_path.iterdir()) == []


def test_recovered_edits_of_several_programs_are_all_offered_in_order_of_time(tmp_path: Path):
    left_by_another(tmp_path, b=b"1", a=b"2")
    left_by_another(tmp_path, a=b"3")
    found = Journal(tmp_path).pending()
    assert [(one.image, one.label) for one in found] == [("a", b"2"), ("a", b"3"), ("b", b"1")]


def test_record_says_what_its_program_was_just_writing(tmp_path: Path):
    journal = Journal(tmp_path)
    journal.record("a.png", b"2", hash_of(b"0"), (hash_of(b"1"),))
    journal.record("b.png", b"2", hash_of(b"0"), (hash_of(None),))  # deletes it
    journal.record("c.png", b"2", hash_of(b"0"))
    journal.close()
    assert [one.writing for one in Journal(tmp_path).pending()] == [(hash_of(b"1"),), (None,), ()]


def test_record_of_an_earlier_version_is_read(tmp_path: Path):
    left_by_another(tmp_path, a=b"1")
    (found,) = Journal(tmp_path).pending()
    found.path.write_bytes(found.path.read_bytes().replace(b'"writing": [], ', b""))
    assert Journal(tmp_path).pending() == (found,)


def test_torn_record_is_told_and_spoils_no_other(tmp_path: Path):
    left_by_another(tmp_path, a=b"1" * 100, b=b"2", c=b"3")
    (torn,) = [one.path for one in Journal(tmp_path).pending() if one.image == "a"]
    (empty,) = [one.path for one in Journal(tmp_path).pending() if one.image == "b"]
    torn.write_bytes(torn.read_bytes()[:-1])
    empty.write_bytes(b"")
    journal = Journal(tmp_path)
    assert [one.image for one in journal.pending()] == ["c"]
    assert len(journal.unreadable()) == 2 and all("torn" in problem for problem in journal.unreadable())


def test_record_that_cannot_be_written_is_an_error_and_keeps_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    journal = Journal(tmp_path)
    journal.record("a.png", b"1", None)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("core.labels.files.journal.Path.write_bytes", full)
        with pytest.raises(FileWriteError, match=r"^a\.png: the recovery journal was not written \(No space left"):
            journal.record("a.png", b"2", None)
    journal.close()
    assert [one.label for one in Journal(tmp_path).pending()] == [b"1"]


def test_long_forgotten_empty_folder_is_cleared_away_and_a_new_one_is_not(tmp_path: Path):
    for name, age in (("1-old", 3600), ("2-new", 0)):
        (tmp_path / name).mkdir()
        changed = datetime.now(UTC).timestamp() - age
        os.utime(tmp_path / name, (changed, changed))
    Journal(tmp_path).pending()
    assert [path.name for path in tmp_path.iterdir()] == ["2-new"]


def test_journal_goes_on_when_its_folder_was_deleted_meanwhile(tmp_path: Path):
    journal = Journal(tmp_path / "j")
    journal.record("a.png", b"1", None)
    for path in sorted((tmp_path / "j").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    journal.record("b.png", b"2", None)
    journal.close()
    assert [one.image for one in Journal(tmp_path / "j").pending()] == ["b.png"]


def test_every_project_has_a_journal_folder_of_its_own_outside_the_project(tmp_path: Path):
    one, two = journal_folder(tmp_path / "a"), journal_folder(tmp_path / "b")
    assert one != two and one == journal_folder(tmp_path / "b" / ".." / "a") and tmp_path not in one.parents
