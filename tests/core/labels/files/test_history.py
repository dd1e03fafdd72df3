import errno
import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import FileWriteError
from core.labels.files.history import (
    FOLDER,
    History,
    HistoryEntry,
    HistoryError,
    edited_since,
    new_action,
    plan_action,
    plan_image,
    plan_project,
)

NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)
TEXT = b'{"shapes": [], "text": "%s", "filler": "' + b"x" * 200 + b'"}'


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def entry(
    image: str, before: bytes | None, after: bytes | None, minutes: float = 0, action: str = "a1"
) -> HistoryEntry:
    return HistoryEntry(image, before, after, f"Edit {image}", action, at(minutes))


def files(root: Path) -> list[Path]:
    return sorted((root / FOLDER).iterdir())


def test_history_without_entries_creates_nothing(tmp_path: Path):
    history = History(tmp_path)
    history.append()
    assert history.entries() == () and list(tmp_path.iterdir()) == []


def test_entries_come_back_as_they_were(tmp_path: Path):
    entries = (
        entry("字/a b.png", None, TEXT % b"1", 0),
        entry("字/a b.png", TEXT % b"1", TEXT % "字".encode(), 1),
        entry("字/a b.png", b"edited elsewhere", b"\xff\xfe not UTF-8 " + b"y" * 100, 2),
        entry("字/a b.png", b"\xff\xfe not UTF-8 " + b"y" * 100, b"\xff\xfd not UTF-8 " + b"y" * 100, 3),
        entry("字/a b.png", TEXT, None, 4),
    )
    history = History(tmp_path)
    for one in entries:
        history.append(one)
    assert history.entries() == History(tmp_path).entries() == entries
    assert history.damaged() == ()


@given(
    st.lists(st.tuples(st.sampled_from("ab"), *[st.none() | st.binary(max_size=300) | st.text().map(str.encode)] * 2))
)
def test_any_sequence_of_contents_comes_back(contents: list[Any]):
    import tempfile  # hypothesis forbids tmp_path

    with tempfile.TemporaryDirectory() as folder:
        history = History(Path(folder))
        entries = tuple(entry(image, old, new, i) for i, (image, old, new) in enumerate(contents))
        for one in entries:
            history.append(one)
        assert history.entries() == entries


def test_entry_has_the_name_of_the_person_who_made_it(tmp_path: Path):
    History(tmp_path, "Anna").append(HistoryEntry("a.png", None, b"{}", "Draw"))
    History(tmp_path).append(HistoryEntry("b.png", None, b"{}", "Draw"))
    assert [entry.by for entry in History(tmp_path).entries()] == ["Anna", ""]


def test_edit_of_a_large_label_takes_little_room(tmp_path: Path):
    picture = b'{"imageData": "' + b"A" * 1_000_000 + b'", "text": "%d"}'
    history = History(tmp_path)
    for number in range(10):
        history.append(entry("a.png", picture % number, picture % (number + 1), number))
    assert files(tmp_path)[0].stat().st_size < 1_010_000
    assert history.label_as_of("a.png", at(4.5)) == picture % 5


def test_entries_are_asked_for_by_image_time_and_action(tmp_path: Path):
    history = History(tmp_path)
    one, two, three = (
        entry("a.png", None, b"1", 0),
        entry("b.png", None, b"2", 1, "a2"),
        entry("a.png", b"1", b"3", 2, "a2"),
    )
    history.append(three, one)
    history.append(two)
    assert history.entries() == (one, two, three)
    assert history.entries(image="a.png") == (one, three)
    assert history.entries(since=at(1)) == (two, three)
    assert history.action("a2") == (two, three)


def test_time_is_written_in_utc_as_iso_8601(tmp_path: Path):
    east = datetime.fromisoformat("2025-06-01T20:00:00+08:00")
    History(tmp_path).append(HistoryEntry("a.png", None, b"1", "t", "a", east))
    assert json.loads(files(tmp_path)[0].read_text())["time"] == "2025-06-01T12:00:00.000000Z"
    assert History(tmp_path).entries()[0].time == east


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"])
def test_record_of_a_time_that_no_calendar_shows_is_damaged(tmp_path: Path, time: str):
    history = History(tmp_path)
    history.append(entry("a.png", None, b"1", 0), entry("b.png", None, b"2", 1))
    (path,) = files(tmp_path)
    first, second = path.read_text().splitlines()
    path.write_text(json.dumps(json.loads(first) | {"time": time}) + "\n" + second + "\n")
    assert [each.image for each in history.entries()] == ["b.png"]
    assert "its time is outside the calendar" in history.damaged()[0]


def test_time_without_zone_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="time zone"):
        History(tmp_path).append(HistoryEntry("a.png", None, b"1", "t", "a", datetime(2025, 1, 1)))


def test_label_as_of_a_time_is_what_the_last_entry_left(tmp_path: Path):
    history = History(tmp_path)
    history.append(entry("a.png", b"0", b"1", 0), entry("a.png", b"1", None, 2), entry("b.png", b"x", b"y", 1))
    assert [history.label_as_of("a.png", at(t)) for t in (-1, 0, 1, 2, 3)] == [b"0", b"1", b"1", None, None]
    with pytest.raises(HistoryError, match=r"^c\.png: "):
        history.label_as_of("c.png", NOON)


