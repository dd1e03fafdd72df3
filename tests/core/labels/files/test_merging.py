import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.errors import LabelError
from core.labels.edits import edits
from core.labels.files.merging import merge_label_files
from core.labels.files.storage import LabelConflict, parse_label, read_label, serialise_label, write_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

WORD = WordLabel(
    tuple(CharacterLabel(symbol, rectangle(10 * i, 0, 10 * i + 8, 20)) for i, symbol in enumerate("word")), text="word"
)
BASE = serialise_label(WORD, "word_1.png", (20, 40))


def version(label: WordLabel) -> bytes:
    return serialise_label(label, "word_1.png", (20, 40), parse_label(BASE, "word_1.json"))


@pytest.fixture
def three(tmp_path: Path) -> tuple[Path, Path, Path]:
    paths = tmp_path / "base", tmp_path / "ours", tmp_path / "theirs"
    paths[0].write_bytes(BASE)
    return paths


def test_both_sides_changes_go_into_ours_and_nothing_else_changes(three: tuple[Path, Path, Path]):
    base, ours, theirs = three
    moved = edits.move(WORD, [0], 1, 0)
    ours.write_bytes(version(moved))
    theirs.write_bytes(version(edits.retype(WORD, [3], "k")))
    assert merge_label_files(base, ours, theirs) == ()
    assert ours.read_bytes() == version(edits.retype(moved, [3], "k"))


def test_character_that_one_side_deleted_and_the_other_moved_is_named_and_ours_keeps_every_byte(
    three: tuple[Path, Path, Path],
):
    base, ours, theirs = three
    ours.write_bytes(version(edits.delete(WORD, [2])))
    theirs.write_bytes(version(edits.move(WORD, [2], 1, 0)))
    before = ours.read_bytes()
    (said,) = merge_label_files(base, ours, theirs)
    assert said == "character 3 “r” was deleted on one side and changed on the other"
    assert ours.read_bytes() == before


def test_new_labels_of_both_sides_have_an_empty_base(three: tuple[Path, Path, Path]):
    base, ours, theirs = three
    base.write_bytes(b"")
    ours.write_bytes(version(edits.move(WORD, [0], 1, 0)))
    theirs.write_bytes(version(WORD))
    assert [said.partition(":")[0] for said in merge_label_files(base, ours, theirs)] == ["character 1 “w”"]


def test_shapes_that_are_no_characters_come_from_the_side_that_changed_them(three: tuple[Path, Path, Path]):
    base, ours, theirs = three
    circle = b'{"label": "o", "points": [[1, 1], [2, 2]], "shape_type": "circle"}'
    ours.write_bytes(version(edits.retype(WORD, [3], "k")))
    theirs.write_bytes(BASE.replace(b'"shapes": [', b'"shapes": [\n    ' + circle + b",", 1))
    assert merge_label_files(base, ours, theirs) == ()
    merged = read_label(ours)
    assert (merged.label.text, circle in merged.data) == ("work", True)


@pytest.mark.parametrize("damage", [b"", b"{", b"<<<<<<< ours", b"[1]"])
def test_what_is_no_label_is_never_merged(three: tuple[Path, Path, Path], damage: bytes):
    base, ours, theirs = three
    ours.write_bytes(BASE)
    theirs.write_bytes(damage)
    with pytest.raises(LabelError, match="theirs"):
        merge_label_files(base, ours, theirs)
    assert ours.read_bytes() == BASE


def test_of_two_people_who_write_a_label_in_the_same_second_the_second_is_told(tmp_path: Path):
    path = tmp_path / "word_1.json"
    path.write_bytes(BASE)
    mine = theirs = read_label(path)
    first = write_label(path, edits.move(WORD, [0], 1, 0), (20, 40), mine)
    with pytest.raises(LabelConflict, match="another program has changed"):
        write_label(path, edits.move(WORD, [0], 0, 1), (20, 40), theirs)
    assert path.read_bytes() == first.data


ROOT = Path(__file__).resolve().parents[4]


def git(folder: Path, *arguments: str, ok: bool = True) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    found = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(["git", *who, *arguments], cwd=folder, env=found, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) is ok, done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow  # two starts of the command, 5 s
def test_git_merges_two_clones_and_reports_a_conflict(tmp_path: Path):
    """As README.md says: one line in .gitattributes, two commands in each clone."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    git(first, "init", "-q")
    (first / ".gitattributes").write_text("*.json merge=textscanner\ntextscanner.json merge\n")
    for number in (1, 2):
        (first / f"word_{number}.json").write_bytes(BASE)
    git(first, "add", ".")
    git(first, "commit", "-q", "-m", "begin")
    git(tmp_path, "clone", "-q", "first", "second")
    driver = f'"{sys.executable}" -m app merge-label %O %A %B'
    git(second, "config", "merge.textscanner.name", "labels, character by character")
    git(second, "config", "merge.textscanner.driver", driver)

    (first / "word_1.json").write_bytes(version(edits.move(WORD, [0], 1, 0)))
    (first / "word_2.json").write_bytes(version(edits.delete(WORD, [2])))
    git(first, "commit", "-q", "-am", "theirs")
    (second / "word_1.json").write_bytes(version(edits.retype(WORD, [1], "a")))
    mine = version(edits.move(WORD, [2], 1, 0))
    (second / "word_2.json").write_bytes(mine)
    git(second, "commit", "-q", "-am", "ours")

    said = git(second, "pull", "-q", "--no-rebase", ok=False)
    assert read_label(second / "word_1.json").label == edits.move(edits.retype(WORD, [1], "a"), [0], 1, 0)
    assert "character 3 “r” was deleted on one side and changed on the other." in said
    assert (second / "word_2.json").read_bytes() == mine
    assert git(second, "diff", "--name-only", "--diff-filter=U").split() == ["word_2.json"]
