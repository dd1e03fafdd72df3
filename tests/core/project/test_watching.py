"""Changes by other programs are seen, whatever way they are made."""

import os
from contextlib import nullcontext
from pathlib import Path

import pytest
from support.words.project_folder import refuse_scan

from core.base.errors import ProjectError
from core.project.listing import Skipped
from core.project.watching import MISSING, Changes, Snapshot, Watcher, changes, numbers_of, stamps_of, take_snapshot


@pytest.fixture
def watcher(tmp_path: Path) -> Watcher:
    for name in ("a.png", "b.png", "sub/c.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"image")
    (tmp_path / "a.json").write_bytes(b"{}")
    watcher = Watcher(tmp_path)
    assert watcher.poll() == Changes(added=("a.png", "b.png", "sub/c.png"))
    return watcher


def test_new_and_deleted_images_are_seen_once(watcher: Watcher):
    (watcher.root / "b.png").unlink()
    (watcher.root / "new.png").write_bytes(b"")
    assert watcher.poll() == Changes(added=("new.png",), removed=("b.png",))
    assert not watcher.poll()


def test_a_label_written_in_place_is_seen(watcher: Watcher):
    with (watcher.root / "a.json").open("r+b") as file:
        file.write(b'{"text": "x"}')
    assert watcher.poll() == Changes(changed=("a.png",))


def test_a_label_of_the_same_length_is_seen_by_its_time(watcher: Watcher):
    label = watcher.root / "a.json"
    os.utime(label, ns=(0, label.stat().st_mtime_ns - 1))  # also an older one: a backup that was put back
    assert watcher.poll() == Changes(changed=("a.png",))


def test_a_label_that_appears_or_goes_changes_its_image(watcher: Watcher):
    (watcher.root / "a.json").unlink()
    (watcher.root / "sub" / "c.json").write_bytes(b"{}")
    assert watcher.poll() == Changes(changed=("a.png", "sub/c.png"))


def test_an_image_that_changes_is_seen(watcher: Watcher):
    (watcher.root / "b.png").write_bytes(b"another image")
    assert watcher.poll() == Changes(changed=("b.png",), pictures=("b.png",))


def test_a_label_shared_by_two_images_changes_both(watcher: Watcher):
    (watcher.root / "a.jpg").write_bytes(b"")
    watcher.poll()
    (watcher.root / "a.json").write_bytes(b'{"a": 1}')
    assert watcher.poll() == Changes(changed=("a.jpg", "a.png"))


def test_images_of_a_folder_that_cannot_be_read_for_a_while_are_not_taken_for_deleted(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as patch:
        refuse_scan(patch, watcher.root / "sub")
        assert not watcher.poll()
        (watcher.root / "b.png").unlink()
        assert watcher.poll() == Changes(removed=("b.png",))
    assert not watcher.poll()
    (watcher.root / "sub" / "c.png").unlink()
    assert watcher.poll() == Changes(removed=("sub/c.png",))


def test_a_project_folder_that_is_gone_for_a_while_is_an_error_and_nothing_is_forgotten(watcher: Watcher):
    away = watcher.root.with_name("away")
    watcher.root.rename(away)
    with pytest.raises(ProjectError, match="cannot be read"):
        watcher.poll()
    away.rename(watcher.root)
    assert not watcher.poll()


def test_a_file_that_vanishes_between_listing_and_looking_is_left_out(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch
):
    scan = os.scandir

    def scandir(path: str) -> object:
        entries = scan(path)
        if os.path.normpath(path) == str(watcher.root):
            found = list(entries)
            entries.close()
            (watcher.root / "b.png").unlink(missing_ok=True)
            (watcher.root / "a.json").unlink(missing_ok=True)
            return nullcontext(found)
        return entries

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", scandir)
        assert watcher.poll() == Changes(removed=("b.png",), changed=("a.png",))


def test_stamps_of_single_images_are_those_of_the_whole_under_the_strings_that_are_known(watcher: Watcher):
    known = ["".join(("b", ".png"))]
    whole = take_snapshot(watcher.root, known=known).stamps
    assert any(name is known[0] for name in whole)
    assert stamps_of(watcher.root, [*whole, "gone.png"]) == whole
    assert numbers_of(whole["b.png"])[2:] == (MISSING, MISSING)


def test_two_snapshots_are_compared_without_the_folders_that_the_later_one_could_not_read():
    before = Snapshot(dict.fromkeys(("a.png", "sub/b.png", "sub2/c.png"), b"seen"))
    after = Snapshot({}, (Skipped("sub/", "sub/: the folder cannot be read."), Skipped("a.png", "Rename the image.")))
    assert changes(before, after) == Changes(removed=("a.png", "sub2/c.png"))


def test_progress_is_told_of_every_folder(watcher: Watcher):
    told: list[tuple[int, int]] = []
    watcher.poll(lambda done, total: told.append((done, total)))
    assert told == [(2, 0), (3, 0)]


def test_two_snapshots_compare_in_natural_order():
    stamp = b"seen"
    after = Snapshot({"w10.png": stamp, "w2.png": stamp})
    assert changes(Snapshot({}), after).added == ("w2.png", "w10.png")
    assert changes(after, Snapshot({})).removed == ("w2.png", "w10.png")