def test_half_written_last_line_spoils_nothing(tmp_path: Path):
    history = History(tmp_path)
    history.append(entry("a.png", None, TEXT % b"1"))
    history.append(entry("a.png", TEXT % b"1", TEXT % b"2", 1))
    path = files(tmp_path)[0]
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(first, len(whole)):
        path.write_bytes(whole[:cut])
        assert len(History(tmp_path).entries()) == 1
    assert "line 2" in History(tmp_path).damaged()[0] and path.name in History(tmp_path).damaged()[0]
    after_crash = History(tmp_path)
    after_crash.append(entry("a.png", TEXT % b"1", TEXT % b"3", 2))
    assert [e.after for e in after_crash.entries()] == [TEXT % b"1", TEXT % b"3"]


def test_damaged_line_takes_only_those_along_that_build_on_it(tmp_path: Path):
    history = History(tmp_path)
    history.append(entry("a.png", None, b"1" * 99, 0), entry("b.png", None, b"1", 1))
    history.append(entry("a.png", b"1" * 99, b"2" + b"1" * 98, 2), entry("a.png", b"new", b"3", 3))
    path = files(tmp_path)[0]
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0][:-5], *lines[1:]]))
    assert [(e.image, e.after) for e in History(tmp_path).entries()] == [("b.png", b"1"), ("a.png", b"3")]
    assert len(History(tmp_path).damaged()) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"image": "../../etc/passwd.png"},
        {"image": "/etc/passwd.png"},
        {"image": "C:\\x.png"},
        {"image": "a\\..\\..\\x.png"},
        {"time": "2025-06-01T12:00:00"},
        {"time": 5},
        {"time": "0001-01-01T00:00:00+23:59"},  # outside the calendar
        {"change": [0, 999, "x"], "before": "abc"},
        {"change": [-1, 0, "x"], "before": "abc"},
        {"after": {"base64": "%"}},
    ],
)
def test_record_that_is_hostile_or_wrong_is_left_out_and_told(tmp_path: Path, change: dict[Any, Any]):
    history = History(tmp_path)
    history.append(entry("a.png", None, b"1"))
    path = files(tmp_path)[0]
    record = json.loads(path.read_text()) | change
    path.write_text(json.dumps(record) + "\n[]\nnull\n" + "[" * 100_000 + "\n")
    assert history.entries() == () and len(history.damaged()) == 4


def test_image_outside_the_project_is_not_recorded(tmp_path: Path):
    with pytest.raises(ValueError, match="no path below"):
        History(tmp_path).append(entry("../a.png", None, b"1"))


def test_full_disk_keeps_nothing_of_the_action_and_the_next_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    history = History(tmp_path)
    history.append(entry("a.png", None, b"1"))
    real, calls = os.write, []

    def fills_up(descriptor: int, data: memoryview) -> int:
        calls.append(1)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "the disk is full on device")
        return real(descriptor, data[: len(data) - 10])

    with monkeypatch.context() as patch:
        patch.setattr("core.labels.files.history.os.write", fills_up)
        with pytest.raises(FileWriteError, match="the disk is full"):
            history.append(entry("a.png", b"1", b"2", 1), entry("b.png", b"1", b"2", 1))
    history.append(entry("a.png", b"1", b"3", 2))
    assert [e.after for e in History(tmp_path).entries()] == [b"1", b"3"] and history.damaged() == ()


def test_several_programs_append_at_once(tmp_path: Path):
    code = (
        "import sys; from pathlib import Path; from core.labels.files.history import *\n"
        "history = History(Path(sys.argv[1]))\n"
        "for n in range(30): history.append(HistoryEntry('a.png', b'%d' % n, sys.argv[2].encode() * 5000, str(n)))\n"
    )
    root = Path(__file__).parents[4]
    running = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), letter], cwd=root) for letter in "xyz"]
    assert [process.wait() for process in running] == [0, 0, 0]
    history = History(tmp_path)
    assert history.damaged() == ()
    assert sorted((e.after or b"")[:1] for e in history.entries()) == [b"x"] * 30 + [b"y"] * 30 + [b"z"] * 30


# --- restoring


def test_action_is_taken_back_and_the_edits_made_since_are_named(tmp_path: Path):
    history = History(tmp_path)
    bulk = new_action()
    history.append(*[entry(name, b"old " + name.encode(), b"bulk", 0, bulk) for name in ("a.png", "b.png", "c.png")])
    history.append(entry("b.png", b"bulk", b"by hand", 1, "later"))
    assert plan_action(history, bulk) == {"a.png": b"old a.png", "b.png": b"old b.png", "c.png": b"old c.png"}
    assert edited_since(history, bulk) == ("b.png",)


def test_project_goes_back_to_a_time(tmp_path: Path):
    history = History(tmp_path)
    history.append(entry("x/a.png", None, b"1", 0), entry("x/a.png", b"1", b"2", 2), entry("x/b.png", b"7", b"8", 3))
    history.append(
        entry("y/c.png", b"5", b"6", 4), entry("x/old.png", b"5", b"6", -9), entry("xx/d.png", b"1", b"2", 4)
    )
    assert set(plan_project(history, at(1))) == {"x/a.png", "x/b.png", "y/c.png", "xx/d.png"}
    assert plan_image(history, "x/a.png", at(-1)) == {"x/a.png": None}
